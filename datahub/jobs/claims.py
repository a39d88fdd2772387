"""A claim is the hold on a job: the argument of a task function, and the only means by which it can finish."""

import time
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Now

from datahub.api.ref import Ref
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.jobs.rules import LEASE, pause_after

PROGRESS_SECONDS = 0.5  # each note of progress is a commit, which on SQLite waits for the disk


@dataclass(kw_only=True)
class Claim:
    """A claim is one attempt at one job. Every write checks in the same statement that the claim's fence is still the
    newest."""

    job_id: UUID
    kind: str
    subject: Ref
    payload: dict[str, Any]
    attempt: int
    breakdowns: int  # earlier attempts that raised an exception are counted
    fence: int
    finished: bool = False  # true once the transaction that finished the job has been committed
    _noted_at: float = field(default=float("-inf"), repr=False)

    def finish(self, result: dict[str, Any]) -> None:
        """Marks the job done in the transaction that holds the work, so that both are committed or neither is. The
        progress it had noted is overwritten: where progress stops tells how long a part of the work took."""
        if not connection.in_atomic_block:
            raise RuntimeError("finish() was called outside a transaction; result and work must be committed together")
        whole = {"progress_done": F("progress_total"), "progress_note": ""}
        self._write(state=Job.State.DONE, result=result, lease_until=None, finished_at=Now(), **whole)
        transaction.on_commit(self._remember_finish)

    def fail(self, code: str) -> None:
        """Gives the work up for good; `code` names the reason and holds no data."""
        self._write(state=Job.State.FAILED, error=code, lease_until=None, finished_at=Now())

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Notes how far the work is, at most twice a second and at its end. Raises ClaimLost when it may stop."""
        now = time.monotonic()
        if done < total and now - self._noted_at < PROGRESS_SECONDS:
            return
        self._noted_at = now
        self._write(progress_done=done, progress_total=total, progress_note=note)

    def cancelled(self) -> bool:
        """Returns whether the worker must stop: the job was cancelled, or claimed anew after the lease of this claim
        ran out."""
        return not Job.objects.filter(pk=self.job_id, state=Job.State.RUNNING, fence=self.fence).exists()

    def extend(self) -> None:
        """Extends the claim on the job by another lease."""
        self._write(lease_until=Now() + LEASE)

    def rest(self) -> None:
        """Leaves the job alone after an attempt that raised: when this lease ends, the sweeper queues it again."""
        self._write(lease_until=Now() + pause_after(self.breakdowns + 1), breakdowns=F("breakdowns") + 1)

    def _write(self, **changes: Any) -> None:
        row = Job.objects.filter(pk=self.job_id, state=Job.State.RUNNING, fence=self.fence)
        if not row.update(**changes):
            raise ClaimLost(f"job {self.job_id} is not held by fence {self.fence} any more")

    def _remember_finish(self) -> None:
        self.finished = True


def take(job_id: UUID) -> Claim | None:
    """Claims a queued job; None if somebody else has it or it is no longer wanted.

    It reads before it locks: on SQLite every write waits for the one lock of the file. PostgreSQL skips a row that
    another worker is just claiming, and SQLite ignores the clause, because there the transaction is alone anyway.
    """
    if not Job.objects.filter(pk=job_id, state=Job.State.QUEUED).exists():
        return None
    with transaction.atomic():
        free = Job.objects.select_for_update(skip_locked=True).filter(pk=job_id, state=Job.State.QUEUED)
        taken = Job.objects.filter(pk__in=free.values("pk"), state=Job.State.QUEUED).update(
            state=Job.State.RUNNING,
            fence=F("fence") + 1,
            attempts=F("attempts") + 1,
            lease_until=Now() + LEASE,
            started_at=Coalesce("started_at", Now()),
        )
        if not taken:
            return None
        job = Job.objects.get(pk=job_id)
    return Claim(
        job_id=job.id,
        kind=job.kind,
        subject=Ref.parse(job.subject),
        payload=job.payload,
        attempt=job.attempts,
        breakdowns=job.breakdowns,
        fence=job.fence,
    )
