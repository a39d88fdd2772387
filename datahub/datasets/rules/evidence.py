"""Collects what the texts of one column could be, text by text: which ways to write a number or a day fit all of them.

A number that a person would see as a code is no number: 007, 1E05 or +49 would lose something. A text that two ways
read differently, such as 1.100 or 1/2/2005, is remembered, so that neither is taken without a word.
"""

import re
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations

import pyarrow as pa
import pyarrow.compute as pc

from datahub.datasets.rules.columns import day, decimal
from datahub.datasets.rules.notations import DAYS, NUMBERS, plain_text
from datahub.datasets.rules.plain_texts import decimals_of_numbers

OF_NUMBERS, OF_DAYS = ("", *NUMBERS), ("", *DAYS)
CODE = r"^[+-]?0[0-9]"  # a leading zero, which a number would lose
BARE_EXPONENT = r"^[+-]?[0-9]+[eE][0-9]+$"  # 1E05: a code, unless other cells show that these are measured numbers
THOUSANDS_OF_POINTS = r"^[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})+$"
WITH_POINT = tuple(notation for notation in OF_NUMBERS if not notation or NUMBERS[notation].point == ".")


@dataclass
class Evidence:
    """The evidence about one column: the ways that fit every text so far, with the most decimals in each, and the pairs
    of ways that read some text differently."""

    numbers: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OF_NUMBERS, 0))
    days: set[str] = field(default_factory=lambda: set(OF_DAYS))
    two_ways: set[tuple[str, str]] = field(default_factory=set)
    is_code: bool = False
    may_be_code: bool = False
    is_measured: bool = False  # some number has a point or stands below zero

    def add_numbers(self, texts: pa.StringArray) -> list[bool]:
        """Adds the plain numbers among texts, which are never days; returns which texts they are."""
        decimals, are_plain = decimals_of_numbers(texts)
        are_plain &= ~pc.match_substring_regex(texts, f"{CODE}|^[+]").to_numpy(zero_copy_only=False)
        if are_plain.any():
            plain = texts.filter(pa.array(are_plain))
            self.days.clear()
            self._add_points(plain.filter(pc.match_substring(plain, ".")), int(decimals[are_plain].max()))
            self.is_measured |= bool(pc.any(pc.starts_with(plain, "-")).as_py())
        seen: list[bool] = are_plain.tolist()
        return seen

    def _add_points(self, texts: pa.StringArray, most: int) -> None:
        if not len(texts):
            return
        self.is_measured = True
        may_be_thousands = pc.match_substring_regex(texts, THOUSANDS_OF_POINTS)
        fitting = set(WITH_POINT)
        if pc.all(may_be_thousands).as_py():
            fitting.add("1.234,5")
        if pc.any(may_be_thousands).as_py():
            self.two_ways |= {(notation, "1.234,5") for notation in WITH_POINT}
        self._keep_numbers({notation: most if notation in WITH_POINT else 0 for notation in fitting})

    def add(self, text: str) -> None:
        """Adds a text of any shape."""
        if self.days:
            self._add_day(text)
        if not self.numbers or self.is_code:
            return
        self.is_code |= re.match(CODE, text) is not None
        self.may_be_code |= text.startswith("+") or re.match(BARE_EXPONENT, text) is not None
        readings = {notation: decimal(plain_text(text, notation)) for notation in OF_NUMBERS}
        values = {notation: value for notation, value in readings.items() if value is not None}
        self.is_measured |= text.startswith("-") or any(mark in text for mark in ".,")
        self._keep_numbers({notation: _decimals(value) for notation, value in values.items()})
        self.two_ways |= {pair for pair in combinations(sorted(values), 2) if values[pair[0]] != values[pair[1]]}

    def _add_day(self, text: str) -> None:
        readings = {notation for notation in self.days if day(plain_text(text, notation)) is not None}
        self.days &= readings
        self.two_ways |= set(combinations(sorted(readings), 2))

    def _keep_numbers(self, decimals: dict[str, int]) -> None:
        self.numbers = {
            notation: max(most, decimals[notation]) for notation, most in self.numbers.items() if notation in decimals
        }

    def ways(self) -> list[str]:
        """Returns the ways that fit every text: those of days, or else those of numbers."""
        if self.days:
            return [notation for notation in OF_DAYS if notation in self.days]
        if self.is_code or (self.may_be_code and not self.is_measured):
            return []
        return [notation for notation in OF_NUMBERS if notation in self.numbers]

    def is_clear(self, ways: list[str]) -> bool:
        """Returns whether all these ways read every text alike."""
        return bool(ways) and not any(pair in self.two_ways for pair in combinations(sorted(ways), 2))


def _decimals(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
