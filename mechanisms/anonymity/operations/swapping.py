"""Swapping lets rows exchange values with others like them. It has no formal guarantee, and rate and seed stay secret.

What is exchanged keeps its own counts exactly; its relation to other columns is what is lost.
"""

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.classes import Booleans, Integers
from mechanisms.anonymity.counting import distinct
from mechanisms.common.entropy import Entropy, uniform_below

Floats = NDArray[np.float64]
_TRIES = 16  # before all ranks of a window are looked through


def rank_swapped(values: Floats, window: int, entropy: Entropy) -> Floats:
    """Exchanges each value with one whose rank differs by at most `window`; equal values are ranked by their row.

    Source: Moore 1996, "Controlled data-swapping techniques for masking public use microdata sets".
    """
    if window < 1:
        raise ValueError(f"the window is {window} ranks; it is at least 1")
    ranked = np.argsort(values, kind="stable").tolist()
    column = np.array(values)
    waiting = [True] * len(ranked)
    for rank, row in enumerate(ranked):
        if not waiting[rank]:
            continue
        waiting[rank] = False
        other = _drawn(waiting, rank + 1, min(rank + window + 1, len(ranked)), entropy)
        if other is not None:  # the last one may be left alone
            waiting[other] = False
            column[row], column[ranked[other]] = values[ranked[other]], values[row]
    return column


def _drawn(waiting: list[bool], start: int, end: int, entropy: Entropy) -> int | None:
    """Draws one of the ranks that wait, each with the same chance."""
    for _ in range(_TRIES if start < end else 0):
        other = start + uniform_below(end - start, entropy)
        if waiting[other]:
            return other
    near = [other for other in range(start, end) if waiting[other]]
    return near[uniform_below(len(near), entropy)] if near else None


def risky(keys: Integers, least: int) -> Booleans:
    """Marks the rows whose combination of keys ([rows, columns] of codes) fewer than `least` rows have."""
    of_row = distinct(keys)[1]
    return np.asarray(np.bincount(of_row)[of_row] < least)


def partners(alike: Integers, places: Integers, targets: Booleans, entropy: Entropy) -> Integers:
    """Returns pairs of rows to swap, [pairs, 2]: each target, in a drawn order, with another row of the same `alike`
    and another place.

    `alike` ([rows, columns] of codes) is what both have in common, `places` a code for each row. A row is in one pair
    at most; a target may take another target, and one without a partner left is in no pair: count those and say so.
    Source: the targeted record swapping of the censuses of the United Kingdom; Shlomo, Tudor, Groom 2010.
    """
    if not len(alike) == len(places) == len(targets):
        raise ValueError(f"{len(alike)}, {len(places)} and {len(targets)} rows were given; they are the same rows")
    group = distinct(alike)[1]
    order = np.lexsort((entropy.words(len(group)), group))
    ends = np.cumsum(np.bincount(group))
    members = [order[end - size : end].tolist() for end, size in zip(ends, np.bincount(group), strict=True)]
    free = np.ones(len(group), dtype=bool)
    wanted = np.flatnonzero(targets)
    pairs = []
    for row in wanted[np.argsort(entropy.words(len(wanted)), kind="stable")].tolist():
        if not free[row]:
            continue
        other = next(
            (candidate for candidate in members[group[row]] if free[candidate] and places[candidate] != places[row]),
            None,
        )
        if other is not None:
            free[[row, other]] = False
            pairs.append((row, other))
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def swapped(columns: Integers, pairs: Integers) -> Integers:
    """Returns the columns, [rows, columns], in which the two rows of each pair have exchanged their values."""
    swapped_columns = columns.copy()
    swapped_columns[pairs[:, 0]], swapped_columns[pairs[:, 1]] = columns[pairs[:, 1]], columns[pairs[:, 0]]
    return swapped_columns
