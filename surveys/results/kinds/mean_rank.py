"""This module is about the mean rank of a row of a ranking, among those who ranked it.

It is a weighted sum of the shares of the ranks over their sum, so its variance follows from the covariance of the
shares: that of the sum with the weights (rank - mean) / (share who ranked), to the first order (the delta method).
"""

from typing import Any

import numpy as np

from mechanisms.common.intervals import normal_quantile
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.covariance import Covariance, covariance, pooled_covariance
from mechanisms.ldp.estimates.pooling import PooledEstimate
from surveys.confidences import CONFIDENCES
from surveys.publishing.definition import Question
from surveys.questions.all import QUESTION_TYPES
from surveys.questions.domain import NOT_ASKED_ID, SKIP_ID

SUREST = 4.0  # standard errors that the share of those who ranked lies above 0, else the ratio has no normal limits


def mean_rank(question: Question, pooled: PooledEstimate) -> dict[str, Any]:
    """Returns the mean rank for the results of a row of a ranking: none where too few ranked it to say, and nothing
    for any other question."""
    if not QUESTION_TYPES[question.type].is_order:
        return {}
    is_rank = np.array([answer.id not in (SKIP_ID, NOT_ASKED_ID) for answer in question.answers], dtype=np.float64)
    ranks = np.arange(1, len(is_rank) + 1) * is_rank
    spread, ranked = _spread(pooled), float(is_rank @ pooled.shares)
    if ranked < SUREST * np.sqrt(max(spread.between(is_rank, is_rank), 0.0)) or ranked <= 0:
        return {"mean_rank": None}
    mean = float(ranks @ pooled.shares) / ranked
    weights = (ranks - mean * is_rank) / ranked
    error = float(np.sqrt(spread.between(weights, weights)))
    reach = {name: normal_quantile(confidence) * error for name, confidence in CONFIDENCES.items()}
    limits = {name: [mean - half_width, mean + half_width] for name, half_width in reach.items()}
    return {"mean_rank": {"value": mean, "standard_error": error, "intervals": limits}}


def _spread(pooled: PooledEstimate) -> Covariance:
    """Returns the covariance of the shares; a row has its field for itself."""
    return pooled_covariance(
        [
            covariance(margin.oracle, onto_simplex(margin.estimate(counts, reports)), reports)  # type: ignore[attr-defined]  # share.pool makes margins
            for margin, counts, reports in pooled.parts
        ],
        pooled.weights,
    )
