"""Numbers and days are written in several ways. A column declares one, and each cell is read in that way alone.

The plain way, which has no name, is 1234.5 for a number and 2005-06-07 for a day. A text of another way becomes the
plain text that says the same; the readers of plain texts read it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

BLANK = " \u00a0\u2009\u202f"  # blanks that stand between thousands: usual, unbreakable, thin, and thin unbreakable


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a way to write numbers: what stands before the decimals, and what may stand between thousands."""

    point: str
    thousands: str

    @property
    def pattern(self) -> str:
        point = re.escape(self.point)
        whole = f"(?:[0-9]*|[1-9][0-9]{{0,2}}(?:[{self.thousands}][0-9]{{3}})+)"
        return f"[+-]?{whole}(?:{point}[0-9]*)?(?:[eE][+-]?[0-9]+)?"


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a way to write days, as a pattern of three groups, and the group of year, month and day."""

    pattern: str
    year: int
    month: int
    day: int


NUMBERS: Mapping[str, Marks] = {
    "1,234.5": Marks(".", ","),
    "1.234,5": Marks(",", "."),
    "1 234,5": Marks(",", BLANK),
    "1'234.5": Marks(".", "'\u2019"),
}
DAYS: Mapping[str, Order] = {
    "dd.mm.yyyy": Order("([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})", 3, 2, 1),
    "mm/dd/yyyy": Order("([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{4})", 3, 1, 2),
    "yyyy/mm/dd": Order("([0-9]{4})[./]([0-9]{1,2})[./]([0-9]{1,2})", 1, 2, 3),
}
WRITINGS = ("", *NUMBERS, *DAYS)
OF_TYPE: Mapping[str, Mapping[str, Marks] | Mapping[str, Order]] = {"integer": NUMBERS, "number": NUMBERS, "date": DAYS}


def plain_text(text: str, writing: str) -> str:
    """Returns the plain text of a number or a day; the empty text if it is not written in this way."""
    if not writing:
        return text
    if writing in DAYS:
        order = DAYS[writing]
        match = re.fullmatch(DAYS[writing].pattern, text)
        return (
            ""
            if match is None
            else "-".join((match[order.year], match[order.month].zfill(2), match[order.day].zfill(2)))
        )
    if re.fullmatch(NUMBERS[writing].pattern, text) is None:
        return ""
    return re.sub(f"[{NUMBERS[writing].thousands}]", "", text).replace(NUMBERS[writing].point, ".")


def plain_texts(texts: pa.StringArray, writing: str) -> pa.StringArray:
    """Returns `plain_text` of each text."""
    if not writing:
        return texts
    if writing in DAYS:
        order = DAYS[writing]
        is_so = pc.match_substring_regex(texts, rf"\A{order.pattern}\z")
        # Zeros stand before month and day; of each the last two digits are taken.
        padded = pc.replace_substring_regex(
            texts, rf"\A{order.pattern}\z", rf"\{order.year}-0\{order.month}-0\{order.day}"
        )
        plain = pc.replace_substring_regex(padded, r"-0([0-9]{2})", r"-\1")
    else:
        marks = NUMBERS[writing]
        is_so = pc.match_substring_regex(texts, rf"\A(?:{marks.pattern})\z")
        whole = pc.replace_substring_regex(texts, f"[{marks.thousands}]", "")
        plain = pc.replace_substring(whole, marks.point, ".")
    return pc.if_else(is_so, plain, "")
