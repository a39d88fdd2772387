"""The bench measures what a release of Adult loses, and what finding it takes. The goals are losses of ARX's local
recoding, in its cells.

ARX 3.9.2 is a Java program and not run here: its losses were measured once, on 2026-11-20, and are exact.
"""

import resource
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.anonymity import adult, whole
from benchmarks.line import Line
from benchmarks.peers import running
from mechanisms.anonymity.models.closeness import EqualCloseness
from mechanisms.anonymity.models.diversity import DistinctDiversity
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.models.model import Model
from mechanisms.anonymity.releasing import release
from mechanisms.common.entropy import SystemEntropy

ARX = {3: 0.0235, 5: 0.0325, 10: 0.0462, 50: 0.0939}
ARX_DIVERSE, ARX_CLOSE = 0.0440, 0.250
LEAST_CLASSES = 2000.0
JITTERED = 1_000_000
SECONDS, REPETITIONS = 0.5, 5
LIMIT = 120.0  # A peer may use so many CPU seconds.
PEERS = {"anonypy": 300.0, "anjana": None}
PROGRAM, REQUIREMENTS = Path(__file__).with_name("peer.py"), Path(__file__).with_name("requirements.txt")


def run() -> Iterator[Line]:
    for k, goal in ARX.items():
        yield from _lines(f"k = {k}", [KAnonymity(k)], (), goal)
    diverse: list[Model] = [KAnonymity(5), DistinctDiversity("occupation", 2)]
    yield from _lines("k = 5, l = 2 occupation", diverse, ("occupation",), ARX_DIVERSE)
    yield from _jittered(JITTERED)
    yield from _from_file_to_file()
    close: list[Model] = [KAnonymity(5), EqualCloseness("income", "0.2")]
    yield from _lines("k = 5, t = 0.2 income", close, ("income",), ARX_CLOSE, LEAST_CLASSES)


def small() -> Iterator[Line]:
    yield from _jittered(1_000)
    [way] = _ways(1)
    yield Line(bench="anonymity", case="k = 5: to a verified file", ours=way.verified, unit="CPU s", better="lower")


def _lines(
    case: str, models: Sequence[Model], sensitive: Sequence[str], goal: float, classes: float | None = None
) -> Iterator[Line]:
    table = adult.table(*sensitive)
    before = time.process_time()
    publication = release(table, models, entropy=SystemEntropy())
    seconds = time.process_time() - before
    line = partial(Line, bench="anonymity")
    yield line(case=f"{case}: loss", ours=publication.penalty, unit="GCP", better="lower", goal=goal)
    yield line(
        case=f"{case}: classes",
        ours=float(len(publication.classes.sizes)),
        unit="classes",
        better="higher",
        goal=classes,
    )
    yield line(case=f"{case}: found in", ours=seconds, unit="CPU s", better="lower")
    before = time.process_time()
    other = release(table, models, entropy=SystemEntropy(), order="least")
    slower = time.process_time() - before
    yield line(case=f"{case}, order least: loss", ours=other.penalty, unit="GCP", better="lower", goal=goal)
    yield line(case=f"{case}, order least: found in", ours=slower, unit="CPU s", better="lower")


def _from_file_to_file() -> Iterator[Line]:
    ways = _ways(REPETITIONS)
    seconds = statistics.median(way.verified for way in ways)
    line = partial(Line, bench="anonymity", unit="CPU s", better="lower")
    yield line(case="k = 5: from Parquet to a file", ours=statistics.median(way.to_file for way in ways))
    yield line(case="k = 5: from Parquet to a verified file", ours=seconds, goal=SECONDS)
    yield from _beside_peers(seconds)


def _ways(repetitions: int) -> list[whole.Way]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole.write_adult(folder / "adult.parquet")
        models = [{"model": "k-anonymity", "k": 5}]
        return [whole.go(folder / "adult.parquet", folder, models) for _ in range(repetitions)]


def _beside_peers(seconds: float) -> Iterator[Line]:
    """A peer's frames are made before its clock starts, and it writes no file. One that is stopped counts as the limit,
    so its ratio is a lower bound; anjana suppresses up to 5 %."""
    columns = {name: adult.column(name) for name in (*adult.NAMES, "income")}
    with running(PROGRAM, REQUIREMENTS) as peer:
        for name, goal in PEERS.items():
            answer = peer.ask(library=name, columns=columns, paths=adult.paths(), k=5, limit=LIMIT)
            yield Line(
                bench="anonymity",
                case=f"the same{', peer stopped' if answer['cut'] else ''}",
                ours=seconds,
                peer=LIMIT if answer["cut"] else answer["seconds"],
                peer_name=name,
                unit="CPU s",
                better="lower",
                goal=goal,
            )


def _jittered(rows: int) -> Iterator[Line]:
    """Returns distinct rows, as replicated rows would need no generalisation: each tuple would occur twenty times."""
    table = adult.jittered(rows)
    before = time.process_time()
    release(table, [KAnonymity(5)], entropy=SystemEntropy())
    seconds = time.process_time() - before
    yield Line(
        bench="anonymity",
        case=f"k = 5, {rows:,} jittered rows: found in",
        ours=seconds,
        unit="CPU s",
        better="lower",
        goal=5,
    )
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    yield Line(
        bench="anonymity",
        case="the same, most memory of the process",
        ours=most,
        unit="MB",
        better="lower",
        goal=1000,
    )
