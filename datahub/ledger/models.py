"""The ledger records how much may be learned about people, what was learned, and on whose account."""

import uuid

from django.db import models
from django.db.models import F, Q

from datahub.api.ref import LONGEST, Ref
from datahub.ledger.fields import AmountField
from datahub.ledger.rules import Balance, Cap, Mark, State, kind_of
from mechanisms.accounting.zcdp import Cost

ZERO = 0


class Head(models.Model):
    """The head says how far the database has followed the journal outside it. One row; whoever spends locks it."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    epoch = models.CharField(max_length=36, blank=True)
    number = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="ledger_one_head")]

    def __str__(self) -> str:
        return f"ledger at {self.number}"

    def mark(self) -> Mark:
        return Mark(self.epoch, self.number)


class Account(models.Model):
    """The budget of `people` (a lineage), or the part of it that a project, an analyst or a role may use.

    The people's own account has itself as `people` and always a limit; the others may have none of their own.
    """

    ref = models.CharField(max_length=LONGEST)
    people = models.CharField(max_length=LONGEST)
    # The unit of privacy: the presence or absence of one such unit is what the noise hides.
    unit = models.CharField(max_length=32, default="person")
    cap_rho = AmountField(null=True)
    cap_delta = AmountField(null=True)
    cap_epsilon = AmountField(null=True)  # an epsilon is set only where a pure guarantee was promised
    reserved_rho = AmountField(default=ZERO)
    reserved_delta = AmountField(default=ZERO)
    reserved_epsilon = AmountField(default=ZERO)
    spent_rho = AmountField(default=ZERO)
    spent_delta = AmountField(default=ZERO)
    spent_epsilon = AmountField(default=ZERO)
    # True until a cost without pure epsilon was reserved; it never becomes true again.
    pure = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ref", "people"], name="ledger_one_account"),
            models.CheckConstraint(
                name="ledger_people_have_a_limit",
                condition=~Q(ref=F("people")) | Q(cap_rho__isnull=False, cap_delta__isnull=False),
            ),
            models.CheckConstraint(
                name="ledger_pure_where_promised", condition=Q(cap_epsilon__isnull=True) | Q(pure=True)
            ),
            *(
                models.CheckConstraint(
                    name=f"ledger_{measure}_within_cap",
                    condition=Q(**{f"reserved_{measure}__gte": 0, f"spent_{measure}__gte": 0})
                    & (
                        Q(**{f"cap_{measure}__isnull": True})
                        | Q(**{f"cap_{measure}__gte": F(f"reserved_{measure}") + F(f"spent_{measure}")})
                    ),
                )
                for measure in ("rho", "delta", "epsilon")
            ),
        ]
        indexes = [models.Index(fields=["people"], name="ledger_account_people")]

    def __str__(self) -> str:
        return f"{self.ref} on {self.people}"

    @property
    def spent(self) -> Cost:
        return Cost(rho=self.spent_rho, delta=self.spent_delta, epsilon=self.spent_epsilon if self.pure else None)

    def balance(self) -> Balance:
        epsilon = self.spent_epsilon + self.reserved_epsilon
        return Balance(
            kind=kind_of(Ref.parse(self.ref)),
            cap=Cap(rho=self.cap_rho, delta=self.cap_delta, epsilon=self.cap_epsilon),
            taken=Cost(
                rho=self.spent_rho + self.reserved_rho,
                delta=self.spent_delta + self.reserved_delta,
                epsilon=epsilon if self.pure else None,
            ),
        )


class Spend(models.Model):
    """A spend is one use of budget. Triggers refuse that it is removed, its cost changed, or its state moved back."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    request = models.CharField(max_length=200, unique=True)
    # The number of the journal line that records the spend; null until the spend counts as spent.
    number = models.BigIntegerField(unique=True, null=True)
    state = models.CharField(
        max_length=10, choices=[(state.value, state.value) for state in State], default=State.RESERVED
    )
    actor = models.CharField(max_length=LONGEST)
    operation = models.CharField(max_length=64)
    note = models.CharField(max_length=200, blank=True)
    purpose = models.CharField(max_length=40, blank=True)
    # The fence of the worker that was about to open the vault.
    fence = models.BigIntegerField(null=True)
    served = models.ForeignKey("StoredAnswer", on_delete=models.PROTECT, null=True, related_name="+")
    rho = AmountField()
    delta = AmountField()
    epsilon = AmountField(null=True)
    reserved_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ledger_counted_from_start",
                condition=Q(state__in=["executing", "committed"], number__isnull=False, started_at__isnull=False)
                | Q(state__in=["reserved", "released"], number__isnull=True, started_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(fields=["reserved_at"], name="ledger_open", condition=Q(state__in=["reserved", "executing"])),
        ]

    def __str__(self) -> str:
        return f"{self.request} {self.state}"

    @property
    def cost(self) -> Cost:
        return Cost(rho=self.rho, delta=self.delta, epsilon=self.epsilon)


class SpendLine(models.Model):
    """A line charges a spend to one account. Triggers refuse any change."""

    spend = models.ForeignKey(Spend, on_delete=models.PROTECT, related_name="lines")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="lines")
    rho = AmountField()
    delta = AmountField()
    epsilon = AmountField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["spend", "account"], name="ledger_one_line_an_account")]

    def __str__(self) -> str:
        return f"{self.spend_id} on {self.account_id}"


class StoredAnswer(models.Model):
    """A stored answer is what a plan gave on one version of the data: the noise was drawn once, and whoever asks again
    gets the same."""

    plan_digest = models.CharField(max_length=64)
    data_version = models.CharField(max_length=LONGEST)
    body = models.JSONField()
    spend = models.ForeignKey(Spend, on_delete=models.PROTECT, related_name="answers")
    stored_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["plan_digest", "data_version"], name="ledger_one_answer_a_plan"),
        ]

    def __str__(self) -> str:
        return f"{self.plan_digest[:12]} on {self.data_version}"


class Unbounded(models.Model):
    """An unbounded entry says that something about these people left without a privacy bound: together with it, no
    balance bounds anything any more."""

    people = models.CharField(max_length=LONGEST)
    actor = models.CharField(max_length=LONGEST)
    operation = models.CharField(max_length=64)
    reason = models.CharField(max_length=200)
    # The number of the line in the journal; one line can record the data of several people.
    number = models.BigIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "unbounded"
        indexes = [models.Index(fields=["people"], name="ledger_unbounded_people")]
        constraints = [models.UniqueConstraint(fields=["number", "people"], name="ledger_unbounded_once_a_line")]

    def __str__(self) -> str:
        return f"no bound holds for {self.people}"
