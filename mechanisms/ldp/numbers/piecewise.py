"""A number between bounds is reported as a position on a longer line, more likely near the number."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.shapes.numbers.window import WindowChannel


def window_channel(steps: int, window: int, epsilon: Fraction) -> WindowChannel:
    """Returns a channel with a window of this width. A position inside is e^epsilon times as likely as one outside, or
    slightly less."""
    inside_below = floor_at_exp(lambda e: WORDS * window * e / (window * e + steps), epsilon)
    return WindowChannel(steps=steps, window=window, inside_below=inside_below)


def piecewise_channel(steps: int, epsilon: Fraction) -> WindowChannel:
    """Returns the channel with the better of the two whole window widths next to `steps` e^(-epsilon/2): less noise at
    the ends, compared exactly."""
    below = floor_at_exp(lambda root: steps / root, epsilon / 2)
    widths = sorted({max(1, below), min(steps, below + 1)})
    return min((window_channel(steps, width, epsilon) for width in widths), key=lambda channel: channel.spread(steps))


@dataclass(frozen=True, kw_only=True)
class PiecewiseMechanism(NumberMechanism):
    """Report a place in the window around the number with probability p, one of the places outside it otherwise.

    Guarantee    epsilon-LDP per report (neighbours: any two numbers within the bounds).
    Sensitivity  high - low, the whole range.
    Shapes       answer int in [low, high], in units; report int below k + w for k steps and a window of w, one byte up
                 to 256 places, else two; mean in units.
    Error        unbiased; variance(number, reports) is exact, and with many steps that of the published mechanism:
                 t^2 / (s - 1) + (s + 3) / (3 (s - 1)^2) at t on [-1, 1], s = e^(epsilon/2). Its largest,
                 at the ends, is less than Duchi's largest, in the middle, from epsilon 1.29 on. interval is normal,
                 exact_interval of Maurer and Pontil.
    Source       Wang, Xiao, Yang et al., "Collecting and analyzing multidimensional data with local differential
                 privacy", ICDE 2019, arXiv:1907.00782, alg. 2.
    Departures   places on a grid instead of real numbers, with a rounding that is right on average, so that the whole
                 channel is proven on integers: p = w e^epsilon / (w e^epsilon + k) is rounded down to a multiple of
                 2**-32, the rest is exactly uniform. w is whichever of the two integers beside k e^(-epsilon/2) has the
                 smaller variance at the ends, compared exactly.
    """

    slug: ClassVar[str] = "piecewise"
    name: ClassVar[str] = "Piecewise mechanism"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = WindowChannel.shape

    def _integers(self, epsilon: Fraction) -> WindowChannel:
        return piecewise_channel(self.grid.steps, epsilon)
