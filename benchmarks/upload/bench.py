"""The bench measures a file of a million rows: its pieces are received, looked at, declared and loaded, in bounded
memory.

Each act runs in a process of its own, as web and worker do; a file on the disk and a list of rows would show here.
"""

import json
from collections.abc import Iterator
from functools import partial

from benchmarks import servers
from benchmarks.line import Line
from benchmarks.scratch import on_sqlite

ROWS = 1_000_000
GOAL_MEGABYTES = 300.0


def run() -> Iterator[Line]:
    yield from _measured(ROWS)


def small() -> Iterator[Line]:
    yield from _measured(rows=1_000)


def _measured(rows: int) -> Iterator[Line]:
    with on_sqlite() as scratch:

        def inside(*words: str) -> str:
            return servers.run(["-m", "benchmarks.upload.inside", *words], scratch.environment)

        inside("prepare")
        acts = {
            "received and sealed": json.loads(inside("receive", str(rows))),
            "looked at": json.loads(inside("look")),
            "loaded into the embedded vault": json.loads(inside("load")),
        }
    line = partial(Line, bench="upload", better="lower")
    for act, measured in acts.items():
        case = f"{rows:,} rows {act}"
        yield line(case=f"{case}, most memory", ours=measured["megabytes"], unit="MB", goal=GOAL_MEGABYTES)
        yield line(case=case, ours=measured["cpu_seconds"], unit="CPU s")
