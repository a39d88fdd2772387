"""Ten ways to make estimated shares consistent: not negative, or adding up to 1, or both.

All but the raw estimate are biased; what they buy is a smaller error. No interval is made of their results: intervals
belong to the raw estimate, which every result keeps beside them. Which one to take depends on what is asked:

    one answer              the raw estimate, or base_pos
    the most given answers  norm_cut
    a group of answers      norm_sub, norm
    the whole distribution  norm_sub, or mle_apx where p and 1 - q differ much; power_ns if few answers have most shares

Shares are [k], of 1. Errors: ValueError for shares that are no list of finite numbers.

Source: Wang, Lopuhaa-Zwakenberg, Li, Skoric, Li, "Locally differentially private frequency estimation with
consistency", NDSS 2020, arXiv:1905.08320. Norm-Sub is common.simplex, solved by sorting instead of by iteration.
"""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Floats = NDArray[np.float64]
Method = Callable[[ArrayLike, FrequencyOracle, int], Floats]

_FALSE_ALARMS = 2  # The threshold of base_cut lets through this many answers that nobody gave, on average.
_STEEPEST = 64.0
_WINDOW = 9.0  # The true share is searched for within this many standard errors of an estimate.


def base_pos(shares: ArrayLike) -> Floats:
    """Returns the shares with those below 0 set to 0; the sum is then too large."""
    return np.maximum(_finite(shares), 0.0)


def post_pos(shares: ArrayLike, groups: Sequence[Sequence[int]]) -> Floats:
    """Returns the shares of groups of answers, each summed from raw shares and then, if below 0, set to 0: [groups]."""
    raw = _finite(shares)
    return np.asarray(np.maximum([raw[list(group)].sum() for group in groups], 0.0))


def base_cut(shares: ArrayLike, oracle: FrequencyOracle, reports: int) -> Floats:
    """Returns the shares with small ones set to 0. Only shares above the reach of noise stay; about two answers that
    nobody gave pass by chance."""
    raw = _finite(shares)
    # The quantile is two-sided, while only the upper tail of the normal law counts here.
    inside = 1 - 2 * _FALSE_ALARMS / raw.size
    limit = normal_quantile(inside) * math.sqrt(float(oracle.variance(0, reports))) if inside > 0 else 0.0
    return np.where(raw > limit, raw, 0.0)


def norm(shares: ArrayLike) -> Floats:
    """Returns the shares plus one constant, so that they sum to 1; some may stay below 0."""
    raw = _finite(shares)
    return np.asarray(raw + (1 - raw.sum()) / raw.size)


def norm_mul(shares: ArrayLike) -> Floats:
    """Returns the shares with those below 0 set to 0 and the rest scaled to a sum of 1."""
    positive = base_pos(shares)
    total = positive.sum()
    return positive / total if total > 0 else np.full_like(positive, 1 / positive.size)


def norm_sub(shares: ArrayLike) -> Floats:
    """Returns the nearest point of the simplex."""
    return onto_simplex(shares)


def norm_cut(shares: ArrayLike) -> Floats:
    """Returns the largest shares unchanged, as many as sum to at most 1; the others become 0."""
    raw = _finite(shares)
    order = np.argsort(-raw, kind="stable")
    kept = (raw[order] > 0) & (np.cumsum(raw[order]) <= 1)
    cut = np.zeros_like(raw)
    cut[order[kept]] = raw[order[kept]]
    return cut


def mle_apx(shares: ArrayLike, oracle: FrequencyOracle) -> Floats:
    """Returns the most likely point of the simplex when counts are taken as normal, each with the variance that fits
    its share.

    With p and q of the oracle a count's mean is q + f (p - q) and its variance q(1-q) + f (p(1-p) - q(1-q)), over n. At
    the maximum each count lies off its mean in proportion to its variance; the factor follows from the sum. Answers
    that come out below 0 are set to 0 and the others solved for again. How many reports there are
    does not matter: it scales all variances alike.
    """
    if not oracle.is_of_one_answer:
        raise ValueError(
            f"{oracle.slug} is not for one answer of which all are protected alike; no one p and q fit all"
        )
    raw = _finite(shares)
    p, q = float(oracle.p), float(oracle.q)
    of_true, of_other = p * (1 - p), q * (1 - q)
    supported = q + raw * (p - q)
    alive = raw > 0
    solution = np.zeros_like(raw)
    while alive.any():
        others = int(alive.sum()) - 1
        factor = (supported[alive].sum() - p - others * q) / (of_true + others * of_other)
        solved = (supported[alive] - q - of_other * factor) / (p - q + (of_true - of_other) * factor)
        solution = np.zeros_like(raw)
        solution[alive] = solved
        if (solved >= 0).all():
            return solution
        alive &= solution > 0
    return onto_simplex(raw)  # No raw share was above 0.


def power(shares: ArrayLike, oracle: FrequencyOracle, reports: int) -> Floats:
    """Returns the mean share given the estimate, if shares are m / n with chances that fall as a power of m.

    The exponent is the one whose mean share is 1/k; noise is normal with the variance of a rare answer.
    """
    raw = _finite(shares)
    numbers = np.arange(1, reports + 1, dtype=np.float64)
    steepness = _steepness(max(1 / raw.size, 1.5 / reports) * reports, numbers)
    deviation = math.sqrt(float(oracle.variance(0, reports))) * reports
    chances = numbers**-steepness
    means = np.empty_like(raw)
    for answer, share in enumerate(raw):
        centre = share * reports
        first = min(max(int(centre - _WINDOW * deviation), 0), reports - 1)
        last = min(max(int(centre + _WINDOW * deviation) + 1, first + 1), reports)
        inside = slice(first, last)
        exponent = -(((centre - numbers[inside]) / deviation) ** 2) / 2
        weights = np.exp(exponent - exponent.max()) * chances[inside]
        means[answer] = (weights @ numbers[inside]) / weights.sum() / reports
    return means


def power_ns(shares: ArrayLike, oracle: FrequencyOracle, reports: int) -> Floats:
    """Returns the shares of `power`, then the nearest point of the simplex."""
    return onto_simplex(power(shares, oracle, reports))


# Each method corrects the estimate of every answer; post_pos works on groups and is not listed.
METHODS: Mapping[str, Method] = {
    "base-pos": lambda shares, _oracle, _reports: base_pos(shares),
    "base-cut": base_cut,
    "norm": lambda shares, _oracle, _reports: norm(shares),
    "norm-mul": lambda shares, _oracle, _reports: norm_mul(shares),
    "norm-sub": lambda shares, _oracle, _reports: norm_sub(shares),
    "norm-cut": lambda shares, _oracle, _reports: norm_cut(shares),
    "mle-apx": lambda shares, oracle, _reports: mle_apx(shares, oracle),
    "power": power,
    "power-ns": power_ns,
}


def _steepness(mean: float, numbers: Floats) -> float:
    """Returns the exponent for which numbers drawn with chances of that power have this mean."""
    flat, steep = 0.0, _STEEPEST
    for _ in range(50):
        middle = (flat + steep) / 2
        chances = numbers**-middle
        if (chances @ numbers) / chances.sum() > mean:
            flat = middle
        else:
            steep = middle
    return steep


def _finite(shares: ArrayLike) -> Floats:
    values = np.asarray(shares, dtype=np.float64)
    if values.ndim != 1 or values.size == 0 or not np.isfinite(values).all():
        raise ValueError("shares must be a list of at least one finite number")
    return values
