"""These figures say how much a release has lost, as other tools print them too. Less is better; units beside each."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.anonymity.utility.released import ReleasedColumn

Floats = NDArray[np.float64]


def global_certainty_penalty(released: Sequence[ArrayLike], losses: Sequence[ArrayLike]) -> float:
    """Returns the global certainty penalty (GCP), the mean loss of a cell, from 0 (nothing lost) to 1 (all `*`).

    `released` holds the codes of each quasi-identifier, `losses` what each of its written values costs, from 0 to 1; a
    suppressed cell costs 1. Source: Ghinita et al. 2007, "Fast data anonymization with low information loss", sec. 2.
    """
    if not released or len(released) != len(losses):
        raise ValueError(f"{len(released)} columns and {len(losses)} tables of losses; one for each is needed")
    means = []
    for codes, table in zip(released, losses, strict=True):
        costs = np.asarray(table, dtype=np.float64)
        if costs.min() < 0 or costs.max() > 1:
            raise ValueError("a loss lies between 0 and 1")
        means.append(costs[np.asarray(codes)].mean())
    return float(np.mean(means))


def average_class_size(sizes: ArrayLike, k: int) -> float:
    """Returns C_avg = rows / classes / k: 1 where every class is as small as k allows (LeFevre et al. 2006,
    "Mondrian")."""
    rows = np.asarray(sizes)
    if not rows.size or k < 1:
        raise ValueError(f"{rows.size} classes, k is {k}; both are at least 1")
    return float(rows.sum() / len(rows) / k)


def discernibility(sizes: ArrayLike, *, suppressed: int) -> int:
    """Returns DM = sum of f * f over classes + suppressed * n: how many rows each row looks like (Bayardo, Agrawal
    2005)."""
    rows = [int(size) for size in np.asarray(sizes)]  # squares of large tables leave 64 bits
    return sum(size * size for size in rows) + suppressed * (sum(rows) + suppressed)


def non_uniform_entropy(column: ReleasedColumn) -> float:
    """Returns what is not known any more of a column, as a share of what its suppression would hide: from 0 to 1.

    Each row hides log2(rows with any value that its written one covers / rows with its own value) bits; all `*` hides
    log2(n / rows with its own value). 0 for a column of one value. Source: Gionis, Tassa 2009, "k-Anonymization with
    minimal loss of information", sec. 3.
    """
    counts = column.counts()
    covered = column.covers @ counts
    hidden = np.log2(covered[column.released] / counts[column.original]).sum()
    most = np.log2(column.rows / counts[column.original]).sum()
    return float(hidden / most) if most > 0 else 0.0
