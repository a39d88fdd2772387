"""A report has a bit for each answer; the bits of non-sensitive answers are only set if they are held."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from numpy.typing import ArrayLike

from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import WORDS, ceil_at_exp, floor_at_exp
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.shapes.channel import Answer, Packed
from mechanisms.ldp.shapes.sets.padding import sizes_of, truth_of_sets
from mechanisms.ldp.shapes.sets.sensitive_bits import SensitiveBitsChannel


def _channel(answers: int, sensitive: int, most: int, epsilon: Fraction) -> SensitiveBitsChannel:
    """Returns the channel, in which each of the positions in which two sets can differ costs epsilon / most, whether it
    is sensitive or not."""
    # This threshold is rounded up: flipping bits less often would spend more.
    flip_below = ceil_at_exp(lambda e: WORDS / (e + 1), epsilon / most)
    # This threshold is rounded down: a bit in clear less often says less.
    clear_below = floor_at_exp(lambda e: WORDS * (1 - 1 / e), epsilon / most)
    return SensitiveBitsChannel(
        answers=answers,
        one_below=WORDS - flip_below,
        zero_below=flip_below,
        most=most,
        sensitive=sensitive,
        clear_below=clear_below,
    )


@dataclass(frozen=True, kw_only=True)
class UtilityOptimizedRappor(SensitiveAnswers):
    """Write the answer as k bits; flip those of sensitive answers, and only ever clear those of the others.

    Guarantee    utility-optimised epsilon-LDP per report: a report that names no non-sensitive answer is at most
                 e^epsilon times likelier under any answer than under any other (unit: the one answer of a person). One
                 that names a non-sensitive answer proves that it was given; those have no protection of their own.
    Sensitivity  2, the bits in which two answers differ; each costs epsilon / 2.
    Shapes       answer int in [0, k), the first s of them sensitive; report ceil(k/8) bytes, the first answer in the
                 highest bit; estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact: of sensitive answers that of symmetric unary encoding, of
                 the others share (1 - r share) / r with r = 1 - e^(-epsilon/2).
    Source       Murakami, Kawamoto, "Utility-optimized local differential privacy mechanisms for distribution
                 estimation", USENIX Security 2019, sec. 4.2, with theta = e^(epsilon/2) / (e^(epsilon/2) + 1).
    Departures   flips are rounded up and r down to multiples of 2**-32. A report that
                 names more than one answer is counted as it stands, though no device sends one.
    """

    slug: ClassVar[str] = "utility-optimized-rappor"
    name: ClassVar[str] = "Utility-optimised RAPPOR"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = SensitiveBitsChannel.shape
    neighbours: ClassVar[str] = "any two answers of one person, for reports that name no non-sensitive answer"

    def _integers(self, epsilon: Fraction) -> SensitiveBitsChannel:
        return _channel(self.answers, self.sensitive, 2, epsilon)


@dataclass(frozen=True, kw_only=True)
class SuRAP(SensitiveAnswers, BitwiseRandomizedResponse):
    """Write a set of answers as k bits; flip those of sensitive answers, and only ever clear those of the others.

    Guarantee    a report that names no non-sensitive answer is at most e^epsilon times likelier under any allowed set
                 than under any other; one that names some proves that these are held, and is at most e^epsilon times
                 likelier under any allowed set that holds them than under any other such set (unit: the whole set of
                 one person). Proven for the joint report, every bit of it.
    Sensitivity  `most`, the positions in which two allowed sets can differ; each costs epsilon / most. Allowed is every
                 set of up to `largest` answers, and larger ones are refused.
    Shapes       answer frozenset of int in [0, k), the first s of them sensitive, or bool[people, k]; report ceil(k/8)
                 bytes, the first answer in the highest bit; estimate float[k], the share of people whose set holds the
                 answer.
    Error        exactly unbiased; variance(share, reports) is exact: of sensitive answers that of randomised response
                 at epsilon / most, of the others share (1 - r share) / r with r = 1 - e^(-epsilon/most).
    Source       Cao, Zhu, He, Zhang 2022, for sets; each bit after Murakami, Kawamoto, USENIX Security 2019.
    Departures   sets need not be of one size: published with epsilon / 2m for each bit of sets of exactly m, which are
                 2m positions; here a missing answer is paid for as a position in which two sets differ. Flips are
                 rounded up and r down to multiples of 2**-32.
    """

    slug: ClassVar[str] = "surap"
    name: ClassVar[str] = "suRAP"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = SensitiveBitsChannel.shape
    neighbours: ClassVar[str] = "any two allowed sets of one person that hold what the report names in clear"

    @property
    def largest(self) -> int:
        """Returns the size up to which any two sets differ in at most `most` positions: two of them may share no
        answer."""
        return self.answers if self.most == self.answers else self.most // 2

    def _check_answers(self) -> None:
        super()._check_answers()
        if self.largest < 1:
            raise ValueError(f"most is {self.most}; two sets of one answer differ in 2 positions")

    def _check_answer(self, answer: Answer) -> None:
        super()._check_answer(answer)
        if isinstance(answer, frozenset) and len(answer) > self.largest:
            raise ValueError(f"the answer is a set of {len(answer)}; this question takes at most {self.largest}")

    def perturb_many(self, answers: ArrayLike, entropy: Entropy) -> Packed:
        truth = truth_of_sets(answers, self.answers)
        if truth.size and int(sizes_of(truth).max()) > self.largest:
            raise ValueError(f"a person's set holds more than the {self.largest} answers that this question takes")
        return super().perturb_many(truth, entropy)

    def _integers(self, epsilon: Fraction) -> SensitiveBitsChannel:
        return _channel(self.answers, self.sensitive, self.most, epsilon)
