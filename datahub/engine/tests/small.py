"""This module is about small tables, and counting and recoding them in plain Python: what the engine is held to."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from datahub.engine.count import Counts
from datahub.engine.domains import Domain
from datahub.engine.recode import Recoding

AGES = Domain("age", pa.array([20, 30, 40]))
TOWNS = Domain("town", pa.array(["Basel", "Köln", "北京"]))
ILLS = Domain("illness", pa.array(["cold", "flu"]))
PEOPLE = pa.table(
    {
        "age": [30, 20, 30, None, 20, 30],
        "town": ["Köln", "北京", "Köln", "Basel", "北京", None],
        "illness": ["flu", "cold", "cold", "flu", "cold", None],
    }
)


def always() -> bool:
    return True


def looks(number: int) -> Callable[[], bool]:
    """Goes on for so many looks."""
    left: Iterator[int] = iter(range(number))
    return lambda: next(left, None) is not None


def as_values(counts: Counts, quasi: Sequence[Domain], sensitive: Sequence[Domain] = ()) -> list[Counter[Any]]:
    """Returns what was counted, with values in place of codes: of tuples, then of tuples with each sensitive column."""
    columns = [domain.values_of(counts.tuples[:, number]).to_pylist() for number, domain in enumerate(quasi)]
    tuples = list(zip(*columns, strict=True)) if columns else [()] * len(counts.counts)
    counters: list[Counter[Any]] = [Counter(dict(zip(tuples, counts.counts.tolist(), strict=True)))]
    for domain, sparse in zip(sensitive, counts.sensitive, strict=True):
        pairs = zip(sparse.tuples.tolist(), domain.values_of(sparse.codes).to_pylist(), strict=True)
        keys = [(tuples[index], value) for index, value in pairs]
        counters.append(Counter(dict(zip(keys, sparse.counts.tolist(), strict=True))))
    return counters


def recount(table: pa.Table, quasi: Sequence[str], sensitive: Sequence[str] = ()) -> list[Counter[Any]]:
    rows = table.to_pylist()
    tuples = [tuple(row[name] for name in quasi) for row in rows]
    return [
        Counter(tuples),
        *(Counter(zip(tuples, (row[name] for row in rows), strict=True)) for name in sensitive),
    ]


def halved(counts: Counts, quasi: tuple[Domain, Domain]) -> Recoding:
    """The first column is released as 'young' or 'old', the second as it is."""
    young = Domain(quasi[0].column, pa.array(["young", "old"]))
    nodes = counts.tuples.copy()
    nodes[:, 0] = np.where(counts.tuples[:, 0] == quasi[0].missing, 2, counts.tuples[:, 0] > 0)
    dropped = np.zeros(len(counts.counts), dtype=bool)
    return Recoding(quasi=quasi, counts=counts, released=(young, quasi[1]), nodes=nodes, dropped=dropped)
