"""A release is a table that left the platform, or is about to: these models record what was promised, by whom, to whom.
The rows are sealed, below the data folder."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from datahub.api.ref import LONGEST
from datahub.api.writes.creations import CreatedOnce


class Release(CreatedOnce):
    """A release is one table of one version: its rows anonymised, or synthetic ones of a model that was paid for.
    `guarantee` is what may be said of it, in words.

    `file` names the folder of its sealed pieces and `sizes` the files there; `said` are card, report and findings,
    sealed under the key of the release. `rows_beside` are a handful of rows as they are, for owners alone, sealed under
    the key of the data set: no permit to read or to take the table opens it.
    """

    class Kind(models.TextChoices):
        ANONYMISED = "anonymised"
        SYNTHETIC = "synthetic"  # made with differential privacy, which the ledger has charged already

    class State(models.TextChoices):
        MAKING = "making"
        FAILED = "failed"  # the work ended without a file
        BLOCKED = "blocked"  # the written file does not hold what was to be promised
        WAITING = "waiting"  # a second person has to decide
        REFUSED = "refused"  # a second person refused the release
        RELEASED = "released"
        WITHDRAWN = "withdrawn"

    class Audience(models.TextChoices):
        RECIPIENTS = "recipients"
        PUBLIC = "public"

    OVER = (State.FAILED, State.BLOCKED, State.REFUSED)  # in these states nothing has left and nothing will
    SEALED = (State.WAITING, State.RELEASED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    data_set = models.CharField(max_length=LONGEST)
    version = models.CharField(max_length=LONGEST)
    number = models.PositiveIntegerField()  # the number of the data set's version
    people = models.CharField(max_length=LONGEST)
    # The lineage of the population that the release is compared with; empty if there is none.
    population = models.CharField(max_length=LONGEST, blank=True)
    # The data set of the population; whoever may compare with it may see its counts.
    compared_with = models.CharField(max_length=LONGEST, blank=True)
    made_by = models.CharField(max_length=LONGEST)
    job = models.UUIDField(null=True)
    title = models.CharField(max_length=200)
    licence = models.CharField(max_length=200, blank=True)
    citation = models.TextField(blank=True)
    audience = models.CharField(max_length=10, choices=Audience.choices)
    # True if a second person must approve: the release is public, or its maker's role says so.
    second_person = models.BooleanField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.MAKING)
    purpose = models.CharField(max_length=40, blank=True)  # the purpose for which the rows were made
    noise = models.JSONField(
        null=True
    )  # set for synthetic rows: rho, slugs of mechanisms, and comparisons true of the rows that were read
    guarantee = models.TextField()
    anonymity_models = models.JSONField(default=list)  # the models that the guarantee states, as in the card
    columns = models.JSONField()  # name and role of each column of the file
    rows = models.BigIntegerField(null=True)
    file = models.UUIDField(null=True, unique=True)
    sizes = models.JSONField(default=dict)
    said = models.BinaryField(null=True)
    rows_beside = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    released_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="releases_sealed_before_released",
                condition=~Q(state__in=["waiting", "released"])
                | Q(file__isnull=False, said__isnull=False, rows__isnull=False),
            ),
            models.CheckConstraint(
                name="releases_released_has_a_day", condition=~Q(state="released") | Q(released_at__isnull=False)
            ),
            models.CheckConstraint(
                name="releases_taken_back_without_rows",
                condition=~Q(state__in=["withdrawn", "refused"]) | Q(rows_beside__isnull=True),
            ),
        ]
        indexes = [
            models.Index(fields=["data_set", "-created_at"], name="releases_of_data_set"),
            models.Index(fields=["people"], name="releases_of_people"),
        ]

    def __str__(self) -> str:
        return f"release {self.id}"


class Verdict(models.Model):
    """A verdict is the decision of a second person on a release before it left."""

    release = models.OneToOneField(Release, on_delete=models.CASCADE, related_name="verdict")
    person = models.CharField(max_length=LONGEST)
    approved = models.BooleanField()
    said = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"verdict on {self.release_id}"


class Recipient(models.Model):
    """A recipient is a person with an account who may have the table, or a projection of it: `columns`, or null for
    all."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="recipients")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    columns = models.JSONField(null=True)
    expires_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["release", "person"], name="releases_one_place_a_person")]

    def __str__(self) -> str:
        return f"recipient of {self.release_id}"


class Link(models.Model):
    """A link gives the table to whoever has its secret, until it expires. Only a hash of the secret is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="links")
    secret_hash = models.CharField(max_length=64, unique=True)
    columns = models.JSONField(null=True)
    made_by = models.CharField(max_length=LONGEST)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    downloads = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"link to {self.release_id}"
