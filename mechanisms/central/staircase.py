"""This module is about whole numbers of a large sensitivity, with noise whose probability falls in steps."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.zcdp import Cost, pure
from mechanisms.central.central_mechanism import within_reach
from mechanisms.central.pure_mechanism import PureMechanism
from mechanisms.central.samplers import MOST, Integers, geometric, scale_not_below, uniform_below
from mechanisms.central.saturated import added
from mechanisms.common.entropy import Entropy, SystemEntropy
from mechanisms.common.thresholds import exp_bounds

Floats = NDArray[np.float64]

MOST_STEPS = 1 << 20
LEAST_KEPT = 0.001  # The sampler keeps at least this share of its proposals; each costs a few draws of OpenDP.


@dataclass(frozen=True, kw_only=True)
class StaircaseMechanism(PureMechanism):
    """Add noise that is equally likely within each step and e^epsilon times rarer on the next, a sensitivity wide.

    Guarantee    epsilon-DP for one number, and epsilon^2 / 2 zCDP.
    Sensitivity  the most by which the number differs between neighbours; an int from 1 to 2^20.
    Shapes       values int64[1]; released int64[1].
    Error        unbiased; variance() is exact, and the smallest over where in the sensitivity a step can end. Of a
                 sensitivity of 1 it is the geometric mechanism; at epsilon 3, sensitivity 9 it has 2/3 of its variance.
    Source       Geng, Viswanath 2014, "The optimal mechanism in differential privacy", arXiv:1212.1186, for whole
                 numbers too.
    Departures   drawn by rejection from discrete Laplace noise of OpenDP and uniform words of the operating system, so
                 OpenDP's scale, 1 / epsilon rounded up, sets how much rarer the next step is. What is released ends at
                 2^62 - 1. Refused where fewer than one proposal in 1 000 would be kept: beyond epsilon 20, of a
                 sensitivity above 1 000.
    """

    slug: ClassVar[str] = "staircase"
    name: ClassVar[str] = "Staircase mechanism"
    version: ClassVar[int] = 1
    most: ClassVar[int] = MOST_STEPS

    sensitivity: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.share_kept < LEAST_KEPT:
            raise ValueError(
                f"epsilon is {self.epsilon} for a sensitivity of {self.sensitivity}; fewer than one proposal in a "
                "thousand would be kept: take the geometric mechanism"
            )

    @cached_property
    def scale(self) -> float:
        return scale_not_below(1 / Fraction(self.epsilon))

    @cached_property
    def first_step(self) -> int:
        """Returns how far from 0 the first step reaches, from 1 to the sensitivity: where the variance is the
        smallest."""
        return 1 + int(np.argmin(self._variances(np.arange(1, self.sensitivity + 1, dtype=np.float64))))

    @property
    def share_kept(self) -> float:
        """Returns the share of the proposals of `draw` that is kept, but for the second 0."""
        return (self.first_step + (self.sensitivity - self.first_step) * self._ratio) / self.sensitivity

    def cost(self) -> Cost:
        return pure(1 / Fraction(self.scale))

    def release(self, values: Integers) -> Integers:
        values = within_reach(values)
        if len(values) != 1:
            raise ValueError(f"{len(values)} values were given; the staircase is for one number")
        return added(values, self.draw(1, SystemEntropy()))

    def draw(self, count: int, entropy: Entropy) -> Integers:
        """Draws noise alone: int64[count], each a draw of its own.

        A whole number of sensitivities is geometric; a place within one is uniform, but kept beyond the first step
        only if another geometric number is not 0, which is e^epsilon times rarer. Of -0 and 0 one is thrown away.
        """
        kept: list[Integers] = []
        while (left := count - sum(len(part) for part in kept)) > 0:
            many = 2 * left + 16
            widths, coins = geometric(many, self.scale), geometric(many, self.scale)
            places = uniform_below(self.sensitivity, many, entropy)
            is_negative = uniform_below(2, many, entropy) == 1
            room = (2 * MOST - places) // self.sensitivity
            size = np.where(widths > room, 2 * MOST, np.minimum(widths, room) * self.sensitivity + places)
            stays = ((places < self.first_step) | (coins > 0)) & ~(is_negative & (size == 0))
            kept.append(np.where(is_negative, -size, size)[stays][:left])
        return np.concatenate(kept)

    def log_weight(self, noise: int) -> Fraction:
        """Returns ln of the noise's probability, but for a constant: exact."""
        return -((abs(noise) + self.sensitivity - self.first_step) // self.sensitivity) / Fraction(self.scale)

    def variance(self) -> float:
        return float(self._variances(np.array([self.first_step], dtype=np.float64))[0])

    @property
    def _ratio(self) -> float:
        """Returns how much rarer the next step is."""
        return float(1 / exp_bounds(1 / Fraction(self.scale), bits=96)[0])

    def _variances(self, first: Floats) -> Floats:
        """Returns the variance for each possible end of the first step: the sum of the weighted squares of all noise
        over the sum of the weights.

        Both sums are in closed form. Size k s + u has weight b^k for u below `first`, b^(k + 1) from there to s.
        """
        b = self._ratio
        s = float(self.sensitivity)
        # The mean and the mean square of k, which is geometric.
        mean, square = b / (1 - b), b * (1 + b) / (1 - b) ** 2
        near, all_of_it = _power_sums(first), _power_sums(np.float64(s))
        count, total, squares = (low + b * (every - low) for low, every in zip(near, all_of_it, strict=True))
        of_one_side = (square * s * s * count + 2 * mean * s * total + squares) / (1 - b)
        return np.asarray(2 * of_one_side / (2 * count / (1 - b) - 1))  # Noise of 0 counts on one side only.


def _power_sums(end: Floats | np.float64) -> tuple[Any, Any, Any]:
    """Returns how many whole numbers are in [0, end), their sum and the sum of their squares."""
    return end, end * (end - 1) / 2, end * (end - 1) * (2 * end - 1) / 6
