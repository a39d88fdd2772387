"""The bench measures what encryption costs: a record, a load, a scan, a search; beside pymongo with the same rows in
the clear."""

import json
import os
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from benchmarks import servers
from benchmarks.line import Line
from benchmarks.scratch import Scratch, on_sqlite

ALL_ROWS = 48_842
RECORD_MS = 0.15
EMBEDDED_LOAD_SECONDS = 10.0
FIELDS_A_SECOND = 200_000.0
LOAD_TIMES, FIND_TIMES = 2.5, 3.0  # as long as pymongo at most
PEER = "plain pymongo"


def run() -> Iterator[Line]:
    """MongoDB's half runs where MONGO_URL names a server; it makes a database of its own there and drops it."""
    yield from _embedded(ALL_ROWS)
    if os.environ.get("MONGO_URL"):
        yield from _beside_pymongo(ALL_ROWS)


def small() -> Iterator[Line]:
    yield from _embedded(500)


def _embedded(most: int) -> Iterator[Line]:
    line = partial(Line, bench="vault", better="lower")
    with on_sqlite() as scratch:
        record = _inside(scratch, "record", most)
        for act in ("encrypt", "decrypt"):
            yield line(case=f"{act} a record of 20 fields", ours=record[act], unit="CPU ms", goal=RECORD_MS)
        embedded = _inside(scratch, "embedded", most)
    rows = f"{embedded['rows']:,} rows of Adult"
    yield line(case=f"load {rows}, embedded", ours=embedded["load"], unit="s", goal=EMBEDDED_LOAD_SECONDS)
    yield line(case="the same, CPU", ours=embedded["load_cpu"], unit="CPU s")
    yield line(case="the same, most memory", ours=embedded["megabytes"], unit="MB")
    yield line(
        case="scan to Arrow, embedded",
        ours=embedded["fields"],
        unit="fields a CPU s",
        goal=FIELDS_A_SECOND,
        better="higher",
    )
    yield line(case="equality, embedded", ours=embedded["equality"], unit="ms")
    yield line(case="range, embedded", ours=embedded["range"], unit="ms")


def _beside_pymongo(most: int) -> Iterator[Line]:
    line = partial(Line, bench="vault", better="lower")
    beside = partial(line, peer_name=PEER)
    with on_sqlite() as scratch:
        mongo = _inside(scratch, "mongo", most)
    rows = f"{mongo['rows']:,} rows of Adult"
    yield beside(case=f"load {rows}, MongoDB", **_pair(mongo, "load"), unit="s", goal=1 / LOAD_TIMES)
    yield beside(case="equality, MongoDB", **_pair(mongo, "equality"), unit="ms", goal=1 / FIND_TIMES)
    yield beside(case="range, MongoDB", **_pair(mongo, "range"), unit="ms", goal=1 / FIND_TIMES)


def _pair(measured: Mapping[str, Any], name: str) -> dict[str, float]:
    return {"ours": measured[name], "peer": measured[f"plain_{name}"]}


def _inside(scratch: Scratch, what: str, most: int) -> dict[str, Any]:
    environment = dict(scratch.environment)
    if what != "mongo":
        environment.pop("MONGO_URL", None)
    measured: dict[str, Any] = json.loads(servers.run(["-m", "benchmarks.vault.inside", what, str(most)], environment))
    return measured
