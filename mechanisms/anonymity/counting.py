"""This module is about a table as counts: different combinations of quasi-identifying values, by combinations of
sensitive ones.

All that is searched is searched here: a table of 10**8 rows has as many combinations as its columns allow, not more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.classes import Classes, Integers, unchecked
from mechanisms.anonymity.hierarchy import Hierarchy

LARGEST_CODE = 2**62
MOST_CELLS = 2**28  # combinations by sensitive combinations; 2 GB
_DENSE = 40  # codes for each row; where there are more, sorting the rows is cheaper than a look at each code


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """A table holds codes of each row: `quasi[row, column]` leaves of `hierarchies`, `sensitive[column][row]` values
    from 0 on.

    `carried[row, column]` are codes of whatever else is released, so that rows that differ in it are told apart.
    `times[row]` is how many rows of the table each row stands for, so that a table of many rows is held as its
    different ones; without it each stands for itself.
    """

    hierarchies: Sequence[Hierarchy]
    quasi: Integers
    sensitive: Mapping[str, Integers] = field(default_factory=dict)
    carried: Integers | None = None
    times: Integers | None = None

    def __post_init__(self) -> None:
        """Checks the table. Errors: ValueError for no rows, no columns, codes out of range, and columns of different
        lengths."""
        rows = len(self.quasi)
        if self.quasi.ndim != 2 or self.quasi.shape[1] != len(self.hierarchies):
            raise ValueError(f"{len(self.hierarchies)} hierarchies were given for codes of shape {self.quasi.shape}")
        if not rows or not len(self.hierarchies):
            raise ValueError("the table has no rows or no quasi-identifying columns; there is nothing to release")
        for hierarchy, codes in zip(self.hierarchies, self.quasi.T, strict=True):
            if codes.min() < 0 or codes.max() >= len(hierarchy.leaves):
                raise ValueError(
                    f"the column {hierarchy.column} has codes from {codes.min()} to {codes.max()} and "
                    f"{len(hierarchy.leaves)} values; suppressed rows are left out before"
                )
        for name, codes in self.sensitive.items():
            if codes.shape != (rows,) or codes.min() < 0:
                raise ValueError(f"the sensitive column {name} has no code from 0 on for each of the {rows} rows")
        if self.carried is not None and len(self.carried) != rows:
            raise ValueError(f"the carried columns have {len(self.carried)} rows and the table {rows}")
        if self.times is not None and (self.times.shape != (rows,) or self.times.min() < 1):
            raise ValueError(f"times has no number from 1 on for each of the {rows} rows")

    @cached_property
    def repeats(self) -> Integers:
        """Returns how many rows of the table each row stands for."""
        return np.ones(len(self.quasi), np.int64) if self.times is None else self.times

    @cached_property
    def counted(self) -> "Counted":
        """Returns the counts of the table, made once for whatever is searched in it; the errors of `count`."""
        return count(self)


@dataclass(frozen=True, kw_only=True, eq=False)
class Counted:
    """A counted table has `tuples[tuple, column]` in the order of their codes; `cells[tuple, combination]` rows.

    `of_row` and `combination_of_row` say where each row was counted. `values[name][combination]` is the sensitive
    value a combination stands for, `domain[name]` how many there are.
    """

    tuples: Integers
    cells: Integers
    of_row: Integers
    combination_of_row: Integers
    values: Mapping[str, Integers]
    domain: Mapping[str, int]

    def classes(self, cells: Integers) -> Classes:
        """Returns counts of combinations as counts of each sensitive column."""
        return unchecked(cells.sum(axis=1), {name: self._by_value(name, cells) for name in self.values})

    @cached_property
    def whole(self) -> Classes:
        return self.classes(self.cells.sum(axis=0, keepdims=True))

    def _by_value(self, name: str, cells: Integers) -> Integers:
        values = self.values[name]
        if len(values) == self.domain[name] and (values == np.arange(len(values))).all():
            return cells  # one sensitive column: a combination is a value
        counts = np.zeros((len(cells), self.domain[name]), np.int64)
        np.add.at(counts.T, values, cells.T)
        return counts


def count(table: Table) -> Counted:
    """Counts the rows of each combination of values. Errors: ValueError where the counts would not fit into memory."""
    tuples, of_row = distinct(table.quasi)
    combinations, of_combination = _combinations(table)
    if len(tuples) * len(combinations) > MOST_CELLS:
        raise ValueError(
            f"{len(tuples)} combinations of quasi-identifying values and {len(combinations)} of sensitive ones are "
            f"more than the {MOST_CELLS} counts that are kept; take fewer columns, or a coarser level of one"
        )
    place = of_row * len(combinations) + of_combination
    cells = counts_of(place, table.times, len(tuples) * len(combinations)).reshape(len(tuples), len(combinations))
    return Counted(
        tuples=tuples,
        cells=cells,
        of_row=of_row,
        combination_of_row=of_combination,
        values={name: combinations[:, at] for at, name in enumerate(table.sensitive)},
        domain={name: int(codes.max()) + 1 for name, codes in table.sensitive.items()},
    )


def counts_of(places: Integers, times: Integers | None, many: int) -> Integers:
    """Returns how many rows are at each of `many` places, where each row counts as many `times`."""
    counts = np.bincount(places, times, many)  # weights are added as float64, which is exact up to 2**53 rows
    return np.asarray(counts.astype(np.int64, copy=False))


def counted_rows(rows: NDArray[np.int32], times: Integers, sizes: Iterable[int]) -> tuple[NDArray[np.int32], Integers]:
    """Returns the different rows of codes [row, column], in order, and how many rows each stands for; `times` says that
    of the rows that are given, and each column has codes below its size."""
    first, place = ranked(packed((codes.astype(np.int64) for codes in rows.T), sizes))
    return rows[first], counts_of(place, times, len(first))


def rows_alone(counted: Counted) -> Counted:
    """Returns the same tuples without the sensitive values, for models that do not look at them."""
    return replace(
        counted,
        cells=counted.cells.sum(axis=1, keepdims=True),
        combination_of_row=np.zeros_like(counted.combination_of_row),
        values={},
        domain={},
    )


def _combinations(table: Table) -> tuple[Integers, Integers]:
    if not table.sensitive:
        return np.zeros((1, 0), np.int64), np.zeros(len(table.quasi), np.int64)
    return distinct(np.stack(list(table.sensitive.values()), axis=1))


def distinct(rows: Integers) -> tuple[Integers, Integers]:
    """Returns the different rows in order, and for each row its place among them."""
    first, of_row = ranked(packed(rows.T, rows.max(axis=0) + 1))
    return rows[first], of_row


def packed(columns: Iterable[Integers], sizes: Iterable[int]) -> Integers:
    """Returns one integer for each combination of codes, in the order of the codes; ranked anew where it would not
    fit."""
    code: Integers | None = None
    most = 1
    for column, size in zip(columns, sizes, strict=True):
        if code is None:
            code, most = column.astype(np.int64), int(size)
            continue
        if most * int(size) >= LARGEST_CODE:
            code = ranked(code)[1]
            most = int(code.max(initial=0)) + 1
        code, most = code * int(size) + column, most * int(size)
    if code is None:
        raise ValueError("no columns to pack")
    return code


def ranked(code: Integers) -> tuple[Integers, Integers]:
    """Returns where each different code first stands, in the order of the codes, and the rank of each; codes from 0
    on."""
    most = int(code.max(initial=0)) + 1
    if most > _DENSE * len(code):
        _, first, rank = np.unique(code, return_index=True, return_inverse=True)
        return first, rank.astype(np.int64, copy=False)
    there = np.zeros(most, bool)
    there[code] = True
    different = np.flatnonzero(there)
    rank_of_code = np.empty(most, np.int32)  # read only where a code is: the rest takes no memory
    rank_of_code[different] = np.arange(len(different))
    rank = rank_of_code[code].astype(np.int64)
    first = np.empty(len(different), np.int64)
    first[rank[::-1]] = np.arange(len(code))[::-1]  # the last written is the first row
    return first, rank


def in_order(code: Integers) -> Integers:
    """Returns the rows in the order of their codes, from 0 on; those of one code stand in their own order."""
    rows = len(code)
    if int(code.max(initial=0)) >= LARGEST_CODE // max(rows, 1):
        return np.argsort(code, kind="stable")
    return np.asarray(np.sort(code * rows + np.arange(rows)) % rows)  # several times as fast
