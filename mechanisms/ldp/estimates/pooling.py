"""Pooling makes one estimate from groups of respondents that chose different levels.

The published estimate weights each group by its share of the people: it estimates the share among all respondents even
when the choice of a level goes together with the answer. Weighting by precision is more accurate and right only
if it does not; it stands beside the first and is never chosen by a test.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import mover, normal_quantile

Floats = NDArray[np.float64]


class Estimator(Protocol):
    """An estimator turns counts into shares: a mechanism, or one margin of a joint mechanism."""

    @property
    def answers(self) -> int: ...

    def estimate(self, counts: ArrayLike, reports: int) -> Floats: ...

    def variance(self, share: ArrayLike, reports: int) -> Floats: ...

    def interval(self, counts: ArrayLike, reports: int, confidence: float) -> Floats: ...


class Spread(Protocol):
    """A spread gives the variance of an estimate from a number of reports or people."""

    def variance(self, share: ArrayLike, reports: int) -> Floats: ...


@dataclass(frozen=True)
class Sampled:
    """This is an estimator of whose people each sends a report with a chance only: its variance is by people."""

    estimator: Spread
    inclusion: float

    def variance(self, share: ArrayLike, reports: int) -> Floats:
        return self.estimator.variance(share, reports) / self.inclusion


@dataclass(frozen=True)
class BlockPool:
    """These are the blocks of a group of people, each of which estimates the same shares from people of its own. Their
    weights are their precisions where half give an answer."""

    blocks: tuple[Spread, ...]

    def variance(self, share: ArrayLike, reports: int) -> Floats:
        weights = precision_weights([(block, 1) for block in self.blocks])
        each = [weight**2 * block.variance(share, reports) for weight, block in zip(weights, self.blocks, strict=True)]
        return np.asarray(np.sum(each, axis=0))


Part = tuple[Estimator, ArrayLike, int]


@dataclass(frozen=True)
class PooledEstimate:
    """This is a weighted sum of the parts' unbiased estimates; weights sum to one and do not depend on the answers."""

    parts: tuple[Part, ...]
    weights: tuple[float, ...]

    @cached_property
    def shares(self) -> Floats:
        return np.asarray(np.einsum("p,pk->k", np.array(self.weights), self._estimates))

    @cached_property
    def variances(self) -> Floats:
        """Returns the variances by each part's exact formula at its own estimate, taken into [0, 1]: it never claims an
        error of nothing."""
        each = [
            weight**2 * oracle.variance(np.clip(estimate, 0, 1), reports)
            for weight, (oracle, _, reports), estimate in zip(self.weights, self.parts, self._estimates, strict=True)
        ]
        return np.asarray(np.sum(each, axis=0))

    @cached_property
    def noise_variances(self) -> Floats:
        """Returns the part of the variances that the mechanisms add whatever people answered. The rest is who was
        drawn.

        Between 0 and 1 noise follows the share in a straight line, and at both ends there is nothing else.
        """
        each = [
            weight**2
            * (oracle.variance(0 * inside, reports) * (1 - inside) + oracle.variance(0 * inside + 1, reports) * inside)
            for weight, (oracle, _, reports), inside in zip(
                self.weights, self.parts, np.clip(self._estimates, 0, 1), strict=True
            )
        ]
        return np.asarray(np.sum(each, axis=0))

    def variances_at(self, shares: Floats) -> Floats:
        """Returns the exact formula where every part has these shares."""
        each = [
            weight**2 * oracle.variance(shares, reports)
            for weight, (oracle, _, reports) in zip(self.weights, self.parts, strict=True)
        ]
        return np.asarray(np.sum(each, axis=0))

    def interval(self, confidence: float) -> Floats:
        """Returns Wilson's limits of each part, put together by MOVER, as [answers, 2]."""
        limits = np.stack([oracle.interval(counts, reports, confidence) for oracle, counts, reports in self.parts])
        return mover(self._estimates, limits, np.array(self.weights))

    @cached_property
    def _estimates(self) -> Floats:
        return np.stack([oracle.estimate(counts, reports) for oracle, counts, reports in self.parts])


def precision_weights(parts: Sequence[tuple[Spread, int]]) -> list[float]:
    """Returns weights of estimates from people of one group, in proportion to reports / variance at a share of one
    half: they add to 1 and do not depend on the answers. All are 0 where nobody reports."""
    precisions = [reports / float(spread.variance(0.5, 1)) for spread, reports in parts]
    total = math.fsum(precisions)
    return [precision / total if total else 0.0 for precision in precisions]


def share_pooled(parts: Sequence[Part], people: Sequence[float] | None = None) -> PooledEstimate:
    """Pools levels so that everybody counts alike: the weights are the levels' shares of people, which are their
    reports unless some people sent none.

    Errors: ValueError where no part has a report, or where they have different numbers of answers.
    """
    used = _used(parts)
    counted = [reports for _, _, reports in parts] if people is None else people
    weighed = [many for (_, _, reports), many in zip(parts, counted, strict=True) if reports > 0]
    return PooledEstimate(used, tuple(many / sum(weighed) for many in weighed))


def inverse_variance(parts: Sequence[Part]) -> PooledEstimate:
    """Pools levels with weights from the closed form at equally frequent answers: weights that look at the counts would
    bias."""
    used = _used(parts)
    precisions = [1 / float(oracle.variance(1 / oracle.answers, reports)) for oracle, _, reports in used]
    total = math.fsum(precisions)
    return PooledEstimate(used, tuple(precision / total for precision in precisions))


def expected_half_width(parts: Sequence[tuple[Spread, int]], share: float, confidence: float) -> float:
    """Returns the half-width of the share-pooled estimate of an answer with this share, before anybody has answered."""
    used = [(oracle, reports) for oracle, reports in parts if reports > 0]
    if not used:
        raise ValueError("no part has a report; a half-width needs at least 1")
    variance = math.fsum(
        weight**2 * float(oracle.variance(share, reports))
        for weight, (oracle, reports) in zip(_shares_of_reports(used), used, strict=True)
    )
    return normal_quantile(confidence) * math.sqrt(variance)


def _shares_of_reports(parts: Sequence[tuple[Spread, int]]) -> list[float]:
    total = sum(reports for _, reports in parts)
    return [reports / total for _, reports in parts]


def _used(parts: Sequence[Part]) -> tuple[Part, ...]:
    used = tuple(part for part in parts if part[2] > 0)
    if not used:
        raise ValueError("no part has a report; an estimate needs at least 1")
    if len({oracle.answers for oracle, _, _ in used}) > 1:
        raise ValueError("the parts have different numbers of answers; only reports on one question are pooled")
    return used
