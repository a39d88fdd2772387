"""Reads the cells of a column as its declaration says, and handles by the stated rule what lies outside.

Numbers are exact decimals, rounded once to the decimals that are declared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal

from datahub.api.spreadsheet import cell_of
from datahub.datasets.rules.columns import Column, bytes_of, day, decimal
from datahub.datasets.rules.notations import plain_text

Value = int | Decimal | str | date | None


@dataclass(frozen=True, slots=True)
class Outside:
    """A cell is outside when it does not belong to the domain. `nearest` is the bound to which it would be moved, if it
    has one."""

    nearest: Value = None


Read = Callable[[str], Value | Outside]


def reader(column: Column) -> Read:
    """Returns the function that reads a cell of the column; it returns None for a missing cell and ignores blanks
    around a cell."""
    read, missing = _READERS[column.type](column), frozenset(column.missing)

    def of_cell(cell: str) -> Value | Outside:
        text = cell.strip()
        return None if text in missing else read(plain_text(text, column.notation))

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
    """A cell may be a category, or what our own files write for one that a spreadsheet program would run."""
    values = {cell_of(category.value): category.value for category in column.categories}
    values |= {category.value: category.value for category in column.categories}
    return lambda text: values.get(text, Outside())


def _text(column: Column) -> Read:
    return lambda text: text if bytes_of(text) <= column.longest else Outside()


_READERS: dict[str, Callable[[Column], Read]] = {
    "integer": _integer, "number": _number, "date": _date, "category": _category, "text": _text,
}  # fmt: skip
