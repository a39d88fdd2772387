"""Surveys, their published versions, and reports on the way from the inbox to a number: no inbox row, batch key or
report says when somebody answered."""

import secrets
import uuid
from datetime import datetime

from django.db import models
from django.db.models import F, Q

from datahub.api.writes.creations import CreatedOnce
from surveys.schedule import state_of

SLUG_BYTES = 9  # A link has 72 random bits, so nobody finds it by trying.


def new_slug() -> str:
    return secrets.token_urlsafe(SLUG_BYTES)


class Survey(CreatedOnce):
    """A survey is what a researcher asks. The draft is worked on; what people answer is a version."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    title = models.CharField(max_length=200, blank=True)
    draft = models.JSONField()
    draft_revision = models.PositiveIntegerField(default=1)
    import_notes = models.JSONField(default=list)  # The notes of the import that nobody has settled yet.
    simulated = models.BooleanField(default=False)  # Its respondents are computed, as every page says.
    archived_at = models.DateTimeField(null=True)  # Lists show an archived survey only on request.
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["-created_at", "id"], name="surveys_newest_first")]

    def __str__(self) -> str:
        return self.title or str(self.id)


class Bundle(models.Model):
    """These are the files of a respondent page, kept under the hash that the versions served with it carry."""

    hash = models.CharField(max_length=64, primary_key=True)

    def __str__(self) -> str:
        return self.hash


class BundleFile(models.Model):
    bundle = models.ForeignKey(Bundle, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=200)
    type = models.CharField(max_length=100)
    body = models.BinaryField()
    brotli = models.BinaryField(null=True)  # The body, compressed for browsers; the bundle's hash covers bodies only.

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bundle", "name"], name="surveys_one_file_of_a_name")]

    def __str__(self) -> str:
        return self.name


class Version(models.Model):
    """This is a survey as it was published. The definition never changes; its SHA-256 is the version's name.

    What people are told is `schedule.state_of`: an open version may still wait for its time, or be paused.

    The row is also the one lock of the intake: whoever accepts, withdraws, rotates batch keys or closes takes it.
    """

    class State(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    survey = models.ForeignKey(Survey, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    hash = models.CharField(max_length=64, unique=True)
    definition = models.TextField()  # The definition is canonical JSON.
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    bundle = models.ForeignKey(Bundle, on_delete=models.PROTECT, related_name="versions")
    published_at = models.DateTimeField()
    opens_at = models.DateTimeField(null=True)  # Queries use these four columns; the definition holds them too.
    closes_at = models.DateTimeField(null=True)
    cap_reports = models.PositiveIntegerField(null=True)
    batch_least = models.PositiveIntegerField()
    paused = models.BooleanField(default=False)
    accepted = models.PositiveIntegerField(default=0)  # Counts withdrawn reports too; only kept where there is a cap.
    closed_at = models.DateTimeField(null=True)
    known_shares = models.JSONField(default=dict)  # Population shares by question and answer, for weighting.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["survey", "number"], name="surveys_version_number"),
            models.UniqueConstraint(fields=["survey"], condition=Q(state="open"), name="surveys_one_open_version"),
            models.CheckConstraint(condition=Q(number__gte=1), name="surveys_versions_count_from_one"),
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True) | Q(state="closed", closed_at__isnull=False),
                name="surveys_closed_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(paused=False) | Q(state="open"), name="surveys_what_is_closed_is_not_paused"
            ),
            models.CheckConstraint(
                condition=Q(cap_reports__isnull=True) | Q(accepted__lte=F("cap_reports")),
                name="surveys_accepts_no_more_than_its_cap",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "closes_at"], name="surveys_due_to_close"),
            models.Index(fields=["state", "cap_reports", "accepted"], name="surveys_capped"),
        ]

    def __str__(self) -> str:
        return f"{self.survey_id} version {self.number}"

    def state_at(self, now: datetime) -> str:
        return state_of(stored=self.state, paused=self.paused, opens_at=self.opens_at, now=now)


class BatchKey(models.Model):
    """A batch key is the name of a key file. New reports are sealed under the current key only.

    The held one was full last: enough of its reports stay in the inbox for those that come after to be mixed with,
    however few they are when the version closes.
    """

    class State(models.TextChoices):
        CURRENT = "current"
        HELD = "held"
        CLOSING = "closing"
        DONE = "done"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="batch_keys")
    state = models.CharField(max_length=7, choices=State.choices, default=State.CURRENT)
    withdrawn = models.PositiveIntegerField(default=0)  # Withdrawn reports; shown once the others are counted.
    unreadable = models.PositiveIntegerField(default=0)  # Rows that a disk fault changed; they are not counted.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version"], condition=Q(state="current"), name="surveys_one_current_key"),
            models.UniqueConstraint(fields=["version"], condition=Q(state="held"), name="surveys_one_held_key"),
        ]
        indexes = [models.Index(fields=["state", "version"], name="surveys_keys_of_a_state")]

    def __str__(self) -> str:
        return str(self.id)


class InboxRow(models.Model):
    """This is an accepted report until ingest, and after it the two marks that tell a replay from a new report.

    A withdrawn row and an ingested one look alike: both have neither batch key nor sealed bytes.
    """

    key_mac = models.BinaryField(primary_key=True, max_length=32)
    body_mac = models.BinaryField(max_length=32)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="inbox")
    batch_key = models.ForeignKey(BatchKey, on_delete=models.PROTECT, null=True, db_index=False, related_name="inbox")
    sealed = models.BinaryField(null=True)

    class Meta:
        db_table = "surveys_inbox"
        indexes = [
            models.Index(fields=["batch_key"], condition=Q(batch_key__isnull=False), name="surveys_waiting"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(batch_key__isnull=True, sealed__isnull=True)
                | Q(batch_key__isnull=False, sealed__isnull=False),
                name="surveys_sealed_under_a_key",
            ),
        ]

    def __str__(self) -> str:
        return f"inbox row of version {self.version_id}"


class Batch(models.Model):
    """A batch is a set of reports that were shuffled together. A short one is smaller than the version promised, and
    says so.

    Where levels are chosen by question there is one for all blocks of a version: several would say what goes together.
    Left out are reports of levels that too few chose until the version closed: they are in no number and no file.
    """

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="batches")
    size = models.PositiveIntegerField()
    short = models.BooleanField()
    left_out = models.BooleanField(default=False)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(size__gte=1), name="surveys_batches_hold_reports")]

    def __str__(self) -> str:
        return f"batch of {self.size}"


class Report(models.Model):
    """A report is one perturbed record, or one block of it. Its id is random: neither id nor row order says who was
    first.

    Where levels are chosen by question, or some of the blocks are drawn, only blocks are kept: nothing joins two of one
    person.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="reports")
    block = models.CharField(max_length=8, blank=True, default="")  # An empty text is `definition.WHOLE`.
    level = models.PositiveSmallIntegerField()
    record = models.BinaryField()

    def __str__(self) -> str:
        return str(self.id)


