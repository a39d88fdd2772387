"""This module is about the mean rank of a row of a ranking, among those who ranked it.

It is a weighted sum of the shares of the ranks over their sum, so its variance follows from the covariance of the
shares: that of the sum with the weights (rank - mean) / (share who ranked), to the first order (the delta method).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.among_people import AmongPeople, part_drawn
from mechanisms.ldp.estimates.covariance import covariance
from mechanisms.ldp.estimates.pooling import PooledEstimate
from surveys.confidences import CONFIDENCES
from surveys.publishing.definition import Question
from surveys.questions.all import QUESTION_TYPES
from surveys.questions.domain import NOT_ASKED_ID, SKIP_ID

# The share of those who ranked must be this many standard errors above 0, or the ratio has no normal limits.
SUREST = 4.0


def mean_rank(question: Question, pooled: PooledEstimate) -> dict[str, Any]:
    """Returns the mean rank for the results of a row of a ranking: null where too few people ranked it, and nothing for
    any other question."""
    if not QUESTION_TYPES[question.type].is_order:
        return {}
    is_rank = np.array([answer.id not in (SKIP_ID, NOT_ASKED_ID) for answer in question.answers], dtype=np.float64)
    ranks = np.arange(1, len(is_rank) + 1) * is_rank
    ranked = float(is_rank @ pooled.shares)
    if ranked < SUREST * np.sqrt(max(_variance(pooled, is_rank), 0.0)) or ranked <= 0:
        return {"mean_rank": None}
    mean = float(ranks @ pooled.shares) / ranked
    weights = (ranks - mean * is_rank) / ranked
    error = float(np.sqrt(_variance(pooled, weights)))
    reach = {name: normal_quantile(confidence) * error for name, confidence in CONFIDENCES.items()}
    limits = {name: [mean - half_width, mean + half_width] for name, half_width in reach.items()}
    return {"mean_rank": {"value": mean, "standard_error": error, "intervals": limits}}


def _variance(pooled: PooledEstimate, weights: NDArray[np.float64]) -> float:
    """Returns the variance of a weighted sum of the shares of a row, which has its own field. For a known population
    only part of the sampling variance remains: that of the draw of respondents."""
    total = 0.0
    for (estimator, counts, reports), weight in zip(pooled.parts, pooled.weights, strict=True):
        margin = estimator.estimator if isinstance(estimator, AmongPeople) else estimator
        stays = part_drawn(reports, estimator.people) if isinstance(estimator, AmongPeople) else 1.0
        shares = onto_simplex(margin.estimate(counts, reports))
        spread = covariance(margin.oracle, shares, reports)  # type: ignore[attr-defined]  # share.pool makes margins
        drawn = float(shares @ weights**2 - (shares @ weights) ** 2) / reports
        total += weight**2 * (spread.between(weights, weights) - (1 - stays) * drawn)
    return total
