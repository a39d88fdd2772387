"""Bodies that are slow, cut off, too long, too deep, too many: refused for little, and others are served meanwhile."""

import gzip
import json
import random
import select
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings

from datahub.processes.web import HEAD_SECONDS
from surveys.intake.report import BODY_LIMIT
from tests.faults.conftest import passable_folder
from tests.faults.respondents import JSON, Phone
from tests.faults.service import PATIENCE_SECONDS, Service
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
REPORTS, DRAFTS = "/api/v1/reports/", "/api/v1/surveys/"
SLOW, OTHERS = "203.0.113.5", "198.51.100.9"
WORK_SECONDS = 1.0  # The limit is in CPU seconds; quadratic work on such a body takes many times that.
MEGABYTE = 1024 * 1024
READ = {REPORTS: BODY_LIMIT, DRAFTS: settings.DATA_UPLOAD_MAX_MEMORY_SIZE}  # A route reads at most so many bytes.


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with passable_folder() as folder:
        # With a proxy, a test can choose the network of its requests.
        service = Service(folder / "service", DATAHUB_PROXIES="1")
        service.until_said("DataHub is ready")
        yield service
        service.end()


@pytest.fixture(scope="module")
def survey(service: Service) -> OpenSurvey:
    return OpenSurvey(service)


@pytest.fixture
def phone(service: Service) -> Iterator[Phone]:
    phone = Phone(service.port)
    yield phone
    phone.hang_up()


def head(path: str, length: int, network: str, *more: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", f"Content-Length: {length}"]
    return "\r\n".join([*lines, f"X-Forwarded-For: {network}", *more, "", ""]).encode()


def said_by(connection: socket.socket) -> bytes:
    """Returns the first line of the answer, or what came instead of one."""
    heard = b""
    while b"\r\n" not in heard and (piece := connection.recv(4096)):
        heard += piece
    return heard.partition(b"\r\n")[0]


def a_body(survey: OpenSurvey, seed: str) -> bytes:
    return survey.report(random.Random(seed))[0]  # noqa: S311 - the report is simulated


def test_bodies_that_never_end_leave_places_to_other_networks(service: Service, survey: OpenSurvey) -> None:
    """A slow loris is one network that begins a hundred reports and a hundred other requests and ends none of them. At
    the end some of them still have their places: the others did not wait for those."""
    begun: list[socket.socket] = []
    with ExitStack() as lorises:
        for path, count in ((REPORTS, 100), ("/api/v1/auth/browser/v1/auth/login", 100)):
            for _ in range(count):
                slow = socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE_SECONDS)
                begun.append(lorises.enter_context(slow))
                slow.sendall(head(path, 200, SLOW) + b'{"')
        for number in range(5):
            phone = Phone(service.port)
            assert phone.post(a_body(survey, f"loris {number}"), headers=JSON | {"X-Forwarded-For": OTHERS})[0] == 202
            assert phone.get(f"/api/v1/versions/{survey.version}/")[0] == 200
            assert phone.get("/api/v1/health/ready/")[0] == 200
            phone.hang_up()
        answered, _, _ = select.select(begun, [], [], 0)
        assert len(answered) < len(begun)


