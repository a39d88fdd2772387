"""A measured error says how far synthetic rows are from the true ones, column by column and pair by pair; it is
measured with noise and paid for."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.expected_error import expected_total_variation
from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.marginals import Counts
from mechanisms.synthesis.measuring import Measurement, measure, rows_estimated, rows_sigma, together

Floats = NDArray[np.float64]
Shares = Callable[[Attributes], Floats]

MOST_PAIR_CELLS = 1 << 14
MOST_CELLS_IN_ALL = 1 << 20
STEEPEST = 1.72  # The steepest slope of `without_noise`, rounded up.
FIRM = 5  # A noisy count may be a divisor if it is at least this many standard deviations.
_SURE = 2  # The bounds lie this many standard errors to either side.
_cdf = np.vectorize(lambda at: 0.5 * math.erfc(-at / math.sqrt(2)), otypes=[np.float64])


@dataclass(frozen=True, kw_only=True)
class MeasuredError:
    """The measured error is the total variation of one marginal, 0 to 1: half the sum of the differences of shares.

    Guarantee    what was paid for the measurement; this is computed from it alone.
    Shapes       shares of 1; `estimate` may be below 0, and is shown as 0 then.
    Error        `estimate` expects at most the true total variation: the true one where the rows are right or where
                 they are wrong by far more than the noise, and less by at most 0.25 sigma a cell between.
                 `standard_error` is at most that much. `low` to `high` holds the true one in 19 of 20 cases or more.
                 `noise_alone` is what plain differences would show for rows that are right.
    Source       a Gaussian number is split into two independent ones, one for the sign and one for the value, and the
                 split is averaged out: Leiner, Duan, Wasserman, Ramdas 2023, arXiv:2112.11079, section 2.
    Departures   noise of whole numbers is taken for Gaussian noise, as it is from a sigma of 1 on to eight digits.
    """

    attributes: Attributes
    estimate: float
    standard_error: float
    noise_alone: float
    low: float
    high: float


def pairs_to_measure(sizes: Sequence[int]) -> list[Attributes]:
    """Returns every two columns and each column, as `small_enough` keeps them."""
    return small_enough(sizes, combinations(range(len(sizes)), 2), range(len(sizes)))


def small_enough(sizes: Sequence[int], pairs: Iterable[Attributes], columns: Iterable[int]) -> list[Attributes]:
    """Returns the pairs whose table has at most MOST_PAIR_CELLS cells, and each of the columns that is in none of
    these.

    Small tables come first, while all have at most MOST_CELLS_IN_ALL. Reads no row.
    """
    small = [pair for pair in pairs if cells_of(sizes, pair) <= MOST_PAIR_CELLS]
    kept, cells = [], 0
    for pair in sorted(small, key=lambda pair: cells_of(sizes, pair)):
        cells += cells_of(sizes, pair)
        if cells <= MOST_CELLS_IN_ALL:
            kept.append(pair)
    met = {attribute for pair in kept for attribute in pair}
    return sorted(kept) + [(attribute,) for attribute in columns if attribute not in met]


def measured_pairs(counts: Counts, rho: Decimal, purse: Purse) -> list[Measurement]:
    """Returns the marginals of `pairs_to_measure` of the true rows, rho-zCDP together.

    A row that is added or removed moves one cell of each of k marginals by 1: each has L2 sensitivity 1, and its part
    of rho pays for it. Errors: ValueError for a rho too little to be divided; BudgetExceeded.
    """
    return measure(counts, pairs_to_measure(counts.sizes), rho, purse, what="each two columns")


def measured_errors(measurements: Sequence[Measurement], shares: Shares) -> list[MeasuredError]:
    """Returns an error for each column and then one for each pair, from marginals of the true rows with noise.

    `shares` gives the synthetic share of each combination, float64 of the sizes: of a model, or of rows drawn. A column
    is read from all its pairs, weighted by what noise they carry.
    """
    rows = rows_estimated(measurements)
    unsure = rows_sigma(measurements)
    alone = sorted(together(_columns(measurements)), key=lambda measurement: measurement.attributes)
    several = [measurement for measurement in together(measurements) if len(measurement.attributes) > 1]
    return [_error(measurement, shares(measurement.attributes), rows, unsure) for measurement in [*alone, *several]]


def without_noise(differences: Floats, sigma: float) -> Floats:
    """Returns numbers that expect d (2 Phi(d / (sqrt(2) sigma)) - 1), of differences d with Gaussian noise.

    That is never above |d|, and below by at most 0.49 sigma, where |d| is about sigma.

    With noise W of its own, the sign of y + W and the value y - W are independent; this is their product's mean.
    """
    at = differences / sigma
    density = np.exp(-np.minimum(at * at, 1400) / 2) / math.sqrt(2 * math.pi)
    return np.asarray(differences * (2 * _cdf(at) - 1) - 2 * sigma * density)


def _columns(measurements: Sequence[Measurement]) -> list[Measurement]:
    columns = []
    for measurement in measurements:
        for place, attribute in enumerate(measurement.attributes):
            others = tuple(axis for axis in range(measurement.values.ndim) if axis != place)
            values = np.asarray(measurement.values.sum(axis=others))
            sigma = measurement.sigma * math.sqrt(measurement.values.size / values.size)
            columns.append(Measurement(attributes=(attribute,), values=values, sigma=sigma))
    return columns


def _error(measurement: Measurement, shares: Floats, rows: float, sigma_of_rows: float) -> MeasuredError:
    if shares.shape != measurement.values.shape:
        raise ValueError(
            f"shares of {measurement.attributes} are {shares.shape}; what was measured is {measurement.values.shape}"
        )
    differences = measurement.values - rows * shares
    estimate = float(without_noise(differences, measurement.sigma).sum()) / (2 * rows)
    plain = float(np.abs(differences).sum()) / (2 * rows)
    spread = (math.sqrt(differences.size) * measurement.sigma + sigma_of_rows) / (2 * rows)
    unsure, unsure_plain = (
        slope * spread + min(1.0, abs(value)) * sigma_of_rows / rows
        for slope, value in ((STEEPEST, estimate), (1, plain))
    )
    firm = rows >= FIRM * sigma_of_rows  # Without a firm number of rows, a share of them says nothing.
    return MeasuredError(
        attributes=measurement.attributes,
        estimate=estimate,
        standard_error=unsure,
        noise_alone=expected_total_variation(differences.size, measurement.sigma, rows),
        low=max(0.0, min(1.0, estimate - _SURE * unsure)) if firm else 0.0,
        high=min(1.0, plain + _SURE * unsure_plain) if firm else 1.0,
    )
