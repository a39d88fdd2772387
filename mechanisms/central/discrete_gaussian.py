"""This module is about whole numbers, with Gaussian noise of whole numbers."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from mechanisms.accounting.zcdp import Cost, up
from mechanisms.central.central_mechanism import (
    MOST_SENSITIVITY,
    CentralMechanism,
    Exact,
    exact_number,
    whole_number,
    within_reach,
)
from mechanisms.central.roots import scale_with_square_not_below
from mechanisms.central.samplers import Integers, discrete_gaussian


@dataclass(frozen=True, kw_only=True)
class DiscreteGaussian(CentralMechanism):
    """Add discrete Gaussian noise to each of the whole numbers.

    Guarantee    rho-zCDP for all the numbers together; no pure epsilon holds.
    Sensitivity  of the l2 norm, squared: the most that the squared differences of neighbours sum to, an int. A
                 histogram has 1 where a row is added or removed, 2 where it is replaced.
    Shapes       values int64[d]; released int64[d].
    Error        unbiased; the variance of each number is below scale^2 = squared_sensitivity / (2 rho), by less than
                 one part in a million for a scale from 1 on.
    Source       Canonne, Kamath, Steinke 2020, arXiv:2004.00010, theorem 14 for several numbers; drawn by OpenDP.
    Departures   the scale is rounded up to a float; values beyond 2^62 - 1 count as that, and what is released ends at
                 63 bits. Neither moves neighbours apart.
    """

    slug: ClassVar[str] = "discrete-gaussian"
    name: ClassVar[str] = "Discrete Gaussian mechanism"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = "integers"

    rho: Exact
    squared_sensitivity: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "rho", exact_number("rho", self.rho))
        if self.rho > 1000:  # type: ignore[operator]  # rho became a Fraction one line above
            raise ValueError(f"rho is {self.rho}; it is at most 1000")
        whole_number("squared_sensitivity", self.squared_sensitivity, most=MOST_SENSITIVITY)
        _ = self.scale

    @cached_property
    def scale(self) -> float:
        return scale_with_square_not_below(self.squared_sensitivity / (2 * Fraction(self.rho)))

    def cost(self) -> Cost:
        spent = self.squared_sensitivity / (2 * Fraction(self.scale) ** 2)
        return Cost(rho=up(spent), delta=Decimal(0), epsilon=None)

    def release(self, values: Integers) -> Integers:
        return discrete_gaussian(within_reach(values), self.scale)

    def log_weight(self, noise: int) -> Fraction:
        """Returns ln of the noise's probability, but for a constant: exact."""
        return -(noise**2) / (2 * Fraction(self.scale) ** 2)
