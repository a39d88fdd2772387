"""Intervals that hold for all answers of a question together, not only for each by itself."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.normals import standard_normals
from mechanisms.ldp.estimates.covariance import Covariance
from mechanisms.ldp.estimates.pooling import Estimator

Floats = NDArray[np.float64]


def bonferroni(oracle: Estimator, counts: ArrayLike, reports: int, confidence: float) -> Floats:
    """Returns each answer's own interval at 1 - (1 - confidence) / answers, [answers, 2], whatever way answers
    depend."""
    _check(confidence)
    return oracle.interval(counts, reports, 1 - (1 - confidence) / oracle.answers)


def max_z(estimates: ArrayLike, covariance: Covariance, confidence: float, *, draws: int, entropy: Entropy) -> Floats:
    """Returns normal limits, [answers, 2], all as many standard errors wide as the furthest of all estimates may lie.

    How far that is, in a part `confidence` of all surveys, follows from the covariance; narrower than Bonferroni's if
    answers move together. It has no closed form: it is drawn, and the order statistic above the wanted one is taken.
    Of few reports Bonferroni's limits are better, as they are made of Wilson's: of 40 reports on three answers these
    hold in 93 of 100 surveys instead of 95, as the test sums up.
    """
    centres = np.asarray(estimates, dtype=np.float64)
    reach = furthest(covariance, confidence, draws=draws, entropy=entropy) * np.sqrt(covariance.variances)
    return np.stack([centres - reach, centres + reach], axis=-1)


def furthest(covariance: Covariance, confidence: float, *, draws: int, entropy: Entropy) -> float:
    """Returns the number of standard errors within which all estimates lie together with probability `confidence`."""
    _check(confidence)
    place = math.ceil(confidence * (draws + 1))
    if place >= draws:
        raise ValueError(f"there are {draws} draws; a confidence of {confidence} needs more of them")
    deviations = np.sqrt(covariance.variances)
    rows = max(1, (1 << 20) // deviations.size)
    farthest = [
        np.abs(covariance.drawn(standard_normals(min(rows, draws - start), deviations.size, entropy)) / deviations).max(
            axis=1
        )
        for start in range(0, draws, rows)
    ]
    return float(np.partition(np.concatenate(farthest), place)[place])


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence is {confidence}; it lies strictly between 0 and 1")
