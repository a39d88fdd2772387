"""Piecewise for some reports and Duchi's mechanism for the others, decided by a coin."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.numbers.duchi import ends_channel
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.piecewise import piecewise_channel
from mechanisms.ldp.shapes.numbers.ends import EndsChannel
from mechanisms.ldp.shapes.numbers.window import WindowChannel
from mechanisms.ldp.shapes.numbers.window_or_ends import WindowOrEndsChannel


@dataclass(frozen=True, kw_only=True)
class HybridMechanism(NumberMechanism):
    """Toss a coin that does not know the number: with probability a report as Piecewise does, else as Duchi does.

    Guarantee    epsilon-LDP per report (neighbours: any two numbers within the bounds); the report shows the coin.
    Sensitivity  high - low, the whole range.
    Shapes       answer int in [low, high], in units; report int below k + w + 2 for k steps and a window of w, one byte
                 up to 256, else two; below epsilon 0.61 as Duchi's; mean in units.
    Error        unbiased; variance(number, reports) is exact. With many steps it is almost the same for every number.
                 At the points of the grid its largest is at most that of Duchi and that of Piecewise, to one part in a
                 thousand million. interval is normal, exact_interval of Maurer and Pontil.
    Source       Wang, Xiao, Yang et al., "Collecting and analyzing multidimensional data with local differential
                 privacy", ICDE 2019, arXiv:1907.00782, sec. III-C.
    Departures   both halves are on the grid (see there). a is 0, or what makes the variance at the ends that in the
                 middle, or all but 2**-32: whichever has the smallest largest variance at the points, compared exactly.
                 Published is 1 - e^(-epsilon/2), to which the second comes with many steps, and 0 up to epsilon 0.61.
                 It is a multiple of 2**-32.
    """

    slug: ClassVar[str] = "hybrid"
    name: ClassVar[str] = "Hybrid mechanism"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = WindowOrEndsChannel.shape

    def _integers(self, epsilon: Fraction) -> WindowOrEndsChannel:
        window, ends = piecewise_channel(self.grid.steps, epsilon), ends_channel(self.grid.steps, epsilon)
        tried = (0, _level(window, ends), WORDS - 1)
        each = (WindowOrEndsChannel(window=window, ends=ends, window_below=below) for below in tried)
        return min(each, key=_largest_spread)


def _level(window: WindowChannel, ends: EndsChannel) -> int:
    """Returns the word below which the window is used, so that the variance at the ends is that in the middle."""
    middle = window.steps // 2
    falls, rises = ends.spread(middle) - ends.spread(0), window.spread(0) - window.spread(middle)
    if not (falls > 0 and rises > 0):
        return 0
    return min(WORDS - 1, max(1, math.floor(WORDS * falls / (falls + rises))))


def _largest_spread(channel: WindowOrEndsChannel) -> Fraction:
    """Returns the largest variance, which is at an end of the grid or in its middle: both halves have a parabola around
    the middle."""
    return max(channel.spread(0), channel.spread(channel.steps // 2), channel.spread(channel.steps))
