"""A release: what every row says and with whom it shares it; found by a search, and asked about once more."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.anonymity.boxes import Boxes
from mechanisms.anonymity.classes import Classes, Integers
from mechanisms.anonymity.counting import Counted, Table, count
from mechanisms.anonymity.local_recoding import recoded
from mechanisms.anonymity.models.model import Model, all_hold, refuse_impossible
from mechanisms.anonymity.placing import Placed, tightened
from mechanisms.common.entropy import Entropy


@dataclass(frozen=True, kw_only=True, eq=False)
class Release:
    """`levels[row, column]` is the level at which a value is said; the rows are those of the table, in its order.

    `order` lists the rows in the order in which they are to be written: by what is written, so that the order of the
    table leaves no trace. `classes` are the counts that the models were asked about.
    """

    table: Table
    levels: Integers
    order: Integers
    classes: Classes
    guarantee: str

    def said(self, column: int) -> list[str]:
        """What a column says, in the order in which rows are to be written."""
        hierarchy = self.table.hierarchies[column]
        codes, levels = self.table.quasi[self.order, column], self.levels[self.order, column]
        return [hierarchy.names[level][hierarchy.nodes[level, code]] for level, code in zip(levels, codes, strict=True)]

    @property
    def penalty(self) -> float:
        """GCP: the mean loss of all cells, 0 to 1; every column counts alike."""
        columns = enumerate(self.table.hierarchies)
        return float(np.mean([one.loss[self.levels[:, at], self.table.quasi[:, at]].mean() for at, one in columns]))


def release(
    table: Table, models: Sequence[Model], *, entropy: Entropy, weights: Sequence[float] | None = None
) -> Release:
    """Every row of the table, said as finely as the models and the search allow; none is suppressed.

    `entropy` decides which of two rows of the same values goes to which class. `weights`, one for each column, say
    whose loss counts more.
    Errors: ValueError where no release can hold the models, for more columns than are searched, and for no weights.
    """
    if not models:
        raise ValueError("no model was asked for; a release without one would be the table itself")
    counted = count(table)
    refuse_impossible(models, counted.whole)
    boxes = Boxes(table.hierarchies, counted.tuples, _shares(table, weights))
    placed = recoded(counted, boxes, models)
    finer = tightened(placed, counted, boxes)
    classes = counted.classes(finer.cells(counted.cells.shape[1]))
    held = all_hold(models, classes, counted.whole)
    if not held.all():
        raise AssertionError(f"{int((~held).sum())} classes do not hold what was asked; nothing is released")
    levels = _levels_of_rows(table, counted, finer, entropy)
    return Release(
        table=table,
        levels=levels,
        order=_order(table, counted, levels),
        classes=classes,
        guarantee=_words(table, models),
    )


def _shares(table: Table, weights: Sequence[float] | None) -> list[float]:
    columns = len(table.hierarchies)
    given = [1.0] * columns if weights is None else [float(weight) for weight in weights]
    if len(given) != columns or not all(0 <= weight < float("inf") for weight in given) or not sum(given):
        raise ValueError(f"the weights are {given}; one from 0 on for each of the {columns} columns, not all 0")
    return [weight / sum(given) for weight in given]


def _levels_of_rows(table: Table, counted: Counted, placed: Placed, entropy: Entropy) -> Integers:
    """The rows of a cell, in an order drawn over what they carry, fill the parts of the cell one after the other."""
    cell_of_row = counted.of_row * counted.cells.shape[1] + counted.combination_of_row
    rows = np.lexsort((*_carried(table), cell_of_row))
    drawn = entropy.words(len(rows)).astype(np.int64)
    rows = rows[np.lexsort((drawn, cell_of_row[rows]))]
    cell_of_part = placed.tuple_of * counted.cells.shape[1] + placed.combination_of
    parts = np.lexsort((placed.class_of, cell_of_part))
    class_of_row = np.empty(len(rows), np.int64)
    class_of_row[rows] = np.repeat(placed.class_of[parts], placed.amount[parts])
    return placed.levels[class_of_row]


def _order(table: Table, counted: Counted, levels: Integers) -> Integers:
    nodes = [
        levels[:, at] * len(hierarchy.leaves) + hierarchy.nodes[levels[:, at], table.quasi[:, at]]
        for at, hierarchy in enumerate(table.hierarchies)
    ]
    return np.lexsort((*_carried(table), counted.combination_of_row, *nodes[::-1]))


def _carried(table: Table) -> list[Integers]:
    return [] if table.carried is None else list(table.carried.T[::-1])


def _words(table: Table, models: Sequence[Model]) -> str:
    """As DataHub says it: over which columns, and never "anonymous" alone."""
    columns = ", ".join(hierarchy.column for hierarchy in table.hierarchies)
    return f"{', '.join(model.words() for model in models)} over {{{columns}}}"
