"""These services submit jobs and cancel them."""

from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from datahub.api.notify_rooms import tell
from datahub.api.ref import PLATFORM, Ref
from datahub.audit.services import record
from datahub.jobs.claims import Claim
from datahub.jobs.errors import JobEnded, TooManyJobs
from datahub.jobs.hint import hint
from datahub.jobs.models import Job
from datahub.jobs.shares import Share, of_share, share_of

SHORT_TO_LONG = 10  # a person may have this many short jobs waiting for each long one
ROOM_SECONDS = 30


def submit(
    *,
    kind: str,
    subject: Ref,
    payload: dict[str, Any] | None = None,
    key: str | None = None,
    owner: Ref | None = None,
) -> Job:
    """Submits a job in the caller's transaction: the job and what led to it are committed together.

    A second call with the same key returns the same job, whatever has become of it. TooManyJobs if as many of the
    owner's jobs wait already as may; what the platform does on its own, or because it must, is never refused.
    """
    if kind not in settings.JOBS:
        raise ValueError(f"kind is {kind!r}; settings.JOBS knows {', '.join(sorted(settings.JOBS))}")
    if owner is not None and kind not in settings.NEVER_REFUSED and not _is_known(key):
        _check_room(owner, share_of(kind))
    wish = {"kind": kind, "subject": str(subject), "payload": payload or {}, "owner": str(owner) if owner else ""}
    if key is None:
        job, is_new = Job.objects.create(**wish), True
    else:
        job, is_new = Job.objects.get_or_create(key=key, defaults=wish)
    if is_new:
        transaction.on_commit(partial(hint, job.id, kind), robust=True)
    return job


def _is_known(key: str | None) -> bool:
    return key is not None and Job.objects.filter(key=key).exists()


def _check_room(owner: Ref, share: Share) -> None:
    """Raises TooManyJobs if as many of the owner's jobs of this share wait as may.

    The count is not locked, so requests of one person at the same moment may each find the last place free. There are
    never more of them than threads, and a lock would hold the person until the caller's commit.
    """
    most = settings.MOST_WAITING_JOBS * (SHORT_TO_LONG if share == Share.USUAL else 1)
    waiting = of_share(share, Job.objects.filter(owner=str(owner), state=Job.State.QUEUED)).count()
    if waiting >= most:
        raise TooManyJobs(
            f"{waiting} of your jobs wait already; {most} of this length may. Ask again once one of them has begun.",
            retry_after_seconds=ROOM_SECONDS,
        )


@transaction.atomic
def ask_for_upkeep(*, actor: Ref, rule: str, kind: str) -> Job:
    """Submits a job of settings.ON_DEMAND for a person, beside those that the clock submits; returns the waiting job,
    if there is one."""
    waiting = Job.objects.filter(kind=kind, state=Job.State.QUEUED).order_by("created_at").first()
    if waiting is not None:
        return waiting
    job = submit(kind=kind, subject=PLATFORM, owner=actor)
    record(actor=actor, operation="job.create", subject=Ref("job", str(job.id)), reason=rule, detail={"kind": kind})
    return job


@transaction.atomic
def cancel(*, actor: Ref, rule: str, job_id: UUID) -> Job:
    """Cancels a job and returns it. A running task learns of it when it checks next, and can no longer finish.

    `rule` names the policy rule that let the actor do this. The functions that settings.CALLED_OFF names are told in
    this transaction. JobEnded if it has ended otherwise.
    """
    wanted = Job.objects.filter(pk=job_id, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    called_off = wanted.update(state=Job.State.CANCELLED, lease_until=None, finished_at=Now())
    job = Job.objects.get(pk=job_id)
    if not called_off and job.state != Job.State.CANCELLED:
        raise JobEnded(f"The job is {job.state}; only a queued or running job can be cancelled.")
    if called_off:
        tell("CALLED_OFF", job)  # listeners are told before the log, which every service locks last
        record(actor=actor, operation="job.cancel", subject=Ref("job", str(job_id)), reason=rule)
    return job


def call_off(*, actor: Ref, rule: str, jobs: QuerySet[Job]) -> None:
    """Cancels those of `jobs` that have not ended, each in a transaction of its own: `cancel` ends in the log, which
    everybody locks last, so nothing may be locked after it. Call it before the transaction that deletes what the jobs
    work for."""
    unfinished = jobs.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).order_by("pk")
    for job_id in list(unfinished.values_list("pk", flat=True)):
        with suppress(JobEnded):  # the job may have ended by itself meanwhile
            cancel(actor=actor, rule=rule, job_id=job_id)


def call_off_other_work(claim: Claim) -> None:
    """Cancels every other job on the subject of the claim, which is being destroyed, whoever asked for the job. The
    functions of settings.CALLED_OFF are told of each in a transaction of its own, so that the budget that a waiting job
    reserved is free at once."""
    others = Job.objects.filter(subject=str(claim.subject), state__in=[Job.State.QUEUED, Job.State.RUNNING])
    for job_id in list(others.exclude(pk=claim.job_id).order_by("created_at").values_list("pk", flat=True)):
        with transaction.atomic():
            wanted = others.filter(pk=job_id)  # the job may have ended meanwhile
            if wanted.update(state=Job.State.CANCELLED, lease_until=None, finished_at=Now()):
                tell("CALLED_OFF", Job.objects.get(pk=job_id))
