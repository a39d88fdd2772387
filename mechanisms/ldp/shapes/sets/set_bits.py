"""This module is about shape `bits` for a set of answers. Twin: frontend/src/privacy/bits.ts.

The same report and the same words as for one answer: one word for each position in order; bit i of the report is 1
when the word is below `one_below` if i is in the set, below `zero_below` otherwise.
"""

from dataclasses import dataclass
from fractions import Fraction

from mechanisms.ldp.shapes.bits import BitsChannel


@dataclass(frozen=True, kw_only=True)
class SetsChannel(BitsChannel):
    """This is a channel of bits for sets of answers. `most` is the number of positions in which two allowed sets can
    differ."""

    most: int

    @property
    def worst_ratio(self) -> Fraction:
        """Positions are drawn independently, so their ratios multiply."""
        ratios = (self.p / self.q, (1 - self.q) / (1 - self.p))
        return Fraction(max(max(ratio, 1 / ratio) for ratio in ratios) ** self.most)
