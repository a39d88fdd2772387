"""Class moments are what Gaussian naive Bayes needs of perturbed answers, by whatever mechanism they were collected."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.numbers.grid import WIDEST, Grid
from mechanisms.ldp.numbers.number_mechanism import MOST_OUTPUTS

Floats = NDArray[np.float64]

WIDEST_NUMBER = math.isqrt(WIDEST)  # A number this wide has a square whose values, from 0 on, still fit a grid.
WIDEST_PRODUCT = WIDEST // 2  # A product of two widths is reported between minus and plus this many units.
# A number has at most this many units where its square is reported between minus and plus.
WIDEST_SIGNED = math.isqrt(WIDEST_PRODUCT)


@dataclass(frozen=True)
class ClassMoments:
    """Class moments are raw and unbiased: the share of each class, and the sum and sum of squares of each number in
    each class, over everybody.

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
    """This is a number in whole units, from `low` to `high`, both public."""

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


def fine_grid(low: int, high: int, steps: int) -> tuple[Grid, int]:
    """Returns the grid of `steps` steps between two numbers of units, and into how many parts it cuts a unit: 1 where
    it can.

    A yes or no has fewer units than a grid has steps. All numbers of one report have as many steps, so what is cut is
    the unit of the narrow one; taking fewer steps would make the wide ones coarse.
    """
    if not isinstance(steps, int) or isinstance(steps, bool) or not 1 <= steps <= MOST_OUTPUTS:
        raise ValueError(f"steps is {steps!r}; it is a whole number from 1 to {MOST_OUTPUTS}")
    cut = math.ceil(steps / (high - low))
    return Grid(low=low * cut, high=high * cut, steps=steps), cut
