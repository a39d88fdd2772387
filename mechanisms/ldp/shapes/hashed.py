"""This module is about shape `hashed`: a report is the seed of a hash function and one of its few values.

To perturb answer v, with words uniform on [0, W):
1. Four words are read: a and b of shapes.hashing, the higher half of each first. They are drawn without looking at the
   answer, so anybody may know them; a platform that hands seeds out can use `perturb_seeded`.
2. The hash of v among g values is perturbed as in shape `choice`.

A report supports every answer whose hash is the value reported. Packed as 16 bytes of seed and the value, one byte up
to g = 256, two above.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.drawn_words import ANY, in_blocks, rows_of_words
from mechanisms.ldp.shapes.hashing import SEED_BYTES, Seeds, collision, count_preimages, hashes
from mechanisms.ldp.shapes.numbered import read_numbers
from mechanisms.ldp.shapes.possible_counts import check_each

_SEED_WORDS = 4
_PEOPLE_OF_BLOCK = 1 << 16


@dataclass(frozen=True, kw_only=True)
class HashedChannel:
    """This is a uniform hash function of `values` values, and a value that is kept when a word is below
    `keep_below`."""

    shape: ClassVar[str] = "hashed"
    most_answers: ClassVar[int] = 1 << 20

    answers: int
    values: int
    keep_below: int

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "answers": self.answers, "values": self.values, "keep_below": self.keep_below}

    @cached_property
    def choice(self) -> ChoiceChannel:
        """Returns the channel through which the hash goes."""
        return ChoiceChannel(answers=self.values, keep_below=self.keep_below)

    @property
    def words(self) -> int:
        return _SEED_WORDS + self.choice.words

    @property
    def report_bytes(self) -> int:
        return SEED_BYTES + self.choice.report_bytes

    @property
    def p(self) -> Fraction:
        return self.choice.p

    @cached_property
    def q(self) -> Fraction:
        """Returns the probability that another answer is supported: if it has the same hash and that is kept, or if the
        value moves to its own."""
        same = collision(self.values)
        return same * self.choice.p + (1 - same) * self.choice.q

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        raise ValueError("which answers a hash function throws together is known of two of them, not of three")

    @property
    def most_supported(self) -> int:
        return self.answers

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio under any one function, between answers of different hashes; of the same hash it is
        1."""
        return self.choice.worst_ratio

    def perturb(self, answer: Answer, entropy: Entropy) -> bytes:
        words = entropy.words(_SEED_WORDS).astype(np.uint32)
        return self.perturb_seeded(words.astype(">u4").tobytes(), answer, entropy)

    def perturb_seeded(self, seed: bytes, answer: Answer, entropy: Entropy) -> bytes:
        """Returns the packed report with this seed of 16 bytes, which was drawn without looking at the answer."""
        if not isinstance(answer, int):
            raise ValueError("a value is drawn for one answer, not for several")
        hashed = hashes(_seeds(np.frombuffer(seed, dtype=np.uint8)[None, :]), np.array([answer]), self.values)
        return seed + self.choice.pack(self.choice.perturb(int(hashed[0]), entropy))

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return in_blocks(
            answers,
            _PEOPLE_OF_BLOCK,
            lambda some: self.packed(some, rows_of_words(len(some), self.bounds, entropy, word_bits=WORD_BITS)),
        )

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (ANY,) * _SEED_WORDS + self.choice.bounds

    def packed(self, answers: Answers, words: Words) -> Packed:
        """Returns the packed reports that people with these answers draw from the words: [people], [people, words]."""
        seeds = words[:, :_SEED_WORDS].astype(">u4").view(np.uint8).reshape(len(words), SEED_BYTES)
        hashed = hashes(_seeds(seeds), answers.astype(np.int64), self.values)
        return np.concatenate([seeds, self.choice.packed(hashed, words[:, _SEED_WORDS:])], axis=1)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        raise ValueError(f"the answer {answer} has too many reports to be listed: there are 2^128 seeds")

    def pack(self, report: Report) -> bytes:
        if not isinstance(report, bytes):
            raise ValueError("the report of a hash is bytes, already packed")
        self.check_report(report)
        return report

    def check_report(self, record: bytes) -> None:
        if len(record) != self.report_bytes:
            raise ValueError(f"the report has {len(record)} bytes; this question needs {self.report_bytes}")
        self.choice.check_report(record[SEED_BYTES:])

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports support each answer, exactly: every answer is hashed under every report's
        function."""
        return count_preimages(_seeds(packed), self._reported(packed), self.answers, self.values)

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that no count exceeds the number of reports: a value may be the hash of no answer, or of all."""
        check_each(counts, 0, reports)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answers each report supports: [people, answers] of 0 and 1."""
        seeds, reported = _seeds(packed), self._reported(packed)
        columns = [
            hashes(seeds, np.full(len(seeds), answer), self.values) == reported for answer in range(self.answers)
        ]
        return np.stack(columns, axis=1).astype(np.uint8)

    def _reported(self, packed: Packed) -> NDArray[np.int64]:
        reported = read_numbers(packed[:, SEED_BYTES:])
        if reported.size and reported.max() >= self.values:
            raise ValueError(f"a report is not one of the {self.values} values of this question")
        return np.asarray(reported, dtype=np.int64)


def _seeds(packed: Packed) -> Seeds:
    return np.ascontiguousarray(packed[:, :SEED_BYTES]).view(">u8").astype(np.uint64)
