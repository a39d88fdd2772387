"""suWheel reports a wheel for the sensitive answers of a set, and some of the other answers in clear."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from numpy.typing import ArrayLike

from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.sets.wheel import MOST_MEMBERS, wheel_channel
from mechanisms.ldp.shapes.channel import Answer, Packed
from mechanisms.ldp.shapes.sets.padding import is_set_of, sizes_of, truth_of_sets
from mechanisms.ldp.shapes.sets.polynomials import MERSENNE
from mechanisms.ldp.shapes.sets.sensitive_wheel import SensitiveWheelChannel


@dataclass(frozen=True, kw_only=True)
class SuWheel(SensitiveAnswers):
    """Turn a wheel for the sensitive answers of a set, and name each of the others with probability r on its own.

    Guarantee    the joint report, place and names, is at most e^epsilon times likelier under any set that holds what it
                 names than under any other such set; one that names neither an answer nor a dummy is so under any two
                 sets (unit: the whole set of one person). What is named is proven to be held. A named dummy proves that
                 fewer than n non-sensitive answers are held: where everybody is known to hold the same number of
                 answers in all, that proves a sensitive one, so no question that fixes this number may use it.
    Sensitivity  none needed: any two padded sets of sensitive answers are bounded, however many members they share.
    Shapes       answer frozenset of int in [0, k), the first s of them sensitive, with at most m = pad_sensitive of
                 these and n = pad_clear others, or bool[people, k]; report 4 (m + 2) bytes of the wheel and
                 ceil((k - s + n)/8) of names; estimate float[k], the share of people whose set holds the answer.
    Error        exactly unbiased; larger sets are refused, never cut. variance(share, reports) is exact: of sensitive
                 answers that of Wheel of sets of m, of the others share (1 - r share) / r.
    Source       Cao, Zhu, He, Zhang 2022, for sending non-sensitive answers beside a wheel; not for how.
    Departures   not the published suWheel, whose joint report proves who holds sensitive answers
                 (docs/decisions/0014): names are drawn without looking at the place, r = p (e^epsilon - 1) / Omega of
                 the wheel, rounded down to a multiple of 2**-32, and there are m and n members whatever the set holds.
    """

    slug: ClassVar[str] = "suwheel"
    name: ClassVar[str] = "suWheel"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = SensitiveWheelChannel.shape
    neighbours: ClassVar[str] = "any two allowed sets of one person that hold what the report names in clear"

    pad_sensitive: int
    pad_clear: int

    def _check_answers(self) -> None:
        super()._check_answers()
        _check_length("pad_sensitive", self.pad_sensitive, min(self.sensitive, MOST_MEMBERS), "sensitive")
        _check_length("pad_clear", self.pad_clear, self.answers - self.sensitive, "non-sensitive")

    def _check_answer(self, answer: Answer) -> None:
        if not is_set_of(answer, self.answers):
            raise ValueError(f"the answer is not a set of some of the {self.answers} of this question")
        sensitive = sum(member < self.sensitive for member in answer)
        if sensitive > self.pad_sensitive or len(answer) - sensitive > self.pad_clear:
            raise ValueError(
                f"the answer is a set of {sensitive} sensitive answers and {len(answer) - sensitive} others; "
                f"this question takes at most {self.pad_sensitive} and {self.pad_clear}"
            )

    def perturb_many(self, answers: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports [people, report_bytes] of sets [people, answers] of truth values.

        Equal to `perturb` for one person after the other.
        """
        truth = truth_of_sets(answers, self.answers)
        parts = ((truth[:, : self.sensitive], self.pad_sensitive), (truth[:, self.sensitive :], self.pad_clear))
        if truth.size and any(int(sizes_of(part).max()) > most for part, most in parts):
            raise ValueError(
                f"a person's set holds more than the {self.pad_sensitive} sensitive answers "
                f"or the {self.pad_clear} others that this question takes"
            )
        return self.channel.perturb_many(truth, entropy)

    def _integers(self, epsilon: Fraction) -> SensitiveWheelChannel:
        return sensitive_wheel_channel(
            self.answers,
            self.sensitive,
            (self.pad_sensitive, self.pad_clear),
            epsilon,
            places=MERSENNE,
            word_bits=WORD_BITS,
        )


def sensitive_wheel_channel(
    answers: int, sensitive: int, pads: tuple[int, int], epsilon: Fraction, *, places: int, word_bits: int
) -> SensitiveWheelChannel:
    """Returns the channel of a wheel and of answers in clear. p (e^epsilon - 1) / Omega is by how much likelier the
    place lies in an arc than if that were outside of all."""
    wheel = wheel_channel(sensitive, pads[0], epsilon, places=places, word_bits=word_bits)
    more = wheel.p * (1 - 1 / wheel.worst_ratio)
    return SensitiveWheelChannel(
        answers=answers,
        wheel=wheel,
        pad_clear=pads[1],
        clear_below=int(more * (1 << word_bits)),
        word_bits=word_bits,
    )


def _check_length(name: str, length: object, most: int, kind: str) -> None:
    if not isinstance(length, int) or isinstance(length, bool) or not 1 <= length <= most:
        raise ValueError(f"{name} is {length!r}; of the {kind} answers of this question a set holds 1 to {most}")
