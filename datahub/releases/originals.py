"""What only the owner can check: a released table beside its other form, and beside the original that it was made
of. Nothing but Python's own library: `script` joins this module into the one file that a recipient runs."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise, zip_longest
from operator import itemgetter
from typing import Any

from datahub.releases.findings import FAILS, HOLDS, UNCHECKED, Finding, finding, outcome_of
from datahub.releases.promises import Tree, covers
from datahub.releases.table_runs import Assignment, Table


def same_rows(table: Table, other: Table) -> Finding:
    """Checks that two forms of a table are equal row by row."""
    if other.names != table.names:
        return finding("same_rows", FAILS, "other_columns")
    if (table.columns, table.runs, table.lengths) == (other.columns, other.runs, other.lengths):
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
    assignment: Assignment,
) -> Iterator[Finding]:
    """Checks what only the owner can tell: `assignment` says which row of the original, from 1, is which of the
    release."""
    came_from = _came_from(assignment, table.lines) if original.lines == table.lines else None
    yield finding("one_to_one", *((FAILS, "not_one_to_one") if came_from is None else (HOLDS, "one_to_one")))
    if came_from is None:
        return
    pairs: dict[tuple[int, int], list[int]] = {}  # of two rows: the first line, and how many lines they share
    for line, before, after, lines in _shared(came_from, original, table):
        if after not in table.suppressed:
            pairs.setdefault((before, after), [line, 0])[1] += lines
    for column in card["columns"]:
        if column["role"] != "identifying" and not column.get("perturbed"):
            yield _unchanged(column, table, original, pairs, trees.get(column["name"], {}))
    if card["order"] == "shuffled":
        order = list(chain.from_iterable(range(old, old + rows) for old, _, rows in came_from))
        rising, count = sum(first < two for first, two in pairwise(order)), len(order)
        far = abs(rising - (count - 1) / 2) > 6 * math.sqrt((count + 1) / 12)  # 2 in 10^9 honest shuffles
        shows = far or order in (sorted(order), sorted(order, reverse=True))
        yield finding("shuffled", outcome_of(not shows), "trace" if shows else "no_trace")


def _came_from(assignment: Assignment, rows: int) -> list[tuple[int, int, int]] | None:
    """Returns the lines of an assignment in the order of the release; None unless each row of the one is one row of the
    other."""
    runs = sorted(zip(*assignment, strict=True), key=itemgetter(1))
    by_original = sorted(runs)
    for side, ordered in ((1, runs), (0, by_original)):
        ends = list(accumulate((run[2] for run in ordered), initial=1))
        if ends[-1] != rows + 1 or [run[side] for run in ordered] != ends[:-1]:
            return None
    return runs if all(run[2] for run in runs) else None


def _shared(
    came_from: Iterable[tuple[int, int, int]], original: Table, table: Table
) -> Iterator[tuple[int, int, int, int]]:
    """Yields for lines that follow one another and are alike before and after: the number of the first in the release,
    the row of the original, that of the release, and how many they are."""
    run, left = -1, 0
    for old, line, lines in came_from:
        at, done = bisect_right(original.starts, old - 1) - 1, 0
        left_before = original.starts[at] + original.lengths[at] - (old - 1)
        while done < lines:
            if not left:
                run += 1
                left = table.lengths[run]
            if not left_before:
                at += 1
                left_before = original.lengths[at]
            some = min(left, left_before, lines - done)
            yield line + done + 1, original.runs[at], table.runs[run], some
            left, left_before, done = left - some, left_before - some, done + some


def _unchanged(
    column: Mapping[str, Any],
    table: Table,
    original: Table,
    pairs: Mapping[tuple[int, int], Sequence[int]],
    tree: Tree,
) -> Finding:
    """Compares a column with that of the original; `pairs` are the rows of the original and of the table that are one
    line, unless they are suppressed, with the first such line and how many there are."""
    name, quasi = column["name"], column["role"] == "quasi"
    before, after = original.column(name), table.column(name)

    @cache
    def is_kept(old: int, new: int) -> bool:
        text, released = before.values[old], after.values[new]
        return covers(released, text, tree) if quasi else released == text

    bad = [lines for (old, new), lines in pairs.items() if not is_kept(before.codes[old], after.codes[new])]
    code = "covers" if quasi else "unchanged"
    if not bad:
        return finding(code, HOLDS, "everywhere", column=name)
    if quasi and "hierarchy" in column and not tree:
        return finding(code, UNCHECKED, "needs_trees", column=name)
    rows, line = sum(lines for _, lines in bad), min(line for line, _ in bad)
    return finding(code, FAILS, "not_everywhere", column=name, rows=rows, line=line)
