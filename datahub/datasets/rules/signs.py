"""Decides which usual signs of a missing value are proposed as missing in a column of words.

Among numbers and days every sign is one. Among words a sign may be a value: Namibia has the code NA, an answer may be
None, and a test strip shows + or -. Such a sign is proposed only where it also stands among the numbers of the same
file and does not look like the other values.
"""

import re
from collections.abc import Collection

CERTAIN = frozenset({"", "?", ".", "NaN", "<NA>", "#N/A"})  # no word is one of these
MARKS = "+"
SIGNS = CERTAIN | {"NA", "N/A", "nan", "null", "NULL", "None", "-"}


def missing_of(signs: Collection[str], values: Collection[str], among_numbers: Collection[str]) -> frozenset[str]:
    """Returns the signs of a column of words that are proposed as missing."""
    shapes = {shape(value) for value in values}
    if shapes <= {MARKS}:  # nothing but marks, or nothing at all: each sign may be a value
        return frozenset(signs) & {"", "NaN", "<NA>", "#N/A"}
    return frozenset(sign for sign in signs if sign in CERTAIN or (sign in among_numbers and shape(sign) not in shapes))


def shape(text: str) -> str:
    """Returns the shape of a text: AA of NA and ZA, Aa of None and Some, one sign for a text of marks alone."""
    if not any(letter.isalnum() for letter in text):
        return MARKS
    return re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]", "A", re.sub(r"[0-9]", "9", text)))
