"""An analysis is a request about a data set and its result. It is sealed under the data set's keys, because
both may name values."""

import uuid

from django.db import models

from datahub.api.ref import LONGEST
from datahub.api.writes.creations import CreatedOnce
from datahub.datasets.models import Version
from datahub.jobs.models import Job
from datahub.ledger.models import Spend

BOTH_OR_ONE = models.Q(children=None, of_children=None) | models.Q(
    children__isnull=False, of_children__isnull=False
)  # of two tables, each has a sealed part
UNFINISHED = (Job.State.QUEUED, Job.State.RUNNING)
PLANNED = "planned"  # an anonymisation without a job has this state, beside the states of jobs


class Anonymisation(CreatedOnce):
    """An anonymisation is a set of candidates for a release of one version. `asked` has plan and candidates; `found`
    the figures, or why there are none; `rows_beside` a few true rows of each candidate, for owners alone. `job` shows
    the progress.

    Whoever may not see rows and asked for no figures has no job: the plan is kept, and nothing is worked out.
    `unbounded` says that they asked for exact figures, and that the people were written down for it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    asked_by = models.CharField(max_length=LONGEST)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, null=True, related_name="+")
    unbounded = models.BooleanField(default=False)
    purpose = models.CharField(max_length=40, blank=True)  # one of the purposes of the asker's role, or empty
    asked = models.BinaryField()
    found = models.BinaryField(null=True)
    rows_beside = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["version", "-created_at"], name="anonymisations_of_version")]

    def __str__(self) -> str:
        return f"anonymisation {self.id}"


class ValueCounts(models.Model):
    """The counts of how many rows of one version hold each value; they are counted once, because a version never
    changes. They are there when the job is done."""

    version = models.OneToOneField(Version, primary_key=True, on_delete=models.CASCADE, related_name="+")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"value counts of {self.version_id}"


class ColumnCounts(models.Model):
    """The counts of one column are sealed on their own: a page that shows a hierarchy opens only these, and not
    megabytes of others."""

    of = models.ForeignKey(ValueCounts, on_delete=models.CASCADE, related_name="columns")
    name = models.CharField(max_length=200)
    found = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "name"], name="analyses_one_count_a_column")]

    def __str__(self) -> str:
        return f"counts of {self.name} in {self.of_id}"


class SyntheticModel(models.Model):
    """A synthetic model is what one plan gave on one version, or on one of parents and one of children: noise was drawn
    once, and rows are drawn from it as often as anybody likes.

    `content` is sealed under the keys of the data set of `version`, which is the parents' where there are two tables,
    and `of_children` under those of the children's, so that neither opens what is of the other. The row is written in
    the transaction that commits what it costs.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    children = models.ForeignKey(Version, on_delete=models.CASCADE, null=True, related_name="+")
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    of_children = models.BinaryField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "digest"], name="analyses_one_model_a_plan"),
            models.CheckConstraint(condition=BOTH_OR_ONE, name="analyses_model_of_each_table"),
        ]

    def __str__(self) -> str:
        return f"model {self.id}"


class Synthesis(CreatedOnce):
    """A synthesis is a request for synthetic rows of one version, or of two joined by a key, whose price is reserved on
    the ledger. Of two, `version` is the parents'. `asked` is the plan, sealed under the keys of its data set; `spend`
    is what the ledger keeps of it; `model` is there when the job is done."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    children = models.ForeignKey(Version, on_delete=models.CASCADE, null=True, related_name="+")
    asked_by = models.CharField(max_length=LONGEST)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    spend = models.ForeignKey(Spend, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    purpose = models.CharField(max_length=40, blank=True)  # one of the purposes of the asker's role, or empty
    asked = models.BinaryField()
    model = models.ForeignKey(SyntheticModel, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "syntheses"
        indexes = [models.Index(fields=["version", "-created_at"], name="syntheses_of_version")]

    def __str__(self) -> str:
        return f"synthesis {self.id}"

    @property
    def both_versions(self) -> tuple[Version, Version]:
        """Returns the version of the parents and that of the children. ValueError where the rows are of one table."""
        if self.children is None:
            raise ValueError(f"{self} is of one table")
        return self.version, self.children


class MeasuredReport(models.Model):
    """A measured report says how close the synthetic rows of one model are to the true rows, measured with noise that
    is drawn once. It is sealed as the model is; its part on siblings is sealed with the children's."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    children = models.ForeignKey(Version, on_delete=models.CASCADE, null=True, related_name="+")
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    of_children = models.BinaryField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "digest"], name="analyses_one_report_a_question"),
            models.CheckConstraint(condition=BOTH_OR_ONE, name="analyses_report_of_each_table"),
        ]

    def __str__(self) -> str:
        return f"measured report {self.id}"


class Appraisal(CreatedOnce):
    """An appraisal is a request to measure how close synthetic rows are to the true rows, whose price is reserved on
    the ledger. `asked` is sealed under the keys that the plan of the rows is; `report` is there when the job is
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
