"""What only the owner can check: a released table beside its other form, and beside the original that it was made
of. Nothing but Python's own library: `script` joins this module into the one file that a recipient runs."""

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise, zip_longest
from operator import add
from typing import Any

from datahub.releases.findings import FAILS, HOLDS, UNCHECKED, Finding, finding, outcome_of
from datahub.releases.promises import Tree, covers
from datahub.releases.read_tables import Integers, Table


def same_rows(table: Table, other: Table) -> Finding:
    """Checks that two forms of a table are equal row by row."""
    if other.names != table.names:
        return finding("same_rows", FAILS, "other_columns")
    if table.columns == other.columns and table.places == other.places:
        return finding("same_rows", HOLDS, "same_rows")
    rows, of_other = table.rows(), other.rows()
    lines = zip_longest(map(rows.__getitem__, table.places), map(of_other.__getitem__, other.places))
    line = next((line for line, (row, same) in enumerate(lines, 2) if row != same), None)
    return (
        finding("same_rows", HOLDS, "same_rows")
        if line is None
        else finding("same_rows", FAILS, "other_rows", line=line)
    )


def compared(
    card: Mapping[str, Any],
    table: Table,
    trees: Mapping[str, Tree],
    original: Table,
    assignment: tuple[Integers, Integers],
) -> Iterator[Finding]:
    """Checks what only the owner can tell: `assignment` says which row of the original, from 1, is which of the
    release."""
    came_from = _came_from(assignment, len(table.places)) if len(original.places) == len(table.places) else None
    yield finding("one_to_one", *((FAILS, "not_one_to_one") if came_from is None else (HOLDS, "one_to_one")))
    if came_from is None:
        return
    before = replace(original, places=array("q", map((array("q", [-1]) + original.places).__getitem__, came_from)))
    many = len(table.counts)
    pairs = set(map(add, map(many.__mul__, before.places), table.places))  # as numbers: there may be as many as lines
    pairs = {pair for pair in pairs if pair % many not in table.suppressed} if table.suppressed else pairs
    rows = [pair // many for pair in pairs], [pair % many for pair in pairs]
    for column in card["columns"]:
        if column["role"] != "identifying" and not column.get("perturbed"):
            yield _unchanged(column, table, before, rows, trees.get(column["name"], {}))
    if card["order"] == "shuffled":
        rising = sum(first < two for first, two in pairwise(came_from))
        count, order = len(came_from), list(came_from)
        far = abs(rising - (count - 1) / 2) > 6 * math.sqrt((count + 1) / 12)  # 2 in 10^9 honest shuffles
        shows = far or order in (sorted(order), sorted(order, reverse=True))
        yield finding("shuffled", outcome_of(not shows), "trace" if shows else "no_trace")


def _came_from(assignment: tuple[Integers, Integers], rows: int) -> "Integers | None":
    """Returns of each row of the release which row of the original it was, from 1; None unless each row of the one is
    one row of the other."""
    originals, released = assignment
    everyone = array("q", range(1, rows + 1))
    if released != everyone:
        pairs = sorted(zip(released, originals, strict=True))
        released, originals = (array("q", [pair[side] for pair in pairs]) for side in (0, 1))
    if released != everyone or min(originals, default=1) < 1 or max(originals, default=rows) > rows:
        return None
    seen = bytearray(rows + 1)
    for row in originals:
        seen[row] = 1
    return originals if sum(seen) == rows else None


def _unchanged(
    column: Mapping[str, Any], table: Table, original: Table, rows: tuple[list[int], list[int]], tree: Tree
) -> Finding:
    """Compares a column with that of the original, whose lines are in the order of the table; `rows` are those of the
    original, and beside them those of the table, that stand in one line, unless they are suppressed."""
    name, quasi = column["name"], column["role"] == "quasi"
    before, after = original.column(name), table.column(name)

    def cells(of_original: Iterable[int], of_table: Iterable[int]) -> Iterator[tuple[int, int]]:
        return zip(map(before.codes.__getitem__, of_original), map(after.codes.__getitem__, of_table), strict=True)

    def is_kept(old: str, new: str) -> bool:
        return covers(new, old, tree) if quasi else new == old

    bad = {pair for pair in set(cells(*rows)) if not is_kept(before.values[pair[0]], after.values[pair[1]])}
    code = "covers" if quasi else "unchanged"
    if not bad:
        return finding(code, HOLDS, "everywhere", column=name)
    if quasi and "hierarchy" in column and not tree:
        return finding(code, UNCHECKED, "needs_trees", column=name)
    pairs = zip(cells(original.places, table.places), table.places, strict=True)
    where = [line for line, (pair, row) in enumerate(pairs, 2) if pair in bad and row not in table.suppressed]
    return finding(code, FAILS, "not_everywhere", column=name, rows=len(where), line=where[0])
