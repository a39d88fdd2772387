"""This module provides the mechanisms for a number and the grids that the exact tests go through, small enough to list
every report."""

import pytest

from mechanisms.catalogue import OF_A_NUMBER
from mechanisms.ldp.numbers.grid import Grid

LOW, HIGH = -3, 7  # not symmetric about 0: a mean that forgets the lower bound is wrong
NUMBERS = range(LOW, HIGH + 1)
STEPS = (1, 4, 5, 10)  # an end; numbers between points, with and without a common divisor; every number a point
EPSILONS = ("0.1", "0.5", "1", "4", "16")


def grid_of(steps: int) -> Grid:
    return Grid(low=LOW, high=HIGH, steps=steps)


each_offered = pytest.mark.parametrize("offered", OF_A_NUMBER, ids=lambda offered: offered.slug)
