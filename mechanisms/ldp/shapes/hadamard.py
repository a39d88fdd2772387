"""This module is about shape `hadamard`: a report is a column of a Hadamard matrix.

The matrix is Sylvester's, of order K, the smallest power of two above k: its entry in row r and column y is +1 when
r & y has an even number of ones. Answer v has row v + 1. To perturb it, with words uniform on [0, W):
1. w0 is read; the entry will be +1 when w0 < agree_below, else -1.
2. w1 is read; y is its last log2(K) bits. If the entry of row v + 1 in column y is not the wanted one, the lowest bit
   that is set in v + 1 is flipped in y. That pairs the columns of the two kinds, so each kind is drawn uniformly.

A report supports the answers whose entry in its column is +1. No word is ever read again. One byte up to K = 256, two
above, the higher one first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import ANY, in_blocks
from mechanisms.ldp.shapes.numbered import (
    bytes_below,
    check_number,
    count_numbers,
    pack_number,
    pack_numbers,
    read_numbers,
)
from mechanisms.ldp.shapes.possible_counts import check_each

# The words of this many people, and what is computed from them, stay in the processor's cache.
_PEOPLE_OF_BLOCK = 1 << 15


@dataclass(frozen=True, kw_only=True)
class HadamardChannel:
    """This is a uniform column in which the row of the answer is +1 when a word is below `agree_below`, else -1."""

    shape: ClassVar[str] = "hadamard"
    most_answers: ClassVar[int] = 65535

    answers: int
    agree_below: int
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "answers": self.answers, "agree_below": self.agree_below}

    @property
    def order(self) -> int:
        """Returns the order of the matrix, whose row 0 belongs to no answer."""
        return 1 << self.answers.bit_length()

    @property
    def words(self) -> int:
        return 2

    @property
    def report_bytes(self) -> int:
        return bytes_below(self.order)

    @property
    def p(self) -> Fraction:
        return Fraction(self.agree_below, 1 << self.word_bits)

    @property
    def q(self) -> Fraction:
        return Fraction(1, 2)  # Two rows agree in half of the columns, also of those in which one of them is +1.

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        raise ValueError("which two answers a column supports together depends on which two they are")

    @property
    def most_supported(self) -> int:
        return self.answers

    @property
    def worst_ratio(self) -> Fraction:
        ratio = self.p / (1 - self.p)
        return max(ratio, 1 / ratio)

    def perturb(self, answer: Answer, entropy: Entropy) -> int:
        if not isinstance(answer, int):
            raise ValueError("a column is drawn for one answer, not for several")
        wanted = int(entropy.word() >= self.agree_below)
        row, column = answer + 1, entropy.word() & (self.order - 1)
        return column if (row & column).bit_count() % 2 == wanted else column ^ (row & -row)

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return in_blocks(
            answers,
            _PEOPLE_OF_BLOCK,
            lambda some: self.packed(some, entropy.words(2 * len(some)).reshape(len(some), 2)),
        )

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (ANY, ANY)

    def packed(self, answers: Answers, words: Words) -> Packed:
        """Returns the packed reports that people with these answers draw from these words: [people], [people, 2]."""
        rows = answers.astype(np.int32) + 1
        columns = (words[:, 1] & np.uint32(self.order - 1)).astype(np.int32)
        wrong = (np.bitwise_count(rows & columns) & 1) != (words[:, 0] >= self.agree_below)
        columns ^= np.where(wrong, rows & -rows, 0)
        return pack_numbers(columns, self.order)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        if not isinstance(answer, int):
            raise ValueError("a column is drawn for one answer, not for several")
        of_a_kind = self.order // 2
        return {
            column: (1 - self.p if ((answer + 1) & column).bit_count() % 2 else self.p) / of_a_kind
            for column in range(self.order)
        }

    def pack(self, report: Report) -> bytes:
        return pack_number(report, self.order)

    def check_report(self, record: bytes) -> None:
        check_number(record, self.order)

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports support each answer: one fast Walsh-Hadamard transform of how often each column
        came."""
        histogram = count_numbers(packed, self.order)
        return np.asarray((len(packed) + _walsh_hadamard(histogram)[1 : self.answers + 1]) // 2, dtype=np.int64)

    def check_counts(self, counts: Counts, reports: int) -> None:
        """A column supports any number of answers from none to all."""
        check_each(counts, 0, reports)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answers each report supports: [people, answers] of 0 and 1."""
        rows = np.arange(1, self.answers + 1, dtype=np.int64)
        odd = np.bitwise_count(rows & read_numbers(packed).astype(np.int64)[:, None]) & 1
        return np.asarray(1 - odd, dtype=np.uint8)


def _walsh_hadamard(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns the sums of the values with the signs of each row of Sylvester's matrix."""
    length, half = len(values), 1
    while half < length:
        pairs = values.reshape(-1, 2, half)
        values = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(length)
        half *= 2
    return values
