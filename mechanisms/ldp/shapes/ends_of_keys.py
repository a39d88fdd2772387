"""Shape `ends-of-keys`: a report names the lower end, the upper end or neither for each key.

The k keys have 2 k ends, 2 i the lower and 2 i + 1 the upper end of key i; what comes after them are dummies. To
perturb an end, with words uniform on [0, W): one word is read for each key in order. At the key of the end the report
names this end when the word is below `same_below`, the other one when it is from there on but below `either_below`; at
every other key, and at all of them for a dummy, the lower end below `noise_below`, the upper one from there on but
below twice that. Else the report names neither.

Packed as in shape `bits`, one bit for each of the 2 k ends; no report has both bits of a key set.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Words
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.bitset import bytes_for, check_bits, count_bits
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.drawn_words import ANY

LOWER, UPPER, NEITHER = range(3)
_MOST_ENUMERATED = 6
_LOWER_BITS = 0b10101010  # One byte holds the ends of four keys; this mask selects their lower ends.


@dataclass(frozen=True, kw_only=True)
class EndsOfKeysChannel:
    """A word for each key decides which of its ends is named, if any."""

    shape: ClassVar[str] = "ends-of-keys"
    most_keys: ClassVar[int] = 2048

    keys: int
    same_below: int
    either_below: int
    noise_below: int
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        return {
            "shape": self.shape,
            "keys": self.keys,
            "same_below": self.same_below,
            "either_below": self.either_below,
            "noise_below": self.noise_below,
        }

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (ANY,) * self.keys

    @property
    def report_bytes(self) -> int:
        return bytes_for(2 * self.keys)

    @property
    def same_end(self) -> Fraction:
        return Fraction(self.same_below, 1 << self.word_bits)

    @property
    def other_end(self) -> Fraction:
        return Fraction(self.either_below - self.same_below, 1 << self.word_bits)

    @property
    def other_key(self) -> Fraction:
        """Returns the chance that a report names one given end of a key that was not drawn."""
        return Fraction(self.noise_below, 1 << self.word_bits)

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio of a report's probabilities. Two ends of different keys differ at both keys, two of
        one key there alone, and a dummy at one key."""
        neither = 1 - self.same_end - self.other_end, 1 - 2 * self.other_key
        against_noise = (self.same_end / self.other_key, self.other_end / self.other_key, neither[0] / neither[1])
        of_one_key = self.same_end / self.other_end
        return max(max(against_noise) / min(against_noise), of_one_key, 1 / of_one_key)

    def packed(self, ends: NDArray[np.int64], words: Words) -> Packed:
        """Returns the packed reports that people with these ends draw from these words: [people], [people, keys]."""
        named = np.zeros((len(ends), self.keys, 2), dtype=np.bool_)
        named[:, :, LOWER] = words < self.noise_below
        named[:, :, UPPER] = (words >= self.noise_below) & (words < 2 * self.noise_below)
        true = np.flatnonzero(ends < 2 * self.keys)  # The remaining people hold a dummy.
        key, end = np.divmod(ends[true], 2)
        word = words[true, key]
        named[true, key, end] = word < self.same_below
        named[true, key, 1 - end] = (word >= self.same_below) & (word < self.either_below)
        return np.packbits(named.reshape(len(ends), 2 * self.keys), axis=1)

    def report_probabilities(self, end: int) -> Mapping[bytes, Fraction]:
        if self.keys > _MOST_ENUMERATED:
            raise ValueError(f"{self.keys} keys have too many reports; those of at most {_MOST_ENUMERATED} are listed")
        each = [self._of_key(key, end) for key in range(self.keys)]
        return {
            self._bytes_of(named): math.prod(
                (chances[end] for chances, end in zip(each, named, strict=True)), start=Fraction(1)
            )
            for named in itertools.product((LOWER, UPPER, NEITHER), repeat=self.keys)
        }

    def check_report(self, record: bytes) -> None:
        check_bits(record, 2 * self.keys)
        if any(byte & byte << 1 & _LOWER_BITS for byte in record):
            raise ValueError("the report names both ends of a key")

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports name each end: [2 * keys]. They stay packed."""
        if (packed & packed << 1 & _LOWER_BITS).any():
            raise ValueError("a report names both ends of a key")
        return count_bits(packed, 2 * self.keys)

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that counts are possible. Errors: ValueError if this number of reports cannot have the counts [keys,
        2]: no report names both ends of a key."""
        most = int(counts.sum(axis=1).max())
        if most > reports:
            raise ValueError(f"the two ends of a key are named {most} times; there are {reports} reports")

    def _of_key(self, key: int, end: int) -> tuple[Fraction, Fraction, Fraction]:
        if end // 2 != key:
            return self.other_key, self.other_key, 1 - 2 * self.other_key
        both = (self.same_end, self.other_end) if end % 2 == LOWER else (self.other_end, self.same_end)
        return *both, 1 - self.same_end - self.other_end

    def _bytes_of(self, named: tuple[int, ...]) -> bytes:
        bits = np.array([[end == LOWER, end == UPPER] for end in named], dtype=np.uint8)
        return np.packbits(bits.reshape(-1)).tobytes()
