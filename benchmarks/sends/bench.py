"""The bench measures a thousand open pages of a survey of twenty questions, each with a connection of its own, send:
within a minute, and within two seconds as a hall does when it is told to. None may be lost.

A page keeps to the rules of frontend/src/respond/send.ts: the same bytes again until the server has said yes or no,
after the time it asked for, and after 2, 4, 8 ... seconds where it asked for less. The worker runs beside, as it does
in service.
"""

import asyncio
import os
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from benchmarks import servers
from benchmarks.http import Answer, Connection, allow_files, percentile, request_of
from benchmarks.line import Line, RunFailed
from benchmarks.scratch import Scratch, on_postgres, on_sqlite
from benchmarks.servers import serving, working

PAGES = 1000
# Maps the seconds in which all pages send to the goal for the slowest, in ms.
WINDOWS: dict[int, float | None] = {60: 1000.0, 2: None}
LONGEST_WAIT_SECONDS, LONGEST_ASKED_SECONDS, TRY_SECONDS = 60, 600, 30
OPENED_AT_ONCE = 50
SEED = 2026
UNHEARD = Answer(0, {}, b"")


@dataclass
class Heard:
    """`seconds` from each page's Send to its 202, whatever came between."""

    seconds: list[float] = field(default_factory=list)
    busy: int = 0  # The number of answers with status 429.
    later: int = 0  # The number of tries without an answer, or with another answer that says "later".
    refused: int = 0


def run() -> Iterator[Line]:
    allow_files(PAGES + 256)
    url = os.environ.get("DATABASE_URL")
    # Both databases together would take more than three minutes.
    with on_postgres(url) if url else on_sqlite() as scratch:
        yield from _measured(scratch, PAGES, WINDOWS)


def small() -> Iterator[Line]:
    with on_sqlite() as scratch:
        yield from _measured(scratch, 10, {1: None})


def _measured(scratch: Scratch, pages: int, windows: Mapping[int, float | None]) -> Iterator[Line]:
    bodies = scratch.folder / "bodies"
    total = pages * len(windows)
    servers.run(["-m", "benchmarks.sends.inside", "prepare", str(bodies), str(total)], scratch.environment)
    waiting = bodies.read_bytes().splitlines()
    log = scratch.folder / "log"
    with working(scratch.environment, log), serving(servers.PRODUCT, scratch.environment, log) as server:
        for number, (seconds, most) in enumerate(windows.items()):
            sent = waiting[number * pages : (number + 1) * pages]
            heard = asyncio.run(_sent(server.port, sent, seconds))
            stored = int(servers.run(["-m", "benchmarks.sends.inside", "count"], scratch.environment))
            if heard.refused:
                raise RunFailed(f"{heard.refused} of {pages} reports were refused")
            lost = (number + 1) * pages - stored
            yield from _lines(f"{scratch.database}, {pages} pages within {seconds} s", heard, lost, most)


def _lines(case: str, heard: Heard, lost: int, most: float | None) -> Iterator[Line]:
    line = partial(Line, bench="sends", better="lower")
    yield line(case=f"{case}: lost", ours=lost, unit="reports", goal=0)
    yield line(case=f"{case}: p50", ours=percentile(heard.seconds, 50), unit="ms")
    yield line(case=f"{case}: p99", ours=percentile(heard.seconds, 99), unit="ms", goal=most)
    yield line(case=f"{case}: told to wait", ours=heard.busy, unit="answers 429")
    yield line(case=f"{case}: no answer or 503", ours=heard.later, unit="tries")


async def _sent(port: int, bodies: Sequence[bytes], seconds: int) -> Heard:
    connections = [Connection(port) for _ in bodies]
    for start in range(0, len(connections), OPENED_AT_ONCE):
        await asyncio.gather(*(connection.open() for connection in connections[start : start + OPENED_AT_ONCE]))
    moments, heard = random.Random(SEED), Heard()  # noqa: S311 - the time at which a page sends is no secret
    started = time.perf_counter()
    await asyncio.gather(
        *(
            _page(connection, request_of("POST", "/api/v1/reports/", port=port, body=body), due, heard)
            for connection, body in zip(connections, bodies, strict=True)
            for due in [started + seconds * moments.random()]
        )
    )
    return heard


async def _page(connection: Connection, request: bytes, due: float, heard: Heard) -> None:
    await asyncio.sleep(due - time.perf_counter())
    for tries in count(1):
        try:
            answer = await asyncio.wait_for(connection.ask(request), TRY_SECONDS)
        except (OSError, EOFError, TimeoutError):
            answer = UNHEARD
        if answer.status == 202:
            heard.seconds.append(time.perf_counter() - due)
            break
        if 400 <= answer.status < 500 and answer.status != 429:
            heard.refused += 1
            break
        if answer.status == 429:
            heard.busy += 1
        else:
            heard.later += 1
        retry_after = min(int(answer.headers.get("retry-after", 0)), LONGEST_ASKED_SECONDS)
        await asyncio.sleep(max(retry_after, min(2**tries, LONGEST_WAIT_SECONDS)))
    connection.close()
