"""The clock of the machine is set forth and back by hours and years while people answer.

Reports are accepted, batches are counted, nothing crashes, and nothing waits for a time to come again: whoever did
would wait for an hour or ten years.
"""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.faults.respondents import AGAIN_SECONDS, Phone, digest
from tests.faults.servers import Servers
from tests.faults.service import PATIENCE_SECONDS, Service, TooLate
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
EACH = 60  # So many reports are more than a batch, so the sweep has work after each change.
LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))


@pytest.fixture
def dial(folder: Path) -> Path:
    """Returns a file with the error of the clock; every process reads it each time it asks for the time."""
    if not LIBRARIES:
        pytest.fail("libfaketime is needed for scripts/test real (Debian: apt-get install faketime)")
    dial = folder / "clock"
    turn(dial, "+0")
    return dial


def turn(dial: Path, offset: str) -> None:
    """Turns the clock in one step: libfaketime ends a process that asks for the time while the file is empty."""
    ready = dial.with_name("clock-to-be")
    ready.write_text(offset)
    ready.chmod(0o644)
    ready.replace(dial)


@pytest.fixture
def faked(dial: Path) -> dict[str, str]:
    return {
        "LD_PRELOAD": str(LIBRARIES[0]),
        "PYTHONPATH": str(Path(__file__).with_name("faked_clock")),
        "FAKETIME_TIMESTAMP_FILE": str(dial),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
    }


@pytest.fixture
def embedded(folder: Path, faked: dict[str, str]) -> Iterator[Service]:
    service = Service(folder / "service", **faked)
    yield service
    service.end()


@pytest.fixture
def full(folder: Path, servers: Servers, faked: dict[str, str]) -> Iterator[Service]:
    service = Service(folder / "service", **faked, DATABASE_URL=servers.environment["DATABASE_URL"])
    yield service
    service.end()


def test_the_clock_jumps_where_the_database_has_the_same(embedded: Service, dial: Path) -> None:
    live_through(embedded, dial, ["+1h", "-1h", "+10y", "-10y"])


def test_the_clock_jumps_where_the_database_has_its_own(full: Service, dial: Path) -> None:
    live_through(full, dial, ["+10y", "-10y"])


def live_through(service: Service, dial: Path, offsets: list[str]) -> None:
    service.until_said("DataHub is ready")
    survey, phone, chance, sent = OpenSurvey(service), Phone(service.port), random.Random(10), list[str]()  # noqa: S311
    for offset in ["+0", *offsets, "+0"]:
        turn(dial, offset)
        for _ in range(EACH):
            body, line = survey.report(chance)
            until_accepted(service, phone, body, offset)
            sent.append(line)
        until_rotated(service, survey, len(sent) // EACH, offset)
    survey.close()
    tally = survey.until_counted()
    assert (tally["stored"], tally["digest"]) == (len(sent), digest(sent))
    phone.hang_up()


def until_accepted(service: Service, phone: Phone, body: bytes, offset: str) -> None:
    """Sends a report until it is accepted, as the page does: the same report with the same key."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (answer := phone.post(body))[0] != 202:
        assert answer[0] in {None, 503}, f"{offset}: {answer}"
        if time.monotonic() > deadline:
            raise TooLate(
                f"after {offset} no report was accepted in {PATIENCE_SECONDS} s: {answer}\n{service.log[-2000:]}"
            )
        time.sleep(AGAIN_SECONDS)


def until_rotated(service: Service, survey: OpenSurvey, times: int, offset: str) -> None:
    """Waits until a sweep has found each full batch: one key file for each rotation, and one in use."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while batch_keys(service, survey) < times + 1:
        if time.monotonic() > deadline:
            raise TooLate(f"after {offset} no sweep came in {PATIENCE_SECONDS} s:\n{service.log[-2000:]}")
        time.sleep(0.1)


def batch_keys(service: Service, survey: OpenSurvey) -> int:
    """Returns how many batch keys a survey has, asked past the service, whose processes are slow to start with a faked
    clock."""
    keys = "SELECT count(*) FROM surveys_batchkey WHERE version_id = (SELECT id FROM surveys_version WHERE hash = '{}')"
    if "DATABASE_URL" in service.environment:
        with psycopg.connect(service.environment["DATABASE_URL"]) as database:
            row = database.execute(keys.format(survey.version).encode()).fetchone()
    else:
        path = Path(service.environment["DATAHUB_DATA"], "datahub.sqlite3")
        with closing(sqlite3.connect(path)) as embedded:
            row = embedded.execute(keys.format(survey.version)).fetchone()
    assert row is not None
    return int(row[0])
