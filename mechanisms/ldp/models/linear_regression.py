"""Least squares from perturbed moments predicts the last number from the others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.accounting.event import Event
from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.models.class_moments import Bounded
from mechanisms.ldp.models.model_card import ModelCard
from mechanisms.ldp.models.perturbed_moments import Moments

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LinearRegression:
    """A linear regression is `intercept`, and `slopes` [numbers], in units of the outcome for one unit of each number.

    `ridge` was added to the variance of each number, on [-1, 1]; 0 is plain least squares. `covariance` of intercept
    and slopes is None where it is not known: with a ridge, and where a report tells more than one moment.
    """

    intercept: float
    slopes: Floats
    ridge: float
    covariance: Floats | None

    def foretell(self, numbers: ArrayLike) -> Floats:
        """Returns the predicted outcome of each person, [people], in units of the outcome."""
        given = np.asarray(numbers, dtype=np.float64)
        if given.ndim != 2 or given.shape[1] != len(self.slopes):
            raise ValueError(f"numbers must be rows of {len(self.slopes)}")
        return np.asarray(self.intercept + given @ self.slopes)

    def interval(self, confidence: float) -> Floats:
        """Returns normal limits for the intercept and each slope [1 + numbers, 2], of the line of all people (delta
        method).

        ValueError where there is no closed form.
        """
        if self.covariance is None:
            raise ValueError("there is no closed form for the error of this line: " + self.why_no_error)
        half = normal_quantile(confidence) * np.sqrt(np.diag(self.covariance))
        line = np.concatenate([[self.intercept], self.slopes])
        return np.stack([line - half, line + half], axis=-1)

    @property
    def why_no_error(self) -> str:
        return "a ridge holds it" if self.ridge else "each report tells several moments, whose errors go together"


def linear_regression(moments: Moments, numbers: Sequence[Bounded]) -> LinearRegression:
    """The last of `numbers` is the outcome.

    Noise may leave the numbers' covariance with a direction of hardly any or of negative variance, along which least
    squares means nothing. So that its smallest variance is at least the largest standard error of a moment of it, that
    much is added to each: `ridge`, 0 where nothing was needed. The line is consistent, and biased by about 1 / reports.
    """
    spread = moments.covariance
    inside, with_outcome = spread[:-1, :-1], spread[:-1, -1]
    floor = float(moments.product_errors[:-1, :-1].max())
    ridge = max(0.0, floor - float(np.linalg.eigvalsh(inside)[0]))
    slopes = np.linalg.solve(inside + ridge * np.eye(len(inside)), with_outcome)
    line = np.concatenate([[moments.means[-1] - slopes @ moments.means[:-1]], slopes])
    turn, shift = _to_units(numbers)
    covariance = turn @ _covariance(moments, line) @ turn.T if moments.independent and not ridge else None
    coefficients = turn @ line + shift
    return LinearRegression(float(coefficients[0]), coefficients[1:], ridge, covariance)


def linear_regression_card(event: Event, model: LinearRegression, *, reports: int) -> ModelCard:
    """Returns the card of a linear regression. `event` is what the reports cost, `reports` how many there were. Says
    why, where the line has no intervals."""
    exact_errors = model.covariance is not None
    return ModelCard.of(
        event,
        model="Linear regression",
        asked=f"means, squares and products of {len(model.slopes)} numbers and the outcome",
        reports=reports,
        accuracy=None,
        unbiased=("the mean of each number, and of each square and product of two",),
        biased=(
            "intercept and slopes: ratios of unbiased estimates",
            *((f"slopes are drawn towards 0 by a ridge of {model.ridge:.3g}",) if model.ridge else ()),
        ),
        limits=(
            "the line that fits best, whether what is foretold lies on a line or not",
            "intervals by the delta method" if exact_errors else f"no interval: {model.why_no_error}",
        ),
    )


def _covariance(moments: Moments, line: Floats) -> Floats:
    """Returns the covariance of intercept and slopes on [-1, 1]: M b = c is solved, so b errs by M^-1 (error of c - M
    b).

    The error of c - M b in row i is that of c_i less the sum over j of b_j times that of M_ij, and each moment's error
    is independent of every other's.
    """
    size = len(line)  # The intercept counts as a number that is always 1 and has no error.
    matrix = np.ones((size, size))
    matrix[0, 1:] = matrix[1:, 0] = moments.means[:-1]
    matrix[1:, 1:] = moments.products[:-1, :-1]
    # The variances of the products of any two of: 1, the numbers, the outcome.
    variances = np.zeros((size + 1, size + 1))
    variances[0, 1:] = moments.mean_errors**2
    variances[1:, 1:] = moments.product_errors**2
    weights = np.concatenate([-line, [1.0]])
    together = np.zeros((size, size))
    for row in range(size + 1):
        for other in range(row, size + 1):
            change = np.zeros(size + 1)
            change[row] += weights[other]
            if row != other:
                change[other] += weights[row]
            together += variances[row, other] * np.outer(change[:size], change[:size])
    inverse = np.linalg.inv(matrix)
    return np.asarray(inverse @ together @ inverse.T)


def _to_units(numbers: Sequence[Bounded]) -> tuple[Floats, Floats]:
    """A line on [-1, 1], intercept first, becomes turn @ line + shift in units."""
    *given, outcome = numbers
    widths = np.array([number.width for number in given], dtype=np.float64)
    middles = np.array([(number.low + number.high) / 2 for number in given])
    turn = np.eye(len(widths) + 1) * outcome.width / 2
    turn[np.arange(1, len(turn)), np.arange(1, len(turn))] /= widths / 2
    turn[0, 1:] = -np.diag(turn)[1:] * middles
    shift = np.zeros(len(turn))
    shift[0] = (outcome.low + outcome.high) / 2
    return turn, shift
