"""Randomised response tells the true one of two answers with a known probability, and the other one otherwise."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.choice import ChoiceChannel


@dataclass(frozen=True, kw_only=True)
class RandomizedResponse(FrequencyOracle):
    """Report the true one of two answers with probability p, the other one otherwise.

    Guarantee    epsilon-LDP per report (neighbours: any two answers of one person).
    Sensitivity  none needed: the answer itself is randomised.
    Shapes       answer int in {0, 1}; report int in {0, 1}, one byte; estimate float[2], shares of 1.
    Error        unbiased; variance(share, reports) is exact. No other mechanism does better with two answers.
    Source       Warner 1965, "Randomized response"; Kairouz, Oh, Viswanath 2016, arXiv:1407.1338, for optimality.
    Departures   p = e^epsilon / (e^epsilon + 1) is rounded down to a multiple of 2**-32.
    """

    slug: ClassVar[str] = "randomized-response"
    name: ClassVar[str] = "Randomised response"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = ChoiceChannel.shape

    def _check_answers(self) -> None:
        super()._check_answers()
        if self.answers != 2:
            raise ValueError(f"answers is {self.answers}; randomised response takes exactly 2")

    def _integers(self, epsilon: Fraction) -> ChoiceChannel:
        # The threshold is rounded down: keeping the true answer more often would spend more.
        keep_below = floor_at_exp(lambda e: WORDS * e / (e + 1), epsilon)
        return ChoiceChannel(answers=2, keep_below=keep_below)
