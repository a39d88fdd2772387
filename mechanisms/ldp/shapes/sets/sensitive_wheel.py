"""This module is about shape `sensitive-wheel`: a wheel of the sensitive answers, and beside it some of the others in
clear.

The sensitive answers of a set are filled up to exactly m members, the others to exactly n, each with dummies of their
own (shapes.padding). To perturb a set, with words uniform on [0, W):
1. Shape `wheel` is read for the sensitive members.
2. One word is read for each of the n others in order; the j-th of them is named when its word is below clear_below.

Nothing of the second part depends on the sensitive members, and how many there are of either kind is fixed. Packed as
the report of the wheel, then one bit for each non-sensitive answer and each of the n dummies, as in shape `bits`.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.bitset import bytes_for, check_bits, count_bits
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import ANY, in_blocks, rows_of_words
from mechanisms.ldp.shapes.possible_counts import check_each
from mechanisms.ldp.shapes.sets.padding import is_set, members_of, members_of_many
from mechanisms.ldp.shapes.sets.wheel import WheelChannel

_PEOPLE_OF_BLOCK = 1 << 14


@dataclass(frozen=True, kw_only=True)
class SensitiveWheelChannel:
    """This is a channel of a wheel and of answers in clear. `wheel` covers the first `wheel.answers` answers; each of
    up to `pad_clear` others is named when a word is below `clear_below`."""

    shape: ClassVar[str] = "sensitive-wheel"
    most_answers: ClassVar[int] = WheelChannel.most_answers

    answers: int
    wheel: WheelChannel
    pad_clear: int
    clear_below: int
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        return {
            **self.wheel.spec,
            "shape": self.shape,
            "answers": self.answers,
            "sensitive": self.wheel.answers,
            "pad_clear": self.pad_clear,
            "clear_below": self.clear_below,
        }

    @property
    def others(self) -> int:
        """Returns how many answers are not sensitive."""
        return self.answers - self.wheel.answers

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (*self.wheel.bounds, *(ANY for _ in range(self.pad_clear)))

    @property
    def words(self) -> int:
        return self.wheel.words + self.pad_clear

    @property
    def report_bytes(self) -> int:
        return self.wheel.report_bytes + bytes_for(self.others + self.pad_clear)

    @property
    def p(self) -> Fraction:
        return self.wheel.p

    @property
    def q(self) -> Fraction:
        return self.wheel.q

    @property
    def clear(self) -> Fraction:
        return Fraction(self.clear_below, 1 << self.word_bits)

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        return self.wheel.pair_support

    @property
    def most_supported(self) -> int:
        return self.answers

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio, which is that of the wheel: all sets that hold the named answers name exactly these
        with the same chance."""
        return self.wheel.worst_ratio

    def perturb(self, answer: Answer, entropy: Entropy) -> bytes:
        of_wheel, named = self._parts(answer)
        turned = self.wheel.pack(self.wheel.perturb(of_wheel, entropy))
        told = [member for member in named if entropy.word() < self.clear_below]
        return turned + self._bits_of(told)

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""

        def draw(some: Answers) -> Packed:
            truth = some.astype(np.bool_)
            words = rows_of_words(len(truth), self.bounds, entropy, word_bits=self.word_bits)
            turned = self.wheel.packed(truth[:, : self.wheel.answers], words[:, : self.wheel.words])
            named = members_of_many(truth[:, self.wheel.answers :], self.pad_clear)
            bits = np.zeros((len(truth), self.others + self.pad_clear), dtype=np.bool_)
            bits[np.arange(len(truth))[:, None], named] = words[:, self.wheel.words :] < self.clear_below
            return np.concatenate([turned, np.packbits(bits, axis=1)], axis=1)

        return in_blocks(answers, _PEOPLE_OF_BLOCK, draw)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        """Returns the probability of each report that a person with this answer may send; all other reports are
        impossible."""
        of_wheel, named = self._parts(answer)
        told = {
            self._bits_of(chosen): self.clear ** len(chosen) * (1 - self.clear) ** (self.pad_clear - len(chosen))
            for size in range(self.pad_clear + 1)
            for chosen in itertools.combinations(named, size)
        }
        return {
            self.wheel.pack(turned) + bits: chance * more
            for turned, chance in self.wheel.report_probabilities(of_wheel).items()
            for bits, more in told.items()
        }

    def pack(self, report: Report) -> bytes:
        if not isinstance(report, bytes):
            raise ValueError("the report of a wheel is bytes, already packed")
        self.check_report(report)
        return report

    def check_report(self, record: bytes) -> None:
        if len(record) != self.report_bytes:
            raise ValueError(f"the report has {len(record)} bytes; this question needs {self.report_bytes}")
        self.wheel.check_report(record[: self.wheel.report_bytes])
        bits = record[self.wheel.report_bytes :]
        check_bits(bits, self.others + self.pad_clear)
        if self._too_many_named(np.frombuffer(bits, dtype=np.uint8)[None, :])[0]:
            raise ValueError(f"the report names more than the {self.pad_clear} members that nobody exceeds")

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports support each sensitive answer and name each other one; the dummies are left out."""
        bits = np.ascontiguousarray(packed[:, self.wheel.report_bytes :])
        named = count_bits(bits, self.others + self.pad_clear)[: self.others]
        if self._too_many_named(bits).any():
            raise ValueError(f"a report names more than the {self.pad_clear} members that nobody exceeds")
        return np.concatenate([self.wheel.count(packed[:, : self.wheel.report_bytes]), named])

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that no count is too large: a position may lie in the arc of no answer, or of all; of the other
        answers at most `pad_clear` are named."""
        check_each(counts, 0, reports)
        named = int(counts[self.wheel.answers :].sum())
        if named > self.pad_clear * reports:
            raise ValueError(f"{named} answers are named; {reports} reports name at most {self.pad_clear} each")

    def supports(self, packed: Packed) -> Packed:
        """Returns which sensitive answers each report supports and which others it names: [people, answers] of 0 and
        1."""
        named = np.unpackbits(packed[:, self.wheel.report_bytes :], axis=1, count=self.others)
        return np.concatenate([self.wheel.supports(packed[:, : self.wheel.report_bytes]), named], axis=1)

    def _parts(self, answer: Answer) -> tuple[frozenset[int], list[int]]:
        """Returns the sensitive answers, and the members that may be named, counted from the first non-sensitive
        answer."""
        if not is_set(answer):
            raise ValueError("a set of answers is perturbed, not one answer")
        first = self.wheel.answers
        others = frozenset(member - first for member in answer if member >= first)
        return frozenset(member for member in answer if member < first), members_of(others, self.others, self.pad_clear)

    def _too_many_named(self, bits: Packed) -> NDArray[np.bool_]:
        """Returns which reports name too many answers: a report with the j-th dummy comes from a set with at least j +
        1 dummies, and so at most n - j - 1 answers."""
        told = np.unpackbits(bits, axis=1, count=self.others + self.pad_clear)
        answers = told[:, : self.others].sum(axis=1, dtype=np.int64)
        dummies = (told[:, self.others :] * np.arange(1, self.pad_clear + 1)).max(axis=1)
        return np.asarray(answers + dummies > self.pad_clear)

    def _bits_of(self, named: list[int] | tuple[int, ...]) -> bytes:
        bits = np.zeros(self.others + self.pad_clear, dtype=np.uint8)
        bits[list(named)] = 1
        return np.packbits(bits).tobytes()
