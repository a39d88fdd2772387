"""This module is about the beta distribution's quantile, from the standard library alone."""

import math

_TINY = 1e-300
_MOST_STEPS = 100_000


def beta_quantile(probability: float, a: int, b: int) -> float:
    """Returns the x at which a Beta(a, b) variable stays below x with this probability, by bisection of the exact
    tail."""
    if not 0 < probability < 1:
        raise ValueError(f"the probability is {probability}; it lies strictly between 0 and 1")
    if a < 1 or b < 1:
        raise ValueError(f"the parameters are {a} and {b}; both are at least 1")
    low, high = 0.0, 1.0
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if beta_below(middle, a, b) < probability:
            low = middle
        else:
            high = middle


def beta_below(x: float, a: int, b: int) -> float:
    """Returns P(Beta(a, b) <= x): the regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    # The continued fraction converges fast below the mean; above it, I_x(a, b) = 1 - I_{1-x}(b, a) is used.
    if x * (a + b + 2) > a + 1:
        return 1.0 - _lower_tail(1.0 - x, b, a)
    return _lower_tail(x, a, b)


def _lower_tail(x: float, a: int, b: int) -> float:
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(log_front) / a / _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: int, b: int) -> float:
    """Returns Lentz's evaluation of the fraction 1 + d1/(1 + d2/(1 + ...)) of Abramowitz and Stegun 26.5.8."""
    value = numerator = 1.0
    denominator = 0.0
    for step in range(1, _MOST_STEPS):
        m = step // 2
        if step % 2 == 0:
            term = m * (b - m) * x / ((a + step - 1) * (a + step))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + step - 1) * (a + step))
        denominator = 1.0 / ((1.0 + term * denominator) or _TINY)
        numerator = (1.0 + term / numerator) or _TINY
        value *= numerator * denominator
        if abs(numerator * denominator - 1.0) < 1e-15:
            return value
    raise ArithmeticError(f"the continued fraction at x={x}, a={a}, b={b} did not settle")
