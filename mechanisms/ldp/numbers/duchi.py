"""A number between bounds is reported as one of its two ends."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import clopper_pearson, wilson
from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.shapes.numbers.ends import EndsChannel


def ends_channel(steps: int, epsilon: Fraction) -> EndsChannel:
    """Returns the channel that keeps an end with chance e^epsilon / (e^epsilon + 1), rounded down to a multiple of
    2**-32."""
    return EndsChannel(steps=steps, keep_below=floor_at_exp(lambda e: WORDS * e / (e + 1), epsilon))


@dataclass(frozen=True, kw_only=True)
class DuchiMechanism(NumberMechanism):
    """Round the number at random to an end of its range, and report that end, or with a smaller chance the other.

    Guarantee    epsilon-LDP per report (neighbours: any two numbers within the bounds).
    Sensitivity  high - low, the whole range.
    Shapes       answer int in [low, high], in units; report one byte, 0 or 1; mean in units.
    Error        unbiased; variance(number, reports) is exact: (c^2 - t^2) for a number at t on [-1, 1], where
                 c = (e^epsilon + 1) / (e^epsilon - 1). Best at small epsilon, to about 1.3; at large epsilon it does
                 not fall below 1 - t^2. interval is Wilson's, exact_interval Clopper and Pearson's, for the binomial.
    Source       Duchi, Jordan, Wainwright 2018, arXiv:1604.02390, sec. 4.2; Wang, Xiao, Yang et al., "Collecting and
                 analyzing multidimensional data with local differential privacy", ICDE 2019, arXiv:1907.00782, alg. 1.
    Departures   published as one coin whose bias follows the number; here the number goes to an end first and the end
                 is then kept or not, which is the same law, exactly. The chance to keep it is rounded down to a
                 multiple of 2**-32. The steps of the grid do not change the law.
    """

    slug: ClassVar[str] = "duchi"
    name: ClassVar[str] = "Duchi's mechanism"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = EndsChannel.shape

    def _integers(self, epsilon: Fraction) -> EndsChannel:
        return ends_channel(self.grid.steps, epsilon)

    def interval(self, counts: ArrayLike, confidence: float) -> NDArray[np.float64]:
        counted = self._checked(counts, least=1)
        return self._between(wilson(counted[1:], int(counted.sum()), confidence)[0])

    def exact_interval(self, counts: ArrayLike, confidence: float) -> NDArray[np.float64]:
        counted = self._checked(counts, least=1)
        return self._between(clopper_pearson(counted[1:], int(counted.sum()), confidence)[0])

    def _between(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the means at which the upper end has these shares of the reports."""
        lower, upper = self.readings
        return np.asarray(lower + shares * (upper - lower))