def test_a_head_that_never_ends_is_hung_up_on(service: Service) -> None:
    """The connection is closed long before granian's own half a minute; a time-out of this test would fail it."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=HEAD_SECONDS + 15) as slow:
        slow.sendall(b"POST /api/v1/reports/ HTTP/1.1\r\nHost: localhost\r\n")
        assert said_by(slow) in (b"", b"HTTP/1.1 408 Request Timeout")


def test_half_a_body_stores_nothing_and_the_whole_is_accepted_later(
    service: Service, survey: OpenSurvey, phone: Phone
) -> None:
    body, before = a_body(survey, "half"), survey.tally()["marks"]
    with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE_SECONDS) as cut:
        cut.sendall(head(REPORTS, len(body), OTHERS) + body[: len(body) // 2])
        cut.shutdown(socket.SHUT_WR)
        assert said_by(cut).startswith((b"HTTP/1.1 400", b""))
    assert survey.tally()["marks"] == before
    assert phone.post(body)[0] == 202


@pytest.mark.parametrize("change", [-1, 1])
def test_a_length_that_is_wrong_stores_nothing(service: Service, survey: OpenSurvey, change: int) -> None:
    body, before = a_body(survey, f"length {change}"), survey.tally()["marks"]
    with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE_SECONDS) as wrong:
        wrong.sendall(head(REPORTS, len(body) + change, OTHERS, "Connection: close") + body)
        wrong.shutdown(socket.SHUT_WR)
        assert not said_by(wrong).startswith(b"HTTP/1.1 2")
    assert survey.tally()["marks"] == before


def deep(depth: int) -> bytes:
    return b'{"title":' + b"[" * depth + b"]" * depth + b"}"


MONSTERS = {
    "depth 100 000": deep(100_000),
    "a million keys": json.dumps({f"k{number}": 0 for number in range(1_000_000)}).encode(),
    "three hundred thousand keys": json.dumps({f"k{number}": 0 for number in range(300_000)}).encode(),
    "NaN": b'{"title":NaN}',
    "infinity": b'{"title":-Infinity}',
    "1e999": b'{"title":1e999}',
    "a number of a million digits": b'{"title":' + b"9" * 1_000_000 + b"}",
    "a key twice": b'{"title":"a","title":"b"}',
}


@pytest.mark.parametrize("name", MONSTERS)
@pytest.mark.parametrize("path", [REPORTS, DRAFTS])
def test_a_monstrous_body_is_refused_with_little_work(
    service: Service, survey: OpenSurvey, phone: Phone, path: str, name: str
) -> None:
    allowed = JSON | {"Authorization": f"Bearer {survey.token}"}
    before, worked = service.memory("web's worker"), service.worked_seconds("web's worker")
    status, answer = phone.post(MONSTERS[name], path, allowed)
    worked = service.worked_seconds("web's worker") - worked
    # The server closed the connection while the client was still sending.
    hung_up_on = status is None and len(MONSTERS[name]) > READ[path]
    assert status in {400, 413} or hung_up_on, answer
    assert worked < WORK_SECONDS, f"{worked:.2f} s"
    assert service.memory("web's worker") - before < 64 * MEGABYTE


def test_a_hundred_megabytes_are_refused_before_they_are_read(service: Service) -> None:
    """The client that is answered has sent four kilobytes, and sends no more."""
    before = service.memory("web's worker")
    for path in (REPORTS, DRAFTS, "/api/v1/auth/browser/v1/auth/login"):
        with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE_SECONDS) as large:
            large.sendall(head(path, 100 * MEGABYTE, OTHERS) + b"x" * 4096)
            assert said_by(large).startswith(b"HTTP/1.1 413")
    assert service.memory("web's worker") - before < 8 * MEGABYTE


def test_a_zip_bomb_is_not_unpacked(service: Service, survey: OpenSurvey, phone: Phone) -> None:
    """Eight kilobytes of compressed bytes would become eight megabytes."""
    bomb = gzip.compress(b'{"title":"' + b"x" * 8 * MEGABYTE + b'"}')[:BODY_LIMIT]
    before = service.memory("web's worker")
    for path in (REPORTS, DRAFTS):
        packed = JSON | {"Content-Encoding": "gzip", "Authorization": f"Bearer {survey.token}"}
        assert phone.post(bomb, path, packed)[0] in {400, 413, 415}
    assert service.memory("web's worker") - before < 8 * MEGABYTE


def test_one_key_sent_two_hundred_times_at_once_with_two_bodies(service: Service, survey: OpenSurvey) -> None:
    """One of the bodies wins and is always answered 202; the other always 409. One row is kept."""
    first = json.loads(a_body(survey, "one"))
    other = json.loads(a_body(survey, "other")) | {"key": first["key"]}
    bodies = [json.dumps(body, separators=(",", ":"), sort_keys=True).encode() for body in (first, other)]
    before, heard = survey.tally()["marks"], list[tuple[int, int | None]]()
    going = threading.Barrier(20)

    def post(number: int) -> None:
        phone = Phone(service.port)
        going.wait()
        for _ in range(10):
            heard.append((number % 2, phone.post(bodies[number % 2])[0]))
        phone.hang_up()

    threads = [threading.Thread(target=post, args=[number]) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    assert sorted(Counter(heard).values()) == [100, 100]
    assert {status for _, status in heard} == {202, 409}
    assert survey.tally()["marks"] == before + 1


def test_the_log_of_all_this_names_nobody(service: Service, survey: OpenSurvey, phone: Phone) -> None:
    """Keys, the token and the networks that were said to be where it came from; of one more report and all before."""
    assert phone.post(a_body(survey, "logged"), headers=JSON | {"X-Forwarded-For": SLOW})[0] == 202
    assert len(survey.secrets) > 1
    assert [secret for secret in [*survey.secrets, SLOW, OTHERS] if secret in service.log] == []
