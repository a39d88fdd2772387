"""Randomised response for any number of answers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.choice import ChoiceChannel


@dataclass(frozen=True, kw_only=True)
class GeneralizedRandomizedResponse(FrequencyOracle):
    """Report the true answer with probability p, one of the others uniformly otherwise.

    Guarantee    epsilon-LDP per report (neighbours: any two answers of one person).
    Sensitivity  none needed: the answer itself is randomised.
    Shapes       answer int in [0, k); report int in [0, k), one byte up to 256 answers, else two;
                 estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact. Best for few answers: about k < 3 e^epsilon + 2.
    Source       Kairouz, Bonawitz, Ramage 2016, arXiv:1602.07387, sec. 3;
                 Wang, Blocki, Li, Jha, USENIX Security 2017 (direct encoding).
    Departures   p = e^epsilon / (e^epsilon + k - 1) is rounded down to a multiple of 2**-32;
                 the others are exactly uniform.
    """

    slug: ClassVar[str] = "generalized-randomized-response"
    name: ClassVar[str] = "Generalised randomised response"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = ChoiceChannel.shape

    def _integers(self, epsilon: Fraction) -> ChoiceChannel:
        others = self.answers - 1
        # The threshold is rounded down: keeping the true answer more often would spend more.
        keep_below = floor_at_exp(lambda e: WORDS * e / (e + others), epsilon)
        return ChoiceChannel(answers=self.answers, keep_below=keep_below)
