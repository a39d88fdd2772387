"""Weighting what groups of people said by how large the groups are among all people.

Who answers is seldom like those one wants to know of. If the shares of some groups among all people are known, from a
census or a register, each group's estimate weighs as much as the group is large there. That removes the error from who
answered as far as the groups explain it, and costs precision where a large group has few reports.

Source: Holt, Smith 1979, "Post stratification"; Kish 1965, "Survey sampling", for the effective number of reports.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.pooling import Part, PooledEstimate
from mechanisms.ldp.estimates.wald import spread
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Floats = NDArray[np.float64]


def post_stratified(strata: Sequence[Sequence[Part]], population: Sequence[float]) -> PooledEstimate:
    """Returns the share-pooled estimates of strata that are known of everybody, weighted by the population's shares.

    A stratum is a list of (mechanism, counts, reports), one for each level chosen in it. The variance is that given how
    many people of each stratum answered: these numbers say nothing of the answers, so it is the one to go by.
    Errors: ValueError for shares that are none of a population, and for a stratum without reports.
    """
    shares = _population(population, len(strata))
    reports = [sum(part[2] for part in stratum) for stratum in strata]
    if not reports or min(reports) < 1:
        raise ValueError(f"the strata have {reports} reports; each needs at least 1, or is merged with another")
    weighted = [
        (part, share * part[2] / total)
        for stratum, share, total in zip(strata, shares, reports, strict=True)
        for part in stratum
        if part[2] > 0
    ]
    if len({part[0].answers for part, _ in weighted}) > 1:
        raise ValueError("the strata have different numbers of answers; only reports on one question are weighted")
    return PooledEstimate(tuple(part for part, _ in weighted), tuple(weight for _, weight in weighted))


def effective_reports(reports: Sequence[int], population: Sequence[float]) -> float:
    """Returns how many unweighted reports would be as precise, if the strata answer alike: 1 / sum of share^2 /
    reports."""
    shares = _population(population, len(reports))
    if min(reports) < 1:
        raise ValueError(f"the strata have {list(reports)} reports; each needs at least 1")
    return 1 / math.fsum(share**2 / count for share, count in zip(shares, reports, strict=True))


@dataclass(frozen=True)
class Weighted:
    """A weighted estimate holds shares of each answer [b], not held inside [0, 1], and the variances of their
    estimates."""

    shares: Floats
    variances: Floats

    def interval(self, confidence: float) -> Floats:
        """Returns normal limits [b, 2]."""
        reach = normal_quantile(confidence) * np.sqrt(self.variances)
        return np.stack([self.shares - reach, self.shares + reach], axis=-1)


def post_stratified_by_answer(
    oracle: FrequencyOracle,
    answers: tuple[int, int],
    counts: ArrayLike,
    reports: int,
    population: Sequence[float],
    *,
    confidence: float = 0.95,
) -> Weighted | None:
    """Returns the shares where the strata are themselves the answers to the other question of a planned pair.

    `counts` are of the pairs, the stratum changing slowest. The share of answer j is the sum over strata i of the
    population's share times f_ij / f_i, a sum of ratios: biased by about 1 / reports, with the variance of its first
    order (delta method); there is no closed form. None where a stratum's own interval reaches 0, for then its ratio may
    be anything. Errors: ValueError for pairs that are not the answers of the mechanism, and for sets of answers.
    """
    first, other = answers
    shares = np.array(_population(population, first))
    if first * other != oracle.answers:
        raise ValueError(f"{first} times {other} pairs are not the {oracle.answers} answers of the field")
    cells = np.asarray(oracle.estimate(counts, reports)).reshape(first, other)
    together = spread(oracle, onto_simplex(cells.ravel()), reports)
    sizes = cells.sum(axis=1)
    own = np.kron(np.eye(first), np.ones((1, other)))
    deviations = np.sqrt(np.diag(own @ together @ own.T))
    if (sizes <= normal_quantile(confidence) * deviations).any():
        return None
    within = cells / sizes[:, None]
    slope = (shares / sizes)[None, :, None] * (np.eye(other)[:, None, :] - within.T[:, :, None])
    change = slope.reshape(other, first * other)
    return Weighted(shares @ within, np.asarray(np.diag(change @ together @ change.T)))


def _population(shares: Sequence[float], strata: int) -> list[float]:
    given = [float(share) for share in shares]
    if len(given) != strata or not all(share >= 0 for share in given) or abs(math.fsum(given) - 1) > 1e-9:
        raise ValueError(f"the population's shares must be {strata} numbers, none below 0, that add up to 1")
    return given
