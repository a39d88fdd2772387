"""The respondents may be drawn from a population that is the only one of interest: if all of it answers, only noise is
left as error.

The variance of an answer's estimate from n reports has two parts. Noise is what the mechanism adds whatever people
answered: given the answers each report is for an answer, or not, with a chance of its own, and of people with share s
the noise is that of somebody who gave the answer, times s, and of somebody who did not, times 1 - s. The other part,
s (1 - s) / n, is who was drawn from many people. It falls away where each of the N people sent a report. Where a lot
decided who of them sends this question, n of N are a random part of them, and (N - n) / (N - 1) of it stays.

Source: the law of total variance; Cochran 1977, "Sampling techniques", ch. 2, for draws without replacement.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.estimates.pooling import Estimator

Floats = NDArray[np.float64]


def part_drawn(reports: int, people: int) -> float:
    """Returns how much of the variance of a draw from many people stays where `reports` of `people` are drawn: 0 for
    all of them, near 1 for few.

    Errors: ValueError for more reports than people.
    """
    if not 1 <= reports <= people:
        raise ValueError(f"there are {reports} reports of {people} people; from 1 to all of them send one")
    return (people - reports) / max(people - 1, 1)


@dataclass(frozen=True)
class AmongPeople:
    """This is an estimator of a share in a population of `people`, of whom the respondents are a random part."""

    estimator: Estimator
    people: int

    @property
    def answers(self) -> int:
        return self.estimator.answers

    def estimate(self, counts: ArrayLike, reports: int) -> Floats:
        return self.estimator.estimate(counts, reports)

    def variance(self, share: ArrayLike, reports: int) -> Floats:
        """Returns the variance of the estimate when the answers of the population are fixed, for this share of them."""
        shares = np.asarray(share, dtype=np.float64)
        drawn = shares * (1 - shares) / reports
        return np.asarray(self.estimator.variance(shares, reports) - drawn * (1 - part_drawn(reports, self.people)))

    def interval(self, counts: ArrayLike, reports: int, confidence: float) -> Floats:
        """Returns the shares from which the estimate lies a normal quantile of standard errors away: [answers, 2].

        The variance is a quadratic of the share, as for Wilson's interval, which this is where few of many people sent
        a report.
        """
        estimates = self.estimate(counts, reports)
        drawn = part_drawn(reports, self.people)
        z2 = normal_quantile(confidence) ** 2 / reports
        outside, inside = noise_of(self.estimator, estimates, 1)
        square = 1 + z2 * drawn
        centre = estimates + z2 * (inside - outside + drawn) / 2
        spread = np.sqrt(np.maximum(centre**2 - square * (estimates**2 - z2 * outside), 0))
        return np.stack([centre - spread, centre + spread], axis=-1) / square


def noise_of(estimator: Estimator, shares: Floats, reports: int) -> tuple[Floats, Floats]:
    """Returns the variance that noise alone gives each answer's estimate: where nobody gave the answer, and where
    everybody did."""
    return estimator.variance(np.zeros_like(shares), reports), estimator.variance(np.ones_like(shares), reports)
