"""Wald's test says how far differences lie from nothing, measured by their covariance."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.chi_square import chi_square_beyond
from mechanisms.ldp.estimates.covariance import covariance
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Floats = NDArray[np.float64]

# The normal approximation needs at least this many expected reports that support an answer, and as many that do not.
LEAST_EXPECTED = 5


@dataclass(frozen=True)
class WaldTest:
    """This is the result of a Wald test. `chance` is how often the hypothesis alone would give as large a statistic, by
    the chi-square law."""

    statistic: float
    freedom: int
    chance: float


def wald(differences: Floats, covariance: Floats) -> WaldTest:
    """Returns the test of differences that are 0 in the mean under the hypothesis; their covariance under it is
    regular."""
    return of_statistic(float(differences @ np.linalg.solve(covariance, differences)), len(differences))


def of_statistic(statistic: float, freedom: int) -> WaldTest:
    """Returns the test for a statistic with these degrees of freedom; a statistic below 0, from rounding, counts as
    0.
    """
    return WaldTest(statistic, freedom, chi_square_beyond(max(statistic, 0.0), freedom))


def against_the_last(answers: int) -> Floats:
    """Returns the matrix that turns [answers] numbers into the differences of all but the last from the last: [answers
    - 1, answers].

    Shares add up to 1, so they hold one number less than there are answers, and the estimates of some mechanisms add
    up to 1 always: their covariance alone is not regular, that of these differences is.
    """
    return np.hstack([np.eye(answers - 1), -np.ones((answers - 1, 1))])


def rarest(oracle: FrequencyOracle, shares: Floats) -> float:
    """Returns the least part of the reports that is expected for or against an answer, given the shares: in [0,
    1/2]."""
    supported = float(oracle.q) + shares * float(oracle.p - oracle.q)
    return float(np.minimum(supported, 1 - supported).min())


def enough(oracle: FrequencyOracle, shares: Floats, reports: int) -> bool:
    """Returns whether each answer expects enough reports for and against it, given the shares and the number of
    reports."""
    return reports * rarest(oracle, shares) >= LEAST_EXPECTED


def spread(oracle: FrequencyOracle, shares: Floats, reports: int) -> Floats:
    """Returns the covariance of the estimates as a table. Sets of answers are refused, as only a lower limit is known
    for them."""
    if not oracle.is_of_one_answer:
        raise ValueError(f"{oracle.slug} is for sets of answers, of which only the least covariance is known")
    return covariance(oracle, shares, reports).matrix
