"""Hadamard response reports one column of a Hadamard matrix: a report of one or two bytes."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.hadamard import HadamardChannel


@dataclass(frozen=True, kw_only=True)
class HadamardResponse(FrequencyOracle):
    """Report a uniform column of a Hadamard matrix in which the row of the answer is +1 with probability p, else -1.

    Guarantee    epsilon-LDP per report (neighbours: any two answers of one person).
    Sensitivity  none needed: the answer itself is randomised.
    Shapes       answer int in [0, k); report int in [0, K), K the smallest power of two above k, one byte up to 256,
                 else two; estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact, for a rare answer (e^epsilon + 1)^2 / (e^epsilon - 1)^2.
                 The quickest to count; for epsilon of 1 or less nearly as good as the best.
    Source       Acharya, Sun, Zhang 2019, "Hadamard response: estimating distributions privately, efficiently, and with
                 little communication", arXiv:1802.04705, the case of high privacy.
    Departures   p = e^epsilon / (e^epsilon + 1) is rounded down to a multiple of 2**-32; the columns of each kind are
                 exactly uniform.
    """

    slug: ClassVar[str] = "hadamard-response"
    name: ClassVar[str] = "Hadamard response"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = HadamardChannel.shape
    pairs_alike: ClassVar[bool] = False

    def _integers(self, epsilon: Fraction) -> HadamardChannel:
        # The threshold is rounded down: agreeing with the true answer more often would spend more.
        agree_below = floor_at_exp(lambda e: WORDS * e / (e + 1), epsilon)
        return HadamardChannel(answers=self.answers, agree_below=agree_below)
