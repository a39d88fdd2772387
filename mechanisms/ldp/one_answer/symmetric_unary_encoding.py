"""Symmetric unary encoding sends one bit for each answer, all flipped with the same probability."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, ceil_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.bits import BitsChannel


@dataclass(frozen=True, kw_only=True)
class SymmetricUnaryEncoding(FrequencyOracle):
    """Write the answer as k bits with one 1, then flip each bit with the same probability q.

    Guarantee    epsilon-LDP per report (neighbours: any two answers of one person; they differ in two bits).
    Sensitivity  none needed: the answer itself is randomised.
    Shapes       answer int in [0, k); report ceil(k/8) bytes, the first answer in the highest bit;
                 estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact. For a rare answer never below that of
                 optimized unary encoding.
    Source       Erlingsson, Pihur, Korolova 2014, arXiv:1407.6981 (basic one-time RAPPOR);
                 Wang, Blocki, Li, Jha, USENIX Security 2017.
    Departures   q = 1 / (e^(epsilon/2) + 1) is rounded up to a multiple of 2**-32, and p = 1 - q exactly.
    """

    slug: ClassVar[str] = "symmetric-unary-encoding"
    name: ClassVar[str] = "Symmetric unary encoding"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = BitsChannel.shape

    def _integers(self, epsilon: Fraction) -> BitsChannel:
        # The threshold is rounded up: flipping bits less often would spend more.
        flip_below = ceil_at_exp(lambda e: WORDS / (e + 1), epsilon / 2)
        return BitsChannel(answers=self.answers, one_below=WORDS - flip_below, zero_below=flip_below)
