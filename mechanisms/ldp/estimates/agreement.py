"""A test of agreement says whether groups that chose different levels answered alike. It stands beside the estimates
and never selects one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.chi_square import chi_square_beyond
from mechanisms.ldp.estimates.margin import Margin
from mechanisms.ldp.estimates.pooling import share_pooled
from mechanisms.ldp.estimates.wald import LEAST_EXPECTED

Part = tuple[Margin, ArrayLike, int]


@dataclass(frozen=True)
class Agreement:
    """This is the result of a test of agreement: Cochran's statistic for the answer that differs most, and the chance
    that groups with equal shares differ as much.

    `chance` counts all answers looked at: it is the smallest tail of them times their number.
    """

    statistic: float
    freedom: int
    compared: int
    chance: float


def agreement(groups: Sequence[Sequence[Part]]) -> Agreement | None:
    """Tests whether the answers have the same shares in each group (the null hypothesis). None where there is nothing
    to compare or too few reports.

    For each answer Q = sum over groups of (estimate - common)^2 / variance, both at the pooled share, is chi-square
    with groups - 1 degrees of freedom under the null. Answers depend on each other in a way that differs between
    mechanisms, so their smallest tail is multiplied by their number (Bonferroni), which holds under any dependence.
    Source: Cochran 1954, "The combination of estimates from different experiments".
    """
    if not 2 <= len(groups) <= 3:
        return None
    common = np.clip(share_pooled([part for group in groups for part in group]).shares, 0, 1)
    pooled = [share_pooled(group) for group in groups]
    estimates = np.stack([estimate.shares for estimate in pooled])
    variances = np.stack([estimate.variances_at(common) for estimate in pooled])
    weighted = (estimates / variances).sum(axis=0) / (1 / variances).sum(axis=0)
    statistics = ((estimates - weighted) ** 2 / variances).sum(axis=0)
    usable = _usable(groups, common)
    if not usable:
        return None
    worst = max(float(statistics[place]) for place in usable)
    freedom = len(groups) - 1
    return Agreement(worst, freedom, len(usable), min(1.0, len(usable) * chi_square_beyond(worst, freedom)))


def _usable(groups: Sequence[Sequence[Part]], common: NDArray[np.float64]) -> list[int]:
    """Returns the answers with enough expected reports for and against in every group. Of two answers that exclude each
    other, and are therefore the same comparison twice, the first."""
    margins = [(margin, reports) for group in groups for margin, _, reports in group if reports > 0]
    complementary = len(common) == 2 and all(
        margin.exclusive and margin.oracle.is_of_one_answer for margin, _ in margins
    )
    places = range(1 if complementary else len(common))
    return [place for place in places if all(_enough(margin, reports, common[place]) for margin, reports in margins)]


def _enough(margin: Margin, reports: int, share: float) -> bool:
    chance = (margin.outside + share * margin.stretch) / margin.most
    return reports * min(chance, 1 - chance) >= LEAST_EXPECTED
