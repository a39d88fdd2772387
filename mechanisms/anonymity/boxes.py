"""A box is a node for each quasi-identifying column, kept as a tuple of leaves that it covers and a level for each
column."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.hierarchy import Hierarchy

Floats = NDArray[np.float64]
Levels = tuple[int, ...]


class Boxes:
    """This is the information loss of boxes; `weights` say how much each column's loss counts, and sum to 1."""

    def __init__(self, hierarchies: Sequence[Hierarchy], weights: Sequence[float]) -> None:
        self.hierarchies = hierarchies
        self.loss = [weight * hierarchy.loss for weight, hierarchy in zip(weights, hierarchies, strict=True)]

    def lost_in(self, levels: Integers, leaves: Integers) -> Floats:
        """Returns what one row loses in each box ([boxes, columns] each)."""
        losses = np.zeros(len(levels))
        for column, loss in enumerate(self.loss):
            losses += loss[levels[:, column], leaves[:, column]]
        return losses

    def joined(self, levels: Integers, leaves: Integers, other: Integers) -> Integers:
        """Returns the levels at which each box covers `other` too, [boxes, columns]; `other` is one tuple or one a
        box."""
        joined_levels = levels.copy()
        for column, hierarchy in enumerate(self.hierarchies):
            apart = hierarchy.apart(leaves[:, column], other[..., column])
            np.maximum(joined_levels[:, column], apart, out=joined_levels[:, column])
        return joined_levels


def shares(columns: int, weights: Sequence[float] | None) -> list[float]:
    """Returns the weights of the columns, equal where none are given, summing to 1. Errors: ValueError for what are
    none."""
    given = [1.0] * columns if weights is None else [float(weight) for weight in weights]
    if len(given) != columns or not all(0 <= weight < float("inf") for weight in given) or not sum(given):
        raise ValueError(f"the weights are {given}; one from 0 on for each of the {columns} columns, not all 0")
    return [weight / sum(given) for weight in given]
