"""Pooling makes one mean of a number that may be skipped, and the share who gave one, from groups that chose different
levels.

As with means (`pooled_mean`), each group is weighted by its share of the reports, or by precision. A mean of those who
answered is a ratio: its part and its base are pooled first, with the same weights, and divided once. Means that were
divided group by group would make another number where groups differ in how many of them answer.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.ldp.estimates.among_people import AmongPeople
from mechanisms.ldp.estimates.comparison import ratio_interval
from mechanisms.ldp.estimates.pooling import Estimator, PooledEstimate
from mechanisms.ldp.numbers.answered_share import AnsweredShare
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.pooled_mean import shares_of_people, shares_of_reports, with_reports

Floats = NDArray[np.float64]
Part = tuple[NumberOrSkipped, ArrayLike]  # A level, and how often each of its possible reports was sent.


@dataclass(frozen=True)
class PooledNumberOrSkipped:
    """The pooled estimate is weighted sums of the parts' unbiased shares; weights sum to one and do not depend on the
    answers."""

    parts: tuple[Part, ...]
    weights: tuple[float, ...]
    # The number of people at each level; given only where these are the whole population of the share.
    people: tuple[int, ...] | None = None

    @cached_property
    def answered(self) -> float:
        """Returns the share who gave a number: unbiased, so it may lie outside [0, 1]."""
        return math.fsum(weight * share for weight, share in zip(self.weights, self._answered, strict=True))

    def answered_interval(self, confidence: float) -> Floats:
        """Returns Wilson's limits of each part, put together by MOVER: [2]."""
        return np.asarray(self.answered_pool.interval(confidence)[0])

    @cached_property
    def answered_pool(self) -> PooledEstimate:
        """Returns the share who gave a number as the estimate of one answer, with its variance and the parts of it."""
        shares: list[Estimator] = [AnsweredShare(mechanism) for mechanism, _ in self.parts]
        if self.people is not None:
            shares = [AmongPeople(share, people) for share, people in zip(shares, self.people, strict=True)]
        pairs = zip(shares, self.parts, strict=True)
        counted = tuple((share, counts, int(np.asarray(counts).sum())) for share, (_, counts) in pairs)
        return PooledEstimate(counted, self.weights)

    @cached_property
    def mean(self) -> float | None:
        """Returns the mean of the people who gave a number, in units; None where their estimated share is not above
        0.
        """
        grid = self.parts[0][0].grid
        return grid.low + grid.width * self._upper / self.answered if self.answered > 0 else None

    def interval(self, confidence: float) -> Floats | None:
        """Returns Fieller's limits [2] for the mean of the people who gave a number; None where their share may be
        0.
        """
        grid = self.parts[0][0].grid
        of_upper, of_answered, together = self._spreads(confidence)
        limits = ratio_interval(self._upper, self.answered, (of_upper, of_answered), together, confidence)
        return None if limits is None else grid.low + grid.width * np.array(limits)

    @cached_property
    def _answered(self) -> list[float]:
        return [mechanism.answered(counts) for mechanism, counts in self.parts]

    @cached_property
    def _upper(self) -> float:
        return math.fsum(
            weight * mechanism.upper(counts)
            for weight, (mechanism, counts) in zip(self.weights, self.parts, strict=True)
        )

    def _spreads(self, confidence: float) -> tuple[float, float, float]:
        """Returns the variances of both pooled shares, and their covariance: those of the parts, times the squares of
        the weights."""
        each = np.array([mechanism.spreads(counts, confidence) for mechanism, counts in self.parts])
        of_upper, of_answered, together = np.array(self.weights) ** 2 @ each
        return float(of_upper), float(of_answered), float(together)


def share_pooled_number_or_skipped(
    parts: Sequence[Part], people: Sequence[float] | None = None
) -> PooledNumberOrSkipped:
    """Returns the share-pooled estimate of a number that may be skipped. Errors: ValueError where no part has a report,
    or where the parts are on different grids."""
    used = with_reports(parts)
    return PooledNumberOrSkipped(used, shares_of_people(parts, people))


def inverse_variance_number_or_skipped(parts: Sequence[Part]) -> PooledNumberOrSkipped:
    """Returns the estimate pooled with weights from what a share can vary at most: weights that look at the counts
    would bias."""
    used = with_reports(parts)
    precisions = [
        share / mechanism.most_variance for share, (mechanism, _) in zip(shares_of_reports(used), used, strict=True)
    ]
    total = math.fsum(precisions)
    return PooledNumberOrSkipped(used, tuple(precision / total for precision in precisions))
