"""This module is about a number between bounds, with two-sided geometric noise."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, exp_bounds
from mechanisms.ldp.numbers.number_mechanism import MOST_OUTPUTS, NumberMechanism
from mechanisms.ldp.shapes.numbers.added_noise import AddedNoiseChannel

# The furthest noise has at least this weight: rounding moves the ratio by less than one in four thousand million.
_LEAST_WEIGHT = 1 << 32
_UNIT = 1 << 96
_BITS = 192


@dataclass(frozen=True, kw_only=True)
class LaplaceMechanism(NumberMechanism):
    """Add two-sided geometric noise to the number.

    Guarantee    epsilon-LDP per report (neighbours: any two numbers within the bounds).
    Sensitivity  high - low, the whole range: k steps of the grid, each at epsilon / k.
    Shapes       answer int in [low, high], in units; report int below 2 r + k + 1 for k steps and noise that reaches r,
                 one byte up to 256, else two; mean in units.
    Error        unbiased; variance(number, reports) is exact and almost the same for every number, about that of
                 Laplace noise, 8 / epsilon^2 on [-1, 1]. Worse than Duchi below epsilon 2.3 and than Hybrid everywhere:
                 it is offered for comparison. interval is normal, exact_interval of Maurer and Pontil.
    Source       Dwork, McSherry, Nissim, Smith, "Calibrating noise to sensitivity", TCC 2006; Ghosh, Roughgarden,
                 Sundararajan 2009, arXiv:0811.2841, for geometric noise.
    Departures   whole steps with geometric noise of ratio e^(-epsilon/k) instead of real numbers with Laplace's: no
                 float is ever drawn. Two words are read for every number; noise beyond where they tell it apart is cut
                 off, and its chance given to the outermost k reports of either side whatever the number is, so that no
                 report is impossible for anybody and the mean stays unbiased. Weights are rounded so that no more is
                 spent.
    """

    slug: ClassVar[str] = "laplace"
    name: ClassVar[str] = "Laplace mechanism"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = AddedNoiseChannel.shape

    def _integers(self, epsilon: Fraction) -> AddedNoiseChannel:
        steps = self.grid.steps
        growth, _ = exp_bounds(epsilon, bits=_BITS)  # e^epsilon is rounded down, so less is spent.
        noise = _ideal_weights(steps, epsilon)
        for place in range(len(noise) - 1 - steps, -1, -1):
            noise[place] = min(noise[place], math.floor(growth * noise[place + steps]))
        outermost = [math.ceil(weight / (growth - 1)) for weight in noise[: -steps - 1 : -1]]
        left = WORDS**2 - noise[0] - 2 * sum(noise[1:]) - 2 * sum(outermost)
        more, rest = divmod(left, 2 * steps)
        strays = [weight + more for weight in outermost]
        last = [*reversed(strays[1:]), strays[0] + rest]
        return AddedNoiseChannel(steps=steps, weights=(*reversed(noise), *noise[1:]), strays=(*strays, *last))


def _ideal_weights(steps: int, epsilon: Fraction) -> list[int]:
    """Returns the weights of noise 0, 1, ..., rounded down, until two words no longer tell them apart; each is
    e^(epsilon/steps) times the next."""
    each, _ = exp_bounds(epsilon / steps, bits=_BITS)
    up, down = each.numerator, each.denominator
    ideal = _UNIT * (WORDS**2 - 4 * steps) * (up - down) // (up + down)
    weights: list[int] = []
    while ideal >= _UNIT * _LEAST_WEIGHT or len(weights) <= steps:
        weights.append(ideal // _UNIT)
        if 2 * len(weights) + steps > MOST_OUTPUTS:
            raise ValueError(
                f"steps is {steps}; at this epsilon noise on them makes more reports than two bytes tell apart, which "
                f"is {MOST_OUTPUTS}; take fewer steps"
            )
        ideal = ideal * down // up
    return weights
