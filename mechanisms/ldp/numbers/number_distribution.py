"""The distribution of a number has a mean and quantiles; these functions read them off, and say how far off they may
be.

There is no closed form for the error of a distribution that was found by expectation maximisation, nor for its mean and
quantiles: no closed form, parametric bootstrap. Surveys are drawn like the one that was held, as if the distribution
that was found were the truth; what they miss it by is what it may have missed the truth by.
Source: Efron, Tibshirani 1993, "An introduction to the bootstrap", chapters 6, 10 and 12.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.shapes.channel import Counts

Floats = NDArray[np.float64]

_WORDS = float(1 << 32)


@dataclass(frozen=True, kw_only=True)
class NumberDistribution:
    """A distribution of a number has a share for each point of a grid; the shares are at least 0 and add up to 1. Its
    mean and quantiles are in units."""

    grid: Grid
    shares: Floats

    def __post_init__(self) -> None:
        shares = np.asarray(self.shares, dtype=np.float64)
        object.__setattr__(self, "shares", shares)
        if shares.shape != (self.grid.steps + 1,) or not (shares >= 0).all() or abs(shares.sum() - 1) > 1e-9:
            raise ValueError(f"shares must be {self.grid.steps + 1} numbers, none below 0, that add up to 1")

    @property
    def points(self) -> Floats:
        """Returns the positions of the points of the grid."""
        return np.asarray(self.grid.low + float(self.grid.step) * np.arange(self.grid.steps + 1), dtype=np.float64)

    @property
    def mean(self) -> float:
        return float(self.shares @ self.points)

    @property
    def variance(self) -> float:
        """Returns the variance of the points. Random rounding has added up to a quarter of a squared step to the
        numbers'."""
        return float(self.shares @ (self.points - self.mean) ** 2)

    def quantile(self, share: float) -> float:
        """Returns the number below which this share lies, if the share of a point is spread evenly over the step around
        it.

        At either bound it is half a step, so that no quantile lies outside the bounds.
        """
        if not 0 <= share <= 1:
            raise ValueError(f"the share is {share}; it lies in [0, 1]")
        half = float(self.grid.step) / 2
        ends = np.concatenate([[self.grid.low], self.points[:-1] + half, [self.grid.high]])
        below = np.concatenate([[0.0], np.cumsum(self.shares)])
        return float(np.interp(share * below[-1], below, ends))


def reports_like(shares: Floats, reports: int, *, surveys: int, entropy: Entropy) -> Counts:
    """Draws how often each report is sent in simulated surveys, given the chance of each report: [surveys, outputs].

    For error bars only: the chances are floats.
    """
    if reports < 1 or surveys < 2:
        raise ValueError(f"{surveys} surveys of {reports} reports show no error; 2 of 1 report do")
    ends = np.cumsum(shares)[:-1]  # The last report gets the remainder that rounding leaves.
    counts = np.empty((surveys, len(shares)), dtype=np.int64)
    for survey in range(surveys):
        sent = np.searchsorted(ends, (entropy.words(reports) + 0.5) / _WORDS, side="right")
        counts[survey] = np.bincount(sent, minlength=len(shares))
    return counts


def bootstrap_limits(estimates: Floats, drawn: Floats, confidence: float) -> Floats:
    """Returns limits [numbers, 2] from the estimates [numbers] and their values in simulated surveys [surveys,
    numbers].

    Normal limits with the standard deviation of the drawn surveys, around what was found less what they miss it by on
    average.
    """
    half = normal_quantile(confidence) * drawn.std(axis=0, ddof=1)
    centre = 2 * estimates - drawn.mean(axis=0)
    return np.stack([centre - half, centre + half], axis=-1)
