"""What a release of Adult loses, and what finding it takes. The goals are losses of ARX's local recoding, in its cells.

ARX 3.9.2 is a Java program and not run here: its losses were measured once, on 2026-11-20, and are exact.
"""

import time
from collections.abc import Iterator, Sequence
from functools import partial

from benchmarks.anonymity import adult
from benchmarks.line import Line
from mechanisms.anonymity.models.closeness import EqualCloseness
from mechanisms.anonymity.models.diversity import DistinctDiversity
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.models.model import Model
from mechanisms.anonymity.releasing import release
from mechanisms.common.entropy import SystemEntropy

ARX = {3: 0.0235, 5: 0.0325, 10: 0.0462, 50: 0.0939}
ARX_DIVERSE, ARX_CLOSE = 0.0440, 0.250
LEAST_CLASSES = 2000.0


def run() -> Iterator[Line]:
    for k, goal in ARX.items():
        yield from _lines(f"k = {k}", [KAnonymity(k)], (), goal)
    diverse: list[Model] = [KAnonymity(5), DistinctDiversity("occupation", 2)]
    yield from _lines("k = 5, l = 2 occupation", diverse, ("occupation",), ARX_DIVERSE)
    close: list[Model] = [KAnonymity(5), EqualCloseness("income", "0.2")]
    yield from _lines("k = 5, t = 0.2 income", close, ("income",), ARX_CLOSE, LEAST_CLASSES)


def _lines(
    case: str, models: Sequence[Model], sensitive: Sequence[str], goal: float, classes: float | None = None
) -> Iterator[Line]:
    table = adult.table(*sensitive)
    before = time.process_time()
    found = release(table, models, entropy=SystemEntropy())
    seconds = time.process_time() - before
    line = partial(Line, bench="anonymity")
    yield line(case=f"{case}: loss", ours=found.penalty, unit="GCP", better="lower", goal=goal)
    yield line(
        case=f"{case}: classes", ours=float(len(found.classes.sizes)), unit="classes", better="higher", goal=classes
    )
    yield line(case=f"{case}: found in", ours=seconds, unit="CPU s", better="lower")
