"""This module fits one number by least squares on another, from their estimated joint table.

The table's cells are unbiased shares of people. With the number of each row and column, sums of cells are unbiased
moments, and the line is a smooth function of them: consistent, and biased by about 1 / reports. A cell of somebody who
gave no number has none, so the line is that of the people who gave both.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.estimates.covariance import Covariance

Floats = NDArray[np.float64]
# A slope is unlimited where the variance of the numbers is fewer than this many standard errors above 0.
SPREAD_FROM = 3.0


@dataclass(frozen=True)
class Coefficient:
    """A coefficient is an estimate with the standard error of the delta method."""

    value: float
    error: float

    def interval(self, confidence: float) -> tuple[float, float]:
        """Returns normal limits."""
        half = normal_quantile(confidence) * self.error
        return self.value - half, self.value + half


@dataclass(frozen=True)
class TableRegression:
    """A table regression is the line outcome = intercept + slope * number, in the units of both, and R^2: the part of
    the outcome's variance that it explains, 0 for the mean alone. `people` is the share of people who gave both."""

    intercept: Coefficient
    slope: Coefficient
    r_squared: Coefficient
    people: float


def table_regression(
    shares: ArrayLike, covariance: Covariance, outcomes: Sequence[float | None], numbers: Sequence[float | None]
) -> TableRegression | None:
    """Returns the line of a table [outcomes, numbers], whose cells lie row by row in the covariance. None where the
    numbers, or the outcomes, may not vary at all.

    With the sums s = (people, number, outcome, number^2, product, outcome^2) over the cells, N = s0 s4 - s1 s2,
    D = s0 s3 - s1^2 and E = s0 s5 - s2^2: the slope is N / D, R^2 is N^2 / (D E). ValueError for another number of
    cells.
    """
    cells = np.asarray(shares, dtype=np.float64).ravel()
    weights = _weights(outcomes, numbers)
    if cells.shape != covariance.diagonal.shape or cells.shape != weights[0].shape:
        raise ValueError(
            f"{cells.size} cells; the table has {weights[0].size}, their covariance {covariance.diagonal.size}"
        )
    people, number, outcome, square, product, outcome_square = sums = weights @ cells
    spread = _spread(weights, covariance)
    common = people * product - number * outcome
    in_numbers, in_outcomes = people * square - number**2, people * outcome_square - outcome**2
    of_common = np.array([product, -outcome, -number, 0, people, 0])
    of_numbers = np.array([square, -2 * number, 0, people, 0, 0])
    of_outcomes = np.array([outcome_square, 0, -2 * outcome, 0, 0, people])
    for variance, gradient in ((in_numbers, of_numbers), (in_outcomes, of_outcomes)):
        if sums[0] <= 0 or variance <= SPREAD_FROM * _error(gradient, spread):
            return None
    slope, r_squared = common / in_numbers, common**2 / (in_numbers * in_outcomes)
    intercept = (outcome - slope * number) / people
    of_slope = (of_common - slope * of_numbers) / in_numbers
    of_intercept = (np.array([-intercept, -slope, 1, 0, 0, 0]) - number * of_slope) / people
    of_r_squared = (2 * common * of_common - r_squared * (in_outcomes * of_numbers + in_numbers * of_outcomes)) / (
        in_numbers * in_outcomes
    )
    return TableRegression(
        Coefficient(float(intercept), _error(of_intercept, spread)),
        Coefficient(float(slope), _error(of_slope, spread)),
        Coefficient(float(r_squared), _error(of_r_squared, spread)),
        float(people),
    )


def _weights(outcomes: Sequence[float | None], numbers: Sequence[float | None]) -> Floats:
    """Returns what a person of each cell adds to each of the six sums: [6, cells]."""
    rows, columns = (np.array([np.nan if each is None else each for each in own]) for own in (outcomes, numbers))
    outcome, number = (side.ravel() for side in np.meshgrid(rows, columns, indexing="ij"))
    powers = np.stack([np.ones_like(number), number, outcome, number**2, number * outcome, outcome**2])
    return np.where(np.isnan(number * outcome), 0.0, powers)


def _spread(weights: Floats, covariance: Covariance) -> Floats:
    """Returns the covariance of the sums: [6, 6]."""
    less = covariance.less @ weights.T
    return np.asarray((weights * covariance.diagonal) @ weights.T - less.T @ less)


def _error(gradient: Floats, spread: Floats) -> float:
    return math.sqrt(max(float(gradient @ spread @ gradient), 0.0))
