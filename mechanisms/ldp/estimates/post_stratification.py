"""Post-stratification weights the answers of groups of people by the known sizes of the groups.

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
from mechanisms.ldp.estimates.covariance import Covariance
from mechanisms.ldp.estimates.pooling import Part, PooledEstimate

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
    """A weighted estimate holds shares of each answer [b], not held inside [0, 1], the variances of their estimates,
    and the weight that a person of each stratum has [a]."""

    shares: Floats
    variances: Floats
    weights: Floats

    def interval(self, confidence: float) -> Floats:
        """Returns normal limits [b, 2]."""
        reach = normal_quantile(confidence) * np.sqrt(self.variances)
        return np.stack([self.shares - reach, self.shares + reach], axis=-1)


def strata_that_may_be_empty(
    cells: ArrayLike, together: Covariance, population: Sequence[float | None], confidence: float
) -> list[int]:
    """Returns the strata with a known share whose own interval reaches 0: a ratio over one of them may take any
    value.
    """
    sizes, own = _strata(cells, together)
    reach = normal_quantile(confidence) * np.sqrt(own.variances)
    return [place for place, share in enumerate(population) if share and sizes[place] <= reach[place]]


def post_stratified_by_answer(
    cells: ArrayLike, together: Covariance, population: Sequence[float | None], *, confidence: float = 0.95
) -> Weighted | None:
    """Returns the shares where the strata are themselves the answers to the other question of a planned pair.

    `cells` [strata, answers] are unbiased estimates of the pairs, pooled over levels or not, and `together` is their
    covariance, the stratum changing slowest. The population's share of a stratum is None where nobody knows it, as of
    people who did not answer: it keeps the share that is estimated, and the known shares are of all others.

    The share of answer j is the sum over strata i of the weight w_i times f_ij, with w_i = 1 of a stratum that keeps
    its share, else (1 - u) times the population's share over f_i, where u is what the others keep. That is a sum of
    ratios: biased by about 1 / reports, with the variance of its first order (delta method); there is no closed form.
    Of one known question it is the calibration, or generalised regression, estimate too. None where a stratum may be
    empty. Errors: ValueError for shares that are none of a population.
    """
    table = np.asarray(cells, dtype=np.float64)
    known = np.array(_population_of_known(population, len(table)))
    if strata_that_may_be_empty(table, together, population, confidence):
        return None
    sizes = table.sum(axis=1)
    keeps = np.array([share is None for share in population])
    left = 1 - sizes[keeps].sum()
    ratios = np.divide(known, sizes, out=np.zeros_like(known), where=known > 0)
    among_known = ratios @ table
    within = np.divide(table, sizes[:, None], out=np.zeros_like(table), where=(known > 0)[:, None])
    identity = np.eye(table.shape[1])[:, None, :]
    change = left * ratios[None, :, None] * (identity - within.T[:, :, None])
    change += keeps[None, :, None] * (identity - among_known[:, None, None])
    weights = np.where(keeps, 1.0, left * ratios)
    return Weighted(weights @ table, together.of_sums(change.reshape(table.shape[1], -1)), weights)


def _strata(cells: ArrayLike, together: Covariance) -> tuple[Floats, Covariance]:
    table = np.asarray(cells, dtype=np.float64)
    rows = np.arange(table.size).reshape(table.shape)
    if together.diagonal.shape != (table.size,):
        raise ValueError(f"a covariance of {together.diagonal.size} estimates is not that of {table.size} cells")
    return table.sum(axis=1), together.summed([row.tolist() for row in rows])


def _population_of_known(shares: Sequence[float | None], strata: int) -> list[float]:
    if len(shares) != strata:
        raise ValueError(f"there are {len(shares)} shares of {strata} strata; each has one, or None")
    _population([share for share in shares if share is not None], strata - shares.count(None))
    return [0.0 if share is None else float(share) for share in shares]


def _population(shares: Sequence[float], strata: int) -> list[float]:
    given = [float(share) for share in shares]
    if len(given) != strata or not all(share >= 0 for share in given) or abs(math.fsum(given) - 1) > 1e-9:
        raise ValueError(f"the population's shares must be {strata} numbers, none below 0, that add up to 1")
    return given
