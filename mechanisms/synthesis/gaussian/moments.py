"""Counts, sums and second moments as whole numbers, and how far one row moves all of them together."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from mechanisms.synthesis.gaussian.declared import Declared, Floats, Group, Integers, Table

STEPS = 512  # The grid has this many steps between the middle and the longest row.
# Counts, sums and squares are multiplied with the first factor, products with the second: 7^2 <= 2 * 5^2.
PLAIN, PRODUCT = 5, 7


def squared_sensitivity(groups: Sequence[Group], steps: int = STEPS) -> int:
    """Returns the most that the squared moments of one row sum to, exactly: what a row moves that is added or removed.

    With a_i the squares of a group's q_i, which sum to s <= steps^2, they are

        PLAIN^2 steps^4                                                       for the count,
        PLAIN^2 steps^2 s                                                     for the sums,
        PLAIN^2 sum a_i^2 + PRODUCT^2 sum_{i<j} a_i a_j  <=  PLAIN^2 s^2      for the second moments,

    as PRODUCT^2 <= 2 PLAIN^2 and s^2 = sum a_i^2 + 2 sum_{i<j} a_i a_j. A row that is as long as it may be along one
    axis of every group reaches the sum. A row is in one class only, so it is that of all classes, too.
    """
    return PLAIN**2 * steps**4 * (1 + 2 * len(groups))


def on_the_grid(scaled: Floats, squared_length: Fraction, steps: int = STEPS) -> Integers:
    """Returns rows on a grid, int64[rows, d]: in `steps` to the longest length, rows beyond it shortened; never longer
    than `steps`, exactly.

    Every row is changed by itself: rounding moves no two tables apart. So squares are added column by column. A sum
    along rows adds them in another order where there is one row than where there are two, and the last bit decides at
    which step a row ends.
    """
    squares = np.zeros((len(scaled), 1))
    for column in range(scaled.shape[1]):
        squares += scaled[:, [column]] ** 2
    lengths = np.sqrt(squares)
    longest = math.sqrt(squared_length)
    grid: Integers = np.rint(scaled * (steps / np.maximum(lengths, longest))).astype(np.int64)
    while (long := (grid**2).sum(axis=1) > steps**2).any():
        grid[long] -= np.sign(grid[long])  # Rounding made these rows longer, by less than a step in each column.
    return grid


def exact_moments(table: Table, declared: Declared, steps: int = STEPS) -> Integers:
    """Returns the exact moments, int64[classes, moments]: the count, then of each group its sums and, row by row, its
    upper triangle.

    A sum over rows: their order cannot be seen in it.
    """
    moments = np.zeros((len(declared.classes), declared.moments), dtype=np.int64)
    grids = [
        on_the_grid(table.scaled[:, list(places)], Fraction(group.squared_length), steps)
        for places, group in zip(declared.places, declared.groups, strict=True)
    ]
    for class_number in range(len(declared.classes)):
        inside = table.classes == class_number
        parts = [np.array([PLAIN * steps**2 * int(inside.sum())], dtype=np.int64)]
        for grid in grids:
            parts += _of_group(grid[inside], steps)
        moments[class_number] = np.concatenate(parts)
    return moments


def _of_group(grid: Integers, steps: int) -> list[Integers]:
    return [
        PLAIN * steps * grid.sum(axis=0),
        (weights(grid.shape[1]) * (grid.T @ grid))[np.triu_indices(grid.shape[1])],
    ]


def weights(columns: int) -> Integers:
    """Returns the factors that second moments are multiplied with, int64[columns, columns]."""
    return np.where(np.eye(columns, dtype=np.bool_), PLAIN, PRODUCT).astype(np.int64)
