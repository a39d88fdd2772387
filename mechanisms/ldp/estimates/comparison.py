"""Comparisons say how sure it is that one number is larger than another, and what part of another number a number
is.
"""

import math
from statistics import NormalDist

from mechanisms.common.intervals import normal_quantile

PRIOR = "flat"


def chance_larger(difference: float, variance: float) -> float:
    """Returns the chance that the true difference is above 0, given its unbiased estimate and the estimate's variance.

    Prior: flat, every difference is as likely as any other before the survey. With the normal approximation of the
    estimate the posterior is then normal around the estimate, and the chance is Phi(difference / sqrt(variance)); it
    equals one less the one-sided p-value. Source: Gelman et al., Bayesian Data Analysis, 3rd ed., sec. 2.8 and 4.1.
    """
    if not variance > 0:
        raise ValueError(f"the variance is {variance}; a comparison needs one above 0")
    return NormalDist().cdf(difference / math.sqrt(variance))


def ratio_interval(
    part: float, base: float, variances: tuple[float, float], covariance: float, confidence: float
) -> tuple[float, float] | None:
    """Returns Fieller's limits for part / base; None where the base's own interval reaches 0, for then there are none.

    They are the ratios r at which part - r base, a normal variable of mean 0 at the true r, lies z standard errors
    from 0. Source: Fieller 1954, "Some problems in interval estimation".
    """
    z2 = normal_quantile(confidence) ** 2
    of_part, of_base = variances
    square = base**2 - z2 * of_base
    if base <= 0 or square <= 0:
        return None
    middle = part * base - z2 * covariance
    root = math.sqrt(max(middle**2 - square * (part**2 - z2 * of_part), 0.0))
    return (middle - root) / square, (middle + root) / square
