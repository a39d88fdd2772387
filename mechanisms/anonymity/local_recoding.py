"""Local recoding: every row in the finest box that enough others share; boxes may lie over each other.

Rows whose own values make a class that holds the models stay as they are. For the others, boxes are taken in the order
of what they lose for each row that still waits, over all combinations of levels. A box that lacks rows borrows some of
those that a finer class can spare: five who are alone need not be joined to each other, far away, if each has four
frequent neighbours that lend a row. What is left over is joined to the class where that loses least.

The search decides nothing about safety: the models do, and are asked again about all that it returns.
"""

import heapq
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mechanisms.anonymity.boxes import Boxes, Levels
from mechanisms.anonymity.classes import Booleans, Integers
from mechanisms.anonymity.counting import Counted
from mechanisms.anonymity.filling import shared_out, up_to, with_spare, without_others
from mechanisms.anonymity.joining import joined
from mechanisms.anonymity.models.model import Model, all_hold
from mechanisms.anonymity.placing import Placed, Placing

MOST_LEVELS = 20_000  # combinations of levels
BATCH = 0.1  # boxes that lose up to so much more for a row than the next best one are taken with it


class _Groups(NamedTuple):
    """Boxes of one combination of levels, those in which rows wait."""

    box_of: Integers  # of each tuple that waits, in the order of `tuples`
    tuples: Integers
    first: Integers  # where each box begins in it
    lender_box: Integers
    lenders: Integers  # tuples that lie in one of the boxes and can spare rows


def recoded(counted: Counted, boxes: Boxes, models: Sequence[Model]) -> Placed:
    """Errors: ValueError where the columns have more combinations of levels than are searched."""
    levels = boxes.levels(MOST_LEVELS)
    search = _Search(counted, boxes, models)
    search.keep_what_holds()
    search.take_boxes(levels[1:])
    return joined(search.placing, search.waiting, counted, boxes, search.holds)


class _Search:
    def __init__(self, counted: Counted, boxes: Boxes, models: Sequence[Model]) -> None:
        self.counted, self.boxes, self.models = counted, boxes, models
        self.lends = all(model.grows for model in models)
        self.least = max((model.rows for model in models), default=1)
        self.only_rows = all(model.only_rows for model in models)
        self.whole = counted.cells.sum(axis=0)
        self.waiting = counted.cells.copy()
        self.spare = np.zeros_like(counted.cells)
        self.placing = Placing(counted)

    def holds(self, cells: Integers) -> Booleans:
        held = all_hold(self.models, self.counted.classes(cells), self.counted.whole)
        return np.asarray(held & cells.any(axis=1))

    def fill(self, waiting: Integers, spare: Integers) -> tuple[Integers, Booleans]:
        if self.only_rows:
            return up_to(self.least, waiting, spare)
        if self.lends:
            return with_spare(waiting, spare, self.whole, self.holds)
        return without_others(waiting, self.whole, self.holds)

    def keep_what_holds(self) -> None:
        """A tuple that makes a class by itself does; what it could do without may be borrowed until the end."""
        if self.lends:
            kept, held = self.fill(np.zeros_like(self.waiting), self.waiting)
        else:
            kept, held = without_others(self.waiting, self.whole, self.holds)
        chosen = np.flatnonzero(held)
        self.placing.open_own(chosen)
        self.placing.add_own(chosen, kept[chosen])
        self.waiting[chosen] -= kept[chosen]
        if self.lends:
            self.spare[chosen], self.waiting[chosen] = self.waiting[chosen], 0

    def take_boxes(self, combinations: Sequence[Levels]) -> None:
        waiting = np.flatnonzero(self.waiting.any(axis=1))
        queue: list[tuple[float, int]] = []
        if len(waiting):
            queue = [(float(self.boxes.lost(levels, waiting).min()), at) for at, levels in enumerate(combinations)]
        heapq.heapify(queue)
        lenders = np.flatnonzero(self.spare.any(axis=1))
        while queue and len(waiting):
            bound, at = heapq.heappop(queue)
            limit = max(bound, queue[0][0] if queue else bound) * (1 + BATCH)
            beyond = self._take_from(combinations[at], waiting, lenders, limit)
            if beyond < np.inf:
                heapq.heappush(queue, (beyond, at))
            waiting = waiting[self.waiting[waiting].any(axis=1)]
            lenders = lenders[self.spare[lenders].any(axis=1)]
        if self.lends:
            self.placing.add_own(lenders, self.spare[lenders])

    def _take_from(self, levels: Levels, waiting: Integers, lenders: Integers, limit: float) -> float:
        """Take the boxes that lose at most `limit` for each waiting row; what the best of the others loses, or more."""
        groups = self._groups(levels, waiting, lenders)
        there = np.add.reduceat(self.waiting[groups.tuples], groups.first)
        rows = there.sum(axis=1)
        lost = self.boxes.lost(levels, groups.tuples[groups.first])
        ratio = lost * np.maximum(1.0, self.least / rows)
        near = np.flatnonzero(ratio <= limit)
        if not len(near):
            return float(ratio.min())
        spare = np.zeros_like(there)
        np.add.at(spare, groups.lender_box, self.spare[groups.lenders])
        taken, held = self.fill(there[near], spare[near])
        gained = np.minimum(taken, there[near]).sum(axis=1)
        ratio[near] = np.where(held, lost[near] * taken.sum(axis=1) / np.maximum(gained, 1), np.inf)
        chosen = held & (ratio[near] <= limit)
        if chosen.any():
            self._place(levels, groups, near[chosen], taken[chosen])
            ratio[near[chosen]] = np.inf
        return float(ratio.min())

    def _groups(self, levels: Levels, waiting: Integers, lenders: Integers) -> _Groups:
        box = self.boxes.box(levels, np.concatenate([waiting, lenders]))
        of_waiting, of_lenders = box[: len(waiting)], box[len(waiting) :]
        order = np.argsort(of_waiting, kind="stable")
        of_waiting = of_waiting[order]
        new = np.ones(len(order), bool)
        np.not_equal(of_waiting[1:], of_waiting[:-1], out=new[1:])
        first = np.flatnonzero(new)
        keys = of_waiting[first]
        place = np.minimum(np.searchsorted(keys, of_lenders), len(keys) - 1)
        inside = keys[place] == of_lenders
        return _Groups(np.cumsum(new) - 1, waiting[order], first, place[inside], lenders[inside])

    def _place(self, levels: Levels, groups: _Groups, chosen: Integers, taken: Integers) -> None:
        """The waiting rows of each box first, then spare ones, tuple by tuple, as many as were taken."""
        new = np.full(len(groups.first), -1)
        new[chosen] = self.placing.open(levels, self.counted.tuples[groups.tuples[groups.first[chosen]]])
        wanted = np.zeros((len(groups.first), taken.shape[1]), np.int64)
        wanted[chosen] = taken
        for store, tuples, box_of in (
            (self.waiting, groups.tuples, groups.box_of),
            (self.spare, groups.lenders, groups.lender_box),
        ):
            asked = new[box_of] >= 0
            tuples, box_of = tuples[asked], box_of[asked]
            given = shared_out(store[tuples], box_of, wanted)
            np.subtract.at(wanted, box_of, given)
            store[tuples] -= given
            self.placing.add(tuples, given, new[box_of])
