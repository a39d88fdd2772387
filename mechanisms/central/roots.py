"""This module is about square roots of rational numbers, enclosed; and as floats that are not below."""

import math
from fractions import Fraction

from mechanisms.central.samplers import scale_not_below


def root_bounds(square: Fraction, *, bits: int) -> tuple[Fraction, Fraction]:
    """Returns low <= sqrt(square) <= high, at most 2^-bits apart."""
    low = math.isqrt((square.numerator << 2 * bits) // square.denominator)
    exact = Fraction(low, 1 << bits) ** 2 == square
    return Fraction(low, 1 << bits), Fraction(low if exact else low + 1, 1 << bits)


def scale_with_square_not_below(square: Fraction) -> float:
    """Returns a float whose square is at least the given number, and larger by a few units of the last place at most.
    Errors: ValueError for a float beyond 2^52."""
    bits = 64 + max(0, square.denominator.bit_length() - square.numerator.bit_length())
    return scale_not_below(root_bounds(square, bits=bits)[1])
