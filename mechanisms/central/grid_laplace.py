"""This module adds Laplace noise to numbers on a grid, so that the sums stay on the grid."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from mechanisms.accounting.zcdp import Cost
from mechanisms.central.central_mechanism import (
    MOST_SENSITIVITY,
    CentralMechanism,
    Exact,
    exact_number,
    whole_number,
)
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.central.samplers import MOST

_HALF = Fraction(1, 2)


@dataclass(frozen=True, kw_only=True)
class GridLaplace(CentralMechanism):
    """Round each number to a multiple of the granularity, then add Laplace noise of whole multiples.

    Guarantee    epsilon-DP for all the numbers together, and epsilon^2 / 2 zCDP.
    Sensitivity  of the l1 norm before rounding, above 0. Rounding may move two numbers apart by less than one more
                 multiple each, so noise is for ceil(sensitivity / granularity) + numbers - 1 multiples.
    Shapes       values `numbers` of Fraction or int; released as many Fractions, each a multiple of the granularity.
    Error        unbiased but for rounding, by half a granularity at most; variance() of the noise is exact. About
                 Laplace's 2 (sensitivity / epsilon)^2 where the granularity is small beside the sensitivity.
    Source       Dwork, McSherry, Nissim, Smith 2006, "Calibrating noise to sensitivity"; why on a grid: Mironov 2012,
                 "On significance of the least significant bits"; the noise as in the geometric mechanism.
    Departures   no float is ever drawn. As of the geometric mechanism: the scale is rounded up, ends are at 62 bits of
                 multiples.
    """

    slug: ClassVar[str] = "grid-laplace"
    name: ClassVar[str] = "Laplace mechanism on a grid"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = "numbers-on-a-grid"

    epsilon: Exact
    sensitivity: Exact
    granularity: Exact
    numbers: int

    def __post_init__(self) -> None:
        for name in ("sensitivity", "granularity"):
            object.__setattr__(self, name, exact_number(name, getattr(self, name)))
        whole_number("numbers", self.numbers, most=1 << 20)
        if self.multiples > MOST_SENSITIVITY:
            raise ValueError(
                f"the sensitivity is {float(self.multiples):.4g} multiples of the granularity {self.granularity}; "
                "take a coarser grid, it is at most 2^52"
            )
        object.__setattr__(self, "epsilon", self._noise.epsilon)

    @property
    def multiples(self) -> int:
        """Returns the sensitivity after rounding, in multiples of the granularity."""
        return math.ceil(Fraction(self.sensitivity) / Fraction(self.granularity)) + self.numbers - 1

    @property
    def _noise(self) -> GeometricMechanism:
        return GeometricMechanism(epsilon=self.epsilon, sensitivity=self.multiples)

    def cost(self) -> Cost:
        return self._noise.cost()

    def release(self, values: Sequence[Fraction | int]) -> list[Fraction]:
        places = np.array([self._place(value) for value in self._checked(values)], dtype=np.int64)
        return [place * Fraction(self.granularity) for place in self._noise.release(places).tolist()]

    def variance(self) -> float:
        return self._noise.variance() * float(self.granularity) ** 2

    def _place(self, value: Fraction | int) -> int:
        return max(-MOST, min(MOST, math.floor(Fraction(value) / Fraction(self.granularity) + _HALF)))

    def _checked(self, values: Sequence[Fraction | int]) -> Sequence[Fraction | int]:
        if len(values) != self.numbers:
            raise ValueError(f"{len(values)} values were given; the mechanism is for {self.numbers}")
        if any(isinstance(value, bool) or not isinstance(value, Fraction | int) for value in values):
            raise ValueError("a value is neither Fraction nor int; floats have no exact place on a grid")
        return values
