"""The expected error says how far a marginal will be off for its noise alone: known before anything is spent."""

import math

import numpy as np


def mean_absolute_noise(sigma: float) -> float:
    """Returns E|X| of discrete Gaussian noise. From a sigma of 20 on by Euler and Maclaurin, to seven digits."""
    if sigma >= 20:
        return (2 * sigma**2 - 1 / 6) / (math.sqrt(2 * math.pi) * sigma)
    reach = np.arange(1, 2 + math.ceil(40 * sigma), dtype=np.float64)
    weights = np.exp(-(reach**2) / (2 * sigma**2))
    return float(2 * (reach @ weights) / (1 + 2 * weights.sum()))


def mean_absolute_geometric_noise(scale: float) -> float:
    """Returns E|X| of two-sided geometric noise with weights e^(-|noise| / scale)."""
    return 1 / math.sinh(1 / scale) if scale > 1 / 700 else 0.0


def expected_total_variation(cells: int, sigma: float, rows: float) -> float:
    """Returns the error of a measured marginal as it was drawn: half the sum of absolute errors, as a share of the
    rows.

    What the model makes of it is closer, because cells below 0 are mended and what overlaps is averaged; a marginal
    that was not measured is off by what the model assumes instead, which no formula knows beforehand. At most 1.
    """
    if rows <= 0:
        raise ValueError(f"rows is {rows}; an error is a share of more than 0 rows")
    return min(1.0, cells * mean_absolute_noise(sigma) / (2 * rows))
