"""Two recodings that the attacks are tried on beside that of the library; both are k-anonymous."""

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.counting import packed
from mechanisms.anonymity.hierarchy import Hierarchy

Integers = NDArray[np.int64]


def in_order_of_loss(hierarchies: Sequence[Hierarchy], quasi: Integers) -> list[tuple[int, ...]]:
    """Returns every combination of levels, what loses least over all rows first."""
    losses = [tree.loss[:, codes].mean(axis=1) for tree, codes in zip(hierarchies, quasi.T, strict=True)]
    every = itertools.product(*(range(tree.levels) for tree in hierarchies))
    return sorted(every, key=lambda levels: sum(float(loss[level]) for loss, level in zip(losses, levels, strict=True)))


def set_aside(hierarchies: Sequence[Hierarchy], quasi: Integers, k: int) -> tuple[Integers, Integers]:
    """Recodes locally and minimally: rows whose box has k rows that wait are released, the others tried again more
    coarsely.

    The levels [row, column] and when each row's box was taken, a number from 0; fewer than k rows may be left over and
    are joined to those that were taken last.
    """
    taken_at = np.full(len(quasi), -1)
    levels = np.zeros(quasi.shape, np.int64)
    order = in_order_of_loss(hierarchies, quasi)
    for place, combination in enumerate(order):
        waiting = np.flatnonzero(taken_at < 0)
        if not len(waiting):
            break
        box = _box(hierarchies, quasi[waiting], combination)
        _, of_row, counts = np.unique(box, return_inverse=True, return_counts=True)
        released = waiting[counts[of_row] >= k]
        levels[released], taken_at[released] = combination, place
    if (left := np.flatnonzero(taken_at < 0)).size:
        last = np.flatnonzero(taken_at == taken_at.max())
        levels[np.concatenate([left, last])] = order[-1]
        taken_at[np.concatenate([left, last])] = len(order) - 1
    return levels, taken_at


def one_level(hierarchies: Sequence[Hierarchy], quasi: Integers, k: int) -> tuple[Integers, Integers]:
    """Recodes the full domain: every value of a column at one level, the least lossy that is k-anonymous; all at time
    0."""
    for combination in in_order_of_loss(hierarchies, quasi):
        box = _box(hierarchies, quasi, combination)
        if np.unique(box, return_counts=True)[1].min() >= k:
            return np.tile(np.array(combination), (len(quasi), 1)), np.zeros(len(quasi), np.int64)
    raise ValueError(f"{len(quasi)} rows cannot be {k}-anonymous")


def _box(hierarchies: Sequence[Hierarchy], quasi: Integers, levels: tuple[int, ...]) -> Integers:
    nodes = [tree.nodes[level][codes] for tree, level, codes in zip(hierarchies, levels, quasi.T, strict=True)]
    return packed(nodes, [len(tree.leaves) for tree in hierarchies])
