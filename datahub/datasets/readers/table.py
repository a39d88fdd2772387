"""Every reader gives a table: the names of the columns, then row after row as text. It holds a few rows at a
time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import count
from typing import Literal

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import Place
from datahub.datasets.readers.statistical_kinds import STATISTICAL_KINDS
from datahub.datasets.rules.blocks import Block, in_blocks, joined
from datahub.datasets.rules.dictionary import DictionaryEntry

Kind = Literal["csv", "tsv", "parquet", "xlsx", "jsonl", "json", "sav", "por", "dta", "sas7bdat", "xpt"]
KINDS: tuple[Kind, ...] = ("csv", "tsv", "parquet", "xlsx", "jsonl", "json", *STATISTICAL_KINDS)
VALUES = ("labels", "codes")
MOST_COLUMNS = 1000
LONGEST_NAME = 200
LONGEST_CELL = 32_768


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format says how a file is read. A field that does not concern its kind is empty."""

    kind: Kind
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    header_row: int = 0  # the line or row in which the header begins; 0: the one that is proposed
    values: str = ""  # whether values that have labels are read by these, which is proposed, or by their codes


@dataclass(frozen=True, slots=True)
class Table:
    """A table is what a reader gives: names and rows. `rows` or `blocks` can be asked for once. Each row is as long as
    `names`; an empty text is a cell with nothing in it. `cut` is there where a reader gives blocks without rows."""

    names: tuple[str, ...]
    rows: Callable[[], Iterator[Sequence[str]]]
    sheets: tuple[str, ...] = ()
    cut: Callable[[], Iterator[Block]] | None = None
    header_row: int = 0  # 0 where a kind of file has no such row
    encoding: str = ""  # the one in which the reader read it, if it had to guess
    dictionary: tuple[DictionaryEntry, ...] = ()  # what the file says of each column, if it says anything

    def blocks(self) -> Iterator[Block]:
        """Yields the rows in blocks, column by column, instead of `rows`."""
        return in_blocks(self.rows()) if self.cut is None else joined(self.cut())

    def only(self, indexes: Sequence[int]) -> "Table":
        """Returns the table without the other columns."""
        if len(indexes) == len(self.names):
            return self
        names = tuple(self.names[index] for index in indexes)
        cut = self.cut
        return replace(
            self,
            names=names,
            rows=lambda: ([row[index] for index in indexes] for row in self.rows()),
            cut=None if cut is None else lambda: ([block[index] for index in indexes] for block in cut()),
            dictionary=tuple(self.dictionary[index] for index in indexes) if self.dictionary else (),
        )


def checked_names(names: Sequence[str], place: Place) -> tuple[str, ...]:
    """Returns the names of the columns. One without a name, as R and pandas write row numbers, is named by its
    place."""
    headings = named_by_place([name.strip() for name in names])
    if len(headings) > MOST_COLUMNS:
        raise FileRefused("too_many_columns", place, columns=len(headings), most=MOST_COLUMNS)
    seen: dict[str, int] = {}
    for number, name in enumerate(headings, 1):
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise FileRefused("bad_header", place.in_column(number), most=LONGEST_NAME)
        first = seen.setdefault(name.casefold(), number)
        if first != number:
            raise FileRefused("duplicate_header", place.in_column(number), first=first)
    return headings


def named_by_place(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the names, with "column 3" for the third if it has none, or "column 3 (2)" if another has that name."""
    taken = {name.casefold() for name in names}
    headings = []
    for number, name in enumerate(names, 1):
        choices = (f"column {number}" + (f" ({again})" if again > 1 else "") for again in count(1))
        headings.append(name or next(choice for choice in choices if choice not in taken))
        taken.add(headings[-1].casefold())
    return tuple(headings)


def check_cells(row: Sequence[str], place: Place) -> None:
    """Refuses cells that are too long or begin with =, which would be a formula to whoever opens the table in a
    spreadsheet program later."""
    for number, cell in enumerate(row, 1):
        if cell[:1] == "=":
            raise FileRefused("formula", place.in_column(number))
        if len(cell) > LONGEST_CELL:
            raise FileRefused("long_cell", place.in_column(number), characters=len(cell), most=LONGEST_CELL)


def text_of(value: object, place: Place) -> str:
    """Returns a typed value as a text file would write it: a time of day as 09:30:00, a duration in seconds. A missing
    value and NaN both become the empty text."""
    if value is None or value != value:  # NaN differs from itself
        return ""
    if isinstance(value, str):
        if "\0" in value:
            raise FileRefused("nul_in_cell", place)
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
    if isinstance(value, datetime):
        is_day = value.hour == value.minute == value.second == value.microsecond == 0
        return (value.date() if is_day else value).isoformat()
    if isinstance(value, time):
        return value.isoformat()
    if isinstance(value, timedelta):
        seconds, rest = divmod(value, timedelta(seconds=1))
        return str(seconds + Decimal(rest.microseconds).scaleb(-6)) if rest else str(seconds)
    if isinstance(value, int | Decimal | date):
        return str(value)
    raise FileRefused("nested_cell", place)
