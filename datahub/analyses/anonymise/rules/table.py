"""Rows of a version become the codes that are searched. Nothing here depends on the order of the rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from datahub.analyses.anonymise.rules import hierarchies
from datahub.analyses.anonymise.rules.plan import OWN_BRANCH, Declared, Plan, PlannedColumn
from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why
from datahub.datasets.rules.columns import decimal
from datahub.releases.rules.tables import Lines
from mechanisms.anonymity.counting import Table, counts_of, packed, ranked
from mechanisms.anonymity.hierarchy import SUPPRESSED, Hierarchy

# A release has at most this many different rows, each of which the verifier holds in about two kilobytes.
MOST_DIFFERENT = 300_000
Integers = NDArray[np.int64]
Codes = NDArray[np.int32]  # 32 bits hold the codes of texts, which are fewer than rows


@dataclass(frozen=True, kw_only=True, eq=False)
class Texts:
    """A column of texts has its `values` sorted, each once, and for each row the code of its value."""

    values: Sequence[str]
    codes: Codes

    def of_rows(self) -> list[str]:
        return list(map(self.values.__getitem__, self.codes.tolist()))

    def of(self, rows: Integers) -> "Texts":
        return Texts(values=self.values, codes=self.codes[rows])

    def at(self, row: int) -> str:
        return self.values[int(self.codes[row])]


def by_text(names: Sequence[str], codes: Integers | Codes) -> Texts:
    """Returns the texts of rows that say `names[code]`; names may contain a text twice, and some may have no row."""
    values = sorted(set(names))
    rank = {text: index for index, text in enumerate(values)}
    of_code = np.array([rank[name] for name in names], dtype=np.int32)
    return Texts(values=values, codes=of_code[codes])


class Different(NamedTuple):
    """The different rows of some columns, in the order of their texts, are told by `first`, the row at which each
    stands first, and by `places`, the number of the different row that each row is."""

    first: Integers
    places: Integers

    def lines(self, columns: Sequence[Texts], times: Integers) -> Lines:
        """Returns the rows, each of which comes so many `times`, as lines: those that are different in the order of
        their texts."""
        cells = (map(texts.values.__getitem__, texts.codes[self.first].tolist()) for texts in columns)
        return Lines(rows=list(zip(*cells, strict=True)), counts=counts_of(self.places, times, len(self.first)))


def different(columns: Sequence[Texts]) -> Different:
    codes = (texts.codes.astype(np.int64) for texts in columns)
    return Different(*ranked(packed(codes, [len(texts.values) for texts in columns])))


Columns = Mapping[str, Texts]


@dataclass(frozen=True, kw_only=True, eq=False)
class Prepared:
    """These are the rows of a version prepared for the search. A row of `columns` stands for as many rows of the
    version as `times` says; `kept` are those that are not suppressed, and `table` has those alone, in their order.

    `trees` are the hierarchies of all columns that have one, `of_sensitive` those of sensitive ones again, of the
    values that occur alone; `sensitive` lists the values that the codes of a sensitive column stand for. `different`
    are the rows of the columns that are released.
    """

    plan: Plan
    columns: Columns
    times: Integers
    different: Different
    kept: Integers
    table: Table
    trees: Mapping[str, Hierarchy]
    of_sensitive: Mapping[str, Hierarchy]
    sensitive: Mapping[str, Sequence[str]]

    @cached_property
    def rows(self) -> int:
        return int(self.times.sum())

    @cached_property
    def suppressed(self) -> int:
        return self.rows - int(self.times[self.kept].sum())


def prepared(
    plan: Plan,
    declared: Sequence[Declared],
    columns: Columns,
    of_people: Columns | None = None,
    *,
    times: Integers | None = None,
) -> Prepared:
    """Prepares the rows of a plan for the search; each stands for as many rows of the version as `times` says, for
    itself alone where it is left out. `of_people` are the quasi-identifying columns of a population, whose values the
    hierarchies are made for as well.

    PlanRefused where a hierarchy does not fit the values, no row is left, the text for missing is a value, or more rows
    are different than are held.
    """
    rows = different([columns[column.name] for column in plan.released])
    if len(rows.first) > MOST_DIFFERENT:
        raise PlanRefused(Why("too_different", most=MOST_DIFFERENT))
    domain = {column.name: column.values for column in declared}
    quasi, others = plan.of("quasi"), of_people or {}
    trees = {
        column.name: _tree(column, domain[column.name], columns[column.name], others.get(column.name), plan.missing)
        for column in quasi
    }
    codes = np.stack([_leaves(trees[column.name], columns[column.name]) for column in quasi]).T
    kept = np.flatnonzero((codes != SUPPRESSED).all(axis=1))
    if not len(kept):
        raise PlanRefused(Why("no_row_left"))
    ranked = {column.name: _ranked(column, columns[column.name], kept, plan.missing) for column in plan.of("sensitive")}
    carried = [columns[column.name].codes[kept] for column in plan.of("insensitive")]
    table = Table(
        hierarchies=[trees[column.name] for column in quasi],
        quasi=codes if len(kept) == len(codes) else codes[kept],
        sensitive={name: ranks for name, (ranks, _) in ranked.items()},
        carried=np.stack(carried, axis=1) if carried else None,
        times=None if times is None else times[kept],
    )
    values = {name: texts for name, (_, texts) in ranked.items()}
    of_sensitive = _of_sensitive(plan, domain, values)
    return Prepared(
        plan=plan,
        columns=columns,
        times=np.ones(len(codes), np.int64) if times is None else times,
        different=rows,
        kept=kept,
        table=table,
        trees=trees | of_sensitive,
        of_sensitive={name: hierarchies.only(tree, values[name]) for name, tree in of_sensitive.items()},
        sensitive=values,
    )


def _tree(
    column: PlannedColumn, domain: Sequence[str], texts: Texts, of_people: Texts | None, missing: str
) -> Hierarchy:
    """Returns the hierarchy of a column. PlanRefused names no value that people alone have: whoever asks need not be
    told who is in the population."""
    if of_people is None:
        return _tree_of(column, domain, texts.values, (), missing)
    try:
        return _tree_of(column, domain, texts.values, of_people.values, missing)
    except PlanRefused:
        # The refusal may name a value of the population, and would stay in the context of the exception raised below.
        pass
    _tree_of(column, domain, texts.values, (), missing)
    raise PlanRefused(Why("people_no_tree", column=column.name))


def _tree_of(
    column: PlannedColumn, domain: Sequence[str], own: Sequence[str], others: Sequence[str], missing: str
) -> Hierarchy:
    """Returns the hierarchy of a column. Values that people alone have get a branch of their own where the plan says
    so, and are looked at by who counts the people otherwise."""
    there = sorted({*own, *others})
    present = [value for value in there if value != missing]  # a missing value stands under no rule
    tree = hierarchies.build_hierarchy(column.name, column.hierarchy, domain, present)
    return hierarchies.with_policy(tree, column.unlisted, there if column.unlisted == OWN_BRANCH else own)


def _leaves(tree: Hierarchy, texts: Texts) -> Integers:
    return tree.encode_or_suppress(texts.values)[texts.codes]


def _ranked(column: PlannedColumn, texts: Texts, kept: Integers, missing: str) -> tuple[Integers, list[str]]:
    """Returns the codes of the values that occur in the rows that are kept: in the order of the plan, by number, or as
    text."""
    present = [texts.values[code] for code in np.unique(texts.codes[kept]).tolist()]
    order = in_order(column, present, missing)
    rank = {value: index for index, value in enumerate(order)}
    of_code = np.array([rank.get(value, 0) for value in texts.values], dtype=np.int64)
    return of_code[texts.codes[kept]], order


def in_order(column: PlannedColumn, present: Sequence[str], missing: str) -> list[str]:
    """Returns the values in the order of the plan, a missing one last unless the plan lists it. PlanRefused for another
    value that the plan's order does not list."""
    if column.order:
        unlisted = sorted(set(present) - {*column.order, missing})
        if unlisted or len(set(column.order)) < len(column.order):
            lacks = Why("order_lacks", column=column.name, value=unlisted[0]) if unlisted else None
            raise PlanRefused(lacks or Why("order_twice", column=column.name))
        order = column.order if missing in column.order else (*column.order, missing)
        return [value for value in order if value in set(present)]
    return sorted(present, key=_sort_key)


def _sort_key(text: str) -> tuple[bool, Decimal, str]:
    """Returns the key by which numbers stand in their order, and all other texts behind them."""
    number = decimal(text)
    return number is None, number or Decimal(), text


def _of_sensitive(
    plan: Plan, domain: Mapping[str, Sequence[str]], values: Mapping[str, Sequence[str]]
) -> dict[str, Hierarchy]:
    trees = {}
    for column in plan.of("sensitive"):
        if column.hierarchy:
            tree = hierarchies.build_hierarchy(column.name, column.hierarchy, domain[column.name], values[column.name])
            trees[column.name] = hierarchies.with_policy(tree, "refuse", values[column.name])
    return trees
