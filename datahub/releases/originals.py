"""What only the owner can check: a released table beside its other form, and beside the original that it was made
of. Nothing but Python's own library: `script` joins this module into the one file that a recipient runs."""

import math
from array import array
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import islice, pairwise, zip_longest
from operator import gt
from typing import Any

from datahub.releases.findings import FAILS, HOLDS, UNCHECKED, Finding, finding, outcome_of
from datahub.releases.promises import Tree, covers
from datahub.releases.read_tables import Integers, Table


def same_rows(table: Table, other: Table) -> Finding:
    """Checks that two forms of a table are equal row by row."""
    if other.names != table.names:
        return finding("same_rows", FAILS, "other_columns")
    apart = {
        (place, of_other)
        for place, of_other in set(zip(table.places, other.places, strict=False))
        if table.rows[place] != other.rows[of_other]
    }
    if not apart and len(table.places) == len(other.places):
        return finding("same_rows", HOLDS, "same_rows")
    pairs = enumerate(zip_longest(table.places, other.places), 2)
    line = next(line for line, pair in pairs if None in pair or pair in apart)
    return finding("same_rows", FAILS, "other_rows", line=line)


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
    before = replace(original, places=array("q", map(original.places.__getitem__, came_from)))
    pairs = [pair for pair in set(zip(before.places, table.places, strict=True)) if pair[1] not in table.suppressed]
    for column in card["columns"]:
        if column["role"] != "identifying" and not column.get("perturbed"):
            yield _unchanged(column, table, before, pairs, trees.get(column["name"], {}))
    if card["order"] == "shuffled":
        rising = sum(first < two for first, two in pairwise(came_from))
        count, order = len(came_from), list(came_from)
        far = abs(rising - (count - 1) / 2) > 6 * math.sqrt((count + 1) / 12)  # 2 in 10^9 honest shuffles
        shows = far or order in (sorted(order), sorted(order, reverse=True))
        yield finding("shuffled", outcome_of(not shows), "trace" if shows else "no_trace")


def _came_from(assignment: tuple[Integers, Integers], rows: int) -> Integers | None:
    """Returns of each row of the release which row of the original it was, from 0; None unless each row of the one is
    one row of the other."""
    for numbers in assignment:
        within = min(numbers, default=1) >= 1 and max(numbers, default=rows) <= rows
        if not within or not len(numbers) == len(set(numbers)) == rows:
            return None
    originals, released = assignment
    if any(map(gt, released, islice(released, 1, None))):
        originals = [row for _, row in sorted(zip(released, originals, strict=True))]
    return array("q", map((-1).__add__, originals))


def _unchanged(
    column: Mapping[str, Any], table: Table, original: Table, pairs: Collection[tuple[int, int]], tree: Tree
) -> Finding:
    """Compares a column with that of the original, whose lines are in the order of the table; `pairs` are the rows of
    both that stand in one line, unless they are suppressed."""
    name, quasi = column["name"], column["role"] == "quasi"
    before, after = original.column(name), table.column(name)
    rows_before, rows_after = ([pair[side] for pair in pairs] for side in (0, 1))
    cells = set(zip(map(before.__getitem__, rows_before), map(after.__getitem__, rows_after), strict=True))
    bad = {(old, new) for old, new in cells if not (covers(new, old, tree) if quasi else new == old)}
    code = "covers" if quasi else "unchanged"
    if not bad:
        return finding(code, HOLDS, "everywhere", column=name)
    if quasi and "hierarchy" in column and not tree:
        return finding(code, UNCHECKED, "needs_trees", column=name)
    apart = {(old, new) for old, new in pairs if (before[old], after[new]) in bad}
    lines = enumerate(zip(original.places, table.places, strict=True), 2)
    where = [line for line, pair in lines if pair in apart]
    return finding(code, FAILS, "not_everywhere", column=name, rows=len(where), line=where[0])
