"""The clock queues jobs that were left and asks for due ones, however many clocks run."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now

from datahub.jobs import claims, clock
from datahub.jobs.doorbell import forgotten_jobs
from datahub.jobs.models import Job
from datahub.jobs.rules import LOST_WORKERS, slot_key
from datahub.jobs.shares import Share
from datahub.jobs.tests import work
from datahub.jobs.tests.work import claimed, state_of, submitted

NOON = 1_800_000_000.0
ENDED = timedelta(seconds=1)


@pytest.mark.django_db
def test_a_job_whose_worker_is_gone_is_queued_again() -> None:
    job = submitted()
    claimed(job)
    Job.objects.filter(pk=job.id).update(lease_until=Now() - ENDED)
    clock.queue_expired_leases()
    assert state_of(job.id) == (Job.State.QUEUED, "")
    assert claimed(job).attempt == 2


@pytest.mark.django_db
def test_a_job_whose_lease_holds_is_left_alone() -> None:
    job = submitted()
    claimed(job)
    clock.queue_expired_leases()
    assert state_of(job.id) == (Job.State.RUNNING, "")


@pytest.mark.django_db
def test_a_job_that_took_twenty_workers_with_it_is_not_tried_again() -> None:
    job = submitted()
    for _ in range(LOST_WORKERS):
        assert state_of(job.id) == (Job.State.QUEUED, "")
        claimed(job)
        Job.objects.filter(pk=job.id).update(lease_until=Now() - ENDED)
        clock.queue_expired_leases()
    assert state_of(job.id) == (Job.State.FAILED, "attempts_spent")
    assert claims.take(job.id) is None


@pytest.mark.django_db
def test_the_only_worker_queues_at_its_start_what_the_one_before_left() -> None:
    job = submitted()
    claimed(job)
    clock.queue_running_jobs()
    assert state_of(job.id) == (Job.State.QUEUED, "")


@pytest.mark.django_db
def test_a_worker_leaves_alone_what_the_worker_of_slow_jobs_is_doing() -> None:
    slow = submitted("test.forget")
    claimed(slow)
    clock.queue_running_jobs()
    assert state_of(slow.id) == (Job.State.RUNNING, "")
    clock.queue_running_jobs(Share.SLOW)
    assert state_of(slow.id) == (Job.State.QUEUED, "")


@pytest.mark.django_db
def test_an_expired_job_is_hinted_at_where_there_is_a_broker(broker: work.Broker) -> None:
    job, stale = submitted(), submitted()
    claimed(job)
    claimed(stale)
    Job.objects.filter(pk=job.id).update(lease_until=Now() - ENDED)
    clock.queue_expired_leases()
    assert broker.messages == [("jobs.run", [str(job.id)])]


@pytest.mark.django_db
def test_a_slot_becomes_one_job() -> None:
    clock.tick(NOON)
    clock.tick(NOON + 2.9)
    assert Job.objects.count() == 1
    claimed(Job.objects.get())
    clock.tick(NOON + 3)
    assert Job.objects.count() == 2


@pytest.mark.django_db
def test_slots_do_not_pile_up_before_a_busy_worker() -> None:
    for slot in range(10):
        clock.tick(NOON + 3 * slot)
    assert Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_clocks_ask_for_one_job() -> None:
    together, faults = threading.Barrier(8), []

    def strike() -> None:
        together.wait(timeout=10)
        try:
            clock.tick(NOON)
        except Exception as error:  # noqa: BLE001 - a thread's failure must reach the test
            faults.append(error)
        connection.close()

    clocks = [threading.Thread(target=strike) for _ in range(8)]
    for each in clocks:
        each.start()
    for each in clocks:
        each.join(timeout=30)
    assert faults == []
    assert Job.objects.count() == 1


@pytest.mark.django_db
def test_old_slots_are_dropped_and_other_jobs_kept() -> None:
    wish = submitted()
    clock.ask_for_due_slots(NOON)
    for job in Job.objects.all():
        claimed(job).fail("broken")
    Job.objects.update(state=Job.State.DONE, error="", finished_at=Now() - timedelta(hours=3))
    clock.ask_for_due_slots(NOON + 3)
    clock.drop_old_clock_jobs()
    assert set(Job.objects.values_list("key", flat=True)) == {wish.key, slot_key("test.count", 3, NOON + 3)}


@pytest.mark.django_db
def test_a_lease_from_before_the_clock_went_back_is_over() -> None:
    job = submitted()
    claimed(job)
    Job.objects.filter(pk=job.id).update(lease_until=Now() + timedelta(hours=1))
    clock.queue_expired_leases()
    assert state_of(job.id) == (Job.State.QUEUED, "")


@pytest.mark.django_db
def test_slots_are_asked_for_again_after_the_clock_went_back_an_hour() -> None:
    for slot in range(3):
        clock.tick(NOON + 3 * slot)
        Job.objects.update(state=Job.State.DONE, finished_at=Now())
    before = set(Job.objects.values_list("pk", flat=True))
    Job.objects.update(created_at=Now() + timedelta(hours=1), finished_at=Now() + timedelta(hours=1))
    clock.tick(NOON)
    clock.tick(NOON)
    assert Job.objects.filter(state=Job.State.QUEUED).exclude(pk__in=before).count() == 1


@pytest.mark.django_db
def test_a_message_lost_before_the_clock_went_back_is_sent_again() -> None:
    job = submitted()
    assert forgotten_jobs() == []
    Job.objects.update(created_at=Now() + timedelta(hours=1))
    assert forgotten_jobs() == [job.id]
