"""Hierarchies from a file of ARX, or made by a rule: intervals, masks, dates, groups in order."""

import csv
import io
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation

from mechanisms.anonymity.hierarchy import ALL, Hierarchy, from_paths

HIDDEN = "*"  # a masked character
Number = int | str  # a whole number, or a decimal text


def from_csv(column: str, text: str) -> Hierarchy:
    """Returns a hierarchy as ARX writes it: no headings, a line for each value, level 0 first, between `;` or `,`. The
    top is `*`; where one other name stands at all ends, `*` is put above it.

    Where both separators occur, the one is taken that makes lines of one length which end in `*`, or else in one name.
    Errors: ValueError for what `from_paths` refuses.
    """
    lines = text.removeprefix("\ufeff")
    separators = [mark for mark in ";," if mark in lines.partition("\n")[0]]
    if not separators:
        raise ValueError(f"the hierarchy of {column} has no ; and no , in its first line, so it has no levels")
    read = [[row for row in csv.reader(io.StringIO(lines), delimiter=mark) if row] for mark in separators]
    whole = [rows for rows in read if len({len(row) for row in rows}) == 1]
    fitting = [rows for rows in whole if rows[0][-1].strip() == ALL] or [rows for rows in whole if _is_under_one(rows)]
    paths = [[cell.strip() for cell in row] for row in (fitting or read)[0]]
    return from_paths(column, [[*path, ALL] for path in paths] if fitting and paths[0][-1] != ALL else paths)


def _is_under_one(rows: Sequence[Sequence[str]]) -> bool:
    """Returns whether one name, and no empty one, stands at the end of all rows, behind the values."""
    return len(rows[0]) > 1 and len({row[-1].strip() for row in rows}) == 1 and rows[0][-1].strip() != ""


def flat(column: str, values: Iterable[str]) -> Hierarchy:
    """Returns the value or nothing."""
    return from_paths(column, [[value, ALL] for value in _in_order(column, values)])


def grouped(column: str, groups: Mapping[str, Iterable[str]]) -> Hierarchy:
    """Returns the value, its group, `*`."""
    return from_paths(column, [[value, group, ALL] for group, values in groups.items() for value in values])


def intervals(
    column: str,
    values: Iterable[Number],
    *,
    start: Number,
    widths: Sequence[Number],
    bottom: Number | None = None,
    top: Number | None = None,
) -> Hierarchy:
    """Returns a hierarchy of numbers in intervals that begin at `start`, wider from level to level: 37, 35-39, 30-39,
    `*`; or 21.4, 20.0-24.9, `*`.

    All are numbers of as many decimals as the values have at most, counted in units of the last one, so that nothing
    is rounded. One that begins below 0 is [-10 .. -6]. From level 1 on, values below `bottom` are one interval and
    values of at least `top` another (bottom and top coding). The domain is the given values, so a loss counts values
    that occur and not all numbers.
    Errors: ValueError for widths that do not divide each other or are not positive, bounds on no edge, and what has
    more decimals than the values.
    """
    texts = {str(value) for value in values}
    if not texts:
        raise ValueError(f"the hierarchy of {column} is empty; it needs at least one value")
    unit = _Unit(column, max(_decimals(text) for text in texts))
    numbers = sorted({unit.count(text) for text in texts})
    first, sizes = unit.count(start), [unit.count(width) for width in widths]
    low_end, high_end = (None if bound is None else unit.count(bound) for bound in (bottom, top))
    _check_widths(unit, sizes)
    _check_bounds(unit, first, sizes[-1], low_end, high_end)

    def name(number: int, width: int) -> str:
        if low_end is not None and number < low_end:
            return f"<{unit.text(low_end)}"
        if high_end is not None and number >= high_end:
            return f">={unit.text(high_end)}"
        low = first + (number - first) // width * width
        if width == 1:
            return unit.text(low)
        ends = unit.text(low), unit.text(low + width - 1)
        return "-".join(ends) if low >= 0 else f"[{ends[0]} .. {ends[1]}]"  # a cell that begins with - may be run

    return from_paths(column, [[unit.text(n), *(name(n, width) for width in sizes), ALL] for n in numbers])


@dataclass(frozen=True)
class _Unit:
    """A unit is one of the last decimal place of a column's numbers, which are whole numbers of units."""

    column: str
    decimals: int

    def count(self, number: Number) -> int:
        try:
            value = Decimal(number).scaleb(self.decimals)
        except InvalidOperation:
            raise ValueError(f"{self.column} has a value that is no number, and intervals hold numbers alone") from None
        if value != value.to_integral_value():
            raise ValueError(f"{number} has more decimals than the values of {self.column}, which have {self.decimals}")
        return int(value)

    def text(self, count: int) -> str:
        return f"{Decimal(count).scaleb(-self.decimals):f}"


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


