"""The lattice holds every combination of levels over the tuples that wait, in two halves of the columns.

The number of a box and its loss are sums of what each half says, and each half has few combinations of levels and few
different tuples: so a combination of levels costs two looks into small tables for each tuple, however many columns.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.boxes import Boxes, Floats, Levels
from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.counting import LARGEST_CODE, distinct, packed, ranked

Codes = NDArray[np.uint64]
_ODD = 0x9E3779B97F4A7C15  # an odd factor is a bijection of 64 bits, and its high bits are a hash


class Lattice:
    """This is a lattice of all combinations of levels. `kept` tuples remain; combinations of levels are numbered, that
    of the values themselves is number 0."""

    def __init__(self, boxes: Boxes, tuples: Integers, most: int) -> None:
        """Builds the lattice of levels. Errors: ValueError for more than `most` combinations of levels."""
        heights = [hierarchy.levels for hierarchy in boxes.hierarchies]
        combinations = math.prod(heights)
        if combinations > most:
            raise ValueError(
                f"{len(heights)} quasi-identifying columns have {combinations} combinations of levels, and {most} "
                "are searched; take fewer columns or hierarchies of fewer levels"
            )
        cut = min(range(len(heights) + 1), key=lambda at: math.prod(heights[:at]) + math.prod(heights[at:]))
        self._one = _Half(boxes, tuples, range(cut))
        self._other = _Half(boxes, tuples, range(cut, len(heights)))
        if self._one.most * self._other.most >= LARGEST_CODE:
            self._one.rank()
            self._other.rank()
        self._one.spread(1)
        self._other.spread(self._one.most)
        self.count = len(self._one.levels) * len(self._other.levels)

    def levels(self, number: int) -> Levels:
        first, other = divmod(number, len(self._other.levels))
        return self._one.levels[first] + self._other.levels[other]

    def keep(self, chosen: Integers) -> None:
        self._one.of_tuple = self._one.of_tuple[chosen]
        self._other.of_tuple = self._other.of_tuple[chosen]

    def lost(self, number: int) -> Floats:
        """Returns what one row of each tuple loses, 0 to 1."""
        first, other = divmod(number, len(self._other.levels))
        loss: Floats = self._one.lost[first].take(self._one.of_tuple)
        loss += self._other.lost[other].take(self._other.of_tuple)
        return loss

    def box(self, number: int, chosen: Integers) -> Codes:
        """Returns a number for the box of each chosen tuple, equal for equal boxes; its high bits are a hash of the
        box."""
        first, other = divmod(number, len(self._other.levels))
        codes: Codes = self._one.codes[first].take(self._one.of_tuple.take(chosen))
        codes += self._other.codes[other].take(self._other.of_tuple.take(chosen))
        return codes

    def least_lost(self) -> Floats:
        """Returns the loss that no tuple falls below, by combination."""
        least = [half.lost.min(axis=1) for half in (self._one, self._other)]
        return np.asarray((least[0][:, None] + least[1]).ravel())

    def mean_lost(self, rows: Floats) -> Floats:
        """Returns what these rows (so many of each tuple) lose by each combination, to twelve decimals.

        The last bits of a sum are others on another processor, and between two that lose the same they would decide.
        """
        means = [half.lost @ np.bincount(half.of_tuple, rows, half.lost.shape[1]) for half in (self._one, self._other)]
        return np.asarray(np.round((means[0][:, None] + means[1]).ravel() / rows.sum(), 12))


class _Half:
    """A half holds for each [combination, tuple of these columns] the number of a box and what it loses."""

    def __init__(self, boxes: Boxes, tuples: Integers, columns: Sequence[int]) -> None:
        chosen = [(boxes.hierarchies[at], boxes.loss[at]) for at in columns]
        self.levels = list(itertools.product(*(range(hierarchy.levels) for hierarchy, _ in chosen)))
        if not chosen:
            self.of_tuple, leaves = np.zeros(len(tuples), np.int64), np.zeros((1, 0), np.int64)
        else:
            leaves, self.of_tuple = distinct(np.ascontiguousarray(tuples[:, list(columns)]))
        sizes = [len(hierarchy.leaves) for hierarchy, _ in chosen]
        nodes = [hierarchy.nodes[:, codes] for (hierarchy, _), codes in zip(chosen, leaves.T, strict=True)]
        losses = [loss[:, codes] for (_, loss), codes in zip(chosen, leaves.T, strict=True)]
        self.lost = np.zeros((len(self.levels), len(leaves)))
        codes = np.zeros((len(self.levels), len(leaves)), np.int64)
        for at, levels in enumerate(self.levels):
            codes[at] = (
                packed([of_level[level] for of_level, level in zip(nodes, levels, strict=True)], sizes) if chosen else 0
            )
            for lost, level in zip(losses, levels, strict=True):
                self.lost[at] += lost[level]
        self.most = int(codes.max()) + 1
        self._plain = codes

    def rank(self) -> None:
        """Ranks the box numbers, so that they are no larger than there are tuples."""
        self._plain = np.stack([ranked(codes)[1] for codes in self._plain])
        self.most = self._plain.shape[1]

    def spread(self, stride: int) -> None:
        self.codes: Codes = self._plain.astype(np.uint64) * np.uint64(stride * _ODD % 2**64)
        del self._plain
