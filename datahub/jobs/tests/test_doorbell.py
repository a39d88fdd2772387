"""A doorbell rings for queued jobs: soon, not too often, and not while nothing happens."""

import threading
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from pytest_django.fixtures import Settings

from datahub.jobs import clock
from datahub.jobs.doorbell import AGAIN_SECONDS, Doorbell, doorbell_for_this_form, forgotten_jobs
from datahub.jobs.models import Job
from datahub.jobs.shares import Share
from datahub.jobs.tests import work
from datahub.jobs.tests.work import claimed, submitted


class House:
    """A house is a doorbell with a clock and a table that the test controls."""

    def __init__(self) -> None:
        self.now, self.moved, self.looks = 0.0, True, 0
        self.queued: list[UUID] = []
        self.rung: list[UUID] = []
        self.bell = Doorbell(
            self.rung.append, every=0.1, queued=self.read, moved=lambda: self.moved, clock=lambda: self.now
        )

    def read(self) -> list[UUID]:
        self.looks += 1
        return self.queued


def test_each_job_is_rung_for_once() -> None:
    house = House()
    house.queued = [uuid4(), uuid4()]
    house.bell.look()
    house.bell.look()
    assert house.rung == house.queued


def test_a_job_nobody_took_is_rung_for_again() -> None:
    house = House()
    house.queued = [uuid4()]
    house.bell.look()
    house.now = AGAIN_SECONDS - 0.01
    house.bell.look()
    assert len(house.rung) == 1
    house.now = AGAIN_SECONDS
    house.bell.look()
    assert len(house.rung) == 2


def test_the_table_is_not_read_while_nothing_was_written() -> None:
    house = House()
    house.bell.look()
    house.moved = False
    house.now = 1.0
    house.bell.look()
    assert house.looks == 1
    house.now = AGAIN_SECONDS
    house.bell.look()
    assert house.looks == 2


@pytest.mark.django_db(transaction=True)
def test_the_doorbell_of_this_form_sees_what_another_connection_commits() -> None:
    rung: list[UUID] = []
    bell = doorbell_for_this_form(rung.append)
    bell.look()
    jobs = []

    def elsewhere() -> None:
        jobs.append(submitted())
        connection.close()

    asking = threading.Thread(target=elsewhere)
    asking.start()
    asking.join(timeout=30)
    bell.look()
    assert rung == [jobs[0].id]


@pytest.mark.django_db
def test_beside_a_broker_only_lost_messages_are_rung_for(settings: Settings) -> None:
    settings.REDIS_URL = "redis://a-broker/"
    submitted()
    old, taken = submitted(), submitted()
    Job.objects.filter(pk__in=[old.id, taken.id]).update(created_at="2026-01-01T00:00:00Z")
    claimed(taken)
    assert forgotten_jobs() == [old.id]
    assert doorbell_for_this_form(print).every == AGAIN_SECONDS


@pytest.mark.django_db(transaction=True)
def test_a_broker_is_told_when_the_wish_is_committed(broker: work.Broker) -> None:
    with transaction.atomic():
        job = submitted(key="once")
        submitted(key="once")
        assert broker.messages == []
    assert broker.messages == [("jobs.run", [str(job.id)])]


@pytest.mark.django_db
@pytest.mark.parametrize("redis", ["", "redis://a-broker/"])
def test_slow_jobs_are_rung_for_in_their_own_worker_alone(settings: Settings, redis: str) -> None:
    settings.REDIS_URL = redis
    usual, slow = submitted(), submitted("test.forget")
    Job.objects.update(created_at="2026-01-01T00:00:00Z")
    for share, expected in ((Share.USUAL, usual), (Share.SLOW, slow)):
        rung: list[UUID] = []
        doorbell_for_this_form(rung.append, share).look()
        assert rung == [expected.id]


@pytest.mark.django_db(transaction=True)
def test_a_broker_carries_slow_jobs_in_a_queue_of_their_own(broker: work.Broker) -> None:
    jobs = [submitted(), submitted("test.forget")]
    assert broker.queues == ["celery", "slow"]
    Job.objects.update(state=Job.State.RUNNING, lease_until="2026-01-01T00:00:00Z")
    clock.queue_expired_leases()
    assert sorted(broker.queues[2:]) == ["celery", "slow"]
    assert dict(zip([args[0] for _, args in broker.messages[2:]], broker.queues[2:], strict=True)) == {
        str(job.id): queue for job, queue in zip(jobs, ["celery", "slow"], strict=True)
    }


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_costs_no_job(broker: work.Broker) -> None:
    broker.down = True
    assert Job.objects.filter(pk=submitted().id, state=Job.State.QUEUED).exists()


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_no_message_is_sent(broker: work.Broker, settings: Settings) -> None:
    settings.REDIS_URL = ""
    submitted()
    assert broker.messages == []
