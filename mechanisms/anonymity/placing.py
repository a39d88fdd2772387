"""A placing says where the rows of every tuple go: parts of cells, each to a class; and what the classes then hold and
say."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.anonymity.boxes import Boxes
from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.counting import Counted, packed, ranked


@dataclass(frozen=True, kw_only=True, eq=False)
class Placed:
    """This is a placement of rows in classes. `amount[part]` rows of `tuple_of[part]`, with the combination
    `combination_of[part]`, go to `class_of[part]`.

    `levels[class, column]` and `leaves[class, column]` are the classes' boxes.
    """

    tuple_of: Integers
    combination_of: Integers
    amount: Integers
    class_of: Integers
    levels: Integers
    leaves: Integers

    def cells(self, combinations: int) -> Integers:
        """Returns how many rows each cell has, [class, combination]."""
        place = self.class_of * combinations + self.combination_of
        cells = np.bincount(place, self.amount, len(self.levels) * combinations)  # float64 is exact up to 2**53 rows
        return cells.astype(np.int64).reshape(len(self.levels), combinations)


class Placing:
    """Collects parts while a search goes on."""

    def __init__(self, counted: Counted) -> None:
        self._counted = counted
        self._parts: list[Integers] = []
        self._levels: list[Integers] = []
        self._leaves: list[Integers] = []
        self._classes = 0

    def open(self, levels: Sequence[int] | Integers, leaves: Integers) -> Integers:
        """Opens new classes with these boxes; returns their numbers."""
        self._leaves.append(leaves)
        self._levels.append(np.broadcast_to(np.asarray(levels, np.int64), leaves.shape))
        self._classes += len(leaves)
        return np.arange(self._classes - len(leaves), self._classes)

    def add(self, tuples: Integers, amounts: Integers, classes: Integers) -> None:
        """Adds `amounts[tuple, combination]` rows of each tuple to its class."""
        at, combination = np.nonzero(amounts)
        self._parts.append(np.stack([tuples[at], combination, amounts[at, combination], classes[at]]))

    def placed(self) -> Placed:
        parts = np.concatenate(self._parts, axis=1)
        return Placed(
            tuple_of=parts[0],
            combination_of=parts[1],
            amount=parts[2],
            class_of=parts[3],
            levels=np.concatenate(self._levels),
            leaves=np.concatenate(self._leaves),
        )


def tightened(placed: Placed, counted: Counted, boxes: Boxes) -> Placed:
    """Returns the same classes, each said as finely as covers its rows; classes that say the same become one.

    Rows that a class of a finer box could not hold stay where they are, so losses only fall.
    """
    order = np.argsort(placed.class_of, kind="stable")
    of_class, leaves = placed.class_of[order], counted.tuples[placed.tuple_of[order]]
    starts = np.flatnonzero(np.diff(of_class, prepend=-1))
    first = leaves[starts]
    at = np.repeat(np.arange(len(starts)), np.diff([*starts, len(of_class)]))
    levels = np.zeros((len(starts), leaves.shape[1]), np.int64)
    for column, hierarchy in enumerate(boxes.hierarchies):
        apart = hierarchy.apart(first[at, column], leaves[:, column])
        levels[:, column] = np.maximum.reduceat(apart, starts)
    nodes = [
        levels[:, column] * len(hierarchy.leaves) + hierarchy.nodes[levels[:, column], first[:, column]]
        for column, hierarchy in enumerate(boxes.hierarchies)
    ]
    packed_nodes = packed(nodes, [hierarchy.levels * len(hierarchy.leaves) for hierarchy in boxes.hierarchies])
    kept, of_start = ranked(packed_nodes)
    return _merged(
        Placed(
            tuple_of=placed.tuple_of[order],
            combination_of=placed.combination_of[order],
            amount=placed.amount[order],
            class_of=of_start[at],
            levels=levels[kept],
            leaves=first[kept],
        )
    )


def _merged(placed: Placed) -> Placed:
    """Merges parts of one cell in one class into one, in the order of class, tuple and combination."""
    cells = packed(
        (placed.class_of, placed.tuple_of, placed.combination_of),
        (len(placed.levels), int(placed.tuple_of.max()) + 1, int(placed.combination_of.max()) + 1),
    )
    order = np.argsort(cells, kind="stable")
    starts = np.flatnonzero(np.diff(cells[order], prepend=-1))
    return Placed(
        tuple_of=placed.tuple_of[order[starts]],
        combination_of=placed.combination_of[order[starts]],
        amount=np.add.reduceat(placed.amount[order], starts),
        class_of=placed.class_of[order[starts]],
        levels=placed.levels,
        leaves=placed.leaves,
    )
