"""This module proposes what a column may be, by its first rows. A proposal is for the owner, and counts only once they
confirm it.

No bound is proposed: the largest value of a column is one person's. Values of a category are listed for the owner
to choose from, those that many rows have.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from datahub.datasets.rules.blocks import Block, Cells
from datahub.datasets.rules.columns import EMPTY, LONGEST_TEXT, bytes_of, day, decimal
from datahub.datasets.rules.plain_texts import BLANKS, decimals_of_numbers

ROWS = 100_000
MOST_VALUES = 100  # a column with more values is no category
LEAST_WIDTH = 32  # at least this many bytes are proposed for a text
LEAST_ROWS = 10  # a value is proposed once this many rows have it
USUAL_MISSING = frozenset({"", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", ".", "-"})


@dataclass
class _Seen:
    values: Counter[str] = field(default_factory=Counter)
    too_many: bool = False
    integer: bool = True
    number: bool = True
    date: bool = True
    decimals: int = 0
    longest: int = 0
    missing: set[str] = field(default_factory=set)

    def add(self, cells: Cells) -> None:
        """Adds cells, each different cell once: texts in the order in which they first come."""
        if not isinstance(cells, pa.StringArray):
            for cell, rows in Counter(cells).items():
                self._add(cell.strip(), rows, is_seen=False)
            return
        different, counts = cells.value_counts().flatten()
        texts = pc.utf8_trim(different, characters=BLANKS)
        rows_of = zip(texts.to_pylist(), counts.to_pylist(), self._see_numbers(texts), strict=True)
        for text, rows, is_seen in rows_of:
            self._add(text, rows, is_seen=is_seen)

    def _see_numbers(self, texts: pa.StringArray) -> list[bool]:
        """Adds plain numbers together, which are never days, and returns which texts are plain numbers."""
        decimals, are_plain = decimals_of_numbers(texts)
        if are_plain.any():
            most = int(decimals[are_plain].max())
            self.decimals, self.integer = max(self.decimals, most), self.integer and most == 0
            self.longest = max(self.longest, pc.max(pc.binary_length(texts.filter(pa.array(are_plain)))).as_py())
            self.date = False
        seen: list[bool] = are_plain.tolist()
        return seen

    def _add(self, text: str, rows: int, *, is_seen: bool) -> None:
        if text in USUAL_MISSING:
            self.missing.add(text)
            return
        if text in self.values:
            self.values[text] += rows
            return
        if not is_seen:
            self._look(text)
        if len(self.values) < MOST_VALUES:
            self.values[text] += rows
        else:
            self.too_many = True

    def _look(self, text: str) -> None:
        self.longest = max(self.longest, bytes_of(text))
        if self.number:
            value = decimal(text)
            if value is None:
                self.integer = self.number = False
            elif value != value.to_integral_value():
                self.integer = False
                exponent = value.normalize().as_tuple().exponent
                self.decimals = max(self.decimals, -exponent if isinstance(exponent, int) else 0)
        self.date = self.date and day(text) is not None

    def proposal(self, name: str) -> dict[str, Any]:
        proposal = {**EMPTY, "name": name, "type": self._type(), "missing": sorted(self.missing | {""})}
        if proposal["type"] == "number":
            proposal["decimals"] = min(self.decimals, 9)
        if proposal["type"] == "text":
            proposal["longest"] = least_step(self.longest)
        return proposal

    def _type(self) -> str:
        if not self.values:
            return "text"
        if self.date:
            return "date"
        if self.number:
            return "integer" if self.integer else "number"
        return "text" if self.too_many else "category"

    def common(self) -> list[str]:
        """Returns the values that many rows have, in the order of the alphabet; numbers and long lists have none."""
        if self.too_many:
            return []
        return sorted(value for value, rows in self.values.items() if rows >= LEAST_ROWS)


def least_step(longest: int) -> int:
    """Returns the least of 32, 64, 128 and so on into which `longest` bytes fit: it tells little of the longest
    text."""
    return min(max(LEAST_WIDTH, 1 << max(0, longest - 1).bit_length()), LONGEST_TEXT)


class Proposals:
    """Examines blocks of rows as they pass; the first rows are enough to propose types."""

    def __init__(self, names: Sequence[str]) -> None:
        self.rows = 0
        self._names, self._seen = names, [_Seen() for _ in names]

    def add(self, block: Block) -> None:
        left = ROWS - self.rows
        self.rows += len(block[0])
        if left > 0:
            for seen, cells in zip(self._seen, block, strict=True):
                seen.add(cells[:left])

    def columns(self) -> list[dict[str, Any]]:
        """Returns for each column a declaration with which its owner can begin."""
        return [column.proposal(name) for column, name in zip(self._seen, self._names, strict=True)]

    def values(self) -> list[list[str]]:
        """Returns the values of each column that could be its categories."""
        return [column.common() for column in self._seen]
