"""This module is about a set of answers, each position flipped on its own."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from numpy.typing import ArrayLike

from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import WORDS, ceil_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Answer, Packed
from mechanisms.ldp.shapes.sets.padding import is_set_of, truth_of_sets
from mechanisms.ldp.shapes.sets.set_bits import SetsChannel


@dataclass(frozen=True, kw_only=True)
class BitwiseRandomizedResponse(FrequencyOracle):
    """Write a set of answers as k bits, then flip each bit with the same probability q.

    Guarantee    epsilon-LDP per report (neighbours: any two allowed sets of one person; they differ in at most
                 `most` positions).
    Sensitivity  `most`, the positions in which two allowed sets can differ; each of them is flipped at epsilon / most.
                 Which sets are allowed is the caller's to say and to keep to: no answer is held against `most`, and
                 sets that differ in d > most positions are told apart by d / most times epsilon.
    Shapes       answer frozenset of int in [0, k), or bool[people, k]; report ceil(k/8) bytes, the first answer in
                 the highest bit; estimate float[k], the share of people whose set holds the answer: they need not
                 add up to 1.
    Error        unbiased; variance(share, reports) is exact and the same as that of randomised response at
                 epsilon / most.
    Source       Warner 1965, "Randomized response", on each position; Erlingsson, Pihur, Korolova 2014,
                 arXiv:1407.6981, for reports of independently flipped bits.
    Departures   q = 1 / (e^(epsilon/most) + 1) is rounded up to a multiple of 2**-32, and p = 1 - q exactly.
    """

    slug: ClassVar[str] = "bitwise-randomized-response"
    name: ClassVar[str] = "Bitwise randomised response"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = SetsChannel.shape
    neighbours: ClassVar[str] = "any two allowed sets of answers of one person"

    most: int

    def _check_answers(self) -> None:
        super()._check_answers()
        if not isinstance(self.most, int) or isinstance(self.most, bool) or not 1 <= self.most <= self.answers:
            raise ValueError(f"most is {self.most!r}; two sets of {self.answers} answers differ in 1 to {self.answers}")

    def _integers(self, epsilon: Fraction) -> SetsChannel:
        # The threshold is rounded up: flipping bits less often would spend more.
        flip_below = ceil_at_exp(lambda e: WORDS / (e + 1), epsilon / self.most)
        return SetsChannel(answers=self.answers, one_below=WORDS - flip_below, zero_below=flip_below, most=self.most)

    def _check_answer(self, answer: Answer) -> None:
        if not is_set_of(answer, self.answers) or not answer:
            raise ValueError(f"the answer is not a set of some of the {self.answers} of this question")

    def perturb_many(self, answers: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports [people, report_bytes], equal to `perturb` for one person after the other."""
        truth = truth_of_sets(answers, self.answers)
        if not truth.any(axis=1).all():
            raise ValueError("a person's set of answers is empty")
        return self.channel.perturb_many(truth, entropy)
