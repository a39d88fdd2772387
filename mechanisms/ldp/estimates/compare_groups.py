"""Tests whether two groups of people gave the same answers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.pooling import share_pooled
from mechanisms.ldp.estimates.wald import WaldTest, against_the_last, enough, spread, wald
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Part = tuple[FrequencyOracle, ArrayLike, int]


def two_groups(first: Sequence[Part], other: Sequence[Part]) -> WaldTest | None:
    """Tests whether each answer has the same share in both groups (the hypothesis). None where reports are too few for
    it to be tested.

    Each group is a list of (mechanism, counts, reports), one for each level chosen in it; mechanisms may differ between
    groups. The difference of the two share-pooled estimates has the sum of their covariances, both taken at the shares
    of all people together; of k answers k - 1 differences are free, so the statistic is chi-square with k - 1 degrees
    of freedom under the hypothesis. For sets of answers, whose covariance is not known, compare each option by itself
    (agreement). Errors: ValueError for groups without reports, for different numbers of answers, and for a mechanism
    whose covariance depends on which two answers it is of.
    Source: Wald 1943, "Tests of statistical hypotheses concerning several parameters".
    """
    groups = [[part for part in group if part[2] > 0] for group in (first, other)]
    pooled = [share_pooled(group) for group in groups]
    everybody = share_pooled([*groups[0], *groups[1]])
    common = onto_simplex(everybody.shares)
    parts = [part for group in groups for part in group]
    if not all(enough(oracle, common, reports) for oracle, _, reports in parts):
        return None
    both = np.sum(
        [
            weight**2 * spread(oracle, common, reports)
            for group, estimate in zip(groups, pooled, strict=True)
            for (oracle, _, reports), weight in zip(group, estimate.weights, strict=True)
        ],
        axis=0,
    )
    contrasts = against_the_last(len(common))
    return wald(contrasts @ (pooled[0].shares - pooled[1].shares), contrasts @ both @ contrasts.T)
