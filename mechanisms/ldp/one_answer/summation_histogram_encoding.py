"""Summation with histogram encoding sends one number with noise for each answer; what all people send is added up."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.common.thresholds import WORDS, exp_bounds
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.noisy_counts import NoisyCountsChannel

_LEAST_WEIGHT = 1 << 12  # The furthest number has at least this weight: rounding moves the ratio by at most 1 / 4096.
_LARGEST_REACH = (1 << 15) - 1
_UNIT = 1 << 96


@dataclass(frozen=True, kw_only=True)
class SummationHistogramEncoding(FrequencyOracle):
    """Write the answer as k zeros and a one, add two-sided geometric noise to each, and add up what all people send.

    Guarantee    epsilon-LDP per report (neighbours: any two answers of one person; they differ in two positions).
    Sensitivity  2, the L1 distance of two answers written so; each position is noised at epsilon / 2.
    Shapes       answer int in [0, k); report k numbers of one byte (two for small epsilon); counts are sums of these
                 numbers; estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact, for every answer about 1 / (cosh(epsilon / 2) - 1), which
                 is less than the 8 / epsilon^2 of Laplace noise. interval is normal, exact_interval is Hoeffding's.
    Source       Wang, Blocki, Li, Jha, "Locally differentially private protocols for frequency estimation",
                 USENIX Security 2017, sec. 4.3; Ghosh, Roughgarden, Sundararajan 2009, arXiv:0811.2841, for geometric
                 noise and for cutting it off at both ends.
    Departures   whole numbers with two-sided geometric noise of ratio e^(-epsilon/2) instead of Laplace's: no float is
                 ever drawn. Numbers beyond where 2^32 words tell them apart are cut off, and the means of what is
                 left are known exactly, so the estimate stays unbiased. Weights are rounded so that no more is spent.
    """

    slug: ClassVar[str] = "summation-histogram-encoding"
    name: ClassVar[str] = "Summation with histogram encoding"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = NoisyCountsChannel.shape

    def _integers(self, epsilon: Fraction) -> NoisyCountsChannel:
        return NoisyCountsChannel(answers=self.answers, weights=_weights(epsilon / 2))

    def variance(self, share: ArrayLike, reports: int) -> NDArray[np.float64]:
        """Returns the variance of an answer's estimate at this share, when respondents are drawn at random from many
        people."""
        shares = np.asarray(share, dtype=np.float64)
        return np.asarray((self._noise + shares * (1 - shares)) / reports)

    def interval(self, counts: ArrayLike, reports: int, confidence: float) -> NDArray[np.float64]:
        """Returns the shares from which the estimate lies a normal quantile of standard errors away: [answers, 2]."""
        estimates = self.estimate(counts, reports)
        z2 = normal_quantile(confidence) ** 2 / reports
        centre = estimates + z2 / 2
        spread = np.sqrt(np.maximum(centre**2 - (1 + z2) * (estimates**2 - z2 * self._noise), 0))
        return np.stack([centre - spread, centre + spread], axis=-1) / (1 + z2)

    def exact_interval(self, counts: ArrayLike, reports: int, confidence: float) -> NDArray[np.float64]:
        """Returns Hoeffding's limits for numbers that lie between -reach and reach + 1, far wider: [answers, 2]."""
        estimates = self.estimate(counts, reports)
        width = len(self._numbers.weights) - 1
        half = width * math.sqrt(math.log(2 / (1 - confidence)) / (2 * reports)) / float(self.p - self.q)
        return np.stack([estimates - half, estimates + half], axis=-1)

    @property
    def _numbers(self) -> NoisyCountsChannel:
        if not isinstance(self.channel, NoisyCountsChannel):
            raise TypeError(f"the shape {self.channel.shape} has no numbers")
        return self.channel

    @property
    def _noise(self) -> float:
        return float(self._numbers.spread / (self.p - self.q) ** 2)


def _weights(epsilon: Fraction) -> tuple[int, ...]:
    """Returns the weights of the numbers -reach ... reach + 1 for an answer not given: that of -j is at most e^epsilon
    times that of 1 + j.

    Of the other answer the weights stand the other way round, so these are all the ratios there are.
    """
    growth, _ = exp_bounds(epsilon, bits=128)  # e^epsilon is rounded down, so less is spent.
    up, down = growth.numerator, growth.denominator
    # The ideal weight of noise 2, in parts of a word.
    ideal = _UNIT * WORDS * (up - down) * down**2 // ((up + down) * up**2)
    ideals: list[int] = []
    while ideal >= _UNIT * _LEAST_WEIGHT and len(ideals) < _LARGEST_REACH:
        ideals.append(ideal)
        ideal = ideal * down // up
    if ideals:
        ideals[-1] = ideals[-1] * up // (up - down)  # The last weight includes all noise beyond it.
    above = [ideal // _UNIT for ideal in ideals]
    below = [math.floor(growth * weight) for weight in above]
    left = WORDS - sum(above) - sum(below)
    upper = math.ceil(left / (1 + growth))
    return (*reversed(below), left - upper, upper, *above)
