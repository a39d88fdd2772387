"""Disjoint boxes come from dividing the whole domain again and again, so that no box lies over another.

A box is divided by one column, into the nodes of its next finer level, only if every part in which there are rows holds
the models and has as many rows as a number drawn for the box, from the k that is asked to 2k - 1. So nothing is taken
out of a box while the rest of it stays coarse, and boxes are not made smaller to fit their rows. Which column is tried
first is what the box itself loses by it, which depends on hierarchies alone.

Of a population as many people as were drawn in the same way must fit every part that has rows. A part without rows is
no box, and its people fit none.

This answers downcoding by exclusion (`attacks.downcoding`). That a box was not divided still tells that some part of it
was small, up to the number that was drawn, or did not hold a model of sensitive values. Nothing is proven of the first.
Nothing at all blurs the second: whoever knows how many rows have each value in the whole box may read from it which
values its parts hold.

Source: Cohen 2022, arXiv:2202.13470, on why minimal boxes leak; top-down division as in LeFevre, DeWitt, Ramakrishnan
2006, doi 10.1109/ICDE.2006.101, with nodes of hierarchies instead of medians, which are chosen by the data.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.anonymity.boxes import Boxes
from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.counting import Counted
from mechanisms.anonymity.models.model import Model, all_hold
from mechanisms.anonymity.placing import Placed, Placing
from mechanisms.anonymity.population import Population, among
from mechanisms.common.entropy import Entropy, uniform_below


@dataclass(frozen=True, kw_only=True, eq=False)
class _Box:
    """A box knows the places of the tuples of the table, and of the population, that it covers."""

    levels: Integers
    tuples: Integers
    people: Integers


def divided(
    counted: Counted, boxes: Boxes, models: Sequence[Model], entropy: Entropy, population: Population | None
) -> Placed:
    """Returns every tuple in the one box that covers it. Whether all rows as one hold was asked before."""
    division = _Division(counted, boxes, models, entropy, population)
    waiting = [division.everything()]
    placing = Placing(counted)
    while waiting:
        box = waiting.pop()
        parts = division.of(box)
        if parts is None:
            opened = placing.open(box.levels, counted.tuples[box.tuples[:1]])
            placing.add(box.tuples, counted.cells[box.tuples], np.repeat(opened, len(box.tuples)))
        else:
            waiting.extend(parts)
    return placing.placed()


class _Division:
    def __init__(
        self,
        counted: Counted,
        boxes: Boxes,
        models: Sequence[Model],
        entropy: Entropy,
        population: Population | None,
    ) -> None:
        self.counted, self.boxes, self.models, self.entropy = counted, boxes, models, entropy
        self.least = max(model.rows for model in models)
        self.population, self.fewest = population, max(model.people for model in models)
        self.everybody = any(model.everybody for model in models)

    def everything(self) -> _Box:
        top = np.array([tree.levels - 1 for tree in self.boxes.hierarchies])
        people = 0 if self.population is None else len(self.population.tuples)
        return _Box(levels=top, tuples=np.arange(len(self.counted.tuples)), people=np.arange(people))

    def of(self, box: _Box) -> list[_Box] | None:
        """Returns the parts of a box, by the first column that allows it; None if it stays whole."""
        threshold = self.least + uniform_below(self.least, self.entropy)
        of_people = 0 if self.population is None else self.fewest + uniform_below(self.fewest, self.entropy)
        for column in self._columns(box.levels, int(box.tuples[0])):
            finer = self.boxes.hierarchies[column].nodes[box.levels[column] - 1]
            nodes, part = np.unique(finer[self.counted.tuples[box.tuples, column]], return_inverse=True)
            cells = np.zeros((len(nodes), self.counted.cells.shape[1]), np.int64)
            np.add.at(cells, part, self.counted.cells[box.tuples])
            if cells.sum(axis=1).min() < threshold:
                continue
            home = self._home(box, nodes, finer, column)
            if self._hold(cells, self._people(box, home, len(nodes)), of_people):
                below = box.levels - (np.arange(len(box.levels)) == column)
                return [
                    _Box(levels=below, tuples=box.tuples[part == part_number], people=box.people[home == part_number])
                    for part_number in range(len(nodes))
                ]
        return None

    def _home(self, box: _Box, nodes: Integers, finer: Integers, column: int) -> Integers:
        """Returns which part of a box covers each of the people; len(nodes) where a part has no rows."""
        if self.population is None:
            return box.people
        known = finer[self.population.tuples[box.people, column]]
        place = np.searchsorted(nodes, known)
        there = nodes[np.minimum(place, len(nodes) - 1)] == known
        return np.where(there, place, len(nodes))

    def _people(self, box: _Box, home: Integers, parts: int) -> Integers | None:
        """Returns how many people each part covers, and how many those without rows, [parts + 1]."""
        if self.population is None:
            return None
        totals = np.zeros(parts + 1, np.int64)
        np.add.at(totals, home, self.population.people[box.people])
        return totals

    def _columns(self, levels: Integers, tuple_index: int) -> Iterator[int]:
        """Returns the columns that can be said more finely, that of which the box loses most first."""
        leaves = self.counted.tuples[tuple_index]
        lost = [loss[level, leaf] for loss, level, leaf in zip(self.boxes.loss, levels, leaves, strict=True)]
        return (column for column in np.argsort(-np.array(lost), kind="stable").tolist() if levels[column])

    def _hold(self, cells: Integers, people: Integers | None, of_people: int) -> bool:
        classes = self.counted.classes(cells)
        if people is not None:
            if people[:-1].min() < of_people or (self.everybody and people[-1]):
                return False
            classes = among(people[:-1], classes)
        return bool(all_hold(self.models, classes, self.counted.whole).all())
