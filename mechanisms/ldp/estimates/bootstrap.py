"""The bootstrap simulates surveys like the real one, for the error of estimates that have no closed form.

The parametric bootstrap: if people had the estimated shares, what would another survey of as many people have shown?
People are drawn with these shares and perturbed by the mechanism itself, so every law of its reports is kept.
Source: Efron, Tibshirani 1993, "An introduction to the bootstrap", chapters 6 and 13.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Counts

Floats = NDArray[np.float64]
_WORDS = float(1 << 32)


def surveys_like(oracle: FrequencyOracle, shares: ArrayLike, reports: int, *, surveys: int, entropy: Entropy) -> Counts:
    """Draws the counts of simulated surveys, [surveys, answers], of people with these shares, which lie on the
    simplex.
    """
    given = np.asarray(shares, dtype=np.float64)
    if given.shape != (oracle.answers,) or not (given >= 0).all() or abs(given.sum() - 1) > 1e-9:
        raise ValueError(f"shares must be {oracle.answers} numbers, none below 0, that add up to 1")
    if reports < 1 or surveys < 1:
        raise ValueError(f"{surveys} surveys of {reports} reports cannot be drawn; at least 1 of each")
    ends = np.cumsum(given)[:-1]  # The last answer gets the remainder that rounding leaves.
    counts = np.empty((surveys, oracle.answers), dtype=np.int64)
    for survey in range(surveys):
        people = np.searchsorted(ends, (entropy.words(reports) + 0.5) / _WORDS, side="right")
        counts[survey] = oracle.count(oracle.perturb_many(people, entropy))
    return counts


def basic_interval(estimates: Floats, drawn: Floats, confidence: float) -> Floats:
    """Returns limits [..., 2] for each number of `estimates` from the same numbers of drawn surveys [surveys, ...].

    What the drawn surveys miss `estimates` by is what `estimates` missed the truth by (the basic bootstrap).
    An estimate that is held at 0 or 1 misses to one side only; there its limits are too narrow, and the coverage is
    below `confidence`.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence is {confidence}; it lies strictly between 0 and 1")
    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    return np.stack([2 * estimates - high, 2 * estimates - low], axis=-1)


def variances(drawn: Floats) -> Floats:
    """Returns the variance of each number over the drawn surveys [surveys, ...]."""
    return np.asarray(drawn.var(axis=0, ddof=1))


def through(estimate: Callable[[Counts], Floats], counts: Counts) -> Floats:
    """Returns the estimate of every simulated survey."""
    return np.stack([estimate(survey) for survey in counts])
