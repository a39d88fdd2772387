"""This module is about shape `bits`: a report is one bit for each answer. Twin: frontend/src/privacy/bits.ts.

To perturb answer v of k: one word is read for each position 0 ... k - 1 in order; bit i of the report is 1 when the
word is below `one_below` if i = v, below `zero_below` otherwise. For a set of answers, if i is in the set. Packed most
significant bit first, so that position 0 is the highest bit of the first byte; the bits that fill up the last byte are
0.

So M(v) = y has the tape with word 0 at each position where y has a 1, and the largest word elsewhere.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.bitset import bytes_for, check_bits, count_bits
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import ANY, in_blocks
from mechanisms.ldp.shapes.possible_counts import check_each

_MOST_ENUMERATED = 12
_BLOCK_WORDS = 1 << 18  # A block of this many words stays in the processor's cache.


@dataclass(frozen=True, kw_only=True)
class BitsChannel:
    """This is a channel of bits. Bit i is 1 when its word is below `one_below` for a true answer, below `zero_below`
    for every other."""

    shape: ClassVar[str] = "bits"
    most_answers: ClassVar[int] = 4096

    answers: int
    one_below: int
    zero_below: int
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        return {
            "shape": self.shape,
            "answers": self.answers,
            "one_below": self.one_below,
            "zero_below": self.zero_below,
        }

    @property
    def words(self) -> int:
        return self.answers

    @property
    def report_bytes(self) -> int:
        return bytes_for(self.answers)

    @property
    def p(self) -> Fraction:
        return Fraction(self.one_below, 1 << self.word_bits)

    @property
    def q(self) -> Fraction:
        return Fraction(self.zero_below, 1 << self.word_bits)

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        return self.p * self.q, self.q**2

    @property
    def most_supported(self) -> int:
        return self.answers

    @property
    def worst_ratio(self) -> Fraction:
        ratio = (self.p / self.q) * ((1 - self.q) / (1 - self.p))
        return max(ratio, 1 / ratio)

    def perturb(self, answer: Answer, entropy: Entropy) -> bytes:
        words = entropy.words(self.answers)
        truth = np.array([answer]) if isinstance(answer, int) else self._row(answer)
        return self.packed(truth, words.reshape(1, -1)).tobytes()

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return in_blocks(
            answers,
            _BLOCK_WORDS // self.answers,
            lambda some: self.packed(some, entropy.words(self.answers * len(some)).reshape(len(some), self.answers)),
        )

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (ANY,) * self.answers

    def packed(self, answers: Answers, words: Words) -> Packed:
        """Returns the packed reports that people with these answers draw from these words: [people, words]."""
        bits = words < self.zero_below
        if answers.ndim == 2:
            truth = answers.astype(np.bool_)
            bits[truth] = words[truth] < self.one_below
        else:
            people = np.arange(len(answers))
            bits[people, answers] = words[people, answers] < self.one_below
        return np.packbits(bits, axis=1)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        if self.answers > _MOST_ENUMERATED:
            raise ValueError(f"{self.answers} answers have too many reports; at most {_MOST_ENUMERATED} are listed")
        members = {answer} if isinstance(answer, int) else answer
        ones = [self.p if position in members else self.q for position in range(self.answers)]
        return {
            np.packbits(np.array(bits, dtype=np.uint8)).tobytes(): math.prod(
                (chance if bit else 1 - chance for chance, bit in zip(ones, bits, strict=True)), start=Fraction(1)
            )
            for bits in itertools.product((0, 1), repeat=self.answers)
        }

    def pack(self, report: Report) -> bytes:
        if not isinstance(report, bytes):
            raise ValueError("the report of bits is bytes, already packed")
        self.check_report(report)
        return report

    def check_report(self, record: bytes) -> None:
        check_bits(record, self.answers)

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports have each bit set; they stay packed."""
        return count_bits(packed, self.answers)

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that counts are possible. Bits are drawn apart from each other, so that a report may support none or
        all."""
        check_each(counts, 0, reports)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answers each report supports: [people, answers] of 0 and 1."""
        return np.unpackbits(packed, axis=1, count=self.answers)

    def _row(self, answer: frozenset[int]) -> NDArray[np.bool_]:
        return np.isin(np.arange(self.answers), list(answer)).reshape(1, -1)
