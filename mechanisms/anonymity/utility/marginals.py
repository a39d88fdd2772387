"""These figures say whether tables of one and two columns can still be made from a release."""

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.utility.released import ReleasedColumn

Floats = NDArray[np.float64]


def divergence_of_one(column: ReleasedColumn) -> float:
    """Returns KL(original || made from the release) of the shares of one column, in bits; 0 where they agree.

    What is made takes each written value as its originals in equal parts. Source: Kifer, Gehrke 2006, "Injecting
    utility into anonymized datasets".
    """
    released = np.bincount(column.released, minlength=len(column.covers)) @ column.spread()
    return _divergence(column.counts() / column.rows, released / column.rows)


def divergence_of_two(first: ReleasedColumn, second: ReleasedColumn) -> float:
    """Returns KL(original || made from the release) of all pairs of values of two columns of the same rows."""
    if first.rows != second.rows:
        raise ValueError(f"{first.rows} and {second.rows} rows; the two columns must be of the same rows")
    true = _pairs(first.original, second.original, first.covers.shape[1], second.covers.shape[1])
    written = _pairs(first.released, second.released, len(first.covers), len(second.covers))
    return _divergence(true.ravel(), (first.spread().T @ written @ second.spread()).ravel())


def _pairs(first: NDArray[np.int64], second: NDArray[np.int64], many: int, more: int) -> Floats:
    counts = np.bincount(first * more + second, minlength=many * more).reshape(many, more)
    return np.asarray(counts / len(first), dtype=np.float64)


def _divergence(true: Floats, released: Floats) -> float:
    support = true > 0  # there `released` is above 0 too, since every written value covers its original
    return max(0.0, float((true[support] * np.log2(true[support] / released[support])).sum()))
