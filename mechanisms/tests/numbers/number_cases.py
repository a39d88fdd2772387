"""This module provides the mechanisms for a number and the grids that the exact tests go through, small enough to list
every report."""

import pytest

from mechanisms.catalogue import OF_A_NUMBER
from mechanisms.ldp.numbers.grid import Grid

LOW, HIGH = -3, 7  # The bounds are not symmetric about 0, so a mean without the lower bound is wrong.
NUMBERS = range(LOW, HIGH + 1)
# With 1 step each point is an end; with 10 each number is a point; with 4 and 5 numbers lie between points.
STEPS = (1, 4, 5, 10)
EPSILONS = ("0.1", "0.5", "1", "4", "16")


def grid_of(steps: int) -> Grid:
    return Grid(low=LOW, high=HIGH, steps=steps)


each_offered = pytest.mark.parametrize("offered", OF_A_NUMBER, ids=lambda offered: offered.slug)
