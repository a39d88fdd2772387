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
MANY_ROWS = 1_000_000
LOAD_IN_COLUMNS_TIMES, STORED_TIMES = 4.0, 1.1
OPEN_FIELDS_A_SECOND = 80_000_000.0
RECORD_MS = 0.15
EMBEDDED_LOAD_SECONDS = 10.0
FIELDS_A_SECOND = 200_000.0
LOAD_TIMES, FIND_TIMES = 2.5, 3.0  # The vault may take at most this many times as long as pymongo.
PEER = "plain pymongo"
ALONE = "pyarrow + AES-GCM"


def run() -> Iterator[Line]:
    """MongoDB's half runs where MONGO_URL names a server; it makes a database of its own there and drops it."""
    yield from _columns(MANY_ROWS)
    yield from _embedded(ALL_ROWS)
    if os.environ.get("MONGO_URL"):
        yield from _beside_pymongo(ALL_ROWS)


def small() -> Iterator[Line]:
    yield from _columns(5000)
    yield from _embedded(500)


def _columns(many: int) -> Iterator[Line]:
    line = partial(Line, bench="vault", better="lower")
    with on_sqlite() as scratch:
        measured = _measured(scratch, "benchmarks.vault.columns", str(many))
    rows = f"{many:,} rows of Adult in columns"
    load = {"ours": measured["load"], "peer": measured["peer_load"]}
    yield line(case=f"load {rows}", **load, peer_name=ALONE, unit="CPU s", goal=1 / LOAD_IN_COLUMNS_TIMES)
    opened = {"ours": measured["open"], "peer": measured["peer_open"]}
    yield line(case="open 4 of its columns", **opened, peer_name=ALONE, unit="CPU s")
    yield line(
        case="the same",
        ours=4 * many / measured["open"],
        unit="fields a CPU s",
        goal=OPEN_FIELDS_A_SECOND,
        better="higher",
    )
    yield line(case="stored", ours=measured["stored"], unit="x rows x declared width", goal=STORED_TIMES)


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
    return _measured(scratch, "benchmarks.vault.inside", what, str(most))


def _measured(scratch: Scratch, module: str, *arguments: str) -> dict[str, Any]:
    environment = {name: value for name, value in scratch.environment.items() if name != "MONGO_URL"}
    if arguments[0] == "mongo":
        environment = dict(scratch.environment)
    measured: dict[str, Any] = json.loads(servers.run(["-m", module, *arguments], environment))
    return measured
