"""This module is about shape `subset`: a report is a set of exactly `size` of the answers.

To perturb answer v of k, with words uniform on [0, W):
1. w0 is read; the set holds v when w0 < with_below.
2. The k - 1 other answers stand in a row, in order. For i = 0 ... size - 1 a number o uniform on [0, k - 1 - i) is read
   as in shape `choice` (words from the largest multiple on are read again; a bound of one reads none), and the i-th
   and the (i + o)-th of the row change places. All are read whether or not the set holds v: how many words are read
   says nothing about the answer.
3. The set is the first `size` of the row; if it holds v, only the first size - 1, and v.

The first of a row that was shuffled so are exchangeable, so leaving out the last leaves a uniform smaller set.
Packed as in shape `bits`; exactly `size` bits are 1.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Entropy, Words, uniform_below
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.bitset import bytes_for, check_bits_of_size, count_bits_of_size
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import ANY, in_blocks, remainder, rows_of_words
from mechanisms.ldp.shapes.numbered import Numbers
from mechanisms.ldp.shapes.possible_counts import check_each, check_sum

_MOST_ENUMERATED = 100_000
# So many positions are shuffled at once: fewer cost overhead, more leave the processor's cache.
_PLACES_OF_BLOCK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class SubsetChannel:
    """This is a uniform set of `size` answers, which holds the true one when a word is below `with_below`."""

    shape: ClassVar[str] = "subset"
    most_answers: ClassVar[int] = 4096

    answers: int
    size: int
    with_below: int
    word_bits: int = WORD_BITS

    def __post_init__(self) -> None:
        if not 1 <= self.size < self.answers:
            raise ValueError(
                f"size is {self.size}; a set of some of {self.answers} answers has 1 to {self.answers - 1}"
            )

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "answers": self.answers, "size": self.size, "with_below": self.with_below}

    @property
    def words(self) -> int:
        return len(self.bounds)

    @property
    def report_bytes(self) -> int:
        return bytes_for(self.answers)

    @property
    def p(self) -> Fraction:
        return Fraction(self.with_below, 1 << self.word_bits)

    @property
    def q(self) -> Fraction:
        # The other answers share equally the places in the set that the true answer leaves.
        return (self.size - self.p) / (self.answers - 1)

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        """Returns the chances for two answers. A set with v holds each pair of others with (w-1)(w-2) / (k-1)(k-2), a
        set without v with w(w-1) / ..."""
        with_true = self.p * (self.size - 1) / (self.answers - 1)
        if self.answers == 2:
            return with_true, Fraction(0)  # A question with two answers has no two other answers.
        ways = Fraction(self.size - 1, (self.answers - 1) * (self.answers - 2))
        return with_true, ways * (self.p * (self.size - 2) + (1 - self.p) * self.size)

    @property
    def most_supported(self) -> int:
        return self.size

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio: that of a set under an answer that it holds and one that it does not."""
        ratio = self.p * (self.answers - self.size) / ((1 - self.p) * self.size)
        return max(ratio, 1 / ratio)

    def perturb(self, answer: Answer, entropy: Entropy) -> bytes:
        if not isinstance(answer, int):
            raise ValueError("a set is drawn for one answer, not for several")
        holds = entropy.word() < self.with_below
        row = [other for other in range(self.answers) if other != answer]
        for place in range(self.size):
            chosen = place + uniform_below(len(row) - place, entropy, word_bits=self.word_bits)
            row[place], row[chosen] = row[chosen], row[place]
        drawn = [answer, *row[: self.size - 1]] if holds else row[: self.size]
        return self._bytes_of(drawn)

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return in_blocks(
            answers,
            _PLACES_OF_BLOCK // self.answers,
            lambda some: self.packed(some, rows_of_words(len(some), self.bounds, entropy, word_bits=self.word_bits)),
        )

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        if math.comb(self.answers, self.size) > _MOST_ENUMERATED:
            raise ValueError(f"{self.answers} answers have too many reports; at most {_MOST_ENUMERATED} are listed")
        with_it = self.p / math.comb(self.answers - 1, self.size - 1)
        without = (1 - self.p) / math.comb(self.answers - 1, self.size)
        return {
            self._bytes_of(drawn): with_it if answer in drawn else without
            for drawn in itertools.combinations(range(self.answers), self.size)
        }

    def pack(self, report: Report) -> bytes:
        if not isinstance(report, bytes):
            raise ValueError("the report of a set is bytes, already packed")
        self.check_report(report)
        return report

    def check_report(self, record: bytes) -> None:
        check_bits_of_size(record, self.answers, self.size)

    def count(self, packed: Packed) -> Counts:
        """Returns how many sets hold each answer; reports stay packed."""
        return count_bits_of_size(packed, self.answers, self.size)

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that counts are possible. Every set holds `size` answers, so that the counts add up to that many times
        the reports."""
        check_each(counts, 0, reports)
        check_sum(counts, reports, each=self.size)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answers each report holds: [people, answers] of 0 and 1."""
        return np.unpackbits(packed, axis=1, count=self.answers)

    @cached_property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (ANY, *(self.answers - 1 - place for place in range(self.size) if self.answers - 1 - place > 1))

    def _bytes_of(self, drawn: list[int] | tuple[int, ...]) -> bytes:
        bits = np.zeros(self.answers, dtype=np.uint8)
        bits[list(drawn)] = 1
        return np.packbits(bits).tobytes()

    def packed(self, answers: Answers, words: Words) -> Packed:
        """Returns the packed reports that people with these answers draw from these words: [people], [people, words].

        Everybody's rows of others lie side by side, so that each place of all of them is one run of memory.
        """
        people, others = len(answers), self.answers - 1
        of_place = np.ascontiguousarray(words.T)
        person = np.arange(people)
        # The array is read at random positions, so narrow numbers are faster.
        narrow = np.dtype(np.uint8 if self.answers <= 256 else np.uint16)
        rows: Numbers = np.repeat(np.arange(others, dtype=narrow), people)
        true: Numbers = answers.astype(narrow)
        holds = of_place[0] < self.with_below
        bits = np.zeros(people * self.answers, dtype=np.uint8)
        for place in range(self.size):
            front = rows[place * people : (place + 1) * people]
            picked = front.copy()
            if others - place > 1:
                chosen = remainder(of_place[1 + place], others - place).astype(np.intp)
                chosen += place
                chosen *= people
                chosen += person
                # No index is out of range; the mode that checks would make a copy.
                rows.take(chosen, out=picked, mode="clip")
                rows[chosen] = front
            picked += picked >= true
            if place == self.size - 1:
                np.copyto(picked, true, where=holds)
            bits[person * self.answers + picked] = 1
        return np.packbits(bits.reshape(people, self.answers), axis=1)
