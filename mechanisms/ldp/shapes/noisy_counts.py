"""This module is about shape `noisy-counts`: a report is a whole number for each answer, 1 or 0 with noise added.

The number of an answer that was not given is y with weight w(y) of 2^32, y from -reach to reach + 1; that of the one
that was given is 1 - y with the same weight. To perturb answer v of k, one word is read for each answer in order, and
y is the place of the word in the running sum of the weights, from -reach on; the number is 1 - y for v, else y.

The number is supported as often as its mean says: `p` and `q` are the means of the number of the true answer and of any
other, so the estimate is (sum / n - q) / (p - q) as for bits. Packed as number + reach, one byte up to reach 127, two
above, the higher one first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import in_blocks
from mechanisms.ldp.shapes.possible_counts import check_each

_BLOCK_WORDS = 1 << 18
_GUIDE_BITS = 12


@dataclass(frozen=True, kw_only=True)
class NoisyCountsChannel:
    """This is a channel of a noisy number for each answer. `weights`, of which there are 2 (reach + 1), add up to all
    words; the first is that of -reach."""

    shape: ClassVar[str] = "noisy-counts"
    most_answers: ClassVar[int] = 4096

    answers: int
    weights: tuple[int, ...]
    word_bits: int = WORD_BITS

    def __post_init__(self) -> None:
        if len(self.weights) % 2 or len(self.weights) > 1 << 16 or min(self.weights) < 1:
            raise ValueError(f"there are {len(self.weights)} weights; they are of an even number of whole numbers")
        if sum(self.weights) != 1 << self.word_bits:
            raise ValueError(f"the weights add up to {sum(self.weights)}, not to 2^{self.word_bits}")

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "answers": self.answers, "reach": self.reach}

    @property
    def reach(self) -> int:
        return len(self.weights) // 2 - 1

    @property
    def words(self) -> int:
        return self.answers

    @property
    def _number_bytes(self) -> int:
        return 1 if len(self.weights) <= 256 else 2

    @property
    def report_bytes(self) -> int:
        return self.answers * self._number_bytes

    @property
    def p(self) -> Fraction:
        return 1 - self.q

    @cached_property
    def q(self) -> Fraction:
        return Fraction(sum(number * weight for number, weight in self._numbers()), 1 << self.word_bits)

    @cached_property
    def spread(self) -> Fraction:
        """Returns the variance of the number of one answer; it is equal for the true answer and for others."""
        square = Fraction(sum(number**2 * weight for number, weight in self._numbers()), 1 << self.word_bits)
        return square - self.q**2

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        return self.p * self.q, self.q**2  # The numbers of two answers are independent, given the true answer.

    @property
    def most_supported(self) -> int:
        return self.answers

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio of a report's probabilities. Two answers differ in two numbers, and those are
        independent."""
        pairs = zip(self.weights, reversed(self.weights), strict=True)
        return max(Fraction(count, other) for count, other in pairs) ** 2

    def perturb(self, answer: Answer, entropy: Entropy) -> bytes:
        if not isinstance(answer, int):
            raise ValueError("numbers are drawn for one answer, not for several")
        return self._packed(entropy.words(self.answers)[None, :], np.array([answer])).tobytes()

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return in_blocks(
            answers,
            _BLOCK_WORDS // self.answers,
            lambda some: self._packed(entropy.words(self.answers * len(some)).reshape(len(some), self.answers), some),
        )

    def probabilities(self, *, given: bool) -> Mapping[int, Fraction]:
        """Returns the probabilities of the number of one answer, for an answer that was given or one that was not."""
        return {
            1 - number if given else number: Fraction(weight, 1 << self.word_bits) for number, weight in self._numbers()
        }

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        raise ValueError(f"the answer {answer} has too many reports to be listed; `probabilities` are of one number")

    def pack(self, report: Report) -> bytes:
        if not isinstance(report, bytes):
            raise ValueError("the report of numbers is bytes, already packed")
        self.check_report(report)
        return report

    def check_report(self, record: bytes) -> None:
        if len(record) != self.report_bytes:
            raise ValueError(f"the report has {len(record)} bytes; this question needs {self.report_bytes}")
        self._places(np.frombuffer(record, dtype=np.uint8)[None, :])

    def count(self, packed: Packed) -> Counts:
        """Returns the sum of the numbers of each answer; it may lie below 0 and above the number of reports."""
        sums = self._places(packed).sum(axis=0, dtype=np.int64)
        return np.asarray(sums - self.reach * len(packed), dtype=np.int64)

    def check_counts(self, counts: Counts, reports: int) -> None:
        check_each(counts, -self.reach * reports, (self.reach + 1) * reports)

    def supports(self, packed: Packed) -> Packed:
        raise ValueError(
            f"these {len(packed)} reports hold numbers; they support an answer more or less, not by 0 or 1"
        )

    def _numbers(self) -> list[tuple[int, int]]:
        return list(zip(range(-self.reach, self.reach + 2), self.weights, strict=True))

    def _places(self, packed: Packed) -> NDArray[np.uint8] | NDArray[np.uint16]:
        places = packed if self._number_bytes == 1 else packed.view(">u2").astype(np.uint16)
        if places.size and places.max() >= len(self.weights):
            raise ValueError(f"a report holds a number beyond {self.reach + 1}")
        return places

    @cached_property
    def _ends(self) -> NDArray[np.uint64]:
        return np.array(list(accumulate(self.weights)), dtype=np.uint64)

    @cached_property
    def _guide(self) -> NDArray[np.int32]:
        """Returns the position that each first part of a word decides, or -1 if it decides none."""
        shift = self.word_bits - min(_GUIDE_BITS, self.word_bits)
        firsts = np.arange(1 << (self.word_bits - shift), dtype=np.uint64) << np.uint64(shift)
        lasts = firsts + np.uint64((1 << shift) - 1)
        low, high = (np.searchsorted(self._ends, words, side="right") for words in (firsts, lasts))
        return np.where(low == high, low, -1).astype(np.int32)

    def _packed(self, words: Words, answers: Answers) -> Packed:
        shift = self.word_bits - min(_GUIDE_BITS, self.word_bits)
        places = self._guide.take(words >> np.uint32(shift))
        undecided = np.nonzero(places < 0)
        places[undecided] = np.searchsorted(self._ends, words[undecided].astype(np.uint64), side="right")
        people = np.arange(len(answers))
        places[people, answers] = len(self.weights) - 1 - places[people, answers]
        return places.astype(f">u{self._number_bytes}").view(np.uint8).reshape(len(answers), self.report_bytes)
