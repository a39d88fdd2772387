"""The bench measures exact counts of a million rows and their recoding, from file to file, beside pandas and NumPy."""

import json
import os
import tempfile
from collections.abc import Iterator
from functools import partial

from benchmarks import servers
from benchmarks.line import Line

ROWS = 1_000_000
GOAL_MEGABYTES = 1000.0


def run() -> Iterator[Line]:
    yield from _measured(ROWS)


def small() -> Iterator[Line]:
    yield from _measured(rows=1_000)


def _measured(rows: int) -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="datahub-bench-", dir="/var/tmp") as folder:  # /tmp may be no disk

        def inside(module: str, *words: str) -> dict[str, dict[str, float]]:
            output = servers.run(["-m", f"benchmarks.engine.{module}", *words], os.environ)
            measured: dict[str, dict[str, float]] = json.loads(output or "{}")
            return measured

        inside("inside", "prepare", folder, str(rows))
        counting = inside("inside", "count", folder)
        whole = inside("inside", "recode", folder)
        beside = {name: inside("beside", name, folder)["count"] for name in ("pandas", "numpy")}
    line = partial(Line, bench="engine", better="lower")
    yield line(case="loading the engine", ours=counting["loading"]["cpu"], unit="CPU s")
    yield line(case="the first question to it", ours=counting["first"]["cpu"], unit="CPU s")
    counted = partial(line, case=f"{rows:,} rows of 8 columns counted", ours=counting["count"]["cpu"], unit="CPU s")
    memory = partial(line, case="the same, most memory", ours=counting["count"]["megabytes"], unit="MB")
    for name, peer in beside.items():
        yield counted(peer=peer["cpu"], peer_name=name)
        yield memory(peer=peer["megabytes"], peer_name=name)
    yield line(case="distinct tuples", ours=counting["tuples"]["number"], unit="tuples")
    yield line(case="recoded, sorted and written", ours=whole["recode"]["cpu"], unit="CPU s")
    yield line(case="the written file counted again", ours=whole["recount"]["cpu"], unit="CPU s")
    yield line(case="all of it, most memory", ours=whole["recount"]["megabytes"], unit="MB", goal=GOAL_MEGABYTES)
