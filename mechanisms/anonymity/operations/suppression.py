"""Suppression leaves things out before a search: rows, columns, and the finer levels of a column.

A single cell is suppressed by the search itself: it then says `*`. Rows that are left out must be counted, and said.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mechanisms.anonymity.classes import Booleans, Integers
from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.hierarchy import Hierarchy, from_paths


def without_rows(table: Table, left_out: Booleans) -> Table:
    """Returns the rows that are not marked, in their order. Errors: ValueError where none is left."""
    if left_out.shape != (len(table.quasi),):
        raise ValueError(f"{left_out.shape} marks were given for a table of {len(table.quasi)} rows")
    kept = ~left_out
    return replace(
        table,
        quasi=table.quasi[kept],
        sensitive={name: codes[kept] for name, codes in table.sensitive.items()},
        carried=None if table.carried is None else table.carried[kept],
    )


def without_columns(table: Table, names: Sequence[str]) -> Table:
    """Returns the table without quasi-identifying columns, which are not released at all. Errors: ValueError for no
    such column, or none left."""
    known = [hierarchy.column for hierarchy in table.hierarchies]
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise ValueError(f"the table has no quasi-identifying column {unknown[0]!r}; it has {', '.join(known)}")
    kept = [at for at, name in enumerate(known) if name not in names]
    return replace(table, hierarchies=[table.hierarchies[at] for at in kept], quasi=table.quasi[:, kept])


def from_level(table: Table, name: str, level: int) -> Table:
    """Returns a column that says nothing finer than this level, everywhere: its nodes become the values of the table.

    Losses of a release are then counted from that level on. Errors: ValueError for no such column or level.
    """
    known = [hierarchy.column for hierarchy in table.hierarchies]
    if name not in known:
        raise ValueError(f"the table has no quasi-identifying column {name!r}; it has {', '.join(known)}")
    at = known.index(name)
    hierarchy = table.hierarchies[at]
    if not 0 <= level < hierarchy.levels - 1:
        raise ValueError(
            f"{name} has the levels 0 to {hierarchy.levels - 1}, and the last says nothing; {level} was asked, "
            "leave the column out instead"
        )
    coarse, codes = _above(hierarchy, level), hierarchy.nodes[level]
    quasi = table.quasi.copy()
    quasi[:, at] = codes[quasi[:, at]]
    return replace(table, hierarchies=[*table.hierarchies[:at], coarse, *table.hierarchies[at + 1 :]], quasi=quasi)


def _above(hierarchy: Hierarchy, level: int) -> Hierarchy:
    first = np.unique(hierarchy.nodes[level], return_index=True)[1]
    names = [np.array(of_level)[nodes[first]] for of_level, nodes in zip(hierarchy.names, hierarchy.nodes, strict=True)]
    return from_paths(hierarchy.column, [[str(name) for name in path] for path in zip(*names[level:], strict=True)])


def small_classes(of_row: Integers, least: int) -> Booleans:
    """Marks the rows whose class has fewer than `least` rows; classes are numbered from 0."""
    return np.asarray(np.bincount(of_row)[of_row] < least)
