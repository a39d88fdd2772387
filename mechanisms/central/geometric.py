"""This module is about whole numbers, with two-sided geometric noise: the discrete Laplace mechanism."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from mechanisms.accounting.zcdp import Cost, pure
from mechanisms.central.central_mechanism import within_reach
from mechanisms.central.pure_mechanism import PureMechanism
from mechanisms.central.samplers import Integers, discrete_laplace, scale_not_below
from mechanisms.common.thresholds import exp_bounds


@dataclass(frozen=True, kw_only=True)
class GeometricMechanism(PureMechanism):
    """Add two-sided geometric noise, which is discrete Laplace noise, to each of the whole numbers.

    Guarantee    epsilon-DP for all the numbers together, and epsilon^2 / 2 zCDP.
    Sensitivity  of the l1 norm: the most by which the numbers of neighbours differ, summed; an int of at least 1.
    Shapes       values int64[d]; released int64[d].
    Error        unbiased; variance() of each number is exact: 2 a / (1 - a)^2 for a = e^(-1 / scale). For one count at
                 sensitivity 1 no other epsilon-DP mechanism serves any loss better after the receiver's own rounding.
    Source       Ghosh, Roughgarden, Sundararajan 2009, arXiv:0811.2841; drawn as Canonne, Kamath, Steinke 2020,
                 arXiv:2004.00010, by OpenDP.
    Departures   scale = sensitivity / epsilon is rounded up to a float; values beyond 2^62 - 1 count as that, and what
                 is released ends at 63 bits. Neither moves neighbours apart.
    """

    slug: ClassVar[str] = "geometric"
    name: ClassVar[str] = "Geometric mechanism"
    version: ClassVar[int] = 1

    sensitivity: int

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.scale

    @cached_property
    def scale(self) -> float:
        return scale_not_below(self.sensitivity / Fraction(self.epsilon))

    def cost(self) -> Cost:
        return pure(self.sensitivity / Fraction(self.scale))

    def release(self, values: Integers) -> Integers:
        return discrete_laplace(within_reach(values), self.scale)

    def log_weight(self, noise: int) -> Fraction:
        """Returns ln of the noise's probability, but for a constant: exact."""
        return -abs(noise) / Fraction(self.scale)

    def variance(self) -> float:
        ratio = 1 / exp_bounds(1 / Fraction(self.scale), bits=128)[0]
        return float(2 * ratio / (1 - ratio) ** 2)
