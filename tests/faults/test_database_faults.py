"""The database goes away, is slow, is full, or will not commit: people hear 503 or 429 with Retry-After.

Nothing that was acknowledged is lost, and once it is back a report is accepted at one of the first tries. The intake
keeps a try for as long as it is patient with the database, so this counts in patiences, on a machine however busy.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.faults.conftest import passable_folder
from tests.faults.proxy import FaultProxy
from tests.faults.respondents import Phone, Respondents
from tests.faults.servers import Servers
from tests.faults.service import PATIENCE_SECONDS, Service, until
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
TRIES = 5
FAULT_SECONDS = 1.5
SEED = 23
CROWD = 128  # So many phones are twice the threads of the web process.
ALLOWED = {202, 429, 503}


@dataclass(frozen=True)
class Site:
    service: Service
    survey: OpenSurvey
    proxy: FaultProxy
    database: str  # This address goes past the proxy.


@pytest.fixture(scope="module")
def site(started_servers: Servers) -> Iterator[Site]:
    started_servers.empty()
    database = started_servers.environment["DATABASE_URL"]
    parts = urlsplit(database)
    with passable_folder() as folder, FaultProxy(parts.hostname or "", parts.port or 0) as proxy:
        through = parts._replace(netloc=f"{parts.username}:{parts.password}@127.0.0.1:{proxy.port}").geturl()
        service = Service(folder / "service", DATABASE_URL=through)
        try:
            service.until_said("DataHub is ready")
            yield Site(service, OpenSurvey(service), proxy, database)
        finally:
            proxy.heal()
            service.end()


def cut(proxy: FaultProxy) -> None:
    proxy.cut = True


def reset(proxy: FaultProxy) -> None:
    proxy.refusing = True
    proxy.reset()


def resets_now_and_then(proxy: FaultProxy) -> None:
    for _ in range(10):
        proxy.reset()
        time.sleep(FAULT_SECONDS / 10)


def half_close(proxy: FaultProxy) -> None:
    proxy.refusing = True
    proxy.half_close()


def latency(proxy: FaultProxy) -> None:
    proxy.delay_seconds = 0.1


def bandwidth(proxy: FaultProxy) -> None:
    proxy.bytes_per_second = 20_000


@pytest.mark.parametrize("fault", [cut, reset, resets_now_and_then, half_close, latency, bandwidth])
def test_a_bad_network_to_the_database(site: Site, fault: Callable[[FaultProxy], None]) -> None:
    with answering(site) as respondents:
        fault(site.proxy)
        time.sleep(FAULT_SECONDS)
        site.proxy.heal()
        until_accepted(site)
    assert respondents.heard[202] > 0


def test_a_database_that_is_gone_for_longer_than_a_request_waits(site: Site) -> None:
    with answering(site) as respondents:
        reset(site.proxy)
        until(lambda: respondents.heard[503] > 0, "somebody was told to come back")
        site.proxy.heal()
        until_accepted(site)


def test_postgresql_killed_under_load(site: Site, started_servers: Servers) -> None:
    with answering(site) as respondents:
        started_servers.kill_postgres()
        until_accepted(site)
    assert respondents.heard[202] > 0


def test_no_connection_is_left(site: Site) -> None:
    """Another client holds all connections that the database allows, and ours are ended."""
    # The reports are simulated.
    phone, chance = Phone(site.service.port), random.Random(f"{SEED} none left")  # noqa: S311
    with ExitStack() as connections:
        reset(site.proxy)
        with suppress(psycopg.OperationalError):
            while True:
                connections.enter_context(psycopg.connect(site.database))
        site.proxy.heal()
        status, _ = phone.post(site.survey.report(chance)[0])
        assert status == 503
        assert int(phone.headers["retry-after"]) > 0
    until_accepted(site)
    phone.hang_up()


def test_a_deadlock_is_tried_again(site: Site) -> None:
    """We hold a report's key and want its version; the intake holds the version and wants the key. PostgreSQL ends the
    intake's transaction, since ours looks for a deadlock only after an hour."""
    body, _ = site.survey.report(random.Random(f"{SEED} deadlock"))  # noqa: S311 - the report is simulated
    other, _ = site.survey.report(random.Random(f"{SEED} other"))  # noqa: S311 - the report is simulated
    phone, heard = Phone(site.service.port), list[int | None]()
    assert phone.post(other)[0] == 202
    with psycopg.connect(site.database) as ours, psycopg.connect(site.database, autocommit=True) as watch:
        ours.execute("SET deadlock_timeout = '1h'")
        version = ours.execute("SELECT id FROM surveys_version WHERE hash = %s", [site.survey.version]).fetchone()
        ours.execute("LOCK TABLE surveys_inbox IN SHARE ROW EXCLUSIVE MODE")
        sender = threading.Thread(target=lambda: heard.append(phone.post(body)[0]))
        sender.start()
        until(lambda: waits_for_a_lock(watch), "the intake waits for our lock")
        ours.execute("SELECT 1 FROM surveys_version WHERE id = %s FOR UPDATE", version)
        ours.rollback()
        sender.join(PATIENCE_SECONDS)
    assert heard == [202]
    phone.hang_up()


