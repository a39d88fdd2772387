"""The bench measures an anonymised release from the request to the file that is handed out, with vault and verifier.

Each act runs in a process of its own, as the worker's, and the rows are read anew by each.
"""

import json
from collections.abc import Iterator
from functools import partial

from benchmarks import servers
from benchmarks.line import Line
from benchmarks.scratch import on_sqlite

ADULT = 48_842
MILLION = 1_000_000
MOST = 10_000_000  # rows of a release; more are refused
MORE = 2  # candidates beside the first
GOALS: dict[int, dict[str, float]] = {
    ADULT: {"candidates": 0.4, "more": 0.2, "release": 0.9},
    MILLION: {"release": 5, "megabytes": 600},
    MOST: {"release": 45, "megabytes": 1500},
}


def run() -> Iterator[Line]:
    for rows in GOALS:
        yield from _measured(rows)


def small() -> Iterator[Line]:
    yield from _measured(1_000)


def _measured(rows: int) -> Iterator[Line]:
    with on_sqlite() as scratch:

        def inside(*words: str) -> dict[str, float]:
            measured: dict[str, float] = json.loads(
                servers.run(["-m", "benchmarks.release.inside", *words], scratch.environment) or "{}"
            )
            return measured

        inside("prepare", str(rows))
        first, several = inside("candidates", "1"), inside("candidates", str(1 + MORE))
        release = inside("release")
    goals = GOALS.get(rows, {})
    line = partial(Line, bench="release", better="lower", unit="CPU s")
    case = f"{rows:,} rows of Adult, k = 5"
    yield line(case=f"{case}: a candidate tried", ours=first["cpu_seconds"], goal=goals.get("candidates"))
    more = max(0.0, several["cpu_seconds"] - first["cpu_seconds"]) / MORE
    yield line(case=f"{case}: each further candidate", ours=more, goal=goals.get("more"))
    yield line(case=f"{case}: released, verified, handed out", ours=release["cpu_seconds"], goal=goals.get("release"))
    yield line(case=f"{case}: most memory", unit="MB", ours=release["megabytes"], goal=goals.get("megabytes"))
