"""Texts of the plain shape of a column's type are read together, by Arrow and NumPy: whole numbers, decimals, days,
declared categories, texts that are short enough, each within the declared domain.

What a text says is defined by `domain.reader`. These functions say which texts they leave to it: missing ones, those
outside the domain, and every shape that they do not know. Texts come without blanks around them.
"""

import math
from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from datahub.datasets.rules.columns import Column
from datahub.datasets.rules.notations import plain_texts
from datahub.vault.collections.columns import decimals_of
from datahub.vault.collections.rules.values import LARGEST_INT, MOST_DIGITS

LAST_BLANK = 0x3000
BLANKS = "".join(
    letter for letter in map(chr, range(LAST_BLANK + 1)) if letter.isspace()
)  # `str.strip` removes these letters
# A plain number has at most this many digits before the point, fewer than the largest readable number.
WHOLE_DIGITS = 15
DIGITS = 18  # a plain number has at most this many digits, so that 64 bits hold the number
SHAPE_LETTERS = DIGITS + 2  # a plain number may also have a sign and a point
DAY_LETTERS = 10
YEAR_ZERO = 1970  # NumPy counts days from this year
_POWERS = np.array([10**digits for digits in range(DIGITS + 1)], dtype=np.int64)

Letters = NDArray[np.uint8]
Whole = NDArray[np.int64]
Mask = NDArray[np.bool_]
# The function returns values, and which texts it has read.
ReadPlain = Callable[[pa.StringArray], tuple[pa.Array, Mask]]


def type_of(column: Column) -> pa.DataType:
    """Returns the type of the arrays that hold values of a column."""
    if column.type == "number":
        return pa.decimal128(MOST_DIGITS, column.decimals)
    return {"integer": pa.int64(), "date": pa.date32()}.get(column.type, pa.string())


def plain_reader(column: Column) -> ReadPlain:
    """Returns the function that reads the plain texts of a column. The value it returns for another text has no
    meaning."""
    read, missing = _READERS[column.type](column), _texts(column.missing)

    def of_texts(texts: pa.StringArray) -> tuple[pa.Array, Mask]:
        values, are_read = read(plain_texts(texts, column.notation))
        return values, are_read & ~_mask(pc.is_in(texts, value_set=missing))

    return of_texts


def _text(column: Column) -> ReadPlain:
    return lambda texts: (texts, _mask(pc.less_equal(pc.binary_length(texts), column.longest)))


def _category(column: Column) -> ReadPlain:
    values = _texts(category.value for category in column.categories)
    return lambda texts: (texts, _mask(pc.is_in(texts, value_set=values)))


def decimals_of_numbers(texts: pa.StringArray) -> tuple[Whole, Mask]:
    """Returns the decimals that each plain number needs, and which texts are such numbers."""
    number, digits, places, are_read = _digits(texts)
    are_read &= (digits > 0) & (digits - places <= WHOLE_DIGITS)
    decimals = places
    for fewer in range(1, int(places[are_read].max(initial=0)) + 1):
        decimals = np.where((fewer <= places) & (number % _POWERS[fewer] == 0), places - fewer, decimals)
    return decimals, are_read


def _number(column: Column) -> ReadPlain:
    decimals = column.decimals if column.type == "number" else 0
    low, high = (Fraction(bound) * 10**decimals for bound in (column.minimum, column.maximum))
    least, most = max(math.ceil(low), -LARGEST_INT + 1), min(math.floor(high), LARGEST_INT - 1)

    def read(texts: pa.StringArray) -> tuple[pa.Array, Mask]:
        number, digits, places, are_read = _digits(texts)
        are_read &= (digits > 0) & (digits - places <= WHOLE_DIGITS) & (digits - places + decimals <= DIGITS)
        number, is_rounded = _at_decimals(number, places, decimals)
        are_read &= (number >= least + is_rounded) & (
            number <= most - is_rounded
        )  # a rounded number next to a bound is left to the reader of single cells
        if column.type == "integer":
            return pa.array(number), are_read & ~is_rounded
        return decimals_of(number, np.zeros(len(number), dtype=np.bool_), type_of(column)), are_read

    return read