def _check_widths(unit: _Unit, widths: Sequence[int]) -> None:
    least = unit.text(1)
    if not widths or min(widths) < 1:
        shown = ", ".join(unit.text(width) for width in widths)
        raise ValueError(f"the intervals of {unit.column} have the widths [{shown}]; they are numbers from {least} on")
    for narrow, wide in itertools.pairwise(widths):
        if wide <= narrow or wide % narrow:
            raise ValueError(
                f"intervals of {unit.text(wide)} in {unit.column} are not made of intervals of {unit.text(narrow)}: "
                "not a multiple"
            )


def _check_bounds(unit: _Unit, start: int, widest: int, bottom: int | None, top: int | None) -> None:
    for bound in (bottom, top):
        if bound is not None and (bound - start) % widest:
            interval = f"an interval of {unit.text(widest)} from {unit.text(start)}"
            raise ValueError(f"{unit.column} is cut at {unit.text(bound)}, inside {interval}")
    if bottom is not None and top is not None and bottom >= top:
        ends = f"its bottom at {unit.text(bottom)} and its top at {unit.text(top)}"
        raise ValueError(f"{unit.column} has {ends}; the bottom lies below the top")


def masks(column: str, values: Iterable[str], *, at_once: int = 1, pad: str = "") -> Hierarchy:
    """Returns a hierarchy of texts whose characters are hidden from the right: 47906, 4790*, 479**, ..., `*`.

    Texts of different lengths are made as long as the longest by `pad`: "zeros" before them (1067 as 0106*), or
    "blanks" behind them (M1 1AE beside EC1A 1BB). The values themselves stay as they are.
    Errors: ValueError for texts of different lengths without `pad`, and texts that hold the mask itself.
    """
    texts = _in_order(column, values)
    length = max(map(len, texts)) if pad else len(texts[0])
    for text in texts:
        if len(text) != length and not pad:
            raise ValueError(f"{text!r} in {column} has {len(text)} characters and {texts[0]!r} {length}; pad them")
        if HIDDEN in text:
            raise ValueError(f"{text!r} in {column} holds {HIDDEN}, which stands for a hidden character")
    if at_once < 1:
        raise ValueError(f"{at_once} characters of {column} are hidden at once; at least 1 is")
    hidden = range(at_once, length, at_once)
    padded = [text.rjust(length, "0") if pad == "zeros" else text.ljust(length) for text in texts]
    return from_paths(
        column,
        [[text, *(whole[:-n] + HIDDEN * n for n in hidden), ALL] for text, whole in zip(texts, padded, strict=True)],
    )


def dates(column: str, values: Iterable[str]) -> Hierarchy:
    """Days as ISO 8601 writes them: 1987-03-14, 1987-03, 1987-Q1, 1987, 1980-1989, `*`."""
    paths = []
    for text in _in_order(column, values):
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise ValueError(f"{text!r} in {column} is no day; days are written 1987-03-14") from None
        if day.isoformat() != text:
            raise ValueError(f"{text!r} in {column} is not written as {day.isoformat()}")
        decade = day.year // 10 * 10
        quarter = f"{day.year:04}-Q{math.ceil(day.month / 3)}"
        paths.append([text, text[:7], quarter, text[:4], f"{decade:04}-{decade + 9:04}", ALL])
    return from_paths(column, paths)


def in_order(column: str, values: Sequence[str], *, sizes: Sequence[int]) -> Hierarchy:
    """Returns a hierarchy of values whose order means something, in runs of so many neighbours: never, rarely, ... ->
    [never .. rarely].

    `sizes` are numbers of values, each a multiple of the one before; the last run of a level may be shorter.
    """
    if len(set(values)) < len(values):
        raise ValueError(f"the values of {column} are not all different; an order lists each once")
    for small, large in zip([1, *sizes], sizes, strict=False):
        if large <= small or large % small:
            raise ValueError(f"runs of {large} in {column} are not made of runs of {small}: not a multiple")

    def run(place: int, size: int) -> str:
        first = place // size * size
        last = min(first + size, len(values)) - 1
        return values[first] if first == last else f"[{values[first]} .. {values[last]}]"

    return from_paths(
        column, [[value, *(run(place, size) for size in sizes), ALL] for place, value in enumerate(values)]
    )


def _in_order(column: str, values: Iterable[str]) -> list[str]:
    distinct_values = sorted(set(values))
    if not distinct_values:
        raise ValueError(f"the hierarchy of {column} is empty; it needs at least one value")
    return distinct_values
