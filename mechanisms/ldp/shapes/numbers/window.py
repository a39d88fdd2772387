"""This module is about shape `window`: a report is one of k + w places in a row, and point g of 0 ... k has the w
places from g on.

To perturb point g, with words uniform on [0, W):
1. w0 is read; the report comes from the window when w0 < inside_below.
2. w1 is read, and again until it lies below the largest multiple of w that fits a word; g + w1 mod w is a place of the
   window.
3. w2 is read, and again until it lies below the largest multiple of k that fits a word; o = w2 mod k is the o-th place
   outside the window: o if o < g, else o + w.

Step 2 and step 3 both take place, whichever is used: how many words are read says nothing about the point.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Words
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.drawn_words import ANY, remainder
from mechanisms.ldp.shapes.numbers.points import Points


@dataclass(frozen=True, kw_only=True)
class WindowChannel:
    """This is a place of the window when a word is below `inside_below`, one of the others else, uniformly in either
    case."""

    shape: ClassVar[str] = "window"

    steps: int
    window: int
    inside_below: int
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "window": self.window, "inside_below": self.inside_below}

    @property
    def bounds(self) -> tuple[int, ...]:
        return (ANY, self.window, self.steps)

    @property
    def outputs(self) -> int:
        return self.steps + self.window

    @property
    def inside(self) -> Fraction:
        """Returns the chance of any one position inside the window."""
        return Fraction(self.inside_below, self.window << self.word_bits)

    @property
    def outside(self) -> Fraction:
        """Returns the chance of any one position outside the window."""
        return Fraction((1 << self.word_bits) - self.inside_below, self.steps << self.word_bits)

    @property
    def worst_ratio(self) -> Fraction:
        return max(self.inside / self.outside, self.outside / self.inside)

    @cached_property
    def readings(self) -> tuple[Fraction, ...]:
        return tuple((place - self._of_nought) / self._slope for place in range(self.outputs))

    @property
    def _slope(self) -> Fraction:
        """Returns the growth of the report's mean from one point to the next."""
        return self.window * (self.inside - self.outside)

    @property
    def _of_nought(self) -> Fraction:
        """Returns the mean of the report of point 0."""
        return self.outside * _sum(self.outputs) + (self.inside - self.outside) * _sum(self.window)

    def spread(self, point: int) -> Fraction:
        within = _sum_of_squares(point + self.window) - _sum_of_squares(point)
        square = self.outside * _sum_of_squares(self.outputs) + (self.inside - self.outside) * within
        mean = self._of_nought + self._slope * point
        return (square - mean**2) / self._slope**2

    def reports(self, points: Points, words: Words) -> Points:
        reports = remainder(words[:, 2], self.steps).astype(np.int64)
        reports += (reports >= points) * self.window
        np.copyto(reports, points + remainder(words[:, 1], self.window), where=words[:, 0] < self.inside_below)
        return reports

    def report_probabilities(self, point: int) -> Mapping[int, Fraction]:
        return {
            place: self.inside if point <= place < point + self.window else self.outside
            for place in range(self.outputs)
        }


def _sum(count: int) -> int:
    """Returns 0 + 1 + ... + (count - 1)."""
    return count * (count - 1) // 2


def _sum_of_squares(count: int) -> int:
    return (count - 1) * count * (2 * count - 1) // 6
