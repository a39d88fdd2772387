"""A cross-tabulation estimates the joint shares of two questions whose answers were perturbed separately.

Each report holds two independent draws, so the product of the two one-report estimates is an unbiased estimate of
"gave answer i to the first and j to the second": E[X_i Y_j | answers] = x_i y_j. Its noise is a product too, and so is
wide; a pair that is planned before the survey is asked is perturbed as one answer and is far more exact.

Variance of one report, over people with joint share f_ij and shares f_i, g_j: with m1 = 1 + noise of somebody who gave
the answer, m0 = noise of somebody who did not (the second moments of a one-report estimate),
E[X_i^2 Y_j^2] = f_ij m1 m1' + (f_i - f_ij) m1 m0' + (g_j - f_ij) m0 m1' + (1 - f_i - g_j + f_ij) m0 m0'; less f_ij^2.
Source: the inverse of the product channel (Kronecker product), as for RAPPOR's association; proved by listing reports.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.estimates.margin import Margin
from mechanisms.ldp.shapes.channel import Packed

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PairCounts:
    """These are the sums over reports of the supports S_i T_j [a, b], S_i [a] and T_j [b]; the counts of two batches
    add."""

    reports: int
    both: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]

    def __add__(self, other: "PairCounts") -> "PairCounts":
        return PairCounts(
            self.reports + other.reports, self.both + other.both, self.first + other.first, self.second + other.second
        )


@dataclass(frozen=True)
class CrossTab:
    """A cross-tab holds unbiased joint shares [a, b] and the variances of their estimates."""

    shares: Floats
    variances: Floats

    def interval(self, confidence: float) -> Floats:
        """Returns normal limits [a, b, 2]."""
        reach = normal_quantile(confidence) * np.sqrt(self.variances)
        return np.stack([self.shares - reach, self.shares + reach], axis=-1)


def count_pairs(margins: tuple[Margin, Margin], packed: tuple[Packed, Packed]) -> PairCounts:
    """Counts pairs of answers. `packed` holds the bytes of the two fields in the same reports, in the same order."""
    first, other = (margin.read(part) for margin, part in zip(margins, packed, strict=True))
    return PairCounts(len(first), first.T @ other, first.sum(axis=0), other.sum(axis=0))


def cross(parts: Sequence[tuple[tuple[Margin, Margin], PairCounts]]) -> CrossTab:
    """Returns the cross-tab share-pooled over levels: each level's table weighs as many reports as it has."""
    used = [(margins, counts) for margins, counts in parts if counts.reports > 0]
    if not used:
        raise ValueError("no level has a report; a cross-tab needs at least 1")
    total = sum(counts.reports for _, counts in used)
    tables = [(counts.reports / total, _one_level(margins, counts)) for margins, counts in used]
    return CrossTab(
        np.asarray(sum(weight * table.shares for weight, table in tables)),
        np.asarray(sum(weight**2 * table.variances for weight, table in tables)),
    )


def cross_variance(margins: tuple[Margin, Margin], joint: Floats, reports: int) -> Floats:
    """Returns the variance of the estimate of each cell, for people with these joint shares [a, b]."""
    return _variance(margins, joint, joint.sum(axis=1), joint.sum(axis=0), reports)


def _one_level(margins: tuple[Margin, Margin], counts: PairCounts) -> CrossTab:
    first_margin, other = margins
    n = counts.reports
    first = (counts.first / n - first_margin.outside) / first_margin.stretch
    second = (counts.second / n - other.outside) / other.stretch
    centred = (
        counts.both / n
        - other.outside * counts.first[:, None] / n
        - first_margin.outside * counts.second[None, :] / n
        + first_margin.outside * other.outside
    )
    shares = centred / (first_margin.stretch * other.stretch)
    rows, columns = np.clip(first, 0, 1), np.clip(second, 0, 1)
    return CrossTab(shares, _variance(margins, _possible(shares, rows, columns), rows, columns, n))


def _possible(shares: Floats, rows: Floats, columns: Floats) -> Floats:
    """Returns shares clipped to Frechet's bounds, so that the variance is that of some survey."""
    least = np.maximum(rows[:, None] + columns[None, :] - 1, 0)
    most = np.minimum(rows[:, None], columns[None, :])
    return np.asarray(np.clip(shares, least, most))


def _variance(margins: tuple[Margin, Margin], joint: Floats, rows: Floats, columns: Floats, reports: int) -> Floats:
    (out_one, in_one), (out_other, in_other) = (margin.noise for margin in margins)
    only_first, only_second = rows[:, None] - joint, columns[None, :] - joint
    square = (
        joint * (1 + in_one) * (1 + in_other)
        + only_first * (1 + in_one) * out_other
        + only_second * out_one * (1 + in_other)
        + (1 - joint - only_first - only_second) * out_one * out_other
    )
    return np.asarray((square - joint**2) / reports)
