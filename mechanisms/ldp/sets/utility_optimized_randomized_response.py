"""Randomised response that lies with sensitive answers only."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.shapes.sets.truth import TruthChannel


@dataclass(frozen=True, kw_only=True)
class UtilityOptimizedRandomizedResponse(SensitiveAnswers):
    """Report the answer itself with probability r, any of the s sensitive answers otherwise.

    Guarantee    utility-optimised epsilon-LDP per report: a report of a sensitive answer is at most e^epsilon times
                 likelier under any answer than under any other (unit: the one answer of a person). A report of a
                 non-sensitive answer proves that it was given; those answers have no protection of their own.
    Sensitivity  none needed: the answer itself is randomised.
    Shapes       answer int in [0, k), the first s of them sensitive; report int in [0, k), one byte up to 256 answers,
                 else two; estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact: of sensitive answers that of generalised randomised
                 response of s answers, of the others share (1 - r share) / r.
    Source       Murakami, Kawamoto, "Utility-optimized local differential privacy mechanisms for distribution
                 estimation", USENIX Security 2019, sec. 4.1.
    Departures   r = (e^epsilon - 1) / (s + e^epsilon - 1) is rounded down to a multiple of 2**-32. Published with three
                 probabilities for three cases; they are those of one threshold and one uniform sensitive answer.
    """

    slug: ClassVar[str] = "utility-optimized-randomized-response"
    name: ClassVar[str] = "Utility-optimised randomised response"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = TruthChannel.shape
    neighbours: ClassVar[str] = "any two answers of one person, for reports of a sensitive answer"

    def _integers(self, epsilon: Fraction) -> TruthChannel:
        # The threshold is rounded down: telling the truth less often spends less.
        truth_below = floor_at_exp(lambda e: WORDS * (e - 1) / (self.sensitive + e - 1), epsilon)
        return TruthChannel(answers=self.answers, sensitive=self.sensitive, truth_below=truth_below)
