"""This module is about shape `sensitive-bits`: as shape `bits`, but bits of non-sensitive answers are only ever set if
they are held.

One word is read for each position in order. Of the first `sensitive` positions bit i is 1 when the word is below
`one_below` if i is in the set, below `zero_below` otherwise; of the others when the word is below `clear_below` if i is
in the set, and never otherwise.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Words
from mechanisms.ldp.shapes.channel import Answer, Answers, Packed, Report
from mechanisms.ldp.shapes.sets.set_bits import SetsChannel

_MOST_ENUMERATED = 12


@dataclass(frozen=True, kw_only=True)
class SensitiveBitsChannel(SetsChannel):
    """This is a channel of bits, some of which are sensitive. `one_below` and `zero_below` are for the first
    `sensitive` bits, `clear_below` for other bits whose answers are held."""

    shape: ClassVar[str] = "sensitive-bits"

    sensitive: int
    clear_below: int

    @property
    def spec(self) -> dict[str, str | int]:
        return {**super().spec, "shape": self.shape, "sensitive": self.sensitive, "clear_below": self.clear_below}

    @property
    def clear(self) -> Fraction:
        return Fraction(self.clear_below, 1 << self.word_bits)

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        raise ValueError("which two answers a report supports depends on which of them are sensitive")

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio: that of a report without a bit of a non-sensitive answer; the positions are
        independent."""
        of_sensitive = max(self.p / self.q, (1 - self.q) / (1 - self.p))
        of_clear = 1 / (1 - self.clear)
        most = min(self.most, self.answers)
        mixed = [
            of_sensitive**count * of_clear ** (most - count)
            for count in range(most + 1)
            if count <= self.sensitive and most - count <= self.answers - self.sensitive
        ]
        return max(mixed)

    def packed(self, answers: Answers, words: Words) -> Packed:
        """Returns the packed reports that people with these answers draw from these words: [people, words]."""
        truth = answers.astype(np.bool_) if answers.ndim == 2 else np.arange(self.answers) == answers[:, None]
        bits = np.empty(words.shape, dtype=np.bool_)
        first = np.s_[:, : self.sensitive]
        bits[first] = words[first] < np.where(truth[first], self.one_below, self.zero_below)
        others = np.s_[:, self.sensitive :]
        np.logical_and(truth[others], words[others] < self.clear_below, out=bits[others])
        return np.packbits(bits, axis=1)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        """Returns the probability of every report, also of those never sent, with the bit of a non-sensitive answer
        that is not held."""
        if self.answers > _MOST_ENUMERATED:
            raise ValueError(f"{self.answers} answers have too many reports; at most {_MOST_ENUMERATED} are listed")
        members = {answer} if isinstance(answer, int) else answer
        true = [self.p] * self.sensitive + [self.clear] * (self.answers - self.sensitive)
        other = [self.q] * self.sensitive + [Fraction(0)] * (self.answers - self.sensitive)
        ones = [true[place] if place in members else other[place] for place in range(self.answers)]
        return {
            np.packbits(np.array(bits, dtype=np.uint8)).tobytes(): math.prod(
                (chance if bit else 1 - chance for chance, bit in zip(ones, bits, strict=True)), start=Fraction(1)
            )
            for bits in itertools.product((0, 1), repeat=self.answers)
        }
