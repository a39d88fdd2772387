"""Local recoding puts every row in the finest box that enough others share; boxes may lie over each other.

Rows whose own values make a class that holds the models stay as they are. For the others, combinations of levels are
visited in an order of what they lose, and every box in which enough rows wait becomes a class. A box that was too small
once stays so, because rows only leave; so each box is looked at once. What is left over is joined to the class, or
borrows the rows of one, where that loses least.

The search decides nothing about safety: the models do, and are asked again about all that it returns.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from mechanisms.anonymity.boxes import Boxes, Floats
from mechanisms.anonymity.classes import Booleans, Integers
from mechanisms.anonymity.counting import Counted
from mechanisms.anonymity.filling import shared_out, without_others
from mechanisms.anonymity.joining import joined
from mechanisms.anonymity.lattice import Codes, Lattice
from mechanisms.anonymity.models.model import Model, all_hold
from mechanisms.anonymity.placing import Placed, Placing

Order = Literal["mean", "least"]

MOST_LEVELS = 20_000  # combinations of levels
LEFT_TO_JOINING = 32  # tuples; fewer are joined one by one sooner than thousands of combinations are visited for them
BAND = 1.1  # in the order "least": boxes that lose up to so many times as much as the best are taken with it
LEAST_BAND = 0.02  # where the best lose nothing
_BUCKETS = 4  # for each tuple
_SPARSE = 0.9


def recoded(counted: Counted, boxes: Boxes, models: Sequence[Model], order: Order) -> Placed:
    """Returns the classes of a local recoding. Errors: ValueError where the columns have more combinations of levels
    than are searched."""
    search = _Search(counted, boxes, models)
    search.take_boxes(order)
    least = search.least if search.only_rows else None
    return joined(search.placing, search.left(), counted, boxes, search.holds, least)


class _Search:
    """This is the state of a search. `waiting[tuple, combination]` rows of `tuples` are in no class yet."""

    def __init__(self, counted: Counted, boxes: Boxes, models: Sequence[Model]) -> None:
        self.counted, self.models = counted, models
        self.grows = all(model.grows for model in models)
        self.only_rows = all(model.only_rows for model in models)
        self.least = max(model.rows for model in models)
        self.whole = counted.cells.sum(axis=0)
        self.placing = Placing(counted)
        self.waiting = counted.cells.copy()
        self.tuples = np.arange(len(counted.tuples))
        self.lattice = Lattice(boxes, counted.tuples, MOST_LEVELS)
        self._keep_what_holds()

    def holds(self, cells: Integers) -> Booleans:
        if self.only_rows:
            return np.asarray(cells.sum(axis=1) >= self.least)
        return np.asarray(all_hold(self.models, self.counted.classes(cells), self.counted.whole) & cells.any(axis=1))

    def fill(self, waiting: Integers) -> tuple[Integers, Booleans]:
        """Returns which of the rows that wait in a box become a class: all, or as many as models let that do not
        grow."""
        return (waiting, self.holds(waiting)) if self.grows else without_others(waiting, self.whole, self.holds)

    def left(self) -> Integers:
        """Returns the rows that are left, [tuple, combination], of all tuples."""
        remaining = np.zeros_like(self.counted.cells)
        remaining[self.tuples] = self.waiting
        return remaining

    def _keep_what_holds(self) -> None:
        """A tuple that makes a class by itself does."""
        kept, verdicts = self.fill(self.waiting)
        chosen = np.flatnonzero(verdicts)
        leaves = self.counted.tuples[chosen]
        self.placing.add(chosen, kept[chosen], self.placing.open([0] * leaves.shape[1], leaves))
        self.waiting[chosen] -= kept[chosen]
        self.rows = self.waiting.sum(axis=1).astype(np.float64)
        self.many = int(np.count_nonzero(self.rows))
        self._compact()

    def _compact_if_sparse(self) -> None:
        if self.many < _SPARSE * len(self.rows):
            self._compact()

    def _compact(self) -> None:
        chosen = np.flatnonzero(self.rows)
        self.tuples, self.waiting, self.rows = self.tuples[chosen], self.waiting[chosen], self.rows[chosen]
        self.lattice.keep(chosen)

    def take_boxes(self, order: Order) -> None:
        (self._by_mean if order == "mean" else self._by_least)()

    def _by_mean(self) -> None:
        """Visits every combination once, that which loses least on average first."""
        for number in self._in_order(self.lattice.mean_lost(self.rows) if self.many else np.zeros(0)):
            if self.many <= LEFT_TO_JOINING:
                return
            self._visit(number, np.flatnonzero(self.rows))
            self._compact_if_sparse()

    def _by_least(self) -> None:
        """Visits every box once, those that lose least first; a band of them at a time."""
        least = self.lattice.least_lost() if self.many else np.zeros(0)
        low, high = -1.0, LEAST_BAND
        while self.many > LEFT_TO_JOINING and least.min() < np.inf:
            high = max(high, float(least.min()) * BAND)
            for number in self._in_order(np.where(least <= high, least, np.inf)):
                lost = self.lattice.lost(number)
                inside = lost <= high
                least[number] = lost.min(where=~inside, initial=np.inf)
                inside &= lost > low
                self._visit(number, np.flatnonzero(inside))
                if self.many <= LEFT_TO_JOINING:
                    return
                self._compact_if_sparse()
            low, high = high, high * BAND

    def _in_order(self, lost: Floats) -> list[int]:
        """Returns the numbers of combinations in order; not that of the values themselves, and none that loses
        infinitely much."""
        order = np.argsort(lost, kind="stable")
        return [number for number in order[: np.count_nonzero(lost < np.inf)].tolist() if number]

    def _visit(self, number: int, chosen: Integers) -> None:
        """Takes the boxes of these tuples in which enough rows wait; again what is left of those taken in part."""
        while len(chosen):
            box = self.lattice.box(number, chosen)
            bucket = (box >> np.uint64(64 - max(4, (_BUCKETS * len(box)).bit_length()))).astype(np.int64)
            enough = np.bincount(bucket, self.rows.take(chosen)) >= self.least  # of a bucket, so at least of its boxes
            near = np.flatnonzero(enough.take(bucket))
            chosen = self._take(number, box[near], chosen[near]) if len(near) else near

    def _take(self, number: int, box: Codes, chosen: Integers) -> Integers:
        """Returns the tuples that still wait in boxes that were taken."""
        order = np.argsort(box, kind="stable")
        chosen, box = chosen[order], box[order]
        first = np.flatnonzero(np.concatenate([[True], box[1:] != box[:-1]]))
        of_box = np.repeat(np.arange(len(first)), np.diff([*first, len(box)]))
        there = np.add.reduceat(self.waiting[chosen], first)
        candidates = np.flatnonzero(there.sum(axis=1) >= self.least)
        taken, verdicts = self.fill(there[candidates])
        if not verdicts.any():
            return chosen[:0]
        candidates, taken = candidates[verdicts], taken[verdicts]
        new = np.full(len(first), -1)
        new[candidates] = np.arange(len(candidates))
        inside = new[of_box] >= 0
        chosen, of_box = chosen[inside], new[of_box[inside]]
        given = self.waiting[chosen] if self.grows else shared_out(self.waiting[chosen], of_box, taken)
        at = chosen[np.flatnonzero(np.diff(of_box, prepend=-1))]
        opened = self.placing.open(self.lattice.levels(number), self.counted.tuples[self.tuples[at]])
        self.placing.add(self.tuples[chosen], given, opened[of_box])
        self.waiting[chosen] -= given
        self.rows[chosen] -= given.sum(axis=1)
        self.many = int(np.count_nonzero(self.rows))
        return np.asarray(chosen[self.rows[chosen] > 0])