def _digits(texts: pa.StringArray) -> tuple[Whole, Whole, Whole, Mask]:
    """Returns the number of each text without its point, how many digits it has, how many of them behind the point, and
    which texts are numbers of this shape."""
    starts, lengths, letters = _letters(texts)
    number, digits, places = (np.zeros(len(texts), dtype=np.int64) for _ in range(3))
    is_number = (lengths > 0) & (lengths <= SHAPE_LETTERS)
    has_point = np.zeros(len(texts), dtype=np.bool_)
    is_negative = has_point.copy()
    for at in range(min(SHAPE_LETTERS, int(lengths.max(initial=0)))):
        is_there = at < lengths
        letter = letters[np.where(is_there, starts + at, 0)]
        digit = letter - np.uint8(ord("0"))
        is_digit, is_point = is_there & (digit < 10), is_there & (letter == ord("."))
        is_sign = (letter == ord("-")) | (letter == ord("+")) if at == 0 else False
        if at == 0:
            is_negative = letter == ord("-")
        is_number &= ~is_there | is_digit | (is_point & ~has_point) | is_sign
        number = np.where(is_digit, number * 10 + digit, number)
        digits += is_digit
        places += is_digit & has_point
        has_point |= is_point
    return np.where(is_negative, -number, number), digits, places, is_number & (digits <= DIGITS)


def _at_decimals(number: Whole, places: Whole, decimals: int) -> tuple[Whole, Mask]:
    """Returns numbers of so many places at the decimals of a column, rounded half to even, and which were rounded."""
    more, fewer = np.clip(decimals - places, 0, DIGITS), np.clip(places - decimals, 0, DIGITS)
    number = number * _POWERS[more]
    if not fewer.any():
        return number, np.zeros(len(number), dtype=np.bool_)
    divisor = _POWERS[fewer]
    whole, rest = np.divmod(number, divisor)
    is_up = (2 * rest > divisor) | ((2 * rest == divisor) & (whole % 2 == 1))
    return whole + is_up, rest != 0


def _date(column: Column) -> ReadPlain:
    low, high = (_day_of(date.fromisoformat(bound)) for bound in (column.minimum, column.maximum))

    def read(texts: pa.StringArray) -> tuple[pa.Array, Mask]:
        days, are_read = _days(texts)
        return pa.array(days.astype(np.int32)).cast(pa.date32()), are_read & (days >= low) & (days <= high)

    return read


def _days(texts: pa.StringArray) -> tuple[Whole, Mask]:
    """Returns the days since 1 January 1970, and which texts are days as in 2005-06-07."""
    starts, lengths, letters = _letters(texts)
    is_day = lengths == DAY_LETTERS
    rows = letters[np.where(is_day, starts, 0)[:, None] + np.arange(DAY_LETTERS) * is_day[:, None]]
    digits = (rows - np.uint8(ord("0"))).astype(np.int64)
    is_day &= np.all(rows[:, [4, 7]] == ord("-"), axis=1)
    is_day &= np.all(digits[:, [0, 1, 2, 3, 5, 6, 8, 9]] < 10, axis=1)
    year = digits[:, :4] @ _POWERS[[3, 2, 1, 0]]
    month, day = digits[:, 5] * 10 + digits[:, 6], digits[:, 8] * 10 + digits[:, 9]
    is_day &= (year > 0) & (month >= 1) & (month <= 12)
    months = np.where(is_day, (year - YEAR_ZERO) * 12 + month - 1, 0)
    first, next_first = _first_days(months), _first_days(months + 1)
    return first + day - 1, is_day & (day >= 1) & (day <= next_first - first)


def _first_days(months: Whole) -> Whole:
    return months.astype("M8[M]").astype("M8[D]").astype(np.int64)


def _day_of(of: date) -> int:
    return of.toordinal() - date(YEAR_ZERO, 1, 1).toordinal()


def _letters(texts: pa.StringArray) -> tuple[Whole, Whole, Letters]:
    """Returns where each text starts, its length, and the bytes of all, of which there is at least one."""
    _, offsets, raw = texts.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[texts.offset :][: len(texts) + 1].astype(np.int64)
    letters = np.frombuffer(raw, dtype=np.uint8) if raw is not None and raw.size else np.zeros(1, dtype=np.uint8)
    return ends[:-1], np.diff(ends), letters


def _texts(values: Iterable[str]) -> pa.StringArray:
    """Returns declared texts as an array, without those that hold half a letter, which no Arrow array can hold."""
    return pa.array([value for value in values if _is_unicode(value)], pa.string())


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _mask(array: pa.BooleanArray) -> Mask:
    mask: Mask = array.to_numpy(zero_copy_only=False)
    return mask


_READERS: dict[str, Callable[[Column], ReadPlain]] = {
    "integer": _number, "number": _number, "date": _date, "category": _category, "text": _text,
}  # fmt: skip
