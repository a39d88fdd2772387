"""A worker is killed, frozen or forgotten in the middle of its work: one result, however often it was begun."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

from tests.faults.respondents import Phone
from tests.faults.servers import Servers
from tests.faults.service import PATIENCE_SECONDS, ROOT, Service, until, until_gone
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
REPORTS = 45  # So many reports are less than a batch, so only closing starts an ingest.
KILLED = -signal.SIGKILL


@pytest.fixture
def embedded(folder: Path) -> Iterator[Service]:
    service = Service(folder / "service")
    service.until_said("DataHub is ready")
    yield service
    service.end()


@pytest.fixture
def full(folder: Path, servers: Servers) -> Iterator[Service]:
    service = Service(folder / "service", **servers.environment)
    service.until_said("DataHub is ready")
    yield service
    service.end()


def answered_survey(service: Service) -> OpenSurvey:
    # The reports are simulated.
    survey, phone, chance = OpenSurvey(service), Phone(service.port), random.Random(5)  # noqa: S311
    assert [phone.post(survey.report(chance, person)[0])[0] for person in range(REPORTS)] == [202] * REPORTS
    phone.hang_up()
    return survey


@contextmanager
def attempt(service: Service, moment: str, survey: OpenSurvey) -> "Iterator[subprocess.Popen[str]]":
    """Yields a process that is ended afterwards, also when the test fails while the process is frozen."""
    command = [sys.executable, "-m", "tests.faults.dying", moment, survey.id]
    with subprocess.Popen(command, cwd=ROOT, env=service.environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def assert_counted_once(survey: OpenSurvey) -> None:
    tally = survey.until_counted(forgotten=True)
    assert (tally["stored"], tally["waiting"], tally["marks"]) == (REPORTS, 0, 0)
    assert tally["counted"] == dict.fromkeys(survey.fields, REPORTS)
    assert tally["batches"] == [REPORTS]


@pytest.mark.parametrize("moment", ["counted", "committed"])
def test_a_worker_killed_between_counting_and_committing_or_after_it(embedded: Service, moment: str) -> None:
    """Counts and reports are committed together or not at all. The next worker knows that it is alone, so it need not
    wait for the lease to end."""
    survey = answered_survey(embedded)
    with attempt(embedded, moment, survey) as dying:
        assert dying.wait(PATIENCE_SECONDS) == KILLED
    before = survey.tally()
    kept = REPORTS if moment == "committed" else 0
    assert (before["stored"], before["waiting"]) == (kept, REPORTS - kept)
    assert before["counted"] == dict.fromkeys(survey.fields, kept)
    embedded.kill("worker")
    assert_counted_once(survey)
    folder = Path(embedded.environment["DATAHUB_DATA"], "keys")
    until(lambda: not list(folder.glob("*.key")), "the keys were destroyed")


def test_a_worker_that_is_frozen_for_longer_than_its_lease_can_write_nothing(full: Service) -> None:
    survey = answered_survey(full)
    with attempt(full, "frozen", survey) as frozen:
        until_stopped(frozen.pid)
        assert_counted_once(survey)  # Another worker counts them after the lease has ended.
        os.kill(frozen.pid, signal.SIGCONT)
        output, _ = frozen.communicate(timeout=PATIENCE_SECONDS)
        assert (frozen.returncode, output) == (0, "ended False done\n")
    assert_counted_once(survey)


def test_a_broker_that_forgets_everything_costs_no_job(full: Service, servers: Servers) -> None:
    survey = answered_survey(full)
    freeze_worker(full, servers)
    survey.close()
    with redis.Redis.from_url(servers.environment["REDIS_URL"]) as broker:
        broker.flushall()
    full.signal("worker", signal.SIGCONT)
    assert_counted_once(survey)


def test_the_whole_stack_comes_back_unattended(full: Service, servers: Servers) -> None:
    """All processes die at once, as in a power cut, and are started again by whoever starts things at boot."""
    survey = answered_survey(full)
    survey.close()
    processes = set(full.processes().values())
    full.kill_all()
    servers.kill_redis()
    servers.kill_postgres()
    until_gone(processes)
    servers.start_redis()
    full.start()
    full.until_said("DataHub is ready", 2)
    assert_counted_once(survey)


def freeze_worker(service: Service, servers: Servers) -> None:
    """Freezes the worker between two transactions: within one it would hold its locks."""
    with psycopg.connect(servers.environment["DATABASE_URL"], autocommit=True) as watch:
        for _ in range(100):
            service.signal("worker", signal.SIGSTOP)
            busy = watch.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND (state = 'active' OR state LIKE 'idle in%')"
            ).fetchone()
            if busy == (0,):
                return
            service.signal("worker", signal.SIGCONT)
            time.sleep(0.05)
    raise AssertionError("the worker was never between two transactions")


def until_stopped(pid: int) -> None:
    stat = Path(f"/proc/{pid}/stat")
    until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T", "it stopped itself")
