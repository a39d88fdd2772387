"""The propensity score (pMSE) says how well somebody who sees two columns could tell synthetic rows from true ones,
measured and paid."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.measured.error import Shares
from mechanisms.synthesis.measuring import Measurement, rows_estimated, rows_sigma, together

Floats = NDArray[np.float64]

# A cell is clear if its synthetic share is at least this many standard deviations of noise; all others are merged.
CLEAR = 10
# If the merged cells are not clear, their synthetic share may be at most this; it lowers the score by at most 1 / 4 of
# it.
MOST_HIDDEN = 0.02


@dataclass(frozen=True, kw_only=True)
class Propensity:
    """The propensity score (pMSE) of two columns is the mean of (p - 1/2)^2 over as many synthetic as true rows, p
    being the chance that a row of these two values is synthetic. 0 where nobody could tell, 1/4 where everybody could.

    Guarantee    what was paid for the measurement; this is computed from it alone.
    Error        what noise adds is taken off to the second order: it expects the true value to 1 / 1000 of the share of
                 a cell. Cells whose *synthetic* share is below 10 standard deviations of noise are one cell here, and
                 where that is not clear either, r - 3s stands for its (s - r)^2 / (s + r), which is never less. So it
                 is a lower bound of the pMSE of all cells; which they are is known without the measurement.
                 `standard_error` is by the delta method. Noise may put `value` below 0.
    Source       Snoke, Raab, Nowok, Dibben, Slavkovic 2018, "General and specific utility measures for synthetic
                 data", J. R. Stat. Soc. A 181(3); with the saturated model of two columns it is
                 (1/8) sum (s - r)^2 / (s + r) over the synthetic shares s and the true shares r.
    """

    attributes: Attributes
    value: float
    standard_error: float
    cells: int


def propensities(measurements: Sequence[Measurement], shares: Shares) -> list[Propensity]:
    """Returns each measured pair's propensity, unless noise hides too many of its cells. `shares` are the synthetic
    ones."""
    rows = rows_estimated(measurements)
    unsure = rows_sigma(measurements)
    pairs = [measurement for measurement in together(measurements) if len(measurement.attributes) == 2]
    scores = [_propensity(measurement, shares(measurement.attributes), rows, unsure) for measurement in pairs]
    return [score for score in scores if score is not None]


def _propensity(measurement: Measurement, shares: Floats, rows: float, sigma_of_rows: float) -> Propensity | None:
    if shares.shape != measurement.values.shape:
        raise ValueError(
            f"shares of {measurement.attributes} are {shares.shape}; what was measured is {measurement.values.shape}"
        )
    noise = measurement.sigma / rows
    groups, cells = clear_cells(shares.ravel(), noise)
    synthetic = np.bincount(groups, weights=shares.ravel(), minlength=cells)
    true = np.bincount(groups, weights=measurement.values.ravel() / rows, minlength=cells)
    variance = np.bincount(groups, minlength=cells) * noise**2
    clear = synthetic >= CLEAR * np.sqrt(variance)
    if float(synthetic[~clear].sum()) > MOST_HIDDEN:
        return None
    # A sum below half of the synthetic share would need noise of 5 standard deviations.
    either = np.where(clear, np.maximum(synthetic + true, synthetic / 2), 1.0)
    curved = np.where(clear, 4 * synthetic**2, 0.0)
    value = true - 3 * synthetic + curved * (1 / either - variance / either**3)
    slope = 1 - curved / either**2
    unsure = math.sqrt(float((slope**2 * variance).sum())) + abs(float((slope * true).sum())) * sigma_of_rows / rows
    return Propensity(
        attributes=measurement.attributes, value=float(value.sum()) / 8, standard_error=unsure / 8, cells=cells
    )


def clear_cells(shares: Floats, noise: float) -> tuple[NDArray[np.int64], int]:
    """Returns the group of each cell, and the number of groups: each clear cell has its own, all others share the
    last.
    """
    clear = shares >= CLEAR * noise
    groups = np.where(clear, np.cumsum(clear) - 1, clear.sum())
    return groups.astype(np.int64), int(clear.sum()) + int(not clear.all())
