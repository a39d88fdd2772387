"""Pooling makes one mean of a number from groups of respondents that chose different levels.

As with shares (`pooling`), the published estimate weights each group by its share of the reports: it is right also when
the choice of a level goes together with the number. Weighting by precision stands beside it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.chi_square import chi_square_beyond
from mechanisms.common.intervals import mover, normal_quantile
from mechanisms.ldp.estimates.agreement import Agreement
from mechanisms.ldp.numbers.number_choice import most_variance
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped

Floats = NDArray[np.float64]
Part = tuple[NumberMechanism, ArrayLike]  # A level, and how often each of its possible reports was sent.
OfLevel = TypeVar("OfLevel", bound=NumberMechanism | NumberOrSkipped)


@dataclass(frozen=True)
class PooledMean:
    """A weighted sum of the parts' unbiased means, in units; weights sum to one and do not depend on the answers."""

    parts: tuple[Part, ...]
    weights: tuple[float, ...]

    @cached_property
    def mean(self) -> float:
        """Returns the pooled mean, which may lie outside the bounds."""
        return math.fsum(weight * mean for weight, mean in zip(self.weights, self._means, strict=True))

    @cached_property
    def standard_error(self) -> float:
        return math.sqrt(
            math.fsum(weight**2 * _variance(part) for weight, part in zip(self.weights, self.parts, strict=True))
        )

    @property
    def kept_of_draws(self) -> list[float]:
        """Returns which part of each level's sampling error remains: all of it, as the people are drawn from many."""
        return [1.0 for _ in self.parts]

    def interval(self, confidence: float) -> Floats:
        """Returns limits [2] from the limits of each part, normal or those of its mechanism, combined by MOVER."""
        limits = np.stack([_limits(part, confidence) for part in self.parts])
        return np.asarray(mover(np.array(self._means)[:, None], limits[:, None, :], np.array(self.weights))[0])

    @cached_property
    def _means(self) -> list[float]:
        return [mechanism.mean(counts) for mechanism, counts in self.parts]


def share_pooled_mean(parts: Sequence[Part], people: Sequence[float] | None = None) -> PooledMean:
    """Pools the means of levels. Weights are shares of the people, as many as reports unless some sent none: everybody
    counts alike.

    Errors: ValueError where no part has a report, or where they are on different grids.
    """
    used = with_reports(parts)
    return PooledMean(used, shares_of_people(parts, people))


def inverse_variance_mean(parts: Sequence[Part]) -> PooledMean:
    """Returns the mean pooled with weights from what a reading can vary at most: weights that look at the counts would
    bias."""
    used = with_reports(parts)
    precisions = [_reports(part) / most_variance(part[0]) for part in used]
    total = math.fsum(precisions)
    return PooledMean(used, tuple(precision / total for precision in precisions))


def means_agree(groups: Sequence[Sequence[Part]]) -> Agreement | None:
    """Tests whether each group has the same mean (the null hypothesis). None where there are fewer than two groups.

    Cochran's Q over the groups' share-pooled means and their measured errors is chi-square with groups - 1 degrees of
    freedom under the null, for as many reports as make a mean normal.
    """
    if len(groups) < 2:
        return None
    pooled = [share_pooled_mean(group) for group in groups]
    precisions = [estimate.standard_error**-2 for estimate in pooled]
    weighed = list(zip([estimate.mean for estimate in pooled], precisions, strict=True))
    common = math.fsum(mean * precision for mean, precision in weighed) / math.fsum(precisions)
    statistic = math.fsum((mean - common) ** 2 * precision for mean, precision in weighed)
    freedom = len(groups) - 1
    return Agreement(statistic, freedom, 1, chi_square_beyond(statistic, freedom))


def with_reports(parts: Sequence[tuple[OfLevel, ArrayLike]]) -> tuple[tuple[OfLevel, ArrayLike], ...]:
    """Returns the parts that have a report. Errors: ValueError where none has one, or where they are on different
    grids."""
    used = tuple(part for part in parts if _reports(part) > 0)
    if not used:
        raise ValueError("no part has a report; an estimate needs at least 1")
    if len({mechanism.grid for mechanism, _ in used}) > 1:
        raise ValueError("the parts have different grids; only reports on one number are pooled")
    return used


def shares_of_reports(parts: Sequence[tuple[object, ArrayLike]]) -> tuple[float, ...]:
    """Returns the part of all reports that each level has: [parts]."""
    reports = [_reports(part) for part in parts]
    return tuple(many / sum(reports) for many in reports)


def shares_of_people(parts: Sequence[tuple[object, ArrayLike]], people: Sequence[float] | None) -> tuple[float, ...]:
    """Returns the part of all people that each level with reports has: [parts with reports]. As many as reports, if
    None."""
    counted = [_reports(part) for part in parts] if people is None else people
    weighed = [many for part, many in zip(parts, counted, strict=True) if _reports(part) > 0]
    return tuple(many / sum(weighed) for many in weighed)


def _variance(part: Part) -> float:
    """Returns the measured variance of a part's mean; for a single report, which shows none, the largest possible
    variance."""
    mechanism, counts = part
    return most_variance(mechanism) if _reports(part) == 1 else mechanism.standard_error(counts) ** 2


def _limits(part: Part, confidence: float) -> Floats:
    mechanism, counts = part
    if _reports(part) > 1:
        return mechanism.interval(counts, confidence)
    half = normal_quantile(confidence) * math.sqrt(_variance(part))
    return mechanism.mean(counts) + np.array([-half, half])


def _reports(part: tuple[object, ArrayLike]) -> int:
    return int(np.asarray(part[1]).sum())
