"""Shape `window-or-ends`: a coin that knows nothing of the point decides which of two shapes the report has.

To perturb point g of 0 ... k, with words uniform on [0, W):
1. w0 is read; the report has the shape `window` when w0 < window_below, the shape `ends` else.
2. w1, w2 and w3 are read as for `window`; `ends` uses w1 and w3 as its w0 and w1.

Reports of the window keep their number; the lower and the upper end are the two numbers after them. If window_below is
0 there are only these two, 0 and 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Words
from mechanisms.ldp.shapes.drawn_words import ANY
from mechanisms.ldp.shapes.numbers.ends import EndsChannel
from mechanisms.ldp.shapes.numbers.points import Points
from mechanisms.ldp.shapes.numbers.window import WindowChannel


@dataclass(frozen=True, kw_only=True)
class WindowOrEndsChannel:
    """The channel is `window` when a word is below `window_below`, else `ends`; both of the same steps."""

    shape: ClassVar[str] = "window-or-ends"

    window: WindowChannel
    ends: EndsChannel
    window_below: int

    @property
    def steps(self) -> int:
        return self.window.steps

    @property
    def spec(self) -> dict[str, str | int]:
        return {
            "shape": self.shape,
            "window_below": self.window_below,
            "window": self.window.window,
            "inside_below": self.window.inside_below,
            "keep_below": self.ends.keep_below,
        }

    @property
    def bounds(self) -> tuple[int, ...]:
        return (ANY, *self.window.bounds)

    @property
    def outputs(self) -> int:
        return self._first_end + self.ends.outputs

    @property
    def _first_end(self) -> int:
        return self.window.outputs if self.window_below else 0

    @property
    def through_window(self) -> Fraction:
        return Fraction(self.window_below, 1 << self.window.word_bits)

    @property
    def worst_ratio(self) -> Fraction:
        if not self.window_below:
            return self.ends.worst_ratio
        return max(self.window.worst_ratio, self.ends.worst_ratio)

    @cached_property
    def readings(self) -> tuple[Fraction, ...]:
        return (*self.window.readings[: self._first_end], *self.ends.readings)

    def spread(self, point: int) -> Fraction:
        """Returns the variance of a reading: both shapes have the point as their mean, so the variances are mixed as
        the reports are."""
        return self.through_window * self.window.spread(point) + (1 - self.through_window) * self.ends.spread(point)

    def reports(self, points: Points, words: Words) -> Points:
        ends = self._first_end + self.ends.reports(points, words[:, [1, 3]])
        return np.where(words[:, 0] < self.window_below, self.window.reports(points, words[:, 1:]), ends)

    def report_probabilities(self, point: int) -> Mapping[int, Fraction]:
        through = self.through_window
        chances = {
            self._first_end + end: (1 - through) * chance
            for end, chance in self.ends.report_probabilities(point).items()
        }
        if through:
            chances.update(
                (place, through * chance) for place, chance in self.window.report_probabilities(point).items()
            )
        return chances
