"""This module computes before a survey how many people must answer for an interval of a given width."""

import math
from collections.abc import Sequence

from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.advice.level_mix import parts_of_all
from mechanisms.ldp.estimates.pooling import Spread

Portion = tuple[Spread, float]  # A level, and how many respondents choose it, in any unit.


def required_respondents(portions: Sequence[Portion], *, half_width: float, share: float, confidence: float) -> int:
    """Returns the least number of reports with which the share-pooled estimate is within `half_width`, in shares of 1.

    The closed form of the variance turned round: each report of a level with variance V adds its part w of all
    reports to the sum of w V, which is divided by their number. Exact where the portions of that number are whole;
    a level of which a fraction of one report would be needed moves the half-width by less than one report does.

    It is a statement about the normal approximation at this one share: what a plan shows, not a bound.
    """
    if not 0 < half_width < 1:
        raise ValueError(f"the half-width is {half_width}; it lies strictly between 0 and 1")
    if not 0 <= share <= 1:
        raise ValueError(f"the share is {share}; it lies between 0 and 1")
    variance = math.fsum(part * float(oracle.variance(share, 1)) for oracle, part in parts_of_all(portions))
    return max(1, math.ceil(variance * (normal_quantile(confidence) / half_width) ** 2))
