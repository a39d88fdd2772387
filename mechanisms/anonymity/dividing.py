"""Disjoint boxes: the whole domain is divided again and again, and no box lies over another.

A box is divided by one column, into the nodes of its next finer level, only if every part in which there are rows holds
the models and has as many rows as a number drawn for the box, from the k that is asked to 2k - 1. So nothing is taken
out of a box while the rest of it stays coarse, and boxes are not made smaller to fit their rows. Which column is tried
first is what the box itself loses by it, which depends on hierarchies alone.

This answers downcoding by exclusion (`attacks.downcoding`). That a box was not divided still tells that some part of it
was small, up to the number that was drawn, or did not hold a model of sensitive values. Nothing is proven of the first.
Nothing at all blurs the second: whoever knows how many rows have each value in the whole box may read from it which
values its parts hold.

Source: Cohen 2022, arXiv:2202.13470, on why minimal boxes leak; top-down division as in LeFevre, DeWitt, Ramakrishnan
2006, doi 10.1109/ICDE.2006.101, with nodes of hierarchies instead of medians, which are chosen by the data.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from mechanisms.anonymity.boxes import Boxes
from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.counting import Counted
from mechanisms.anonymity.models.model import Model, all_hold
from mechanisms.anonymity.placing import Placed, Placing
from mechanisms.common.entropy import Entropy, uniform_below


def divided(counted: Counted, boxes: Boxes, models: Sequence[Model], entropy: Entropy) -> Placed:
    """Every tuple in the one box that covers it. Whether all rows as one hold was asked before."""
    division = _Division(counted, boxes, models, entropy)
    waiting = [(np.array([tree.levels - 1 for tree in boxes.hierarchies]), np.arange(len(counted.tuples)))]
    placing = Placing(counted)
    while waiting:
        levels, tuples = waiting.pop()
        parts = division.of(levels, tuples)
        if parts is None:
            opened = placing.open(levels, counted.tuples[tuples[:1]])
            placing.add(tuples, counted.cells[tuples], np.repeat(opened, len(tuples)))
        else:
            waiting.extend(parts)
    return placing.placed()


class _Division:
    def __init__(self, counted: Counted, boxes: Boxes, models: Sequence[Model], entropy: Entropy) -> None:
        self.counted, self.boxes, self.models, self.entropy = counted, boxes, models, entropy
        self.least = max(model.rows for model in models)

    def of(self, levels: Integers, tuples: Integers) -> list[tuple[Integers, Integers]] | None:
        """The parts of a box, by the first column that allows it; None: it stays whole."""
        asked = self.least + uniform_below(self.least, self.entropy)
        for column in self._columns(levels, int(tuples[0])):
            finer = self.boxes.hierarchies[column].nodes[levels[column] - 1]
            nodes, part = np.unique(finer[self.counted.tuples[tuples, column]], return_inverse=True)
            cells = np.zeros((len(nodes), self.counted.cells.shape[1]), np.int64)
            np.add.at(cells, part, self.counted.cells[tuples])
            if cells.sum(axis=1).min() >= asked and self._hold(cells):
                below = levels - (np.arange(len(levels)) == column)
                return [(below, tuples[part == one]) for one in range(len(nodes))]
        return None

    def _columns(self, levels: Integers, one: int) -> Iterator[int]:
        """Those that can be said more finely, that of which the box loses most first."""
        leaves = self.counted.tuples[one]
        lost = [loss[level, leaf] for loss, level, leaf in zip(self.boxes.loss, levels, leaves, strict=True)]
        return (column for column in np.argsort(-np.array(lost), kind="stable").tolist() if levels[column])

    def _hold(self, cells: Integers) -> bool:
        return bool(all_hold(self.models, self.counted.classes(cells), self.counted.whole).all())
