"""Optimised unary encoding sends one bit for each answer: that of the true answer is a fair coin, the others are rarely
set."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, ceil_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.bits import BitsChannel


@dataclass(frozen=True, kw_only=True)
class OptimizedUnaryEncoding(FrequencyOracle):
    """Write the answer as k bits; send its own bit as a fair coin and each other bit as 1 with probability q.

    Guarantee    epsilon-LDP per report (neighbours: any two answers of one person; they differ in two bits).
    Sensitivity  none needed: the answer itself is randomised.
    Shapes       answer int in [0, k); report ceil(k/8) bytes, the first answer in the highest bit;
                 estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact and, for a rare answer, does not grow with k.
                 Best for many answers.
    Source       Wang, Blocki, Li, Jha, "Locally differentially private protocols for frequency estimation",
                 USENIX Security 2017.
    Departures   q = 1 / (e^epsilon + 1) is rounded up to a multiple of 2**-32; p is one half exactly.
    """

    slug: ClassVar[str] = "optimized-unary-encoding"
    name: ClassVar[str] = "Optimized unary encoding"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = BitsChannel.shape

    def _integers(self, epsilon: Fraction) -> BitsChannel:
        # The threshold is rounded up: setting the other bits less often would spend more.
        zero_below = ceil_at_exp(lambda e: WORDS / (e + 1), epsilon)
        return BitsChannel(answers=self.answers, one_below=WORDS // 2, zero_below=zero_below)
