"""Shape `ends`: a report says upper end or lower end.

To perturb point g of 0 ... k, with words uniform on [0, W):
1. w0 is read; what step 2 finds is kept when w0 < keep_below, else turned round.
2. w1 is read, and again until it lies below the largest multiple of k that fits a word. The point goes to the upper end
   when w1 mod k < g, so with probability g / k.

The report is 1 for the upper end, 0 for the lower.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Words
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.drawn_words import ANY, remainder
from mechanisms.ldp.shapes.numbers.points import Points


@dataclass(frozen=True, kw_only=True)
class EndsChannel:
    """An ends channel rounds the point to an end, and reports the other end unless a word is below `keep_below`."""

    shape: ClassVar[str] = "ends"
    outputs: ClassVar[int] = 2

    steps: int
    keep_below: int
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "keep_below": self.keep_below}

    @property
    def bounds(self) -> tuple[int, ...]:
        return (ANY, self.steps)

    @property
    def p(self) -> Fraction:
        return Fraction(self.keep_below, 1 << self.word_bits)

    @property
    def worst_ratio(self) -> Fraction:
        return max(self.p / (1 - self.p), (1 - self.p) / self.p)

    @property
    def readings(self) -> tuple[Fraction, ...]:
        middle = Fraction(self.steps, 2)
        return middle - self._reach, middle + self._reach

    @property
    def _reach(self) -> Fraction:
        """Returns how far a reading lies from the middle of the grid; at epsilon 1 about twice as far as an end."""
        return Fraction(self.steps, 2) / (2 * self.p - 1)

    def spread(self, point: int) -> Fraction:
        return self._reach**2 - (point - Fraction(self.steps, 2)) ** 2

    def reports(self, points: Points, words: Words) -> Points:
        up = remainder(words[:, 1], self.steps) < points
        return np.asarray(up == (words[:, 0] < self.keep_below), dtype=np.int64)

    def report_probabilities(self, point: int) -> Mapping[int, Fraction]:
        up = Fraction(point, self.steps)
        upper = up * self.p + (1 - up) * (1 - self.p)
        return {0: 1 - upper, 1: upper}
