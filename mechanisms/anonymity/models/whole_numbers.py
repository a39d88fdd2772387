"""Comparisons of counts with fractions, in integers that cannot overflow; logarithms only with a proof."""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.classes import Booleans, Integers
from mechanisms.common.thresholds import exp_exceeds

LARGEST = 2**62
CERTAIN = 1e-9  # relative; sums of a few thousand logarithms of float64 err by less than a thousandth of it
LARGEST_EXACT = 10**5  # rows of a class that lies so near its limit; beyond, it is taken to miss it


def product(values: NDArray[Any], factor: int) -> NDArray[Any]:
    """Returns values * factor as int64 where that holds, else as Python's integers."""
    most = int(np.abs(values).max(initial=0)) if values.dtype != object else LARGEST
    return values * factor if most * abs(factor) < LARGEST else values.astype(object) * factor


def at_most(fraction: Fraction, whole: Integers, limit: Integers) -> Booleans:
    """Returns whether fraction * whole <= limit, by element."""
    return np.asarray(product(whole, fraction.numerator) <= product(limit, fraction.denominator), dtype=bool)


def exceeds_exp(value: Fraction, exponent: Fraction) -> bool:
    """Returns whether value > e**exponent for exponent >= 0; e**exponent is never a fraction unless the exponent is
    0."""
    return value > 1 if exponent == 0 else value > 0 and not exp_exceeds(exponent, value)
