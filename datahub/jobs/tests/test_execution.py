"""One attempt at a job ends in exactly one of a few ways, and never reveals what it processed."""

import threading

import pytest
from django.db import DatabaseError, connection
from django.db.models.functions import Now
from django.utils import timezone

from datahub.jobs import claims, clock, execution
from datahub.jobs.claims import Claim
from datahub.jobs.heartbeat import Heartbeat
from datahub.jobs.models import Job
from datahub.jobs.rules import BREAKDOWNS, LEASE, pause_after
from datahub.jobs.tests.work import claimed, state_of, submitted


def let_the_lease_end(job: Job) -> None:
    Job.objects.filter(pk=job.id).update(lease_until=Now() - LEASE)


@pytest.mark.django_db
def test_a_task_that_finishes_is_done() -> None:
    job = submitted()
    execution.run(job.id)
    job.refresh_from_db()
    assert (job.state, job.result, job.attempts) == (Job.State.DONE, {"counted": 3}, 1)


@pytest.mark.django_db
def test_a_job_that_is_done_is_not_done_again() -> None:
    job = submitted()
    execution.run(job.id)
    execution.run(job.id)
    job.refresh_from_db()
    assert job.attempts == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "code"),
    [("test.forget", "not_finished"), ("test.refuse", "no_such_batch"), ("test.dropped", "unknown_kind")],
)
def test_what_another_attempt_would_not_mend_fails_at_once(kind: str, code: str) -> None:
    job = submitted()
    Job.objects.filter(pk=job.id).update(kind=kind)
    execution.run(job.id)
    assert state_of(job.id) == (Job.State.FAILED, code)


@pytest.mark.django_db
def test_a_job_called_off_while_it_runs_stays_called_off() -> None:
    job = submitted("test.be_called_off")
    execution.run(job.id)
    assert state_of(job.id) == (Job.State.CANCELLED, "")


@pytest.mark.django_db
def test_a_broken_attempt_rests_and_is_repeated_a_few_times() -> None:
    job = submitted("test.break_down")
    for attempt in range(1, BREAKDOWNS + 1):
        execution.run(job.id)
        job.refresh_from_db()
        assert (job.state, job.attempts) == (Job.State.RUNNING, attempt)
        clock.queue_expired_leases()
        assert claims.take(job.id) is None  # the job rests before its next attempt
        let_the_lease_end(job)
        clock.queue_expired_leases()
    assert state_of(job.id) == (Job.State.FAILED, "attempts_spent")


@pytest.mark.django_db
def test_workers_that_died_over_a_job_do_not_make_its_next_pause_longer() -> None:
    job = submitted("test.break_down")
    for _ in range(3):
        claims.take(job.id)
        let_the_lease_end(job)
        clock.queue_expired_leases()
    execution.run(job.id)
    job.refresh_from_db()
    assert (job.attempts, job.breakdowns) == (4, 1)
    assert job.lease_until is not None
    assert job.lease_until <= timezone.now() + pause_after(1)


@pytest.mark.django_db
def test_the_log_names_the_error_and_its_place_but_not_its_message(caplog: pytest.LogCaptureFixture) -> None:
    execution.run(submitted("test.break_down").id)
    assert "ValueError" in caplog.text
    assert "break_down" in caplog.text
    assert "3 is an answer" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_told_of_one_job_one_gets_it() -> None:
    job = submitted()
    together, claims_got = threading.Barrier(8), []

    def look() -> None:
        together.wait(timeout=10)
        claims_got.append(claims.take(job.id))
        connection.close()

    workers = [threading.Thread(target=look) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=30)
    assert len(claims_got) == 8
    assert sum(claim is not None for claim in claims_got) == 1


class Watched(Claim):
    """A watched claim tells the test of each heartbeat; its first one may fail."""

    def watch(self, *, breaks: bool = False) -> threading.Event:
        self.beaten, self._breaks = threading.Event(), breaks
        return self.beaten

    def extend(self) -> None:
        if self._breaks:
            self._breaks = False
            raise DatabaseError("the server closed the connection")
        try:
            super().extend()
        finally:
            self.beaten.set()


def watched(job: Job) -> Watched:
    return Watched(**{name: value for name, value in vars(claimed(job)).items() if name != "_noted_at"})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("breaks", [False, True])
def test_a_heartbeat_holds_the_job_while_its_task_runs(breaks: bool) -> None:
    job = submitted()
    claim = watched(job)
    let_the_lease_end(job)
    beaten = claim.watch(breaks=breaks)
    with Heartbeat(claim, every=0.01):
        assert beaten.wait(timeout=10)
    clock.queue_expired_leases()
    assert state_of(job.id) == (Job.State.RUNNING, "")


@pytest.mark.django_db(transaction=True)
def test_a_heartbeat_without_the_fence_extends_nothing() -> None:
    job = submitted()
    claim = watched(job)
    let_the_lease_end(job)
    clock.queue_expired_leases()
    claimed(job)
    let_the_lease_end(job)
    beaten = claim.watch()
    with Heartbeat(claim, every=0.01):
        assert beaten.wait(timeout=10)
    clock.queue_expired_leases()
    assert state_of(job.id) == (Job.State.QUEUED, "")
