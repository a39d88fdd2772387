"""This module measures a report on the rows of two tables: which marginals are measured of parents, children and
siblings, and from which budget."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.zcdp import Cost, total
from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.fitting import LEAST_RHO
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measured.error import MOST_PAIR_CELLS, MeasuredError, Shares, measured_errors, small_enough
from mechanisms.synthesis.measured.propensity import Propensity, propensities
from mechanisms.synthesis.measuring import measure, rows_estimated
from mechanisms.synthesis.two_tables.budget import DividedReport, divided_report
from mechanisms.synthesis.two_tables.counting import CountedRows
from mechanisms.synthesis.two_tables.domain import JoinedDomain
from mechanisms.synthesis.two_tables.fitting import of_a_unit
from mechanisms.synthesis.two_tables.likeness import JoinedLikeness, fits, unordered

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class MeasuredOfTwo:
    """This is the sets of columns that are measured, by places: of a parent its columns and then the number of its
    children, of a child its parent's columns and then its own, of siblings the places of a child's columns that two of
    them have."""

    parents: Sequence[Attributes]
    children: Sequence[Attributes]
    siblings: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class MeasuredTable:
    """This is the measured part of one table. `rows` is the estimated number of counted rows. `purse` records what was
    spent for one row."""

    rows: float
    errors: Sequence[MeasuredError]
    propensities: Sequence[Propensity]
    purse: Purse


@dataclass(frozen=True, kw_only=True)
class JoinedReport:
    """This is a measured report on synthetic rows of two tables. `siblings` is of parents with two children or more
    that count; its errors are of the columns `measured` names, in that order, and it is None where nothing is measured
    of them."""

    measured: MeasuredOfTwo
    parents: MeasuredTable
    children: MeasuredTable
    siblings: MeasuredTable | None
    most: int

    @property
    def cost(self) -> Cost:
        """Returns the cost for a parent with all its children."""
        own = [table.purse.spent for table in (self.parents, self.siblings) if table is not None]
        return total([*own, of_a_unit(self.children.purse.spent, self.most)])


def measured_of(declared: JoinedDomain) -> MeasuredOfTwo:
    """Returns the marginals to measure: every two columns of a parent, the number among them; every two of a child and
    its parent of which one is the child's; and each of a child's with its sibling's. Of these what `small_enough` and
    `fits` admit. Reads no row."""
    sizes, wide = declared.counted_parents.sizes, _sizes_of_children(declared)
    number, own = len(declared.parents.sizes), range(len(declared.parents.sizes), len(wide))
    of_parents = [pair for pair in combinations(range(len(sizes)), 2) if pair[1] < number or fits(declared, pair[0])]
    of_children = [
        pair
        for pair in combinations(range(len(wide)), 2)
        if pair[1] in own and (pair[0] in (*declared.places, *own) or all(fits(declared, place) for place in pair))
    ]
    small = [place for place in own if fits(declared, place) and _pairs_of(wide[place]) <= MOST_PAIR_CELLS]
    return MeasuredOfTwo(
        parents=small_enough(sizes, of_parents, range(len(sizes))),
        children=small_enough(wide, of_children, own),
        siblings=small if declared.most > 1 else [],
    )


def report_budget(declared: JoinedDomain, rho: Decimal) -> DividedReport:
    """Returns what each part may spend, by what is declared alone: together neither unit loses more than rho.

    Errors: ValueError where a part is less than LEAST_RHO.
    """
    division = divided_report(rho, most=declared.most, with_siblings=bool(measured_of(declared).siblings))
    parts = [
        division.of_parents,
        division.both.of_a_child_row,
        *([division.of_siblings] if division.of_siblings else []),
    ]
    if min(parts) < LEAST_RHO:
        raise ValueError(f"rho is {rho:f}; divided for {declared.most} children a parent there is nothing but noise")
    return division


def measured_joined(rows: CountedRows, likeness: JoinedLikeness, *, rho: Decimal) -> JoinedReport:
    """Returns the report on the true rows (`joined_counting.counted_rows`), for `likeness.declared.most`.

    It is rho-zCDP for everything of one key in both tables, for one row of the parents and for one row of the children.
    Parents and siblings are counted once a parent, children once a child: what moves, and what that costs, say
    `counted_rows` and `joined_budget.DividedReport`. Noise is the mechanism's own. Errors: as `report_budget`, before
    anything is drawn.
    """
    declared = likeness.declared
    budget, measured = report_budget(declared, rho), measured_of(declared)
    parents, children, siblings = tables_of(declared, rows, measured.siblings)
    of_siblings = None
    if measured.siblings:
        alone = [(place,) for place in range(len(measured.siblings))]
        shares = partial(_of_siblings, likeness, measured.siblings)
        of_siblings = _measured(siblings, alone, shares, Purse(budget.of_siblings))
    return JoinedReport(
        measured=measured,
        parents=_measured(parents, measured.parents, likeness.of_parents, Purse(budget.of_parents)),
        children=_measured(children, measured.children, likeness.of_children, Purse(budget.both.of_a_child_row)),
        siblings=of_siblings,
        most=declared.most,
    )


def tables_of(
    declared: JoinedDomain, rows: CountedRows, siblings: Sequence[int]
) -> tuple[CodedRows, CodedRows, CodedRows]:
    """Returns the tables that are counted, by the attributes that `MeasuredOfTwo` names: a row for each parent, one for
    each child with the values of its parent, and one for each parent of two children or more, with the values of the
    first two in no order."""
    sizes, known = _sizes_of_children(declared), len(rows.parents)
    first = np.flatnonzero((np.diff(rows.owners, prepend=-1)[:-1] != 0) & (np.diff(rows.owners) == 0))
    pairs = [
        unordered(column[first], column[first + 1]).astype(np.uint16)
        for column in (rows.children[place - known] for place in siblings)
    ]
    return (
        CodedRows([*rows.parents, rows.number], declared.counted_parents.sizes),
        CodedRows([*(column[rows.owners] for column in rows.parents), *rows.children], sizes),
        CodedRows(pairs, [_pairs_of(sizes[place]) for place in siblings]),
    )


def _measured(counts: CodedRows, of: Sequence[Attributes], shares: Shares, purse: Purse) -> MeasuredTable:
    measurements = measure(counts, of, purse.rho, purse, what="each two columns")
    return MeasuredTable(
        rows=rows_estimated(measurements),
        errors=measured_errors(measurements, shares),
        propensities=propensities(measurements, shares),
        purse=purse,
    )


def _of_siblings(likeness: JoinedLikeness, siblings: Sequence[int], of: Attributes) -> Floats:
    return likeness.of_siblings(siblings[of[0]])


def _sizes_of_children(declared: JoinedDomain) -> tuple[int, ...]:
    return (*declared.parents.sizes, *declared.children.sizes)


def _pairs_of(values: int) -> int:
    return values * (values + 1) // 2
