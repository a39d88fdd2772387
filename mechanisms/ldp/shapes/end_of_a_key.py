"""Shape `end-of-a-key`: a report names one end of one key, or a dummy, as shape `choice` does one answer.

The k keys have 2 k ends, 2 i the lower and 2 i + 1 the upper end of key i; after them come the dummies.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Words
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.possible_counts import check_sum_beside


@dataclass(frozen=True, kw_only=True)
class EndOfAKeyChannel:
    """The channel is `choice` of 2 * keys + dummies; with each person's end drawn from `dummies` different ones, each
    as likely."""

    shape: ClassVar[str] = "end-of-a-key"

    keys: int
    dummies: int
    choice: ChoiceChannel

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "keys": self.keys, "keep_below": self.choice.keep_below}

    @property
    def word_bits(self) -> int:
        return self.choice.word_bits

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return self.choice.bounds

    @property
    def report_bytes(self) -> int:
        return self.choice.report_bytes

    @property
    def same_end(self) -> Fraction:
        return self.choice.p

    @property
    def other_end(self) -> Fraction:
        return self.choice.q

    @property
    def other_key(self) -> Fraction:
        return self.choice.q

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio of a report's probabilities. A person's end is drawn from `dummies` different ends,
        so keeping it reveals less by that factor."""
        return 1 + (self.choice.p / self.choice.q - 1) / self.dummies

    def packed(self, ends: NDArray[np.int64], words: Words) -> Packed:
        """Returns the packed reports that people with these ends draw from these words: [people], [people, words]."""
        return self.choice.packed(ends, words)

    def report_probabilities(self, end: int) -> Mapping[bytes, Fraction]:
        listed = self.choice.report_probabilities(end)
        return {self.choice.pack(report): chance for report, chance in listed.items()}

    def check_report(self, record: bytes) -> None:
        self.choice.check_report(record)

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports name each end: [2 * keys]; those of dummies are left out."""
        return self.choice.count(packed)[: 2 * self.keys]

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that counts are possible. Errors: ValueError if this number of reports cannot have the counts [keys,
        2]: a report names one end or a dummy."""
        check_sum_beside(counts, reports, each=1, hidden=self.dummies)
