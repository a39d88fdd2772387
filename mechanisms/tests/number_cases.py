"""The mechanisms for a number and the grids that the exact tests go through, small enough to list every report."""

import pytest

from mechanisms.catalogue import OF_A_NUMBER, number_mechanism
from mechanisms.ldp.grid import Grid
from mechanisms.ldp.number_mechanism import NumberMechanism

LOW, HIGH = -3, 7  # not symmetric about 0: a mean that forgets the lower bound is wrong
NUMBERS = range(LOW, HIGH + 1)
STEPS = (1, 4, 5, 10)  # an end; numbers between points, with and without a common divisor; every number a point
EPSILONS = ("0.1", "0.5", "1", "4", "16")


def grid_of(steps: int) -> Grid:
    return Grid(low=LOW, high=HIGH, steps=steps)


def all_numbers() -> list[NumberMechanism]:
    return [
        number_mechanism(offered.slug, grid=grid_of(steps), epsilon=epsilon)
        for offered in OF_A_NUMBER
        for steps in STEPS
        for epsilon in EPSILONS
    ]


def name_of(asked: NumberMechanism) -> str:
    return f"{asked.slug}-{asked.grid.steps}-{asked.epsilon_text}"


every_number = pytest.mark.parametrize("asked", all_numbers(), ids=name_of)
each_offered = pytest.mark.parametrize("offered", OF_A_NUMBER, ids=lambda offered: offered.slug)
