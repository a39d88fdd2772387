"""The bench sends reports over HTTP to the lean route of the real web process and to a naive route, in turns, on one
machine.

Both answer when the report is on disk. The worker does not run: the naive route has no work for later, and what ours
leaves for later is no part of an answer.
"""

import os
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from benchmarks import servers
from benchmarks.databases import check_room
from benchmarks.intake.disk import syncs_per_second
from benchmarks.intake.load import Load, Posts, client, load
from benchmarks.line import Line, RunFailed
from benchmarks.scratch import Scratch, on_sqlite, scratches
from benchmarks.servers import Server, serving
from datahub.processes.web import THREADS
from surveys.intake.serializers import MOST_IN_BULK

# The intake has as many slots: it refuses no connection, and nothing waits in the client.
CONNECTIONS = max(1, THREADS * 3 // 4)
BULK_CONNECTIONS = 4
OTHERS = 10  # Connections to the database besides those of the threads of both sides.
ROUNDS, WARM_UP_SECONDS, SECONDS = 3, 1, 2
FIRST_TURNS = 10
SETTLE_SECONDS = 0.5  # Requests that the client dropped still hold slots of the intake.
BODIES, BULKS = 150_000, 600  # Only 16 000 and 33 000 reports a second would use all of them.
GOALS = {"SQLite": 6.0, "PostgreSQL": 8.0}  # Each goal is a multiple of the naive route.
BULK_GOAL = 25.0
P99_GOAL_MS = 100.0
OURS, BULK, NAIVE, NOOP = "ours", "bulk", "naive DRF", "no-op"


@dataclass(frozen=True)
class Side:
    name: str
    server: Server
    posts: Posts
    connections: int


@dataclass(frozen=True)
class Turn:
    load: Load
    cpu_seconds: float | None  # The CPU time of the web process.


Turns = Mapping[str, list[Turn]]  # Warm-ups and measured turns alternate for each side.


def run() -> Iterator[Line]:
    if url := os.environ.get("DATABASE_URL"):
        check_room(url, 2 * THREADS + OTHERS)
    for context in scratches():
        with context as scratch:
            turns = _turns(scratch, *_prepare(scratch, BODIES, BULKS, MOST_IN_BULK))
            _check(turns, scratch.environment, MOST_IN_BULK)
            yield from _lines(scratch.database, turns)
            syncs = syncs_per_second(scratch.folder)
        yield Line(bench="intake", case=f"{scratch.database}, disk", ours=syncs, unit="syncs/s", better="higher")


def small() -> Iterator[Line]:
    """Yields the routes of the product alone, one connection and one second each."""
    in_bulk = 5
    with on_sqlite() as scratch:
        single, bulk = _prepare(scratch, bodies=3_000, bulks=1_000, in_bulk=in_bulk)
        with serving(servers.PRODUCT, scratch.environment, scratch.folder / "log") as server:
            sides = [Side(OURS, server, single, 1), Side(BULK, server, bulk, 1)]
            turns = {side.name: [_first_turn(side)] for side in sides}
        _check(turns, scratch.environment, in_bulk)
    for name, reports in ((OURS, 1), (BULK, in_bulk)):
        rate = reports * turns[name][0].load.per_second
        yield Line(bench="intake", case=name, ours=rate, unit="reports/s", better="higher")


def _prepare(scratch: Scratch, bodies: int, bulks: int, in_bulk: int) -> tuple[Posts, Posts]:
    """Returns a published survey, and the bodies to send to it, one by one and in bulk."""
    single, bulk = scratch.folder / "bodies", scratch.folder / "bulks"
    numbers = [str(number) for number in (bodies, bulks, in_bulk)]
    output = servers.run(
        ["-m", "benchmarks.intake.inside", "prepare", str(single), str(bulk), *numbers], scratch.environment
    )
    return Posts("/api/v1/reports/", single), Posts("/api/v1/reports/bulk/", bulk, token=output.split()[-1])


def _turns(scratch: Scratch, single: Posts, bulk: Posts) -> Turns:
    turns: dict[str, list[Turn]] = defaultdict(list)
    servers.run(["-m", "benchmarks.naive_drf", "create"], scratch.environment)
    with ExitStack() as open_servers:

        def start(module: list[str]) -> Server:
            return open_servers.enter_context(serving(module, scratch.environment, scratch.folder / "log"))

        product = start(servers.PRODUCT)
        sides = [
            Side(OURS, product, single, CONNECTIONS),
            Side(NAIVE, start(servers.NAIVE), single, CONNECTIONS),
            Side(BULK, product, bulk, BULK_CONNECTIONS),
            Side(NOOP, start(servers.NOOP), single, CONNECTIONS),
        ]
        sent = {side.name: 0 for side in sides}
        for last in [False] * (ROUNDS - 1) + [True]:
            for side in sides:
                if side.name == NOOP and not last:
                    continue
                for seconds in (WARM_UP_SECONDS, SECONDS):
                    turn = _turn(side, sent[side.name], seconds)
                    sent[side.name] += turn.load.answered + side.connections
                    turns[side.name].append(turn)
    return turns


def _first_turn(side: Side) -> Turn:
    """A server that has just started takes a second of CPU for its first answer, which is longer on a busy machine."""
    for _ in range(FIRST_TURNS - 1):
        if (turn := _turn(side, 0, 1)).load.answered:
            return turn
    return _turn(side, 0, 1)


def _turn(side: Side, skip: int, seconds: int) -> Turn:
    time.sleep(SETTLE_SECONDS)
    before = side.server.cpu_seconds()
    done = load(side.posts, port=side.server.port, connections=side.connections, seconds=seconds, skip=skip)
    after = side.server.cpu_seconds()
    return Turn(done, None if before is None or after is None else after - before)


def _check(turns: Turns, environment: Mapping[str, str], in_bulk: int) -> None:
    """Checks that every answer was an acceptance and every accepted report is stored, so that fast refusals do not
    count as speed."""
    for name in turns:
        refused = sum(turn.load.refused for turn in turns[name])
        if refused:
            why = next((turn.load.refusal for turn in turns[name] if turn.load.refusal), "it is not known why")
            raise RunFailed(f"{name} refused {refused} requests: {why}")
        if not all(turn.load.answered for turn in turns[name][-1::-2]):
            raise RunFailed(f"{name} answered nothing in {SECONDS} s; the machine is too busy to measure on")
    counted = {
        OURS: ("benchmarks.intake.inside", {OURS: 1, BULK: in_bulk}),
        NAIVE: ("benchmarks.naive_drf", {NAIVE: 1}),
    }
    for name in counted.keys() & turns.keys():
        module, sides = counted[name]
        answered = sum(size * turn.load.answered for side, size in sides.items() for turn in turns[side])
        under_way = sum(size * _connections(side) * len(turns[side]) for side, size in sides.items())
        stored = int(servers.run(["-m", module, "count"], environment).split()[-1])
        if not answered <= stored <= answered + under_way:
            raise RunFailed(f"{name} accepted {answered} reports and stored {stored}")


def _connections(side: str) -> int:
    return BULK_CONNECTIONS if side == BULK else CONNECTIONS


def _lines(database: str, turns: Turns) -> Iterator[Line]:
    # The slices leave out the warm-ups.
    ours, bulk, naive, noop = (turns[name][1::2] for name in (OURS, BULK, NAIVE, NOOP))
    beside = partial(Line, bench="intake", peer_name=NAIVE)
    rate = partial(_median, "per_second")
    per_second = partial(beside, unit="reports/s", better="higher", peer=rate(naive))
    how = f"{CONNECTIONS} connections, {client()}"
    yield per_second(case=f"{database}, {how}", ours=rate(ours), goal=GOALS[database])
    yield per_second(case=f"{database}, in bulk of {MOST_IN_BULK}", ours=MOST_IN_BULK * rate(bulk), goal=BULK_GOAL)
    for half in ("p50", "p99"):
        middle = partial(_median, f"{half}_ms")
        yield beside(case=f"{database}, {half}", ours=middle(ours), peer=middle(naive), unit="ms", better="lower")
    slowest = _median("p99_ms", ours)
    yield Line(
        bench="intake", case=f"{database}, p99 within", ours=slowest, unit="ms", goal=P99_GOAL_MS, better="lower"
    )
    if ours[0].cpu_seconds is not None:
        cpu = partial(beside, peer=_cpu_microseconds(naive, 1), unit="CPU us a report", better="lower")
        yield cpu(case=f"{database}, web process", ours=_cpu_microseconds(ours, 1))
        yield cpu(case=f"{database}, web process, in bulk", ours=_cpu_microseconds(bulk, MOST_IN_BULK))
    yield Line(bench="intake", case=f"{database}, no-op route", ours=rate(noop), unit="requests/s", better="higher")


def _median(figure: str, turns: list[Turn]) -> float:
    return float(statistics.median(getattr(turn.load, figure) for turn in turns))


def _cpu_microseconds(turns: list[Turn], reports: int) -> float:
    return statistics.median(1e6 * (turn.cpu_seconds or 0.0) / (reports * turn.load.answered) for turn in turns)
