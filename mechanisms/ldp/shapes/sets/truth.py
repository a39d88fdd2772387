"""This module is about shape `truth`: a report is the answer itself or any sensitive one.

Of k answers the first s are sensitive, and so are the last `dummies`. To perturb answer v, with words uniform on
[0, W):
1. w0 is read; the answer is told when w0 < truth_below.
2. A number o uniform on [0, s + dummies) is read as in shape `choice`, whether or not the answer is told (no word is
   read for it if there is one sensitive answer).
3. The report is v if told, else the o-th of the sensitive answers, which may be v too.

Packed as in shape `choice`.
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
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.drawn_words import ANY, remainder, rows_of_words


@dataclass(frozen=True, kw_only=True)
class TruthChannel:
    """This is the answer when a word is below `truth_below`, else a uniform sensitive one."""

    shape: ClassVar[str] = "truth"
    most_answers: ClassVar[int] = ChoiceChannel.most_answers

    answers: int
    sensitive: int
    truth_below: int
    dummies: int = 0
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        return {
            "shape": self.shape,
            "answers": self.answers,
            "sensitive": self.sensitive,
            "dummies": self.dummies,
            "truth_below": self.truth_below,
        }

    @property
    def protected(self) -> int:
        return self.sensitive + self.dummies

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (ANY,) if self.protected == 1 else (ANY, self.protected)

    @property
    def words(self) -> int:
        return len(self.bounds)

    @property
    def report_bytes(self) -> int:
        return self._packing.report_bytes

    @property
    def clear(self) -> Fraction:
        return Fraction(self.truth_below, 1 << self.word_bits)

    @property
    def p(self) -> Fraction:
        return self.clear + self.q

    @property
    def q(self) -> Fraction:
        return (1 - self.clear) / self.protected

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        raise ValueError("which two answers a report supports depends on which of them are sensitive")

    @property
    def most_supported(self) -> int:
        return 1

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio: that of a report of a sensitive answer; any other report is possible under one
        answer only."""
        return self.p / self.q

    def perturb(self, answer: Answer, entropy: Entropy) -> int:
        if not isinstance(answer, int):
            raise ValueError("one answer is told, not a set of them")
        told = entropy.word() < self.truth_below
        other = uniform_below(self.protected, entropy, word_bits=self.word_bits)
        return answer if told else other + self._gap * (other >= self.sensitive)

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return self.packed(answers, rows_of_words(len(answers), self.bounds, entropy, word_bits=self.word_bits))

    def packed(self, answers: Answers, words: Words) -> Packed:
        """Returns the packed reports that people with these answers draw from the words: [people], [people, words]."""
        others = remainder(words[:, 1], self.protected) if self.words == 2 else np.zeros(len(words), dtype=np.uint32)
        others += np.uint32(self._gap) * (others >= self.sensitive)
        reports = np.where(words[:, 0] < self.truth_below, answers.astype(np.uint32), others)
        return reports.astype(f">u{self.report_bytes}").view(np.uint8).reshape(len(reports), self.report_bytes)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        """Returns the probability of every report, also those of other non-sensitive answers, which are never sent."""
        lies = [self.q if self._is_protected(report) else Fraction(0) for report in range(self.answers)]
        return {report: lie + self.clear * (report == answer) for report, lie in enumerate(lies)}

    def pack(self, report: Report) -> bytes:
        return self._packing.pack(report)

    def check_report(self, record: bytes) -> None:
        self._packing.check_report(record)

    def count(self, packed: Packed) -> Counts:
        return self._packing.count(packed)

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that counts are possible: every report names one answer."""
        self._packing.check_counts(counts, reports)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answer each report supports: [people, answers] of 0 and one 1."""
        return self._packing.supports(packed)

    @cached_property
    def _packing(self) -> ChoiceChannel:
        return ChoiceChannel(answers=self.answers, keep_below=self.truth_below, word_bits=self.word_bits)

    @property
    def _gap(self) -> int:
        """Returns how many non-sensitive answers stand between the sensitive ones and the dummies."""
        return self.answers - self.protected

    def _is_protected(self, answer: int) -> bool:
        return answer < self.sensitive or answer >= self.sensitive + self._gap
