"""Counts reach a model only as marginals with noise."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.synthesis.budget import Purse, divided
from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.marginals import Counts

Floats = NDArray[np.float64]

SQUARED_SENSITIVITY = 1  # Adding or removing a row changes one cell of a marginal by 1.


@dataclass(frozen=True, kw_only=True, eq=False)
class Measurement:
    """This is a measurement of one marginal. `values` are the counts of a marginal, each with noise of its own of
    standard deviation `sigma`."""

    attributes: Attributes
    values: Floats
    sigma: float


def measure(
    counts: Counts, attributes: Sequence[Attributes], rho: Decimal, purse: Purse, *, what: str
) -> list[Measurement]:
    """Measures each marginal with discrete Gaussian noise; all together cost at most rho.

    A marginal's part is proportional to its cells to the power 2/3, which makes the sum of all absolute errors least:
    each is sigma times cells, and the parts 1 / (2 sigma^2) add up to rho.
    """
    weights = [share_of(cells_of(counts.sizes, marginal)) for marginal in attributes]
    noises = [DiscreteGaussian(rho=part, squared_sensitivity=SQUARED_SENSITIVITY) for part in divided(rho, weights)]
    purse.spend(what, *(noise.cost() for noise in noises))
    measurements = []
    for marginal, noise in zip(attributes, noises, strict=True):
        exact = counts.of(marginal)
        noisy = noise.release(exact.ravel()).reshape(exact.shape)
        measurements.append(Measurement(attributes=marginal, values=noisy.astype(np.float64), sigma=noise.scale))
    return measurements


def share_of(cells: int) -> int:
    """Returns 1000 cells^(2/3), rounded to a whole number so that parts are exact fractions."""
    return round(1000 * math.pow(cells, 2 / 3))


def together(measurements: Sequence[Measurement]) -> list[Measurement]:
    """Returns the measurements with what was measured more than once as its mean weighted by 1 / sigma^2."""
    of: dict[Attributes, list[Measurement]] = {}
    for measurement in measurements:
        of.setdefault(measurement.attributes, []).append(measurement)
    return [group[0] if len(group) == 1 else _mean(group) for group in of.values()]


def _mean(measurements: Sequence[Measurement]) -> Measurement:
    weights = np.array([measurement.sigma**-2 for measurement in measurements])
    values = sum(
        (measurement.values * weight for measurement, weight in zip(measurements, weights, strict=True)), np.float64(0)
    )
    return Measurement(
        attributes=measurements[0].attributes,
        values=np.asarray(values / weights.sum()),
        sigma=float(weights.sum() ** -0.5),
    )


def rows_estimated(measurements: Sequence[Measurement]) -> float:
    """Returns the estimated number of rows: the mean of the marginals' sums, weighted by their variances; at least
    1.
    """
    weights = np.array([1 / (measurement.values.size * measurement.sigma**2) for measurement in measurements])
    sums = np.array([measurement.values.sum() for measurement in measurements])
    return max(1.0, float(weights @ sums / weights.sum()))


def rows_sigma(measurements: Sequence[Measurement]) -> float:
    """Returns the standard deviation of the number that `rows_estimated` returns."""
    return float(sum(1 / (measurement.values.size * measurement.sigma**2) for measurement in measurements) ** -0.5)
