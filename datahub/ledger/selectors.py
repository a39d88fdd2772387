"""These selectors return budgets to a viewer: the viewer's own accounts, and all accounts to whoever owns the data."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.ledger.models import Account, Spend, StoredAnswer, Unbounded
from datahub.ledger.rules import State, questions_left
from mechanisms.accounting.zcdp import Cost

COUNTED = (State.EXECUTING, State.COMMITTED)


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """A forecast says how many `questions` more of `cost`, which is what the viewer's last one cost, the accounts
    admit."""

    cost: Cost
    questions: int


@dataclass(frozen=True, kw_only=True)
class View:
    """A view of a budget holds what a viewer may know of the budget of some people."""

    people: Ref
    unit: str | None  # the unit is None if no budget was set
    accounts: Sequence[Account]
    unbounded: Sequence[Unbounded]
    forecast: Forecast | None


def budget_of(people: Ref, viewer: Ref, *, everything: bool) -> View:
    """Returns the budget of some people as a viewer may see it. With `everything`, for the owner of the data, it has
    all accounts; others see their own share, and how many questions all accounts admit.

    Everybody sees whether a bound holds at all.
    """
    accounts = Account.objects.filter(people=str(people)).order_by("pk")
    own = accounts.filter(ref=str(people)).first()
    return View(
        people=people,
        unit=own.unit if own else None,
        accounts=list(accounts if everything else accounts.filter(ref=str(viewer))),
        unbounded=list(Unbounded.objects.filter(people=str(people)).order_by("number")),
        forecast=forecast(people, viewer),
    )


def budgets_for(viewer: Ref, owned: Sequence[Ref]) -> QuerySet[Account]:
    """Returns the accounts of people that a viewer may see: of data sets that the viewer owns, and of those that the
    viewer has asked."""
    lineages = {facts.attributes.get("lineage") for facts in describe(owned).values()}
    of_owned = [text if ":" in text else f"lineage:{text}" for text in lineages if isinstance(text, str)]
    data_sets = Account.objects.filter(ref=str(viewer)).values("people")
    return Account.objects.filter(Q(people__in=data_sets) | Q(people__in=of_owned), ref=F("people"))


def forecast(people: Ref, viewer: Ref) -> Forecast | None:
    """Returns how many more questions like the viewer's last one the accounts admit; None before the first question,
    because nobody knows yet what their questions cost."""
    last = _uses(people).filter(actor=str(viewer), served__isnull=True).order_by("-number").first()
    if last is None:
        return None
    on = last.lines.filter(account__people=str(people)).values("account")
    balances = [account.balance() for account in Account.objects.filter(pk__in=on)]
    return Forecast(cost=last.cost, questions=questions_left(balances, last.cost))


def spends_of(people: Ref, viewer: Ref, *, everything: bool) -> QuerySet[Spend]:
    """Returns the uses of the budget of some people, the newest first."""
    spends = Spend.objects.filter(lines__account__people=str(people))
    if not everything:
        spends = spends.filter(actor=str(viewer))
    return spends.distinct().order_by("-reserved_at", "-pk")


def answer_of(plan_digest: str, data_version: Ref) -> StoredAnswer | None:
    """Returns the answer that is stored for a plan, or None. Show it only after a fresh decision for the viewer, and
    through reserve_stored."""
    return StoredAnswer.objects.filter(plan_digest=plan_digest, data_version=str(data_version)).first()


def _uses(people: Ref) -> QuerySet[Spend]:
    return Spend.objects.filter(state__in=COUNTED, lines__account__people=str(people)).distinct()
