"""Sixteen threads spend from one budget, beside a naive ledger; and batches of reports are accounted beside
dp_accounting."""

import json
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks import servers
from benchmarks.http import percentile
from benchmarks.ledger.figures import PROGRAM, REQUIREMENTS, Batch, table
from benchmarks.line import Line, RunFailed
from benchmarks.peers import running
from benchmarks.scratch import Scratch, on_sqlite, scratches
from mechanisms.accounting.pld import Event, Gaussian, Laplace, Pure, Report, compose

THREADS, EACH, ROOM = 16, 20, 50
SLOWEST_MS = 500.0
DELTA, REPETITIONS = 1e-6, 3


def run() -> Iterator[Line]:
    for scratch in scratches():
        with scratch as place:
            yield from _race(place, EACH, ROOM)
    yield from _reports()


def small() -> Iterator[Line]:
    with on_sqlite() as place:
        yield from _race(place, each=1, room=4)
    batch = table()[0]
    report, seconds = _timed(batch)
    line = partial(Line, bench="ledger", better="lower", case=f"report of {3 * batch[0][2]} draws")
    yield line(ours=1e3 * seconds, unit="CPU ms")
    yield line(ours=report.epsilon(DELTA), unit="epsilon")


def _race(place: Scratch, each: int, room: int) -> Iterator[Line]:
    def inside(who: str) -> Any:
        words = [who, str(THREADS), str(each), str(room)]
        return json.loads(servers.run(["-m", "benchmarks.ledger.inside", *words], place.environment))

    ours, naive = inside("ours"), inside("naive")
    if ours["granted"] != room or ours["failed"]:
        raise RunFailed(f"{ours['granted']} of {room} were granted and {ours['failed']} broke on {place.database}")
    line = partial(Line, bench="ledger", better="lower")
    title = f"{THREADS} threads x {each} on a budget for {room}, {place.database}"
    yield line(case=f"{title}: granted", ours=ours["granted"], peer=naive["granted"], peer_name="naive", unit="uses")
    for share in (50, 99):
        goal = SLOWEST_MS if share == 99 else None
        took = percentile(ours["seconds"], share)
        yield line(case=f"{title}: p{share}", ours=took, unit="ms", goal=goal)


def _reports() -> Iterator[Line]:
    line = partial(Line, bench="ledger", better="lower")
    with running(PROGRAM, REQUIREMENTS) as oracle:
        for batch in table():
            count = batch[0][2]
            turns = [(_timed(batch), oracle.ask(events=batch, deltas=[DELTA])) for _ in range(REPETITIONS)]
            (report, _), told = turns[0]
            mine = min(seconds for (_, seconds), _ in turns)
            case = f"report of {3 * count} draws"
            for peer, name in (("pessimistic", "dp_accounting PLD"), ("renyi", "dp_accounting RDP")):
                theirs = min(answer["seconds"][peer] for _, answer in turns)
                yield line(case=f"{case}: time", ours=1e3 * mine, peer=1e3 * theirs, peer_name=name, unit="CPU ms")
                yield line(
                    case=f"{case}: epsilon", ours=report.epsilon(DELTA), peer=told[peer][0], peer_name=name, unit=""
                )


def _timed(batch: Batch) -> tuple[Report, float]:
    started = time.process_time()
    report = compose([(_event(kind, parameter), count) for kind, parameter, count in batch])
    report.epsilon(DELTA)
    return report, time.process_time() - started


def _event(kind: str, parameter: float) -> Event:
    if kind == "laplace":
        return Laplace(scale=parameter)
    return Gaussian(sigma=parameter) if kind == "gaussian" else Pure(epsilon=parameter)
