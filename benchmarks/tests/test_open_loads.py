"""These tests cover loads with fixed times: pages that send reports, and a page that is requested, by the rules of the
real page."""

import asyncio
import itertools
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from benchmarks.http import Answer, Connection, percentile, request_of
from benchmarks.line import RunFailed
from benchmarks.page import bench as page
from benchmarks.sends import bench as sends
from benchmarks.sends.bench import Heard


class Line:
    """A fake connection gives one answer after the other; an error stands for no answer."""

    def __init__(self, *answers: Answer | Exception) -> None:
        self.requests: list[bytes] = []
        self._answers: Iterator[Answer | Exception] = iter(answers)

    async def ask(self, request: bytes) -> Answer:
        self.requests.append(request)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        pass


def response(status: int, *, retry_after: str = "") -> Answer:
    return Answer(status, {"retry-after": retry_after} if retry_after else {}, b"")


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    times: list[float] = []

    async def sleep(seconds: float) -> None:
        times.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return times


def sent(line: Any) -> Heard:
    heard = Heard()
    asyncio.run(sends._page(line, b"the report", time.perf_counter(), heard))
    return heard


@pytest.mark.usefixtures("slept")
def test_a_page_sends_the_same_bytes_until_it_hears_yes() -> None:
    line = Line(ConnectionResetError(), TimeoutError(), response(503), response(429, retry_after="1"), response(202))
    heard = sent(line)
    assert line.requests == [b"the report"] * 5
    assert (len(heard.seconds), heard.busy, heard.later, heard.refused) == (1, 1, 3, 0)


def test_a_page_waits_as_long_as_it_was_asked_to_and_longer_each_time(slept: list[float]) -> None:
    sent(Line(response(429, retry_after="1"), response(503, retry_after="9"), *[response(429)] * 5, response(202)))
    assert slept[1:] == [2, 9, 8, 16, 32, 60, 60]


@pytest.mark.usefixtures("slept")
def test_a_refusal_ends_it_and_is_counted() -> None:
    heard = sent(Line(response(410)))
    assert (heard.refused, heard.seconds) == (1, [])


def test_a_report_that_is_missing_is_printed_as_a_missed_goal() -> None:
    lines = list(sends._lines("case", Heard(seconds=[0.5]), lost=1, most=1000.0))
    assert [(line.case, line.ours, line.meets_goal) for line in lines[:3]] == [
        ("case: lost", 1, False), ("case: p50", 500.0, None), ("case: p99", 500.0, True),
    ]  # fmt: skip


def test_an_answer_is_read_whole_and_a_connection_that_ended_is_opened_again() -> None:
    closed = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for number in itertools.count():
            with suppress(EOFError):
                head = await reader.readuntil(b"\r\n\r\n")
            if number == 2 or reader.at_eof():
                break
            body = head.split()[1]
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nRetry-After: 3\r\n\r\n" % len(body))
            await asyncio.sleep(0)
            writer.write(body)
        writer.close()
        await writer.wait_closed()
        closed.set()

    async def ask() -> list[Answer]:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        connection = Connection(port)
        heard = [await connection.ask(request_of("GET", path, port=port)) for path in ("/a", "/bcd")]
        with pytest.raises(EOFError):
            await connection.ask(request_of("GET", "/", port=port))
        heard.append(await connection.ask(request_of("GET", "/again", port=port)))
        closed.clear()
        connection.close()
        await closed.wait()
        server.close()
        return heard

    assert [(answer.status, answer.body, answer.headers["retry-after"]) for answer in asyncio.run(ask())] == [
        (200, b"/a", "3"), (200, b"/bcd", "3"), (200, b"/again", "3"),
    ]  # fmt: skip


def test_a_request_names_its_token_and_how_long_its_body_is() -> None:
    request = request_of("POST", "/x/", port=7, token="t", body=b"{}")
    assert request.startswith(b"POST /x/ HTTP/1.1\r\nHost: 127.0.0.1:7\r\nAuthorization: Bearer t\r\n")
    assert request.endswith(b"Content-Length: 2\r\n\r\n{}")


@pytest.mark.parametrize(
    ("times", "share", "ms"), [([1.0, 3.0, 2.0, 4.0], 50, 2000), ([0.1] * 99 + [9.0], 99, 100), ([], 99, 0)]
)
def test_a_percentile_is_a_time_that_was_measured(times: list[float], share: int, ms: float) -> None:
    assert percentile(times, share) == ms


@pytest.mark.parametrize("answer", [Answer(429, {}, b"{}"), Answer(200, {}, b'{"state":"collecting"}')])
def test_a_page_without_results_fails_the_run(answer: Answer) -> None:
    with pytest.raises(RunFailed, match="the results were answered with"):
        page._check(answer)


@pytest.mark.usefixtures("slept")
def test_requests_go_round_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line(*[Answer(200, {}, b'{"state":"shown"}')] * 4)
    monkeypatch.setattr(page, "Connection", lambda _: line)
    times = asyncio.run(page._response_times(0, [b"a", b"b"], per_second=4, seconds=1))
    assert (line.requests, len(times)) == ([b"a", b"b", b"a", b"b"], 4)
