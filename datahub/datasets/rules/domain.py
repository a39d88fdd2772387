"""Reads the cells of a column as its declaration says, and handles by the stated rule what lies outside.

Numbers are exact decimals, rounded once to the decimals that are declared.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

from datahub.datasets.rules.columns import Column, bytes_of, day, decimal

Value = int | Decimal | str | date | None
REMEMBERED, LEAST_REMEMBERED = 200_000, 256  # cells of all columns, and of one; most columns have few values
LETTERS = 1_000_000  # of the cells of a column that are remembered


@dataclass(frozen=True, slots=True)
class Outside:
    """This is a cell that does not belong to the domain. `nearest` is the bound it would be moved to, if it has one."""

    nearest: Value = None


Read = Callable[[str], Value | Outside]


def reader(column: Column) -> Read:
    """Returns the function that reads a cell of the column; None is missing. Blanks around a cell do not count."""
    read, missing = _READERS[column.type](column), frozenset(column.missing)

    def of_cell(cell: str) -> Value | Outside:
        text = cell.strip()
        return None if text in missing else read(text)

    return of_cell


def _integer(column: Column) -> Read:
    return _between(Decimal(column.minimum), Decimal(column.maximum), int, must_be_whole=True)


def _number(column: Column) -> Read:
    last = Decimal(1).scaleb(-column.decimals)

    def rounded(value: Decimal) -> Decimal:
        return value.quantize(last, ROUND_HALF_EVEN)

    return _between(Decimal(column.minimum), Decimal(column.maximum), rounded, must_be_whole=False)


def _between(low: Decimal, high: Decimal, kept: Callable[[Decimal], int | Decimal], *, must_be_whole: bool) -> Read:
    least, most = kept(low), kept(high)

    def read(text: str) -> Value | Outside:
        value = decimal(text)
        if value is None or (must_be_whole and value != value.to_integral_value()):
            return Outside()
        if value < low:
            return Outside(least)
        return Outside(most) if value > high else kept(value)

    return read


def _date(column: Column) -> Read:
    low, high = date.fromisoformat(column.minimum), date.fromisoformat(column.maximum)

    def read(text: str) -> Value | Outside:
        value = day(text)
        if value is None:
            return Outside()
        if value < low:
            return Outside(low)
        return Outside(high) if value > high else value

    return read


def _category(column: Column) -> Read:
    values = frozenset(category.value for category in column.categories)
    return lambda text: text if text in values else Outside()


def _text(column: Column) -> Read:
    return lambda text: text if bytes_of(text) <= column.longest else Outside()


_READERS: dict[str, Callable[[Column], Read]] = {
    "integer": _integer, "number": _number, "date": _date, "category": _category, "text": _text,
}  # fmt: skip


@dataclass
class Counted:
    """These are the counts of a load, for the owner alone, because they are made of the data."""

    read: int = 0
    kept: int = 0
    outside: list[int] = field(default_factory=list)  # cells, by column
    missing: list[int] = field(default_factory=list)  # in rows that were kept


class Intake:
    """Takes rows of cells and gives rows of values, without those that the rule of a column rejects."""

    def __init__(self, columns: Sequence[Column]) -> None:
        remembered = max(LEAST_REMEMBERED, REMEMBERED // len(columns))
        self._columns = [_Cells(column, remembered) for column in columns]
        self.counted = Counted(outside=[0] * len(columns), missing=[0] * len(columns))

    def take(self, row: Sequence[str]) -> list[Value] | None:
        """Returns the values of one row; None for a row that is rejected."""
        columns = self.take_many([row])
        return [column[0] for column in columns] if columns[0] else None

    def take_many(self, rows: Sequence[Sequence[str]]) -> list[list[Value]]:
        """Returns the values of rows, column by column."""
        self.counted.read += len(rows)
        rejected: set[int] = set()
        columns = []
        for index, (own, cells) in enumerate(zip(self._columns, zip(*rows, strict=True), strict=True)):
            values, outside = own.values(cells)
            self.counted.outside[index] += len(outside)
            if own.rejects:
                rejected.update(outside)
            columns.append(values)
        if rejected:
            kept = [at for at in range(len(rows)) if at not in rejected]
            columns = [[values[at] for at in kept] for values in columns]
        self.counted.kept += len(rows) - len(rejected)
        for index, values in enumerate(columns):
            self.counted.missing[index] += values.count(None)
        return columns


class _Cells:
    """These are the cells of one column: each different one is read once, as long as there are not too many."""

    def __init__(self, column: Column, remembered: int) -> None:
        self._remembered, self._letters = remembered, 0
        self.rejects = column.outside == "reject"
        self._clamps = column.outside == "clamp"
        self._read, self._known = reader(column), dict[str, Value | Outside]()
        self._knows_outside = False

    def values(self, cells: Sequence[str]) -> tuple[list[Value], list[int]]:
        """Returns the values of cells, and the places of those outside the domain, which are moved or missing."""
        known = self._known
        for cell in set(cells).difference(known):
            known[cell] = value = self._read(cell)
            self._letters += len(cell)
            self._knows_outside |= isinstance(value, Outside)
        values: list[Any] = [known[cell] for cell in cells]
        outside = [at for at, value in enumerate(values) if type(value) is Outside] if self._knows_outside else []
        for at in outside:
            values[at] = values[at].nearest if self._clamps else None
        if len(known) > self._remembered or self._letters > LETTERS:
            known.clear()
            self._letters = 0
        return values, outside
