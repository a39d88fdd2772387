"""A release is what every row says and with whom it shares it; found by a search, and asked about once more."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mechanisms.anonymity.boxes import Boxes, Floats, shares
from mechanisms.anonymity.classes import Classes, Integers
from mechanisms.anonymity.counting import Counted, Table, counts_of, in_order, rows_alone
from mechanisms.anonymity.dividing import divided
from mechanisms.anonymity.local_recoding import Order, recoded
from mechanisms.anonymity.models.model import Model, all_hold, refuse_impossible
from mechanisms.anonymity.placing import Placed, tightened
from mechanisms.anonymity.population import Population, among, refuse_strangers
from mechanisms.common.entropy import Entropy


@dataclass(frozen=True, kw_only=True, eq=False)
class Parts:
    """A part is a number of rows that are alike and in one class: `amount[part]` of those that the row `row[part]` of
    the table stands for are in `class_of[part]`. Parts are in the order of the table, those of one row in the order in
    which its rows were drawn; where each row stands for itself, there is one part for each row."""

    row: Integers
    class_of: Integers
    amount: Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class Release:
    """This is a release of a table. `parts` say which class each row of the table is in; `placed` has the boxes of the
    classes, and `classes` the counts that the models were asked about."""

    table: Table
    placed: Placed
    parts: Parts
    classes: Classes
    guarantee: str

    @property
    def class_of_row(self) -> Integers:
        """Returns the class of each row. Errors: ValueError for a table whose rows stand for several, which may be in
        several classes."""
        if self.table.times is not None:
            raise ValueError("rows of this table stand for several rows; their parts say in which classes these are")
        return self.parts.class_of

    @cached_property
    def levels(self) -> Integers:
        """Returns the level at which each value is said, [part, column], in the order of the table."""
        return self.placed.levels[self.parts.class_of]

    @cached_property
    def order(self) -> Integers:
        """Returns the parts in the order in which they are to be written: by what is written, so that the order of the
        table leaves no trace."""
        return _order(self.table, self.table.counted, self.placed, self.parts)

    def labels(self, column: int) -> list[str]:
        """Returns the labels that a column of the release says, part by part in the order in which these are to be
        written."""
        names, codes = self.labels_by_code(column)
        return list(map(names.__getitem__, codes.tolist()))

    def labels_by_code(self, column: int) -> tuple[list[str], Integers]:
        """Returns the labels of a column by code: all names of the column's hierarchy, and for each part which of
        them it says."""
        names, codes = self.labels_of_classes(column)
        return names, codes[self.parts.class_of[self.order]]

    def labels_of_classes(self, column: int) -> tuple[list[str], Integers]:
        """Returns all names of a column's hierarchy, and for each class which of them its rows say."""
        hierarchy = self.table.hierarchies[column]
        ahead = np.cumsum([0, *map(len, hierarchy.names[:-1])])
        names = [name for of_level in hierarchy.names for name in of_level]
        levels, leaves = self.placed.levels[:, column], self.placed.leaves[:, column]
        return names, np.asarray((hierarchy.nodes + ahead[:, None])[levels, leaves])

    def lost_by_class(self, column: int) -> Floats:
        """Returns what each row of a class loses in a column, 0 to 1: its box covers the values of all its rows."""
        hierarchy = self.table.hierarchies[column]
        return np.asarray(hierarchy.loss[self.placed.levels[:, column], self.placed.leaves[:, column]])

    @property
    def penalty(self) -> float:
        """Returns the global certainty penalty (GCP): the mean loss of all cells, 0 to 1; every column counts alike."""
        rows = self.classes.sizes
        return float(np.mean([self.lost_by_class(at) @ rows / rows.sum() for at in range(len(self.table.hierarchies))]))


def release(
    table: Table,
    models: Sequence[Model],
    *,
    entropy: Entropy,
    weights: Sequence[float] | None = None,
    order: Order = "mean",
) -> Release:
    """Releases every row of the table, said as finely as the models and the search allow; none is suppressed.

    `entropy` decides which of two rows of the same values goes to which class. `weights`, one for each column, say
    whose loss counts more. `order` of the search: "mean" goes once through the combinations of levels; "least"
    takes the boxes that lose least first, in two to three times the time, and mostly loses a few per cent less.
    Errors: ValueError where no release can hold the models, for more columns than are searched, for no weights, and for
    models that compare with a population, which are searched in disjoint boxes alone.
    """
    counted, searched, boxes = _to_search(table, models, weights, None)
    placed = tightened(recoded(searched, boxes, models, order), searched, boxes)
    return _released(table, counted, searched, placed, models, entropy, None)


def release_in_disjoint_boxes(
    table: Table,
    models: Sequence[Model],
    *,
    entropy: Entropy,
    weights: Sequence[float] | None = None,
    population: Population | None = None,
) -> Release:
    """Returns a `release` in boxes of which none lies over another, and which have more rows than they would need.

    It answers downcoding by exclusion, and loses several times as much. `entropy` decides how many rows a part of each
    box needs; whoever knows the draws knows more about boxes that were not divided. Models of sensitive values are held
    just as tightly as by `release`, so that an undivided box may tell of the values in it. `population` holds everybody
    whom the rows are about, for the models that ask for it. The same errors, and ValueError for one that does not.
    """
    counted, searched, boxes = _to_search(table, models, weights, population)
    placed = divided(searched, boxes, models, entropy, population)
    return _released(table, counted, searched, placed, models, entropy, population)


