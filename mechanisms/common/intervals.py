"""This module computes confidence intervals for a binomial probability, and for weighted sums of probabilities."""

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.beta import beta_quantile

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


def normal_quantile(confidence: float) -> float:
    """Returns z such that a standard normal lies in [-z, z] with probability `confidence`."""
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence is {confidence}; it lies strictly between 0 and 1")
    return -NormalDist().inv_cdf((1 - confidence) / 2)


def wilson(counts: Counts, trials: int, confidence: float) -> Floats:
    """Returns Wilson's score interval for each count: [k, 2], lower and upper limits.

    Source: Wilson 1927. Its coverage swings around the nominal one instead of staying above it.
    """
    z = normal_quantile(confidence)
    _check(counts, trials)
    share = counts / trials
    centre = share + z * z / (2 * trials)
    spread = z * np.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    limits = np.stack([(centre - spread) / scale, (centre + spread) / scale], axis=-1)
    # Rounding may leave 1e-17 where a limit is exactly 0 or 1, so these limits are set.
    limits[counts == 0, 0] = 0.0
    limits[counts == trials, 1] = 1.0
    return limits


def clopper_pearson(counts: Counts, trials: int, confidence: float) -> Floats:
    """Returns the exact interval for each count: [k, 2]; its coverage is never below `confidence`.

    Source: Clopper and Pearson 1934.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence is {confidence}; it lies strictly between 0 and 1")
    _check(counts, trials)
    tail = (1 - confidence) / 2
    limits = [_clopper_pearson_one(int(count), trials, tail) for count in counts]
    return np.array(limits, dtype=np.float64).reshape(len(counts), 2)


def mover(estimates: Floats, limits: Floats, weights: Floats) -> Floats:
    """Returns limits for a weighted sum of independent estimates, from each one's own limits.

    estimates [parts, k], limits [parts, k, 2], weights [parts] >= 0; result [k, 2]. Each limit's distance is the
    root of the summed squared distances, lower and upper apart, so the skew of small samples is kept.

    Source: Zou, Huang, Zhang 2009, "A note on confidence interval estimation for a linear function of binomial
    proportions" (method of variance estimates recovery).
    """
    centre = np.einsum("p,pk->k", weights, estimates)
    below = np.sqrt(np.einsum("p,pk->k", weights**2, (estimates - limits[:, :, 0]) ** 2))
    above = np.sqrt(np.einsum("p,pk->k", weights**2, (limits[:, :, 1] - estimates) ** 2))
    return np.stack([centre - below, centre + above], axis=-1)


def _check(counts: Counts, trials: int) -> None:
    if trials < 1:
        raise ValueError(f"there are {trials} trials; an interval needs at least 1")
    if counts.size and (counts.min() < 0 or counts.max() > trials):
        raise ValueError(f"a count lies outside [0, {trials}]")


def _clopper_pearson_one(count: int, trials: int, tail: float) -> tuple[float, float]:
    low = 0.0 if count == 0 else beta_quantile(tail, count, trials - count + 1)
    high = 1.0 if count == trials else 1.0 - beta_quantile(tail, trials - count, count + 1)
    return low, high


def half_width(variance: float, confidence: float) -> float:
    """Returns the half-width of a normal interval with this variance."""
    return normal_quantile(confidence) * math.sqrt(variance)
