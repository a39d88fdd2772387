"""These functions carry out one attempt at one job, and record how it ended."""

import logging
import traceback
from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.module_loading import import_string

from datahub.api.problem import Problem
from datahub.jobs import claims
from datahub.jobs.claims import Claim
from datahub.jobs.errors import ClaimLost
from datahub.jobs.heartbeat import Heartbeat
from datahub.jobs.models import Job
from datahub.jobs.rules import NOT_FINISHED, UNKNOWN_KIND
from datahub.jobs.shares import share_of
from datahub.jobs.turns import next_job

log = logging.getLogger(__name__)

Task = Callable[[Claim], None]


def run(job_id: UUID) -> None:
    """Claims a job and does it. Nothing happens if another worker holds the job or it has ended."""
    claim = claims.take(job_id)
    if claim is not None:
        _hold_and_do(claim)


def run_next(told_of: UUID) -> None:
    """Does the job whose turn it is, among the jobs of the same share as the one that a message names. There are as
    many messages as jobs, so each job is done, also when another worker was quicker to take this one."""
    kind = Job.objects.filter(pk=told_of).values_list("kind", flat=True).first()
    if kind is None:
        return
    while (job_id := next_job(share_of(kind))) is not None:
        claim = claims.take(job_id)
        if claim is not None:
            _hold_and_do(claim)
            return


def _hold_and_do(claim: Claim) -> None:
    with Heartbeat(claim):
        _attempt(claim)


def _attempt(claim: Claim) -> None:
    try:
        path = settings.JOBS.get(claim.kind)
        if path is None:  # a newer version of DataHub asked for this kind, or this version dropped it
            claim.fail(UNKNOWN_KIND)
            return
        task: Task = import_string(path)
        task(claim)
        if not claim.finished and not claim.cancelled():
            claim.fail(NOT_FINISHED)
    except ClaimLost:
        log.info("%s job %s was cancelled or taken over", claim.kind, claim.job_id)
    except Problem as refusal:
        _record_refusal(claim, refusal.code)
    except Exception as error:  # noqa: BLE001 - whatever a task raises is recorded, and the job tried again
        _record_breakdown(claim, error)


def _record_refusal(claim: Claim, code: str) -> None:
    try:
        claim.fail(code)
    except ClaimLost:
        log.info("%s job %s was cancelled or taken over", claim.kind, claim.job_id)


def _record_breakdown(claim: Claim, error: Exception) -> None:
    """Keeps the lease for a pause, after which the sweeper queues the job again.

    The log names the kind of error and the lines it passed, not its message: a message may quote what was processed.
    """
    frames = "".join(traceback.format_tb(error.__traceback__))
    log.error("attempt %s at %s job %s: %s\n%s", claim.attempt, claim.kind, claim.job_id, type(error).__name__, frames)
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()  # the connection itself may be what failed
    try:
        claim.rest()
    except (ClaimLost, DatabaseError) as refusal:
        log.warning("%s job %s waits until its lease ends: %s", claim.kind, claim.job_id, type(refusal).__name__)
