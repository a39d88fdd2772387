"""A job is held by one claimant at a time, and only the holder can finish it."""

import pytest
from django.db import transaction

from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.jobs import claims
from datahub.jobs.errors import ClaimLost, JobEnded
from datahub.jobs.models import Job
from datahub.jobs.tests.work import called_off, claimed, submitted

pytestmark = pytest.mark.django_db


def test_a_claim_carries_what_was_asked() -> None:
    subject = Ref("survey", "0f3c")
    claim = claimed(submitted(subject=subject, payload={"batch": 3}))
    assert (claim.kind, claim.subject, claim.payload, claim.attempt) == ("test.count", subject, {"batch": 3}, 1)


def test_a_second_claimant_gets_nothing() -> None:
    job = submitted()
    claimed(job)
    assert claims.take(job.id) is None


def test_finishing_stores_the_result() -> None:
    job = submitted()
    claimed(job).finish({"sent": 1})
    job.refresh_from_db()
    assert (job.state, job.result, job.lease_until) == (Job.State.DONE, {"sent": 1}, None)
    assert job.finished_at is not None


def test_a_job_is_finished_once() -> None:
    claim = claimed(submitted())
    claim.finish({})
    with pytest.raises(ClaimLost):
        claim.finish({})


@pytest.mark.django_db(transaction=True)
def test_finishing_outside_a_transaction_is_refused() -> None:
    claim = claimed(submitted())
    with pytest.raises(RuntimeError, match="outside a transaction"):
        claim.finish({})


@pytest.mark.django_db(transaction=True)
def test_a_finish_that_is_rolled_back_leaves_the_job_to_its_claimant() -> None:
    job = submitted()
    claim = claimed(job)
    with transaction.atomic():
        claim.finish({"share": "a third"})
        transaction.set_rollback(True)
    job.refresh_from_db()
    assert (job.state, job.result, claim.finished) == (Job.State.RUNNING, None, False)
    with transaction.atomic():
        claim.finish({})
    assert claim.finished


def test_whoever_holds_an_older_fence_can_write_nothing() -> None:
    job = submitted()
    old = claimed(job)
    Job.objects.filter(pk=job.id).update(state=Job.State.QUEUED, lease_until=None)
    new = claimed(job)
    assert new.fence == old.fence + 1
    with pytest.raises(ClaimLost):
        old.finish({"by": "old"})
    with pytest.raises(ClaimLost):
        old.fail("old")
    with pytest.raises(ClaimLost):
        old.progress(1, 1)
    with pytest.raises(ClaimLost):
        old.extend()
    new.finish({"by": "new"})
    job.refresh_from_db()
    assert (job.result, job.attempts) == ({"by": "new"}, 2)


def test_between_the_end_of_a_lease_and_the_next_claim_nothing_can_be_written() -> None:
    job = submitted()
    claim = claimed(job)
    Job.objects.filter(pk=job.id).update(state=Job.State.QUEUED, lease_until=None)
    assert claim.cancelled()
    with pytest.raises(ClaimLost):
        claim.finish({})


def test_a_cancelled_job_is_not_claimed() -> None:
    job = submitted()
    assert called_off(job).state == Job.State.CANCELLED
    assert claims.take(job.id) is None


def test_a_job_cancelled_while_it_runs_cannot_finish() -> None:
    job = submitted()
    claim = claimed(job)
    assert not claim.cancelled()
    called_off(job)
    assert claim.cancelled()
    with pytest.raises(ClaimLost):
        claim.finish({})


def test_cancelling_twice_is_cancelling_once() -> None:
    job = submitted()
    assert called_off(job).finished_at == called_off(job).finished_at
    assert Entry.objects.filter(operation="job.cancel", subject=f"job:{job.id}").count() == 1


def test_a_job_that_is_done_cannot_be_cancelled() -> None:
    job = submitted()
    claimed(job).finish({})
    with pytest.raises(JobEnded, match="is done"):
        called_off(job)


def test_progress_is_noted_and_its_end_is_never_left_out() -> None:
    job = submitted()
    claim = claimed(job)
    claim.progress(1, 10, "counting")
    claim.progress(2, 10, "counting")  # a second note within half a second is not worth a commit
    job.refresh_from_db()
    assert (job.progress_done, job.progress_total, job.progress_note) == (1, 10, "counting")
    claim.progress(10, 10)
    job.refresh_from_db()
    assert job.progress_done == 10


def test_the_same_key_is_the_same_job() -> None:
    first = submitted(key="ingest:1")
    assert submitted(key="ingest:1").id == first.id
    assert submitted(key="ingest:2").id != first.id
    assert submitted().id != submitted().id


def test_a_kind_nobody_can_do_is_refused_when_it_is_asked_for() -> None:
    with pytest.raises(ValueError, match=r"kind is 'no\.such'"):
        submitted("no.such")
