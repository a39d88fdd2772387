"""Thresholding with histogram encoding draws a number with Laplace noise for each answer, and sends only whether it
exceeds a threshold."""

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, ceil_at_exp, floor_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.bits import BitsChannel

_STEPS = 1000  # The best threshold is searched for in thousandths.


@dataclass(frozen=True, kw_only=True)
class ThresholdingHistogramEncoding(FrequencyOracle):
    """Write the answer as k zeros and a one, add Laplace noise of scale 2 / epsilon to each, send which exceed theta.

    Guarantee    epsilon-LDP per report (neighbours: any two answers of one person; they differ in two positions).
                 What is really spent is less, and is stated: a threshold throws part of the numbers away.
    Sensitivity  2, the L1 distance of two answers written so; each position has noise of scale 2 / epsilon.
    Shapes       answer int in [0, k); report ceil(k/8) bytes, the first answer in the highest bit; theta between 0
                 and 1, if not given the one with the smallest variance; estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact, for every theta larger than that of optimised unary
                 encoding. Offered because it is published and compared with, not because it should be preferred.
    Source       Wang, Blocki, Li, Jha, "Locally differentially private protocols for frequency estimation",
                 USENIX Security 2017, sec. 4.3.
    Departures   only the probabilities of the two sides of the threshold are needed, so no number is ever drawn:
                 p = 1 - exp(epsilon (theta - 1) / 2) / 2 is rounded down and q = exp(-epsilon theta / 2) / 2 up to
                 multiples of 2**-32. The best theta is looked for among thousandths, in [0, 1]: outside the formula of
                 the variance does not hold.
    """

    slug: ClassVar[str] = "thresholding-histogram-encoding"
    name: ClassVar[str] = "Thresholding with histogram encoding"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = BitsChannel.shape
    least_spent: ClassVar[Fraction] = Fraction(1, 2)

    theta: Decimal | None = None

    @property
    def threshold(self) -> Fraction:
        """Returns theta as it is used."""
        return _best_threshold(float(Fraction(self.epsilon))) if self.theta is None else Fraction(self.theta)

    def _check_answers(self) -> None:
        super()._check_answers()
        if self.theta is not None and not (isinstance(self.theta, Decimal) and 0 <= self.theta <= 1):
            raise ValueError(f"theta is {self.theta!r}; it is a Decimal from 0 to 1")

    def _integers(self, epsilon: Fraction) -> BitsChannel:
        to_one, to_zero = epsilon * (1 - self.threshold) / 2, epsilon * self.threshold / 2
        one_below = floor_at_exp(lambda e: WORDS - WORDS / (2 * e), to_one) if to_one else WORDS // 2
        zero_below = ceil_at_exp(lambda e: WORDS / (2 * e), to_zero) if to_zero else WORDS // 2
        return BitsChannel(answers=self.answers, one_below=one_below, zero_below=zero_below)


def _best_threshold(epsilon: float) -> Fraction:
    """Returns the thousandth with the smallest variance for a rare answer."""

    def variance(step: int) -> float:
        theta = step / _STEPS
        p, q = 1 - math.exp(epsilon * (theta - 1) / 2) / 2, math.exp(-epsilon * theta / 2) / 2
        return q * (1 - q) / (p - q) ** 2

    return Fraction(min(range(_STEPS + 1), key=variance), _STEPS)
