"""The database goes away, is slow, is full, or will not commit: people hear 503 or 429 with Retry-After.

Nothing that was acknowledged is lost, and within five seconds of its return reports are accepted again.
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

from surveys.intake.group_commit import PATIENCE_SECONDS
from tests.faults.conftest import passable_folder
from tests.faults.proxy import FaultProxy
from tests.faults.respondents import Phone, Respondents
from tests.faults.servers import Servers
from tests.faults.service import Service, until
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
BACK_SECONDS = 5.0
FAULT_SECONDS = 1.5
SEED = 23
CROWD = 128  # twice the threads of the web process
ALLOWED = {202, 429, 503}


@dataclass(frozen=True)
class Site:
    service: Service
    survey: OpenSurvey
    proxy: FaultProxy
    database: str  # its address past the proxy


@pytest.fixture(scope="module")
def site(servers: Servers) -> Iterator[Site]:
    database = servers.environment["DATABASE_URL"]
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
        assert seconds_until_accepted(site) < BACK_SECONDS
    assert respondents.heard[202] > 0


def test_a_database_that_is_gone_for_longer_than_a_request_waits(site: Site) -> None:
    with answering(site) as respondents:
        reset(site.proxy)
        time.sleep(PATIENCE_SECONDS + 1)
        site.proxy.heal()
        assert seconds_until_accepted(site) < BACK_SECONDS
    assert respondents.heard[503] > 0


def test_postgresql_killed_under_load(site: Site, servers: Servers) -> None:
    with answering(site) as respondents:
        servers.kill_postgres()
        assert seconds_until_accepted(site) < BACK_SECONDS
    assert respondents.heard[202] > 0


def test_no_connection_is_left(site: Site) -> None:
    """Somebody else holds all that the database allows, and ours are ended."""
    phone, chance = Phone(site.service.port), random.Random(f"{SEED} none left")  # noqa: S311 - made-up reports
    with ExitStack() as held:
        reset(site.proxy)
        with suppress(psycopg.OperationalError):
            while True:
                held.enter_context(psycopg.connect(site.database))
        site.proxy.heal()
        status, _ = phone.post(site.survey.report(chance)[0])
        assert status == 503
        assert int(phone.headers["retry-after"]) > 0
    assert seconds_until_accepted(site) < BACK_SECONDS
    phone.hang_up()


def test_a_deadlock_is_tried_again(site: Site) -> None:
    """We hold a report's key and want its version; the intake holds the version and wants the key. PostgreSQL ends the
    intake's transaction, since ours looks for a deadlock only after an hour."""
    body, _ = site.survey.report(random.Random(f"{SEED} deadlock"))  # noqa: S311 - a made-up report
    other, _ = site.survey.report(random.Random(f"{SEED} other"))  # noqa: S311 - the same
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
        sender.join(20)
    assert heard == [202]
    phone.hang_up()


def test_a_transaction_that_could_not_be_serialised_is_tried_again(site: Site) -> None:
    with psycopg.connect(site.database, autocommit=True) as ours:
        ours.execute("CREATE SEQUENCE drill_tries")  # goes on counting when a transaction is rolled back
        ours.execute(
            "CREATE FUNCTION drill_fail() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN IF nextval('drill_tries') <= 2 THEN"
            " RAISE EXCEPTION 'drill' USING ERRCODE = 'serialization_failure'; END IF; RETURN NULL; END $$"
        )
        ours.execute(
            "CREATE TRIGGER drill AFTER INSERT ON surveys_inbox FOR EACH STATEMENT EXECUTE FUNCTION drill_fail()"
        )
        try:
            phone = Phone(site.service.port)
            assert phone.post(site.survey.report(random.Random(f"{SEED} serial"))[0])[0] == 202  # noqa: S311
            assert ours.execute("SELECT last_value FROM drill_tries").fetchone() == (3,)
            phone.hang_up()
        finally:
            ours.execute("DROP TRIGGER drill ON surveys_inbox; DROP FUNCTION drill_fail; DROP SEQUENCE drill_tries")


def test_more_reports_than_places_are_told_to_come_back(site: Site) -> None:
    """Twice as many at once as there are threads, while the database says nothing: those beyond the places hear it at
    once, and memory stays."""
    chance = random.Random(f"{SEED} queue")  # noqa: S311 - made-up reports
    bodies = [site.survey.report(chance)[0] for _ in range(CROWD)]
    heard: list[tuple[int | None, float, bool]] = []

    def post(body: bytes) -> None:
        phone, began = Phone(site.service.port), time.monotonic()
        status, _ = phone.post(body)
        heard.append((status, time.monotonic() - began, "retry-after" in phone.headers))
        phone.hang_up()

    before = site.service.memory("web's worker")
    site.proxy.cut = True
    threads = [threading.Thread(target=post, args=[body]) for body in bodies]
    for thread in threads:
        thread.start()
    until(lambda: len(heard) >= CROWD // 2, "those without a place were answered")
    refused = list(heard)
    site.proxy.heal()
    for thread in threads:
        thread.join(20)
    assert {status for status, _, _ in refused} == {429}
    assert all(said_when for _, _, said_when in refused)
    assert max(seconds for _, seconds, _ in refused) < 2
    told = Counter(status for status, _, _ in heard)
    assert told == {429: told[429], 202: CROWD - told[429]}
    assert site.service.memory("web's worker") - before < 32 * 1024**2


def test_the_log_of_all_this_names_nobody(site: Site) -> None:
    assert seconds_until_accepted(site) < BACK_SECONDS
    assert len(site.survey.secrets) > 1
    assert [secret for secret in site.survey.secrets if secret in site.service.log] == []


class answering:
    """People answer meanwhile; at the end every report that was acknowledged is there once, and no answer was a 500."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._respondents = Respondents(site.service.port, site.survey, SEED + time.monotonic_ns())

    def __enter__(self) -> Respondents:
        self._before = self._site.survey.tally()["marks"]
        self._respondents.start()
        time.sleep(0.3)
        return self._respondents

    def __exit__(self, *failure: object) -> None:
        self._site.proxy.heal()
        self._respondents.finish(patience_seconds=30)
        if failure[0] is None:
            extra = probes.pop(id(self._site), 0)
            accepted = self._site.survey.tally()["marks"] - self._before
            assert accepted == len(self._respondents.acknowledged) + extra
            assert set(self._respondents.heard) <= ALLOWED, self._respondents.heard
            assert (self._respondents.refused, self._respondents.mute) == ([], [])


probes: Counter[int] = Counter()


def seconds_until_accepted(site: Site) -> float:
    """A new phone's report, again and again until it is accepted."""
    began = time.monotonic()
    body, _ = site.survey.report(random.Random(f"{SEED} probe {began}"))  # noqa: S311 - a made-up report
    phone = Phone(site.service.port)
    while phone.post(body)[0] != 202:
        assert time.monotonic() - began < 30, site.service.log[-2000:]
        time.sleep(0.05)
    phone.hang_up()
    probes[id(site)] += 1
    return time.monotonic() - began


def waits_for_a_lock(watch: psycopg.Connection) -> bool:
    found = watch.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO surveys_inbox%'"
    ).fetchone()
    return found is not None and found[0] > 0
