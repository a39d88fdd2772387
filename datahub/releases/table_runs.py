"""A table that was read from a file, as runs of lines that are alike. Nothing but Python's own library: `script` joins
this module into the one file that a recipient runs."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, repeat
from typing import NamedTuple, TypeAlias

Integers: TypeAlias = "array[int]"


class Refused(Exception):
    """A file is not what it must be, or could do harm: nothing is said about its promises."""


class Assignment(NamedTuple):
    """An assignment says which rows of an original are which of its release, each numbered from 1: so many `rows` from
    `original` on are those from `released` on."""

    original: Integers
    released: Integers
    rows: Integers


@dataclass(frozen=True)
class Column:
    """These are the cells of a column in the different rows of a table: `values` has each text once, in the order of
    their first rows, and `codes` says of each row which of them it has."""

    values: list[str]
    codes: Integers

    def cells(self) -> list[str]:
        return list(map(self.values.__getitem__, self.codes))

    def rows(self, is_wanted: Callable[[str], bool]) -> set[int]:
        """Returns the rows with such a text."""
        wanted = {code for code, text in enumerate(self.values) if is_wanted(text)}
        return {row for row, code in enumerate(self.codes) if code in wanted} if wanted else set()


@dataclass(frozen=True)
class Table:
    """This is a table that was read from a file: its different rows in columns, in the order of their first lines.
    `runs` says of each run of lines, after the names, which of them it is; `lengths`, of how many lines it is."""

    file: str
    names: list[str]
    columns: list[Column]
    runs: Integers
    lengths: Integers

    @cached_property
    def lines(self) -> int:
        return sum(self.lengths)

    @property
    def places(self) -> Iterator[int]:
        """Yields for each line which of the different rows it is."""
        return chain.from_iterable(map(repeat, self.runs, self.lengths))

    @cached_property
    def starts(self) -> Integers:
        """Returns how many lines come before each run."""
        return array("q", accumulate(self.lengths, initial=0))[:-1]

    @cached_property
    def counts(self) -> list[int]:
        """Returns how many lines each row is."""
        counts = [0] * (max(self.runs, default=-1) + 1)
        for row, length in zip(self.runs, self.lengths, strict=True):
            counts[row] += length
        return counts

    @cached_property
    def suppressed(self) -> set[int]:
        """Returns the rows that are `*` in every column."""
        return set.intersection(*(column.rows("*".__eq__) for column in self.columns))

    def column(self, name: str) -> Column:
        if name not in self.names:
            raise Refused(f"{self.file} line 1: lacks the column {name!r} of the card")
        return self.columns[self.names.index(name)]

    def rows(self) -> list[tuple[str, ...]]:
        return list(zip(*(column.cells() for column in self.columns), strict=True))

    def line(self, rows: set[int]) -> int:
        """Returns the number of the first line that is one of these rows."""
        return next(start + 2 for start, row in zip(self.starts, self.runs, strict=True) if row in rows)
