"""What Gaussian naive Bayes needs of perturbed answers, however they were asked."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

WIDEST_NUMBER = 4096  # units between the bounds: its square still has a grid


@dataclass(frozen=True)
class ClassMoments:
    """Raw and unbiased: of each class its share, and of each number its sum and sum of squares there, over everybody.

    A number v between low and high is meant as u = 2 v - low - high, which lies between -width and width. `shares`
    [classes]; `first` and `second` [numbers, classes] are the means over all people of u and u^2 of those in the class,
    nought for everybody else. The errors are standard errors in the same units, or upper bounds where what made them
    says so.
    """

    shares: Floats
    first: Floats
    second: Floats
    share_error: float
    first_errors: Floats
    second_errors: Floats


@dataclass(frozen=True, kw_only=True)
class Bounded:
    """A number in whole units, from `low` to `high`, both public."""

    low: int
    high: int

    def __post_init__(self) -> None:
        for name, number in (("low", self.low), ("high", self.high)):
            if not isinstance(number, int) or isinstance(number, bool):
                raise ValueError(f"{name} is {number!r}; it is a whole number of units")
        if not 1 <= self.width <= WIDEST_NUMBER:
            raise ValueError(f"high - low is {self.width}; it is from 1 to {WIDEST_NUMBER} units, take larger units")

    @property
    def width(self) -> int:
        return self.high - self.low
