"""Each job is one row. The row decides; messages and threads only make a worker look at it sooner."""

import uuid

from django.db import models
from django.db.models import F, Q

from datahub.api.ref import LONGEST


class Job(models.Model):
    """A job is work that was asked for: who asked, what about, how far it is, and what came of it.

    `fence` counts the claims. A claimant remembers the number it got; whoever holds an older one can write nothing.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    ENDED = (State.DONE, State.FAILED, State.CANCELLED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=100)
    key = models.CharField(max_length=200, unique=True, null=True)  # noqa: DJ001 - null, because several jobs may have no key
    subject = models.CharField(max_length=LONGEST)
    owner = models.CharField(max_length=LONGEST, blank=True)
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    fence = models.BigIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Attempts that raised an exception; the other attempts lost their worker.
    breakdowns = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    progress_done = models.BigIntegerField(default=0)
    progress_total = models.BigIntegerField(default=0)
    progress_note = models.CharField(max_length=200, blank=True)
    result = models.JSONField(null=True)
    error = models.CharField(max_length=100, blank=True)  # an error is a code, which never holds data
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["created_at"], name="jobs_queued", condition=Q(state="queued")),
            models.Index(fields=["lease_until"], name="jobs_running", condition=Q(state="running")),
            models.Index(fields=["owner", "-created_at"], name="jobs_of_owner"),
            models.Index(fields=["owner", "-started_at"], name="jobs_begun_of_owner"),
            models.Index(fields=["subject", "-created_at"], name="jobs_about_subject"),
            models.Index(fields=["kind", "finished_at"], name="jobs_finished_of_kind"),
        ]
        constraints = [
            models.CheckConstraint(
                name="jobs_lease_while_running",
                condition=Q(state="running", lease_until__isnull=False)
                | (~Q(state="running") & Q(lease_until__isnull=True)),
            ),
            models.CheckConstraint(
                name="jobs_finished_when_ended",
                condition=Q(state__in=["done", "failed", "cancelled"], finished_at__isnull=False)
                | Q(state__in=["queued", "running"], finished_at__isnull=True),
            ),
            models.CheckConstraint(
                name="jobs_failed_with_a_code",
                condition=(Q(state="failed") & ~Q(error="")) | (~Q(state="failed") & Q(error="")),
            ),
            models.CheckConstraint(name="jobs_attempt_has_a_fence", condition=Q(fence__gte=F("attempts"))),
            models.CheckConstraint(name="jobs_breakdown_was_an_attempt", condition=Q(attempts__gte=F("breakdowns"))),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def ended(self) -> bool:
        return self.state in self.ENDED
