"""The intake bench trusts no speed that it cannot count: every answer an acceptance, every acceptance stored."""

import asyncio
import itertools
import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from benchmarks import servers
from benchmarks.intake import bench
from benchmarks.intake.bench import BULK, BULK_CONNECTIONS, CONNECTIONS, NAIVE, NOOP, OURS, Turn
from benchmarks.intake.load import Load, Phone
from benchmarks.line import RunFailed
from surveys.intake.serializers import MOST_IN_BULK

ACCEPTED = b"HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{}"
REFUSED = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\n\r\n{}"


class Line(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def over() -> Iterator["asyncio.Future[None]"]:
    loop = asyncio.new_event_loop()
    yield loop.create_future()
    loop.close()


def a_phone(over: "asyncio.Future[None]", seconds: float) -> tuple[Phone, Line]:
    phone, line = Phone((b"%d" % n for n in itertools.count()), time.perf_counter() + seconds, over), Line()
    phone.connection_made(line)
    return phone, line


def test_a_phone_sends_the_next_report_once_the_whole_answer_is_there(over: "asyncio.Future[None]") -> None:
    phone, line = a_phone(over, seconds=1000)
    for piece in (ACCEPTED[:20], ACCEPTED[20:-1]):
        phone.data_received(piece)
        assert line.sent == [b"0"]
    phone.data_received(ACCEPTED[-1:])
    assert line.sent == [b"0", b"1"]
    assert (len(phone.times), phone.refused) == (1, 0)


def test_a_refusal_is_counted_as_one(over: "asyncio.Future[None]") -> None:
    phone, _ = a_phone(over, seconds=1000)
    phone.data_received(REFUSED)
    assert (len(phone.times), phone.refused) == (1, 1)
    assert phone.refusal.startswith("429 Too Many Requests")


def test_an_answer_after_the_end_counts_for_nothing(over: "asyncio.Future[None]") -> None:
    phone, line = a_phone(over, seconds=-1)
    phone.data_received(ACCEPTED)
    assert (phone.times, line.closed) == ([], True)


def test_a_server_that_hangs_up_too_early_fails_the_load(over: "asyncio.Future[None]") -> None:
    phone, _ = a_phone(over, seconds=1000)
    phone.connection_lost(None)
    assert isinstance(over.exception(), ConnectionError)


def turns(*, answered: int = 100, refused: int = 0) -> dict[str, list[Turn]]:
    load = Load(answered=answered, refused=refused, seconds=2.0, p50_ms=1.0, p99_ms=2.0)
    return {name: [Turn(load, None), Turn(load, None)] for name in (OURS, BULK, NAIVE, NOOP)}


ALL = 200 + 200 * MOST_IN_BULK  # Two turns send single reports, and two send bulks.
UNDER_WAY = 2 * CONNECTIONS + 2 * BULK_CONNECTIONS * MOST_IN_BULK


@pytest.mark.parametrize(("ours", "naive"), [(ALL, 200), (ALL + UNDER_WAY, 200 + 2 * CONNECTIONS)])
def test_stored_reports_are_those_answered_and_those_under_way(
    ours: int, naive: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(monkeypatch, ours, naive)
    bench._check(turns(), {}, MOST_IN_BULK)
    say(monkeypatch, ours, naive - 1 if naive == 200 else naive + 1)
    with pytest.raises(RunFailed, match="stored"):
        bench._check(turns(), {}, MOST_IN_BULK)


@pytest.mark.parametrize("stored", [ALL - 1, ALL + UNDER_WAY + 1])
def test_a_count_that_does_not_agree_fails_the_run(stored: int, monkeypatch: pytest.MonkeyPatch) -> None:
    say(monkeypatch, stored, 200)
    with pytest.raises(RunFailed, match=f"ours accepted {ALL} reports and stored {stored}"):
        bench._check(turns(), {}, MOST_IN_BULK)


def test_a_count_of_the_peer_that_does_not_agree_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    say(monkeypatch, ALL, 199)
    with pytest.raises(RunFailed, match="naive DRF accepted 200 reports and stored 199"):
        bench._check(turns(), {}, MOST_IN_BULK)


def test_one_refusal_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    say(monkeypatch, ALL, 200)
    with pytest.raises(RunFailed, match="ours refused 2 requests: it is not known why"):
        bench._check(turns(refused=1), {}, MOST_IN_BULK)


def test_a_side_that_answers_nothing_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    say(monkeypatch, 0, 0)
    with pytest.raises(RunFailed, match="ours answered nothing"):
        bench._check(turns(answered=0), {}, MOST_IN_BULK)


def test_rates_stand_beside_the_naive_ones_and_leave_out_the_warm_up() -> None:
    warm = Turn(Load(answered=10, refused=0, seconds=2.0, p50_ms=90.0, p99_ms=900.0), None)
    both = {name: [warm, measured[0]] for name, measured in turns(answered=1000).items()}
    lines = [json.loads(line.to_json()) for line in bench._lines("SQLite", both)]
    assert [(line["ours"], line["peer"], line["goal"]) for line in lines] == [
        (500.0, 500.0, 6.0), (500.0 * MOST_IN_BULK, 500.0, 25.0), (1.0, 1.0, None), (2.0, 2.0, None),
        (2.0, None, 100.0), (500.0, None, None),
    ]  # fmt: skip


def say(monkeypatch: pytest.MonkeyPatch, ours: int, naive: int) -> None:
    def run(module: list[str], environment: Mapping[str, str]) -> str:
        return f"{naive if module[1] == 'benchmarks.naive_drf' else ours}\n"

    monkeypatch.setattr(servers, "run", run)


def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    nowhere = servers.serving(["benchmarks.intake.nowhere"], {"PATH": ""}, tmp_path / "log")
    with pytest.raises(RunFailed, match="No module named"), nowhere:
        pass
