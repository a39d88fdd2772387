"""This module is about shape `choice`: a report is one of the answers. Twin: frontend/src/privacy/choice.ts.

To perturb answer v of k, with words uniform on [0, W):
1. w0 is read; the answer is kept when w0 < keep_below.
2. If k > 2, w1 is read, and again until it lies below the largest multiple of k - 1 that fits a word; its
   remainder o is uniform on [0, k - 1). It is read whether or not the answer is kept: how many words are read
   says nothing about the answer. If k = 2, o is 0 and no word is read for it.
3. The report is v if kept, else the o-th of the other answers: o if o < v, else o + 1.

So M(v) = y has the tape (0, 0) when y = v, and (W - 1, o) otherwise with o = y if y < v, else y - 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Entropy, Words, uniform_below
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import ANY, in_blocks, remainder, rows_of_words
from mechanisms.ldp.shapes.numbered import (
    Numbers,
    bytes_below,
    check_number,
    count_numbers,
    pack_number,
    pack_numbers,
    read_numbers,
)
from mechanisms.ldp.shapes.possible_counts import check_each, check_sum

# The words of this many people, and what is computed from them, stay in the processor's cache.
_PEOPLE_OF_BLOCK = 1 << 15


@dataclass(frozen=True, kw_only=True)
class ChoiceChannel:
    """Keep the answer when a word is below `keep_below`, else report one of the others uniformly."""

    shape: ClassVar[str] = "choice"
    most_answers: ClassVar[int] = 65536

    answers: int
    keep_below: int
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "answers": self.answers, "keep_below": self.keep_below}

    @property
    def words(self) -> int:
        return len(self.bounds)

    @property
    def report_bytes(self) -> int:
        return bytes_below(self.answers)

    @cached_property
    def p(self) -> Fraction:
        return Fraction(self.keep_below, 1 << self.word_bits)

    @cached_property
    def q(self) -> Fraction:
        return (1 - self.p) / (self.answers - 1)

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        return Fraction(0), Fraction(0)

    @property
    def most_supported(self) -> int:
        return 1

    @property
    def worst_ratio(self) -> Fraction:
        return max(self.p / self.q, self.q / self.p)

    def perturb(self, answer: Answer, entropy: Entropy) -> int:
        if not isinstance(answer, int):
            raise ValueError("a choice is one answer, not a set of them")
        kept = entropy.word() < self.keep_below
        other = uniform_below(self.answers - 1, entropy, word_bits=self.word_bits)
        if kept:
            return answer
        return other if other < answer else other + 1

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return in_blocks(
            answers,
            _PEOPLE_OF_BLOCK,
            lambda some: self.packed(some, rows_of_words(len(some), self.bounds, entropy, word_bits=self.word_bits)),
        )

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (ANY,) if self.answers == 2 else (ANY, self.answers - 1)

    def packed(self, answers: Answers, words: Words) -> Packed:
        """Returns the packed reports that people with these answers draw from the words: [people], [people, words]."""
        # The type of packed reports: computing with narrow numbers is faster.
        narrow = np.dtype(np.uint8 if self.answers <= 256 else np.uint16)
        reports: Numbers = answers.astype(narrow)
        others: Numbers = np.zeros_like(reports)
        if self.words == 2:
            others = remainder(words[:, 1], self.answers - 1).astype(narrow)
        others += others >= reports
        np.copyto(reports, others, where=words[:, 0] >= self.keep_below)
        return pack_numbers(reports, self.answers)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        return {report: self.p if report == answer else self.q for report in range(self.answers)}

    def pack(self, report: Report) -> bytes:
        return pack_number(report, self.answers)

    def check_report(self, record: bytes) -> None:
        check_number(record, self.answers)

    def count(self, packed: Packed) -> Counts:
        return count_numbers(packed, self.answers)

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that counts are possible: every report names one answer, so that the counts add up to the reports."""
        check_each(counts, 0, reports)
        check_sum(counts, reports, each=1)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answer each report supports: [people, answers] of 0 and one 1."""
        return np.asarray(read_numbers(packed)[:, None] == np.arange(self.answers), dtype=np.uint8)