def test_a_transaction_that_could_not_be_serialised_is_tried_again(site: Site) -> None:
    with psycopg.connect(site.database, autocommit=True) as ours:
        ours.execute("CREATE SEQUENCE drill_tries")  # A sequence keeps its count when a transaction is rolled back.
        ours.execute(
            "CREATE FUNCTION drill_fail() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN IF nextval('drill_tries') <= 2 THEN"
            " RAISE EXCEPTION 'drill' USING ERRCODE = 'serialization_failure'; END IF; RETURN NULL; END $$"
        )
        ours.execute(
            "CREATE TRIGGER drill AFTER INSERT ON surveys_inbox FOR EACH STATEMENT EXECUTE FUNCTION drill_fail()"
        )
        try:
            until_accepted(site)
            assert ours.execute("SELECT last_value FROM drill_tries").fetchone() == (3,)
        finally:
            ours.execute("DROP TRIGGER drill ON surveys_inbox; DROP FUNCTION drill_fail; DROP SEQUENCE drill_tries")


def test_more_reports_than_places_are_told_to_come_back(site: Site) -> None:
    """Twice as many at once as there are threads: those beyond the places hear it while the database says nothing, and
    memory stays. Who has a place waits, for as long as the intake is patient."""
    chance = random.Random(f"{SEED} queue")  # noqa: S311 - the reports are simulated
    bodies = [site.survey.report(chance)[0] for _ in range(CROWD)]
    heard: list[tuple[int | None, bool]] = []

    def post(body: bytes) -> None:
        phone = Phone(site.service.port)
        status, _ = phone.post(body)
        heard.append((status, "retry-after" in phone.headers))
        phone.hang_up()

    before = site.service.memory("web's worker")
    site.proxy.cut = True
    threads = [threading.Thread(target=post, args=[body]) for body in bodies]
    for thread in threads:
        thread.start()
    until(lambda: heard.count((429, True)) >= CROWD // 2, "those without a place were told to come back")
    site.proxy.heal()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    assert Counter(heard).total() == CROWD
    assert set(heard) <= {(202, False), (429, True), (503, True)}, Counter(heard)
    assert site.service.memory("web's worker") - before < 32 * 1024**2


def test_the_log_of_all_this_names_nobody(site: Site) -> None:
    until_accepted(site)
    assert len(site.survey.secrets) > 1
    assert [secret for secret in site.survey.secrets if secret in site.service.log] == []


class answering:
    """People answer during the fault; at the end every acknowledged report is stored once, and no answer was a 500."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._respondents = Respondents(site.survey, SEED + time.monotonic_ns(), site.service.port)

    def __enter__(self) -> Respondents:
        self._before = self._site.survey.tally()["marks"]
        self._respondents.start()
        time.sleep(0.3)
        return self._respondents

    def __exit__(self, *failure: object) -> None:
        self._site.proxy.heal()
        self._respondents.finish()
        if failure[0] is None:
            extra = probes.pop(id(self._site), 0)
            accepted = self._site.survey.tally()["marks"] - self._before
            assert accepted == len(self._respondents.acknowledged) + extra
            assert set(self._respondents.heard) <= ALLOWED, self._respondents.heard
            assert (self._respondents.refused, self._respondents.mute) == ([], [])


probes: Counter[int] = Counter()


def until_accepted(site: Site) -> None:
    """Sends the report of a new phone until the service has accepted it."""
    # The report is simulated.
    body, _ = site.survey.report(random.Random(f"{SEED} probe {time.monotonic_ns()}"))  # noqa: S311
    phone, heard = Phone(site.service.port), list[int | None]()
    while 202 not in heard:
        assert len(heard) < TRIES, f"{heard}\n{site.service.log[-2000:]}"
        heard.append(phone.post(body)[0])
    phone.hang_up()
    probes[id(site)] += 1


def waits_for_a_lock(watch: psycopg.Connection) -> bool:
    row = watch.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO surveys_inbox%'"
    ).fetchone()
    return row is not None and row[0] > 0