def _to_search(
    table: Table, models: Sequence[Model], weights: Sequence[float] | None, population: Population | None
) -> tuple[Counted, Counted, Boxes]:
    """Returns the counts, and those that are searched: without sensitive values where no model looks at them."""
    if not models:
        raise ValueError("no model was asked for; a release without one would be the table itself")
    counted = table.counted
    whole = counted.whole
    if population is not None:
        refuse_strangers(counted.tuples, counted.cells.sum(axis=1), population)
        whole = among(np.array([population.total()]), whole)
    refuse_impossible(models, whole)
    searched = rows_alone(counted) if all(model.only_rows for model in models) else counted
    return counted, searched, Boxes(table.hierarchies, shares(len(table.hierarchies), weights))


def _released(
    table: Table,
    counted: Counted,
    searched: Counted,
    placed: Placed,
    models: Sequence[Model],
    entropy: Entropy,
    population: Population | None,
) -> Release:
    parts = _parts(table, counted, searched, placed, entropy)
    classes = counted.classes(_cells(parts, counted))
    if population is not None:
        people = population.in_boxes(table.hierarchies, placed.levels, placed.leaves)
        classes = among(people, classes)
        if int(people.sum()) < population.total() and any(model.everybody for model in models):
            raise AssertionError("somebody of the population fits no class; nothing is released")
    verdicts = all_hold(models, classes, counted.whole)
    if not verdicts.all() or len(verdicts) != len(placed.levels):
        raise AssertionError(f"{int((~verdicts).sum())} classes do not hold what was asked; nothing is released")
    return Release(
        table=table,
        placed=placed,
        parts=parts,
        classes=classes,
        guarantee=_words(table, models),
    )


def _cells(parts: Parts, counted: Counted) -> Integers:
    combinations = counted.cells.shape[1]
    place = parts.class_of * combinations + counted.combination_of_row[parts.row]
    return counts_of(place, parts.amount, (int(parts.class_of.max()) + 1) * combinations).reshape(-1, combinations)


def _parts(table: Table, counted: Counted, searched: Counted, placed: Placed, entropy: Entropy) -> Parts:
    """The rows of a cell, in an order drawn over what they carry, fill the parts of the cell one after the other. Only
    rows of a cell that is divided are looked at one by one."""
    combinations = searched.cells.shape[1]
    cell_of_part = placed.tuple_of * combinations + placed.combination_of
    parts = np.argsort(cell_of_part, kind="stable")  # they were in the order of their classes
    cell_of_part = cell_of_part[parts]
    class_of_cell = np.zeros(searched.cells.size, np.int64)
    class_of_cell[cell_of_part] = placed.class_of[parts]
    several = np.zeros(searched.cells.size, bool)
    several[cell_of_part[1:][cell_of_part[1:] == cell_of_part[:-1]]] = True
    cell_of_row = searched.of_row * combinations + searched.combination_of_row
    divided_rows = np.flatnonzero(several[cell_of_row])
    carried = [codes[divided_rows] for codes in (*_carried(table), counted.combination_of_row)]
    divided_rows = divided_rows[np.lexsort((*carried, cell_of_row[divided_rows]))]
    rows = np.repeat(divided_rows, table.repeats[divided_rows])
    drawn = entropy.words(len(rows))
    rows = rows[np.lexsort((drawn, cell_of_row[rows]))]
    parts = parts[several[cell_of_part]]
    dealt = _runs(rows, np.repeat(placed.class_of[parts], placed.amount[parts]))
    if table.times is None:
        class_of_row = class_of_cell[cell_of_row]
        class_of_row[dealt.row] = dealt.class_of
        return Parts(row=np.arange(len(class_of_row)), class_of=class_of_row, amount=table.repeats)
    whole = np.flatnonzero(~several[cell_of_row])
    row = np.concatenate([whole, dealt.row])
    order = np.argsort(row, kind="stable")
    return Parts(
        row=row[order],
        class_of=np.concatenate([class_of_cell[cell_of_row[whole]], dealt.class_of])[order],
        amount=np.concatenate([table.times[whole], dealt.amount])[order],
    )


def _runs(rows: Integers, classes: Integers) -> Parts:
    """Returns dealt rows, told by their row of the table and their class, as parts: rows that follow one another in the
    same class are one."""
    order = np.argsort(rows, kind="stable")
    rows, classes = rows[order], classes[order]
    new = np.ones(len(rows), bool)
    new[1:] = (rows[1:] != rows[:-1]) | (classes[1:] != classes[:-1])
    starts = np.flatnonzero(new)
    return Parts(row=rows[starts], class_of=classes[starts], amount=np.diff(starts, append=len(rows)))


def _order(table: Table, counted: Counted, placed: Placed, parts: Parts) -> Integers:
    nodes = [
        placed.levels[:, at] * len(hierarchy.leaves) + hierarchy.nodes[placed.levels[:, at], placed.leaves[:, at]]
        for at, hierarchy in enumerate(table.hierarchies)
    ]
    place_of_class = np.empty(len(placed.levels), np.int64)
    place_of_class[np.lexsort(nodes[::-1])] = np.arange(len(placed.levels))
    key = place_of_class[parts.class_of] * counted.cells.shape[1] + counted.combination_of_row[parts.row]
    if table.carried is None:
        return in_order(key)
    return np.lexsort((*(codes[parts.row] for codes in _carried(table)), key))


def _carried(table: Table) -> list[Integers]:
    return [] if table.carried is None else list(table.carried.T[::-1])


def _words(table: Table, models: Sequence[Model]) -> str:
    """Returns the promise as DataHub says it: over which columns, and never "anonymous" alone."""
    columns = ", ".join(hierarchy.column for hierarchy in table.hierarchies)
    return f"{', '.join(model.words() for model in models)} over {{{columns}}}"
