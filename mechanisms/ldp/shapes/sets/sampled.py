"""This module is about shape `sampled`: one member of a padded set, reported by a channel of one answer.

To perturb a set, with words uniform on [0, W):
1. The set is filled up to exactly m different members with dummies (shapes.padding).
2. A number i uniform on [0, m) is read as in shape `choice` (no word is read for it if m = 1).
3. The i-th member, in order, is perturbed by the channel of one of k + m answers.

How many words are read is the same for every set. A report supports what it supports in that channel; a true answer is
supported with p of that channel when it is drawn, else with its q.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Entropy, Words, uniform_below
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, DrawnChannel, Packed, Report
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.drawn_words import in_blocks, remainder, rows_of_words
from mechanisms.ldp.shapes.possible_counts import check_each, check_sum_beside
from mechanisms.ldp.shapes.sets.padding import members_of, members_of_many
from mechanisms.ldp.shapes.sets.truth import TruthChannel
from mechanisms.ldp.shapes.subset import SubsetChannel

_WORDS_OF_BLOCK = 1 << 18


@dataclass(frozen=True, kw_only=True)
class SampledChannel:
    """A uniform one of the `pad_to` members of a padded set goes through `of_one`, a channel of answers + pad_to."""

    shape: ClassVar[str] = "sampled"
    most_answers: ClassVar[int] = 1 << 20  # The channel of one answer often allows fewer answers than this.

    answers: int
    pad_to: int
    of_one: DrawnChannel
    ratio: Fraction
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        spec = self.of_one.spec
        return {**spec, "shape": self.shape, "answers": self.answers, "pad_to": self.pad_to, "of_one": spec["shape"]}

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (*self._draw, *self.of_one.bounds)

    @property
    def words(self) -> int:
        return len(self.bounds)

    @property
    def report_bytes(self) -> int:
        return self.of_one.report_bytes

    @property
    def p(self) -> Fraction:
        return (self.of_one.p + (self.pad_to - 1) * self.of_one.q) / self.pad_to

    @property
    def q(self) -> Fraction:
        return self.of_one.q

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        raise ValueError("which two answers of a set a report supports depends on whether both are held")

    @property
    def most_supported(self) -> int:
        return min(self.answers, self.of_one.most_supported)

    @property
    def worst_ratio(self) -> Fraction:
        return self.ratio

    def perturb(self, answer: Answer, entropy: Entropy) -> Report:
        members = members_of(answer, self.answers, self.pad_to)
        drawn = members[uniform_below(self.pad_to, entropy, word_bits=self.word_bits)]
        return self.of_one.perturb(drawn, entropy)

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return in_blocks(
            answers,
            _WORDS_OF_BLOCK // self.words,
            lambda some: self._packed(some, rows_of_words(len(some), self.bounds, entropy, word_bits=self.word_bits)),
        )

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        """Returns the mean of the report probabilities of the members."""
        each = [self.of_one.report_probabilities(member) for member in members_of(answer, self.answers, self.pad_to)]
        return {report: sum((law[report] for law in each), Fraction(0)) / self.pad_to for report in each[0]}

    def pack(self, report: Report) -> bytes:
        return self.of_one.pack(report)

    def check_report(self, record: bytes) -> None:
        self.of_one.check_report(record)

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports support each answer; those of the dummies are left out."""
        return self.of_one.count(packed)[: self.answers]

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that counts are possible; where a report supports a fixed number of members, some of these may be
        dummies."""
        check_each(counts, 0, reports)
        if isinstance(self.of_one, ChoiceChannel | TruthChannel | SubsetChannel):
            each = self.of_one.size if isinstance(self.of_one, SubsetChannel) else 1
            check_sum_beside(counts, reports, each=each, hidden=self.pad_to)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answers each report supports: [people, answers] of 0 and 1."""
        return self.of_one.supports(packed)[:, : self.answers]

    @property
    def _draw(self) -> tuple[int, ...]:
        return () if self.pad_to == 1 else (self.pad_to,)

    def _packed(self, truth: Answers, words: Words) -> Packed:
        members = members_of_many(truth.astype(np.bool_), self.pad_to)
        read = len(self._draw)
        drawn = remainder(words[:, 0], self.pad_to) if read else np.zeros(len(words), dtype=np.uint32)
        return self.of_one.packed(members[np.arange(len(words)), drawn], np.ascontiguousarray(words[:, read:]))
