"""Piecewise for some reports and Duchi's mechanism for the others, decided by a coin."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.duchi import ends_channel
from mechanisms.ldp.number_mechanism import NumberMechanism
from mechanisms.ldp.piecewise import piecewise_channel
from mechanisms.ldp.shapes.window_or_ends import WindowOrEndsChannel


@dataclass(frozen=True, kw_only=True)
class HybridMechanism(NumberMechanism):
    """Toss a coin that does not know the number: with probability a report as Piecewise does, else as Duchi does.

    Guarantee    epsilon-LDP per report (neighbours: any two numbers within the bounds); the report shows the coin.
    Sensitivity  high - low, the whole range.
    Shapes       answer int in [low, high], in units; report int below k + w + 2 for k steps and a window of w, one byte
                 up to 256, else two; below epsilon 0.61 as Duchi's; mean in units.
    Error        unbiased; variance(number, reports) is exact and almost the same for every number, so that its largest
                 is at most that of Duchi and of Piecewise. interval is normal, exact_interval of Maurer and Pontil.
    Source       Wang, Xiao, Yang et al., "Collecting and analyzing multidimensional data with local differential
                 privacy", ICDE 2019, arXiv:1907.00782, sec. III-C.
    Departures   both halves are on the grid (see there). a is 1 - e^(-epsilon/2), rounded down to a multiple of 2**-32,
                 or 0, whichever has the smaller largest variance, compared exactly; published as a limit at 0.61.
    """

    slug: ClassVar[str] = "hybrid"
    name: ClassVar[str] = "Hybrid mechanism"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = WindowOrEndsChannel.shape

    def _integers(self, epsilon: Fraction) -> WindowOrEndsChannel:
        window, ends = piecewise_channel(self.grid.steps, epsilon), ends_channel(self.grid.steps, epsilon)
        mixed = floor_at_exp(lambda root: WORDS - WORDS / root, epsilon / 2)
        both = (WindowOrEndsChannel(window=window, ends=ends, window_below=below) for below in (0, mixed))
        return min(both, key=_largest_spread)


def _largest_spread(channel: WindowOrEndsChannel) -> Fraction:
    """At an end of the grid or in the middle: the variance of either half is a parabola around it."""
    return max(channel.spread(0), channel.spread(channel.steps // 2), channel.spread(channel.steps))
