"""This module takes a spend from reservation to answer: each step is one transaction, and a crash may follow any of
them."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from datahub.api.problem import Problem
from datahub.api.ref import Ref, uuids
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.jobs.claims import Claim
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.ledger.errors import AnalysisFailed, PaidByAnother
from datahub.ledger.models import Spend, StoredAnswer
from datahub.ledger.rules import STALE, Act, State, step
from datahub.ledger.services import recovery
from datahub.ledger.services.bookings import entry_of, in_turn, move
from datahub.policies.decide.conditions import Context
from datahub.policies.jobs import permit_of_job, who_asked
from datahub.policies.services import Permit

log = logging.getLogger(__name__)

# At most so many workers may take up one paid job: whoever can have a worker killed by its draw could choose among as
# many draws.
WORKERS = 8
SPEND = "spend"  # a job's payload names its reserved spend under this key


@dataclass(frozen=True, kw_only=True)
class Answer:
    """An answer is kept so that the same question gets it again. `body` is what leaves: numbers with their guarantee,
    never anything before the noise."""

    plan_digest: str
    data_version: str
    body: dict[str, Any]


def permit_to_start(claim: Claim, operation: str, spend_id: UUID, *, context: Context) -> Permit:
    """Checks the permission again when the job begins, before `start`. A refusal gives the cost back, and is raised: it
    ends the job.

    `context` says what the use was permitted for: purpose, mechanism and columns, which the payload of the job keeps.
    The price is that of the spend. The permit is for whoever set the price aside: others who joined the
    job did not pay, and PaidByAnother if the price is of nobody who asked.

    What an earlier attempt had started stays spent. ClaimLost if the job was called off or is another attempt's now:
    then nothing is given back here.
    """
    claim.extend()
    spend = Spend.objects.get(pk=spend_id)
    if spend.actor not in who_asked(claim.payload):
        raise PaidByAnother("The job names a price that somebody else has set aside.")
    try:
        return permit_of_job(claim, operation, context=_priced(context, spend), payer=spend.actor)
    except Problem:
        give_up_held(claim, spend_id)
        raise


def start_held(claim: Claim, spend_id: UUID) -> Spend:
    """Starts the spend of a job. ClaimLost, and nothing is spent, if the job was cancelled since `permit_to_start`.
    AnalysisFailed, and the price is spent, once WORKERS have taken the job up and all but this one were killed.

    The row of the job is locked until the cost is spent, so whoever calls it off comes before or after.
    """
    with in_turn():
        claim.extend()
        spend = start(spend_id, fence=claim.fence)
    if claim.attempt - claim.breakdowns > WORKERS:
        give_up_held(claim, spend_id)
        raise AnalysisFailed
    return spend


@contextmanager
def drawing(claim: Claim, spend_id: UUID) -> Iterator[None]:
    """Yields a context for whatever draws noise, after `start_held`. If it breaks, that is the end, and the cost stays
    spent.

    Were it done again until it does not break, what leaves would be noise on the condition that nothing broke, and the
    guarantee was proved without one. Reading and keeping may break as they like: neither depends on what was drawn.
    """
    try:
        yield
    except ClaimLost:
        raise
    except Problem:
        give_up_held(claim, spend_id)
        raise
    except Exception as error:  # noqa: BLE001 - the kind and lines of any error are logged, and not its text
        frames = "".join(traceback.format_tb(error.__traceback__))
        log.error("noise of %s job %s: %s\n%s", claim.kind, claim.job_id, type(error).__name__, frames)
        give_up_held(claim, spend_id)
        raise AnalysisFailed from None


@in_turn()
def start(spend_id: UUID, *, fence: int) -> Spend:
    """Marks a spend as executing. Call it right before the vault is opened: when this returns, the cost is spent for
    good."""
    head = recovery.locked_head()  # after a crash, locking the head may carry out this very spend
    spend = _locked(spend_id)
    after = step(State(spend.state), Act.START, held=spend.fence, fence=fence)
    if spend.state == State.RESERVED:
        move(spend, after, number=recovery.next_number(head), fence=fence)
        _note(spend, "budget.start", "a worker is about to read")
        recovery.write_down(head, entry_of(spend))
    else:
        move(spend, after, fence=fence)
    return spend


@in_turn()
def commit(spend_id: UUID, *, fence: int | None, answer: Answer | None) -> Spend:
    """Ends a spend whose work has ended. Call it in the transaction that finishes the job; an answer that is stored
    already stays."""
    spend = _locked(spend_id)
    before = State(spend.state)
    move(spend, step(before, Act.COMMIT, held=spend.fence, fence=fence))
    if answer is not None:
        StoredAnswer.objects.get_or_create(
            plan_digest=answer.plan_digest,
            data_version=answer.data_version,
            defaults={"body": answer.body, "spend": spend},
        )
    if before != State.COMMITTED:
        _note(spend, "budget.commit", "the work ended")
    return spend


@in_turn()
def release(spend_id: UUID, *, fence: int | None) -> Spend:
    """Gives the cost back. SpendEnded once a worker has started: from then on it stays spent."""
    spend = _locked(spend_id)
    before = State(spend.state)
    move(spend, step(before, Act.RELEASE, held=spend.fence, fence=fence))
    if before != State.RELEASED:
        _note(spend, "budget.release", "nothing was read")
    return spend


@in_turn()
def give_up(spend_id: UUID, *, fence: int | None) -> Spend:
    """Ends a spend whose work failed: its cost is given back if no worker had started, else it is spent without an
    answer."""
    spend = _locked(spend_id)
    if spend.state in {State.RESERVED, State.RELEASED}:
        return release(spend_id, fence=fence)
    return commit(spend_id, fence=spend.fence if fence is None else fence, answer=None)


@in_turn()
def give_up_held(claim: Claim, spend_id: UUID) -> Spend:
    """Gives up the spend of a job. ClaimLost if the job is cancelled or another attempt's: nothing is given back that
    the other attempt may start."""
    claim.extend()
    return give_up(spend_id, fence=claim.fence)


def give_back(job: Job) -> None:
    """Gives back the price that was reserved for a job that is cancelled, unless a worker has begun to read;
    settings.CALLED_OFF names this function."""
    named = Spend.objects.filter(pk__in=uuids([str(job.payload.get(SPEND))]), actor__in=who_asked(job.payload))
    for spend in named.filter(state=State.RESERVED).select_for_update(of=("self",)):
        release(spend.pk, fence=None)


def lapse(now: datetime) -> int:
    """Ends spends that nobody has worked on for longer than any analysis takes, each in a transaction of its own."""
    stale = Spend.objects.filter(state__in=[State.RESERVED, State.EXECUTING], reserved_at__lt=now - STALE)
    return sum(_lapsed(spend_id, now) for spend_id in list(stale.values_list("pk", flat=True)[:1000]))


@in_turn()
def _lapsed(spend_id: UUID, now: datetime) -> bool:
    spend = _locked(spend_id)
    since = spend.started_at or spend.reserved_at
    if spend.state not in {State.RESERVED, State.EXECUTING} or since >= now - STALE:
        return False
    move(spend, step(State(spend.state), Act.LAPSE, held=None, fence=None))
    _note(spend, "budget.lapse", "nobody went on with it")
    return True


def _priced(context: Context, spend: Spend) -> Context:
    """Returns the context with the cost of the spend, so that nobody can understate it."""
    return replace(context, cost=spend.cost)


def _locked(spend_id: UUID) -> Spend:
    return lock_row(Spend.objects.filter(pk=spend_id))


def _note(spend: Spend, operation: str, reason: str) -> None:
    """Records in the audit log what happens to a reservation, for each group of people that it is about."""
    people = spend.lines.values_list("account__people", flat=True).distinct().order_by("account__people")
    for of in people:
        record(
            actor=Ref.parse(spend.actor) if operation != "budget.lapse" else None,
            operation=operation,
            subject=Ref.parse(of),
            reason=reason,
            detail={"request": spend.request, "at": timezone.now().isoformat()},
        )
