"""The bench measures a file of a million rows from its first piece at the API to the loaded version, in bounded memory.

The peer is pyarrow, which reads the same file as it is declared, with AES-GCM over each column of 65 536 rows. Each
runs in a process of its own; a file on the disk and a list of rows would show in the memory of ours.
"""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import servers
from benchmarks.line import Line
from benchmarks.scratch import on_sqlite
from benchmarks.upload import table

ROWS = 1_000_000
FEW, MANY = 6, 20  # columns
GOAL_SECONDS = {FEW: 3.0, MANY: 7.0}
PEER, PEER_TIMES = "pyarrow + AES-GCM", 4.0  # as long as it at most
GOAL_MEGABYTES = 400.0


def run() -> Iterator[Line]:
    for columns in (FEW, MANY):
        yield from _measured(ROWS, columns)


def small() -> Iterator[Line]:
    for columns in (FEW, MANY):
        yield from _measured(1_000, columns)


def _measured(rows: int, columns: int) -> Iterator[Line]:
    with on_sqlite() as scratch:
        file = scratch.folder / "people.csv"
        table.write(file, rows, columns)
        ours = _inside(scratch.environment, "benchmarks.upload.inside", file, columns)
        folder = scratch.folder / "peer"
        folder.mkdir()
        peer = _inside(scratch.environment, "benchmarks.upload.peer", file, columns, folder)["cpu_seconds"]
    line = partial(Line, bench="upload", better="lower")
    case = f"{rows:,} rows of {columns} columns"
    whole = sum(ours["acts"].values())
    yield line(case=f"{case}, first piece to loaded", ours=whole, unit="CPU s", goal=GOAL_SECONDS[columns])
    beside = {"ours": whole, "peer": peer, "peer_name": PEER, "goal": 1 / PEER_TIMES}
    yield line(case=f"{case}, beside the peer", **beside, unit="CPU s")
    for act, seconds in ours["acts"].items():
        yield line(case=f"{case}, {act}", ours=seconds, unit="CPU s")
    yield line(case=f"{case}, most memory", ours=ours["megabytes"], unit="MB", goal=GOAL_MEGABYTES)


def _inside(environment: Mapping[str, str], module: str, file: Path, columns: int, *more: Path) -> dict[str, Any]:
    words = ["-m", module, str(file), str(columns), *map(str, more)]
    measured: dict[str, Any] = json.loads(servers.run(words, environment))
    return measured
