"""This module is about exact integers from probabilities: no floating point decides a threshold or a guarantee.

`e**x` is enclosed between two rational numbers whose distance is proven, and the enclosure is tightened until
the question asked of it (a floor, a ceiling, a comparison) has one answer. For rational x > 0 the number e**x is
transcendental, so it never equals a rational and every loop here ends.
"""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

WORD_BITS = 32
WORDS = 1 << WORD_BITS  # This many different words exist.

_DECIMALS = 12
_UNIT = 10**_DECIMALS


def exp_bounds(x: Fraction, *, bits: int) -> tuple[Fraction, Fraction]:
    """Returns rational numbers low <= e**x <= high for x >= 0; more `bits`, less distance."""
    if x < 0:
        raise ValueError(f"x is {x}; only x >= 0 is enclosed")
    halvings = max(0, math.ceil(2 * x).bit_length())  # The series runs on x / 2**halvings, which is at most one half.
    scale_bits = bits + 4 * halvings + 16
    step = x / (1 << halvings)
    low = high = low_term = high_term = 1 << scale_bits
    index = 0
    while high_term > 1:
        index += 1
        low_term = low_term * step.numerator // (step.denominator * index)
        high_term = -(-high_term * step.numerator // (step.denominator * index))
        low += low_term
        high += high_term
    high += high_term  # Each later term is at most half of the term before it, so together they are less than the last.
    for _ in range(halvings):
        low = low * low >> scale_bits
        high = -(-high * high >> scale_bits)
    return Fraction(low, 1 << scale_bits), Fraction(high, 1 << scale_bits)


def floor_at_exp(formula: Callable[[Fraction], Fraction], x: Fraction) -> int:
    """Returns floor(formula(e**x)) for a monotone, non-constant fraction of linear forms."""
    return _settled(lambda value: math.floor(formula(value)), x)


def ceil_at_exp(formula: Callable[[Fraction], Fraction], x: Fraction) -> int:
    """Returns ceil(formula(e**x)) for a monotone, non-constant fraction of linear forms."""
    return _settled(lambda value: math.ceil(formula(value)), x)


def exp_exceeds(x: Fraction, value: Fraction) -> bool:
    """Returns whether e**x > value, decided without rounding."""
    if x == 0:
        return value < 1
    bits = 64
    while True:
        low, high = exp_bounds(x, bits=bits)
        if low > value:
            return True
        if high < value:
            return False
        bits *= 2


def log_rounded_up(ratio: Fraction) -> Decimal:
    """Returns the smallest number of twelve decimals that is at least ln(ratio), for ratio >= 1."""
    if ratio < 1:
        raise ValueError(f"the ratio is {ratio}; a worst ratio is at least 1")
    units = math.floor(math.log(ratio) * _UNIT)  # The logarithm is only a first guess: both loops below decide exactly.
    while not _exp_reaches(units, ratio):
        units += 1
    while units > 0 and _exp_reaches(units - 1, ratio):
        units -= 1
    return Decimal(units).scaleb(-_DECIMALS)


def _exp_reaches(units: int, ratio: Fraction) -> bool:
    return ratio == 1 if units == 0 else exp_exceeds(Fraction(units, _UNIT), ratio)


def _settled(rounded: Callable[[Fraction], int], x: Fraction) -> int:
    if x <= 0:
        raise ValueError(f"x is {x}; a threshold needs x > 0")
    bits = 64
    while True:
        low, high = exp_bounds(x, bits=bits)
        if rounded(low) == rounded(high):
            return rounded(low)
        bits *= 2