class Counts(models.Model):
    """The counts say how many reports of a level support each answer of a field, over all batches but those left out.

    The weights of levels are people: who chose a level is no share of those who sent one block.
    """

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="counts")
    level = models.PositiveSmallIntegerField()
    block = models.CharField(max_length=32)
    reports = models.PositiveIntegerField(default=0)
    people = models.PositiveIntegerField(default=0)  # All people at the level, whether or not they sent this block.
    left_out = models.PositiveIntegerField(default=0)  # Reports too few for the last step; they are deleted.
    supports = models.JSONField()  # One integer for each answer.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "level", "block"], name="surveys_one_count_of_a_block"),
        ]

    def __str__(self) -> str:
        return f"level {self.level} block {self.block}"


class Estimate(models.Model):
    """These are the results of a version as last computed. A version with too few reports to be shown has none."""

    version = models.OneToOneField(Version, on_delete=models.CASCADE, related_name="estimate")
    reports = models.PositiveIntegerField()
    batches = models.PositiveIntegerField()
    short_batch = models.BooleanField()
    result = models.JSONField()
    of_everybody = models.JSONField(default=dict)  # The results with intervals for the respondents themselves.
    covariances = models.JSONField(default=dict)  # Each question or pair has {"diagonal", "less"}, for comparisons.
    steps = models.JSONField(default=list)  # For simulated versions: the results from part of the reports.
    computed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"estimate from {self.reports} reports"


class CrossTab(models.Model):
    """A cross-tabulation sets two questions against each other, for a planned pair or on request. Its result is null
    until it is computed."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="crosstabs")
    rows = models.CharField(max_length=65)
    columns = models.CharField(max_length=65)
    reports = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True)
    computed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "rows", "columns"], name="surveys_one_crosstab_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.rows} by {self.columns}"


class SimulatedTruth(models.Model):
    """The truth of a demonstration is what its computed people answered; only a simulated survey has one."""

    version = models.OneToOneField(Version, on_delete=models.CASCADE, related_name="truth")
    shares = models.JSONField()  # Shares by question and answer.

    def __str__(self) -> str:
        return f"truth of version {self.version_id}"


class Deletion(models.Model):
    """A deletion lists what was destroyed of a survey that is no more. Its record is signed once nothing is left."""

    survey = models.UUIDField(primary_key=True)
    destroyed = models.JSONField()  # Already destroyed: version hashes, hashes of key file names, rows by kind.
    record = models.JSONField(null=True)
    signature = models.CharField(max_length=86, blank=True)
    public_key = models.CharField(max_length=43, blank=True)

    def __str__(self) -> str:
        return f"deletion of survey {self.survey}"
