"""Numbers and days have several notations. A column declares one, and each cell is read in that notation alone.

The plain notation, which has no name, is 1234.5 for a number and 2005-06-07 for a day. A text of another notation
becomes the plain text that says the same; the readers of plain texts read it. A notation is a pattern and
replacements that Python and Arrow read alike, so one text and a whole column follow the same lines.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

BLANK = " \u00a0\u2009\u202f"  # blanks that stand between thousands: usual, unbreakable, thin, and thin unbreakable


@dataclass(frozen=True, slots=True)
class Notation:
    """A text of the notation matches the whole pattern; the replacements, one after another, make it plain."""

    pattern: str
    replacements: tuple[tuple[str, str], ...]
    point: str = "."  # stands before the decimals of a number


def _number(point: str, thousands: str) -> Notation:
    mark = re.escape(point)
    whole = f"(?:[0-9]*|[1-9][0-9]{{0,2}}(?:[{thousands}][0-9]{{3}})+)"
    pattern = f"[+-]?{whole}(?:{mark}[0-9]*)?(?:[eE][+-]?[0-9]+)?"
    return Notation(pattern, ((f"[{thousands}]", ""), (mark, ".")), point)


def _day(pattern: str, year: int, month: int, day: int) -> Notation:
    """Returns a notation of days; `year`, `month` and `day` are the numbers of their groups in the pattern."""
    # Zeros are put before month and day; the last two digits of each stay.
    return Notation(pattern, ((pattern, rf"\{year}-0\{month}-0\{day}"), ("-0([0-9]{2})", r"-\1")))


NUMBERS: Mapping[str, Notation] = {
    "1,234.5": _number(".", ","),
    "1.234,5": _number(",", "."),
    "1 234,5": _number(",", BLANK),
    "1'234.5": _number(".", "'\u2019"),
}
DAYS: Mapping[str, Notation] = {
    "dd.mm.yyyy": _day("([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})", 3, 2, 1),
    "mm/dd/yyyy": _day("([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{4})", 3, 1, 2),
    "yyyy/mm/dd": _day("([0-9]{4})[./]([0-9]{1,2})[./]([0-9]{1,2})", 1, 2, 3),
}
NOTATIONS: Mapping[str, Notation] = {**NUMBERS, **DAYS}
OF_TYPE: Mapping[str, Mapping[str, Notation]] = {"integer": NUMBERS, "number": NUMBERS, "date": DAYS}


def plain_text(text: str, name: str) -> str:
    """Returns the plain text of a number or a day; the empty text if it does not have the notation of this name."""
    if not name:
        return text
    if re.fullmatch(NOTATIONS[name].pattern, text) is None:
        return ""
    for step, (_, replacement) in enumerate(NOTATIONS[name].replacements):
        text = re.sub(NOTATIONS[name].replacements[step][0], replacement, text)
    return text


def plain_texts(texts: pa.StringArray, name: str) -> pa.StringArray:
    """Returns `plain_text` of each text."""
    if not name:
        return texts
    notation, plain = NOTATIONS[name], texts
    for pattern, replacement in notation.replacements:
        plain = pc.replace_substring_regex(plain, pattern, replacement)
    return pc.if_else(pc.match_substring_regex(texts, rf"\A(?:{notation.pattern})\z"), plain, "")
