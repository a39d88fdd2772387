"""A wheel reports a position on a circle that is likely to lie in the arc of an answer of the set."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORD_BITS, floor_at_exp
from mechanisms.ldp.sets.padded_sets import PaddedSets
from mechanisms.ldp.shapes.sets.polynomials import MERSENNE
from mechanisms.ldp.shapes.sets.wheel import WheelChannel

MOST_MEMBERS = 64


@dataclass(frozen=True, kw_only=True)
class Wheel(PaddedSets):
    """Hash the members of the padded set to arcs of a circle, and report a place that more likely lies in one of them.

    Guarantee    epsilon-LDP per report, whoever knows the hash function (neighbours: any two sets of at most
                 m = pad_to answers of one person); also hidden is how many answers the set holds.
    Sensitivity  none needed: any two padded sets are bounded, however many members they share.
    Shapes       answer frozenset of at most m int in [0, k), m up to 64, or bool[people, k]; report 4 (m + 2) bytes,
                 the hash function and the place; estimate float[k], the share of people whose set holds the answer.
    Error        exactly unbiased for sets of up to m over the functions; larger ones are refused, never cut.
                 variance(share, reports) is exact, does not grow with k, and grows linearly with m. For more answers
                 than a bit each can be sent of.
    Source       Wang, Qian, Du, Yang, Zhu, Chen, Li 2020, "Set-valued data publication with local privacy: tight error
                 bounds and efficient mechanisms", PVLDB 13(8).
    Departures   the circle has 2^31 - 1 places and everything on it is counted in whole numbers; the hash function is a
                 polynomial of degree m of one's own, for which q is exactly the part of an arc, where the published
                 function is not said (docs/decisions/0013); the arc is 1 / (2m - 1 + m e^epsilon) of the circle rounded
                 down, and a place inside is picked by at most e^epsilon times the numbers of one outside.
    """

    slug: ClassVar[str] = "wheel"
    name: ClassVar[str] = "Wheel"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = WheelChannel.shape

    def _check_answers(self) -> None:
        super()._check_answers()
        if self.pad_to > MOST_MEMBERS:
            raise ValueError(f"pad_to is {self.pad_to}; a hash function serves at most {MOST_MEMBERS}")

    def _integers(self, epsilon: Fraction) -> WheelChannel:
        return wheel_channel(self.answers, self.pad_to, epsilon, places=MERSENNE, word_bits=WORD_BITS)


def wheel_channel(answers: int, pad_to: int, epsilon: Fraction, *, places: int, word_bits: int) -> WheelChannel:
    """Returns the channel whose arcs cover most if no two overlap, so that few numbers are left for positions outside
    of them."""
    arc = max(1, floor_at_exp(lambda e: places / (2 * pad_to - 1 + pad_to * e), epsilon))
    covered = pad_to * arc
    outside = floor_at_exp(lambda e: Fraction(1 << 2 * word_bits) / (covered * e + places - covered), epsilon)
    # The weight is rounded down: a likelier position inside an arc would spend more.
    inside = floor_at_exp(lambda e: e * outside, epsilon)
    return WheelChannel(answers=answers, pad_to=pad_to, arc=arc, inside=inside, places=places, word_bits=word_bits)
