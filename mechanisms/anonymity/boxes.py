"""Boxes: a node for each quasi-identifying column. Where tuples lie at some levels, and what that loses.

A box is written as a tuple of leaves that it covers, and a level for each column.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.counting import LARGEST_CODE, packed
from mechanisms.anonymity.hierarchy import Hierarchy

Floats = NDArray[np.float64]
Levels = tuple[int, ...]


class Boxes:
    """The boxes of these tuples; `weights` say how much each column's loss counts, and sum to 1."""

    def __init__(self, hierarchies: Sequence[Hierarchy], tuples: Integers, weights: Sequence[float]) -> None:
        self.hierarchies = hierarchies
        self.tuples = tuples
        self.loss = [weight * hierarchy.loss for weight, hierarchy in zip(weights, hierarchies, strict=True)]
        self._lost = [loss[:, codes] for loss, codes in zip(self.loss, tuples.T, strict=True)]
        self._sizes = [len(hierarchy.leaves) for hierarchy in hierarchies]
        self._fits = math.prod(self._sizes) < LARGEST_CODE
        strides = np.cumprod([1, *self._sizes[:-1]]) if self._fits else [1] * len(self._sizes)
        self._nodes = [
            hierarchy.nodes[:, codes] * stride
            for hierarchy, codes, stride in zip(hierarchies, tuples.T, strides, strict=True)
        ]

    def levels(self, most: int) -> list[Levels]:
        """Every combination of levels, that of the values themselves first. Errors: ValueError for more than `most`."""
        found = math.prod(hierarchy.levels for hierarchy in self.hierarchies)
        if found > most:
            raise ValueError(
                f"{len(self.hierarchies)} quasi-identifying columns have {found} combinations of levels, and {most} "
                "are searched; take fewer columns or hierarchies of fewer levels"
            )
        return list(itertools.product(*(range(hierarchy.levels) for hierarchy in self.hierarchies)))

    def box(self, levels: Levels, chosen: Integers) -> Integers:
        """A number for the box of each chosen tuple at these levels, equal for equal boxes of one call."""
        nodes = [of_level[level][chosen] for of_level, level in zip(self._nodes, levels, strict=True)]
        if not self._fits:
            return packed(nodes, self._sizes)
        found: Integers = nodes[0]
        for column in nodes[1:]:
            found = found + column
        return found

    def lost(self, levels: Levels, chosen: Integers) -> Floats:
        """What one row loses in the box of each chosen tuple at these levels, 0 to 1."""
        found: Floats = self._lost[0][levels[0]][chosen]
        for lost, level in zip(self._lost[1:], levels[1:], strict=True):
            found = found + lost[level][chosen]
        return found

    def lost_in(self, levels: Integers, leaves: Integers) -> Floats:
        """By box ([boxes, columns] each): what one row loses in it."""
        found = np.zeros(len(levels))
        for column, loss in enumerate(self.loss):
            found += loss[levels[:, column], leaves[:, column]]
        return found

    def joined(self, levels: Integers, leaves: Integers, other: Integers) -> Integers:
        """[boxes, columns]: the levels at which each box covers `other` too, one tuple or one a box."""
        found = levels.copy()
        for column, hierarchy in enumerate(self.hierarchies):
            apart = hierarchy.apart(leaves[:, column], other[..., column])
            np.maximum(found[:, column], apart, out=found[:, column])
        return found
