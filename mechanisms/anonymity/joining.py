"""Rows that no box took, and classes that do not hold: joined to others, each where that loses least.

Where only the number of rows counts, a class may borrow what it lacks of a class that can spare it, instead of all.
"""

from collections.abc import Callable

import numpy as np

from mechanisms.anonymity.boxes import Boxes, Floats
from mechanisms.anonymity.classes import Booleans, Integers
from mechanisms.anonymity.counting import Counted
from mechanisms.anonymity.placing import Placed, Placing

Holds = Callable[[Integers], Booleans]
_AT_ONCE = 64  # of the cheapest classes are asked before all are


def joined(placing: Placing, left: Integers, counted: Counted, boxes: Boxes, holds: Holds, least: int | None) -> Placed:
    """Places the rows that a search left. `left[tuple, combination]` rows become classes; every class that does not
    hold is joined until it does.

    `least` rows are all that a class needs, where that is so; then rows may be borrowed.
    It ends: each step leaves a class less, or one more that holds, and the caller has seen that all rows as one hold.
    """
    rest = np.flatnonzero(left.any(axis=1))
    if len(rest):
        placing.add(rest, left[rest], placing.open([0] * counted.tuples.shape[1], counted.tuples[rest]))
    crowd = _Crowd(placing.placed(), counted, boxes, holds)
    for group in np.flatnonzero(~holds(crowd.cells)).tolist():
        crowd.join_until_it_holds(group, least)
    return crowd.placed()


class _Crowd:
    def __init__(self, placed: Placed, counted: Counted, boxes: Boxes, holds: Holds) -> None:
        self.boxes, self.holds = boxes, holds
        self.cells = placed.cells(counted.cells.shape[1])
        self.levels, self.leaves = placed.levels.copy(), placed.leaves
        self.parts = np.stack([placed.tuple_of, placed.combination_of, placed.amount, placed.class_of])
        self.sizes = self.cells.sum(axis=1)
        self.lost = boxes.lost_in(self.levels, self.leaves)
        self.alive = self.sizes > 0

    def join_until_it_holds(self, group: int, least: int | None) -> None:
        while self.alive[group] and not self.holds(self.cells[group : group + 1])[0]:
            others = np.flatnonzero(self.alive)
            others = others[others != group]
            if not len(others):
                raise AssertionError("all rows as one class do not hold, which was refused before")
            levels = self._levels_with(group, others)
            lost = self.boxes.lost_in(levels, self.leaves[others])
            own = self.sizes[group] * (lost - self.lost[group])
            costs = own + self.sizes[others] * (lost - self.lost[others])
            if least is not None and self._borrowed(group, others, own, lost, float(costs.min()), least):
                return
            order = np.argsort(costs, kind="stable")
            self._join(int(others[self._first_that_holds(group, others[order], order)]), group)

    def _borrowed(self, group: int, others: Integers, own: Floats, lost: Floats, limit: float, least: int) -> bool:
        """Returns whether the rows that `group` lacks were borrowed of one other group, because that costs less than
        the limit."""
        lacks = least - int(self.sizes[group])
        costs = own + lacks * (lost - self.lost[others])
        costs[self.sizes[others] < least + lacks] = np.inf
        best = int(costs.argmin())
        if not costs[best] < limit:
            return False
        self._borrow(int(others[best]), group, lacks)
        return True

    def _borrow(self, lender: int, group: int, lacks: int) -> None:
        self._widen(group, lender)
        at = np.flatnonzero(self.parts[3] == lender)
        ahead = np.cumsum(self.parts[2, at]) - self.parts[2, at]
        given = np.clip(lacks - ahead, 0, self.parts[2, at])
        self.parts[2, at] -= given
        moved = self.parts[:, at]
        moved[2], moved[3] = given, group
        self.parts = np.concatenate([self.parts, moved], axis=1)
        np.add.at(self.cells[group], moved[1], given)
        np.subtract.at(self.cells[lender], moved[1], given)
        self.sizes[group] += lacks
        self.sizes[lender] -= lacks

    def _first_that_holds(self, group: int, others: Integers, order: Integers) -> int:
        """Returns the first of the others that holds, in the order of costs, else the cheapest: the next is joined
        after it."""
        for start, end in ((0, _AT_ONCE), (_AT_ONCE, len(others))):
            successes = np.flatnonzero(self.holds(self.cells[others[start:end]] + self.cells[group]))
            if len(successes):
                return int(order[start + successes[0]])
        return int(order[0])

    def _levels_with(self, group: int, others: Integers) -> Integers:
        levels = self.boxes.joined(self.levels[others], self.leaves[others], self.leaves[group])
        return np.asarray(np.maximum(levels, self.levels[group]))

    def _widen(self, group: int, other: int) -> None:
        self.levels[group] = self._levels_with(group, np.array([other]))[0]
        self.lost[group] = self.boxes.lost_in(self.levels[[group]], self.leaves[[group]])[0]

    def _join(self, gone: int, group: int) -> None:
        """Joins two classes: `group` takes in the rows of `gone`."""
        self._widen(group, gone)
        self.cells[group] += self.cells[gone]
        self.sizes[group] += self.sizes[gone]
        self.alive[gone] = False
        self.parts[3, self.parts[3] == gone] = group

    def placed(self) -> Placed:
        tuple_of, combination_of, amount, class_of = self.parts[:, self.parts[2] > 0]
        return Placed(
            tuple_of=tuple_of,
            combination_of=combination_of,
            amount=amount,
            class_of=class_of,
            levels=self.levels,
            leaves=self.leaves,
        )
