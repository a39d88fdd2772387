"""This module is the base of all mechanisms of a curator, who holds the data in clear: their costs, and how their
parameters are read."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

import numpy as np

from mechanisms.accounting.zcdp import Cost
from mechanisms.central.samplers import MOST, Integers

LARGEST_EPSILON = 100
MOST_SENSITIVITY = 1 << 52
_LONGEST = 64  # A number has at most this many digits: 1e999999999 written out would fill the memory.
_EXACT = re.compile(r"[0-9]{1,30}(\.[0-9]{1,30}|/[0-9]{1,30})?")

Exact = Decimal | Fraction | int | str


@dataclass(frozen=True, kw_only=True)
class CentralMechanism(ABC):
    """A curator who holds the data of all adds noise once, to what was counted exactly.

    The guarantee is for two inputs that lie at most the stated sensitivity apart. Which data sets those are, and who
    or what is the unit in which they differ, is for the caller to say who bounds the sensitivity; the mechanism cannot
    know it. `cost` is what the ledger is charged. Where `is_taught`, nothing is ever released.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int]
    shape: ClassVar[str]
    neighbours: ClassVar[str] = "any two inputs at most the sensitivity apart"
    is_taught: ClassVar[bool] = False

    @abstractmethod
    def cost(self) -> Cost:
        """Returns the cost of a release, from the integers and the scale that are drawn with, and never from the
        data."""


def exact_number(name: str, number: object) -> Fraction:
    """Returns a number above 0, exactly as written: decimal text, '1/3', int, Decimal or Fraction. Floats are
    refused."""
    if isinstance(number, bool) or not isinstance(number, Decimal | Fraction | int | str):
        raise ValueError(f"{name} is {number!r}; write it as decimal text or a fraction, floats are not exact")
    if isinstance(number, Decimal) and not number.is_finite():
        raise ValueError(f"{name} is {number}; it must be a finite number above 0")
    if not _is_short(number):
        raise ValueError(f"{name} is too long; it must be a number above 0, of at most 30 digits before and after")
    text = f"{number:f}" if isinstance(number, Decimal) else str(number)
    denominator = text.partition("/")[2]
    if not _EXACT.fullmatch(text) or (denominator and not int(denominator)):
        raise ValueError(f"{name} is {text!r}; it must be a number above 0, of at most 30 digits before and after")
    exact = Fraction(text)
    if exact <= 0:
        raise ValueError(f"{name} is {text}; it must be above 0")
    return exact


def _is_short(number: Exact) -> bool:
    if isinstance(number, str):
        return len(number) <= _LONGEST
    if isinstance(number, Decimal):
        return max(len(number.as_tuple().digits), abs(number.adjusted())) <= _LONGEST
    return max(abs(number.numerator), number.denominator) < int(10**_LONGEST)


def exact_epsilon(epsilon: object) -> Fraction:
    """Returns epsilon as written, never rounded. Errors: ValueError above LARGEST_EPSILON, and those of
    `exact_number`."""
    exact = exact_number("epsilon", epsilon)
    if exact > LARGEST_EPSILON:
        raise ValueError(f"epsilon is {epsilon}; it is at most {LARGEST_EPSILON}")
    return exact


def whole_number(name: str, number: object, *, most: int) -> int:
    """Returns a checked whole number. Errors: ValueError, with `name` in its text, unless it is an int (no bool) from 1
    to `most`."""
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise ValueError(f"{name} is {number!r}; it must be a whole number from 1 to {most}")
    return number


def within_reach(values: Integers) -> Integers:
    """Returns the values, with those beyond 2^62 - 1 replaced by that limit.

    Refusing them would tell of the data that one is there; putting them there brings no two inputs further apart.
    """
    if type(values) is not np.ndarray or values.dtype != np.int64 or values.ndim != 1 or not values.size:
        description = (
            f"{values.dtype} of shape {values.shape}" if isinstance(values, np.ndarray) else type(values).__name__
        )
        raise ValueError(f"the values are {description}; noise is added to an int64 array of one dimension, not empty")
    return np.clip(values, -MOST, MOST)
