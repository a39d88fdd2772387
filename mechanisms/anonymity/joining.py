"""Rows that no box took, and classes that do not hold: joined to others, each where that loses least."""

from collections.abc import Callable

import numpy as np

from mechanisms.anonymity.boxes import Boxes, Floats
from mechanisms.anonymity.classes import Booleans, Integers
from mechanisms.anonymity.counting import Counted
from mechanisms.anonymity.placing import Placed, Placing

Holds = Callable[[Integers], Booleans]
_AT_ONCE = 64  # of the cheapest classes are asked before all are


def joined(placing: Placing, left: Integers, counted: Counted, boxes: Boxes, holds: Holds) -> Placed:
    """`left[tuple, combination]` rows become classes; every class that does not hold is joined until it does.

    It ends: each step leaves a class less, and the caller has seen that all rows as one class hold.
    """
    rest = np.flatnonzero(left.any(axis=1))
    if len(rest):
        placing.add(rest, left[rest], placing.open([0] * counted.tuples.shape[1], counted.tuples[rest]))
    placed = placing.placed()
    crowd = _Crowd(placed, placed.cells(counted.cells.shape[1]), boxes, holds)
    for one in np.flatnonzero(~holds(crowd.cells)).tolist():
        crowd.join_until_it_holds(one)
    return crowd.placed()


class _Crowd:
    def __init__(self, placed: Placed, cells: Integers, boxes: Boxes, holds: Holds) -> None:
        self.placed_before, self.cells, self.boxes, self.holds = placed, cells, boxes, holds
        self.levels, self.leaves = placed.levels.copy(), placed.leaves
        self.sizes = cells.sum(axis=1)
        self.lost = boxes.lost_in(self.levels, self.leaves)
        self.into = np.arange(len(cells))
        self.alive = self.sizes > 0

    def join_until_it_holds(self, one: int) -> None:
        while self.alive[one] and not self.holds(self.cells[one : one + 1])[0]:
            others = np.flatnonzero(self.alive)
            others = others[others != one]
            if not len(others):
                raise AssertionError("all rows as one class do not hold, which was refused before")
            costs = self._costs(one, others)
            order = np.argsort(costs, kind="stable")
            self._join(int(others[self._first_that_holds(one, others[order], order)]), one)

    def _first_that_holds(self, one: int, others: Integers, order: Integers) -> int:
        """Of the others in the order of their costs; if none does, the cheapest, and the next is joined after it."""
        for start, end in ((0, _AT_ONCE), (_AT_ONCE, len(others))):
            held = np.flatnonzero(self.holds(self.cells[others[start:end]] + self.cells[one]))
            if len(held):
                return int(order[start + held[0]])
        return int(order[0])

    def _costs(self, one: int, others: Integers) -> Floats:
        levels = self._levels_with(one, others)
        lost = self.boxes.lost_in(levels, self.leaves[others])
        return np.asarray(self.sizes[others] * (lost - self.lost[others]) + self.sizes[one] * (lost - self.lost[one]))

    def _levels_with(self, one: int, others: Integers) -> Integers:
        levels = self.boxes.joined(self.levels[others], self.leaves[others], self.leaves[one])
        return np.asarray(np.maximum(levels, self.levels[one]))

    def _join(self, gone: int, one: int) -> None:
        """`one` takes in the rows of `gone`."""
        self.levels[one] = self._levels_with(one, np.array([gone]))[0]
        self.lost[one] = self.boxes.lost_in(self.levels[[one]], self.leaves[[one]])[0]
        self.cells[one] += self.cells[gone]
        self.sizes[one] += self.sizes[gone]
        self.alive[gone] = False
        self.into[self.into == gone] = one

    def placed(self) -> Placed:
        before = self.placed_before
        return Placed(
            tuple_of=before.tuple_of,
            combination_of=before.combination_of,
            amount=before.amount,
            class_of=self.into[before.class_of],
            levels=self.levels,
            leaves=self.leaves,
        )
