"""This module proposes what a column may be, by its first rows. A proposal is for the owner, and counts only once they
confirm it.

No bound is proposed: the largest value of a column is one person's. Values of a category are listed for the owner
to choose from, those that many rows have.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from datahub.datasets.rules.blocks import Block, Cells
from datahub.datasets.rules.columns import EMPTY, LONGEST_TEXT, MOST_CATEGORIES, bytes_of
from datahub.datasets.rules.dictionary import DictionaryEntry
from datahub.datasets.rules.evidence import Evidence
from datahub.datasets.rules.notations import NUMBERS
from datahub.datasets.rules.plain_texts import BLANKS
from datahub.datasets.rules.signs import SIGNS, missing_of

ROWS = 100_000
MOST_VALUES = 100  # a column with more values is no category
LEAST_WIDTH = 32  # at least this many bytes are proposed for a text
LEAST_ROWS = 10  # a value is proposed once this many rows have it
MOST_DECIMALS = 9
LEAST_IDS = 20  # a column with fewer values tells too little to be proposed as one of ids
MOST_IDS = 10_000  # so many values are compared with each other


@dataclass
class _Seen:
    entry: DictionaryEntry | None = None
    values: Counter[str] = field(default_factory=Counter)
    signs: Counter[str] = field(default_factory=Counter)  # rows of each usual sign of a missing value
    evidence: Evidence = field(default_factory=Evidence)
    too_many: bool = False
    longest: int = 0
    ids: set[int] = field(default_factory=set)  # hashes of the values, while each stood in one row alone
    has_ids: bool = True

    def add(self, cells: Cells) -> None:
        """Adds cells, each different cell once: texts in the order in which they first come."""
        if not isinstance(cells, pa.StringArray):
            for cell, rows in Counter(cells).items():
                self._add(cell.strip(), rows, is_seen=False)
            return
        different, counts = cells.value_counts().flatten()
        texts = pc.utf8_trim(different, characters=BLANKS)
        rows_of = zip(texts.to_pylist(), counts.to_pylist(), self.evidence.add_numbers(texts), strict=True)
        for text, rows, is_seen in rows_of:
            self._add(text, rows, is_seen=is_seen)

    def _add(self, text: str, rows: int, *, is_seen: bool) -> None:
        if text in self.possible_signs:
            self.signs[text] += rows
            return
        self._compare(text, rows)
        if text in self.values:
            self.values[text] += rows
            return
        self.longest = max(self.longest, bytes_of(text))
        if not is_seen:
            self.evidence.add(text)
        if len(self.values) < (MOST_CATEGORIES if self.is_labelled else MOST_VALUES):
            self.values[text] += rows
        else:
            self.too_many = True

    @property
    def is_labelled(self) -> bool:
        """Whether the file gives the values of the column, with labels."""
        return self.entry is not None and bool(self.entry.categories)

    @property
    def stated_missing(self) -> frozenset[str]:
        return frozenset(self.entry.missing if self.entry is not None else ())

    @cached_property
    def possible_signs(self) -> frozenset[str]:
        return self.stated_missing | ({""} if self.is_labelled else SIGNS)

    def _compare(self, text: str, rows: int) -> None:
        self.has_ids = self.has_ids and rows == 1 and hash(text) not in self.ids
        if not self.has_ids:
            self.ids.clear()
        elif len(self.ids) < MOST_IDS:
            self.ids.add(hash(text))

    def way(self, points: set[str]) -> str | None:
        """Returns the way in which the column writes numbers or days; None if it holds neither, or can be read in two
        ways. `points` are what stands before decimals elsewhere in the file."""
        ways = self.evidence.ways() if self.values and not self._has_words else []
        if not self.evidence.is_clear(ways) and len(points) == 1:
            ways = [way for way in ways if point_of(way) in points]
        return ways[0] if self.evidence.is_clear(ways) else None

    def open_ways(self, points: set[str]) -> list[str]:
        """Returns the notations in which every cell can be read, if some cells differ in them and nothing decides."""
        is_open = self.values and not self._has_words and self.way(points) is None
        return self.evidence.ways() if is_open else []

    @property
    def _has_words(self) -> bool:
        """Whether the file says that the cells are words, even where they look like numbers."""
        return self.entry is not None and (self.entry.is_text or self.is_labelled)

    def points(self) -> set[str]:
        """Returns what stands before decimals in this column, if the column alone tells: by a mark of its own, or by
        days in the order of the United States."""
        way = self.way(set())
        if way is None or (self.evidence.days and way != "mm/dd/yyyy"):
            return set()
        return {point_of(way)} if way or self.evidence.numbers[""] else set()

    def proposal(self, name: str, way: str | None, missing: Iterable[str]) -> dict[str, Any]:
        type = self._type(way, missing)
        proposal = {**EMPTY, "name": name, "type": type, "missing": sorted({*missing, ""}), "notation": way or ""}
        if self.entry is not None:
            proposal |= {"description": self.entry.description}
            proposal["categories"] = [{"value": value, "label": label} for value, label in self._common_categories()]
        if type == "number" and way is not None:
            proposal["decimals"] = min(self.evidence.numbers[way], MOST_DECIMALS)
        if type == "text":
            proposal["longest"] = least_step(self.longest)
        return proposal

    def _type(self, way: str | None, missing: Iterable[str]) -> str:
        if way is not None:
            if self.evidence.days:
                return "date"
            return "number" if self.evidence.numbers[way] else "integer"
        if self.is_id(way):
            return "text"
        if not (self.values or set(self.signs) - set(missing)):
            return "text"
        return "text" if self.too_many else "category"

    def is_id(self, way: str | None) -> bool:
        """Returns whether the column holds texts of which each stands in one row, as a name or a number of a person
        does. Numbers and days are measured, and may all differ."""
        return way is None and self.has_ids and len(self.ids) >= LEAST_IDS

    def common(self, missing: Iterable[str]) -> list[str]:
        """Returns the values that many rows have, in the order of the alphabet; numbers and long lists have none."""
        if self.too_many:
            return []
        if self.is_labelled:
            return [value for value, _ in self._common_categories()]
        values = self.values + Counter({sign: rows for sign, rows in self.signs.items() if sign not in missing})
        return sorted(value for value, rows in values.items() if rows >= LEAST_ROWS)

    def _common_categories(self) -> list[tuple[str, str]]:
        """Returns the values of the file with their labels that many rows have, in the order of the file."""
        categories = self.entry.categories if self.entry is not None else ()
        return [(value, label) for value, label in categories if self.values[value] >= LEAST_ROWS]


def point_of(way: str) -> str:
    return NUMBERS[way].point if way in NUMBERS else "."


def least_step(longest: int) -> int:
    """Returns the least of 32, 64, 128 and so on into which `longest` bytes fit: it tells little of the longest
    text."""
    return min(max(LEAST_WIDTH, 1 << max(0, longest - 1).bit_length()), LONGEST_TEXT)


class Proposals:
    """Examines blocks of rows as they pass; the first rows are enough to propose types."""

    def __init__(self, names: Sequence[str], dictionary: Sequence[DictionaryEntry] = ()) -> None:
        self.rows = 0
        self._names, self._seen = names, [_Seen(entry) for entry in dictionary] or [_Seen() for _ in names]

    def add(self, block: Block) -> None:
        left = ROWS - self.rows
        self.rows += len(block[0])
        if left > 0:
            for seen, cells in zip(self._seen, block, strict=True):
                seen.add(cells[:left])

    def columns(self) -> list[dict[str, Any]]:
        """Returns for each column a declaration with which its owner can begin."""
        columns = zip(self._seen, self._names, self._ways(), self._missing(), strict=True)
        return [column.proposal(name, way, missing) for column, name, way, missing in columns]

    def values(self) -> list[list[str]]:
        """Returns the values of each column that could be its categories."""
        return [column.common(missing) for column, missing in zip(self._seen, self._missing(), strict=True)]

    def ids(self) -> list[bool]:
        """Returns for each column whether it holds names or numbers of single rows."""
        return [column.is_id(way) for column, way in zip(self._seen, self._ways(), strict=True)]

    def signs(self) -> list[list[dict[str, Any]]]:
        """Returns the usual signs of missing values that stand in each column, each with its number of rows."""
        return [
            [{"sign": sign, "rows": rows} for sign, rows in sorted(column.signs.items()) if sign]
            for column in self._seen
        ]

    def notations(self) -> list[list[str]]:
        """Returns for each column the notations between which the file does not decide; none if it does."""
        points = self._points()
        return [column.open_ways(points) for column in self._seen]

    def _points(self) -> set[str]:
        return {point for column in self._seen for point in column.points()}

    def _ways(self) -> list[str | None]:
        points = self._points()
        return [column.way(points) for column in self._seen]

    def _missing(self) -> list[frozenset[str]]:
        ways = self._ways()
        among_numbers = {
            sign for column, way in zip(self._seen, ways, strict=True) if way is not None for sign in column.signs
        }
        return [
            column.stated_missing
            | (frozenset(column.signs) if way is not None else missing_of(column.signs, column.values, among_numbers))
            for column, way in zip(self._seen, ways, strict=True)
        ]
