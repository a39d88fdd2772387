"""This module is about the upper tail of the chi-square law, in closed form for every whole number of degrees of
freedom."""

import math


def chi_square_beyond(statistic: float, freedom: int) -> float:
    """Returns the chance of a value of at least `statistic`, above 0 degrees of freedom.

    With h = statistic / 2 it is e^-h times the sum of h^j / j! over j < freedom / 2 if freedom is even, and
    erfc(sqrt(h)) plus e^-h times the sum of h^(j - 1/2) / Gamma(j + 1/2), j from 1 to (freedom - 1) / 2, if it is odd.
    Source: Abramowitz, Stegun 1964, 26.4.4 and 26.4.5.
    """
    if freedom < 1 or not statistic >= 0:
        raise ValueError(f"the statistic is {statistic} at {freedom} degrees of freedom; it is 0 or more at 1 or more")
    half = statistic / 2
    if half == 0:
        return 1.0
    powers = [step + (freedom % 2) / 2 for step in range(freedom // 2)]
    terms = [math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers]
    start = math.erfc(math.sqrt(half)) if freedom % 2 else 0.0
    return min(math.fsum([start, *terms]), 1.0)
