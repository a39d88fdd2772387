"""The bench measures the results page of the demonstration while 50 requests a second ask for it: time from when each
was due.

Requests leave on time whether or not those before them were answered, so a server that stalls is not asked less.
"""

import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from functools import partial

from benchmarks import servers
from benchmarks.http import Answer, Connection, percentile, request_of
from benchmarks.line import Line, RunFailed
from benchmarks.scratch import Scratch, on_sqlite, scratches
from benchmarks.servers import serving
from surveys.demonstration.people import EVERYBODY

RESEARCHERS = 5
PER_SECOND, SECONDS, WARM_UP_SECONDS = 50, 10, 2
GOAL_MS = 150.0


def run() -> Iterator[Line]:
    for scratch in scratches():
        with scratch as place:
            yield from _measured(place, RESEARCHERS, EVERYBODY, PER_SECOND, SECONDS, WARM_UP_SECONDS)


def small() -> Iterator[Line]:
    with on_sqlite() as place:
        yield from _measured(place, researchers=1, reports=2000, per_second=5, seconds=1, warm_up_seconds=1)


def _measured(
    scratch: Scratch, researchers: int, reports: int, per_second: int, seconds: int, warm_up_seconds: int
) -> Iterator[Line]:
    command = ["-m", "benchmarks.page.inside", str(researchers), str(reports)]
    lines = servers.run(command, scratch.environment).splitlines()
    with serving(servers.PRODUCT, scratch.environment, scratch.folder / "log") as server:
        requests = [
            request_of("GET", f"/api/v1/surveys/{survey}/results/", port=server.port, token=token)
            for survey, token in map(str.split, lines)
        ]
        asyncio.run(_response_times(server.port, requests, per_second, warm_up_seconds))
        before = server.cpu_seconds()
        times = asyncio.run(_response_times(server.port, requests, per_second, seconds))
        after = server.cpu_seconds()
    line = partial(Line, bench="page", better="lower")
    case = f"{scratch.database}, {per_second} requests/s"
    yield line(case=f"{case}, p50", ours=percentile(times, 50), unit="ms")
    yield line(case=f"{case}, p95", ours=percentile(times, 95), unit="ms", goal=GOAL_MS)
    if before is not None and after is not None:
        yield line(case=f"{case}, web process", ours=1000 * (after - before) / len(times), unit="CPU ms a request")


async def _response_times(port: int, requests: Sequence[bytes], per_second: int, seconds: int) -> list[float]:
    """Seconds from when each request was due to its whole answer."""
    idle: list[Connection] = []
    started = time.perf_counter()

    async def ask(number: int) -> float:
        due = started + number / per_second
        await asyncio.sleep(due - time.perf_counter())
        connection = idle.pop() if idle else Connection(port)
        _check(await connection.ask(requests[number % len(requests)]))
        idle.append(connection)
        return time.perf_counter() - due

    times = await asyncio.gather(*(ask(number) for number in range(per_second * seconds)))
    for connection in idle:
        connection.close()
    return list(times)


def _check(answer: Answer) -> None:
    if answer.status != 200 or json.loads(answer.body)["state"] != "shown":
        raise RunFailed(f"the results were answered with {answer.status}: {answer.body[:300]!r}")
