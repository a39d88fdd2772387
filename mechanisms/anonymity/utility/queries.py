"""These figures say how far counts over ranges are off when they are worked out from a release."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.utility.released import ReleasedColumn
from mechanisms.common.entropy import Entropy, uniform_below

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class QueryError:
    """Query errors are the relative errors of random counts: |made - true| / max(true, floor)."""

    median: float
    mean: float
    queries: int


def range_query_error(columns: Sequence[ReleasedColumn], *, queries: int, floor: int, entropy: Entropy) -> QueryError:
    """Returns the error of `queries` counts of rows whose original codes lie in a range of every column, codes in their
    order.

    Each range is drawn alike from all ranges of its column. A count is made from the release by taking each written
    value as its originals in equal parts and columns as independent within a row. `floor` rows is the least an error is
    divided by, so that rare ranges do not decide alone (Garofalakis, Kumar 2005, call it the sanity bound). ValueError
    without columns, queries or floor, or for columns of different rows.
    """
    if not columns or len({column.rows for column in columns}) > 1 or queries < 1 or floor < 1:
        raise ValueError("columns of the same rows, at least one query and a floor of at least one row are needed")
    spreads = [np.cumsum(np.pad(column.spread(), ((0, 0), (1, 0))), axis=1) for column in columns]
    errors = np.empty(queries)
    for query in range(queries):
        true, expected = np.ones(columns[0].rows, dtype=np.bool_), np.ones(columns[0].rows)
        for column, below in zip(columns, spreads, strict=True):
            low, high = _range(column.covers.shape[1], entropy)
            true &= (column.original >= low) & (column.original < high)
            expected *= (below[:, high] - below[:, low])[column.released]
        count = int(true.sum())
        errors[query] = abs(expected.sum() - count) / max(count, floor)
    return QueryError(median=float(np.median(errors)), mean=float(errors.mean()), queries=queries)


def _range(values: int, entropy: Entropy) -> tuple[int, int]:
    """Draws one of the values * (values + 1) / 2 ranges [low, high) that are not empty."""
    drawn = uniform_below(values * (values + 1) // 2, entropy)
    for low in range(values):
        if drawn < values - low:
            return low, low + 1 + drawn
        drawn -= values - low
    raise AssertionError("a number below the sum of the lengths lies within one of them")
