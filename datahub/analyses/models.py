"""What somebody asked of a data set, and what was found: sealed under its keys, because all of it may name values."""

import uuid

from django.db import models

from datahub.api.ref import LONGEST
from datahub.api.writes.creations import CreatedOnce
from datahub.datasets.models import Version
from datahub.jobs.models import Job
from datahub.ledger.models import Spend

PLANNED = "planned"  # of an anonymisation without a job, beside the states of jobs


class Anonymisation(CreatedOnce):
    """Candidates for a release of one version. `asked` is plan and candidates; `found` the figures, or why there are
    none; `rows_beside` a handful of rows of each candidate, for owners alone. `job` says how far it is.

    Whoever may not see rows and asked for no figures has no job: the plan is kept, and nothing is worked out.
    `unbounded` says that they asked for exact figures, and that the people were written down for it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    asked_by = models.CharField(max_length=LONGEST)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, null=True, related_name="+")
    unbounded = models.BooleanField(default=False)
    purpose = models.CharField(max_length=40, blank=True)  # one of the role's, or none
    asked = models.BinaryField()
    found = models.BinaryField(null=True)
    rows_beside = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["version", "-created_at"], name="anonymisations_of_version")]

    def __str__(self) -> str:
        return f"anonymisation {self.id}"


class ValueCounts(models.Model):
    """How many rows of one version hold each value; counted once, because a version never changes. They are there when
    its job is done."""

    version = models.OneToOneField(Version, primary_key=True, on_delete=models.CASCADE, related_name="+")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"value counts of {self.version_id}"


class ColumnCounts(models.Model):
    """Of one column, sealed by itself: whoever looks at a hierarchy has one opened, and not megabytes of others."""

    of = models.ForeignKey(ValueCounts, on_delete=models.CASCADE, related_name="columns")
    name = models.CharField(max_length=200)
    found = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "name"], name="analyses_one_count_a_column")]

    def __str__(self) -> str:
        return f"counts of {self.name} in {self.of_id}"


class SyntheticModel(models.Model):
    """What one plan gave on one version: noise was drawn once, and rows are drawn from it as often as anybody likes.

    `made` is sealed. The row is written in the transaction that commits what it costs.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    made = models.BinaryField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "digest"], name="analyses_one_model_a_plan"),
        ]

    def __str__(self) -> str:
        return f"model {self.id}"


class Synthesis(CreatedOnce):
    """Somebody asked for synthetic rows of one version, and set the price aside. `asked` is the plan, sealed; `spend`
    is what the ledger keeps of it; `model` is there when the job is done."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    asked_by = models.CharField(max_length=LONGEST)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    spend = models.ForeignKey(Spend, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    purpose = models.CharField(max_length=40, blank=True)  # one of the role's, or none
    asked = models.BinaryField()
    model = models.ForeignKey(SyntheticModel, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "syntheses"
        indexes = [models.Index(fields=["version", "-created_at"], name="syntheses_of_version")]

    def __str__(self) -> str:
        return f"synthesis {self.id}"


class MeasuredReport(models.Model):
    """How good the rows of one model are, measured on the true rows with noise drawn once. `found` is sealed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    found = models.BinaryField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["version", "digest"], name="analyses_one_report_a_question")]

    def __str__(self) -> str:
        return f"measured report {self.id}"


class Appraisal(CreatedOnce):
    """Somebody asked how good their synthetic rows are, and set the price aside. `report` is there when the job is
    done."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    synthesis = models.ForeignKey(Synthesis, on_delete=models.CASCADE, related_name="appraisals")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    spend = models.ForeignKey(Spend, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    asked = models.BinaryField()
    report = models.ForeignKey(MeasuredReport, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["synthesis", "-created_at"], name="appraisals_of_synthesis")]

    def __str__(self) -> str:
        return f"appraisal {self.id}"


class JoinedModel(models.Model):
    """What one plan gave on a version of parents and one of children: as `SyntheticModel`, of two tables.

    `of_parents` is sealed under the keys of the parents' data set, `of_children` under those of the children's, so that
    neither opens what is of the other.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    parents = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    children = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    of_parents = models.BinaryField()
    of_children = models.BinaryField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["parents", "digest"], name="analyses_one_joined_model_a_plan"),
        ]

    def __str__(self) -> str:
        return f"joined model {self.id}"


class JoinedSynthesis(CreatedOnce):
    """Somebody asked for rows of two versions joined by a key. As `Synthesis`; `asked` is sealed under the keys of the
    parents' data set, to which it belongs."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    parents = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    children = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    asked_by = models.CharField(max_length=LONGEST)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    spend = models.ForeignKey(Spend, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    purpose = models.CharField(max_length=40, blank=True)  # one of the role's, or none
    asked = models.BinaryField()
    model = models.ForeignKey(JoinedModel, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "joined syntheses"
        indexes = [models.Index(fields=["parents", "-created_at"], name="joined_syntheses_of_version")]

    def __str__(self) -> str:
        return f"joined synthesis {self.id}"


class JoinedMeasuredReport(models.Model):
    """How good the rows of one joined model are. As `MeasuredReport`; `of_parents` and `of_children` are sealed as the
    halves of a `JoinedModel` are, what is told of siblings with the children."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    parents = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    children = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    of_parents = models.BinaryField()
    of_children = models.BinaryField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["parents", "digest"], name="analyses_one_joined_report_a_question"),
        ]

    def __str__(self) -> str:
        return f"joined measured report {self.id}"


class JoinedAppraisal(CreatedOnce):
    """Somebody asked how good their rows of two tables are. As `Appraisal`; `asked` is sealed under the keys of the
    parents' data set."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    joined = models.ForeignKey(JoinedSynthesis, on_delete=models.CASCADE, related_name="appraisals")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    spend = models.ForeignKey(Spend, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    asked = models.BinaryField()
    report = models.ForeignKey(JoinedMeasuredReport, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["joined", "-created_at"], name="appraisals_of_joined")]

    def __str__(self) -> str:
        return f"joined appraisal {self.id}"
