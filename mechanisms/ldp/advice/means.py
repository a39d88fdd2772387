"""These functions say how precisely a mean is known from a number of reports, whatever people answer, and how far false
reports can push it."""

import math
from collections.abc import Sequence

from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.advice.level_mix import parts_of_all
from mechanisms.ldp.numbers.number_choice import most_variance
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism

Portion = tuple[NumberMechanism, float]  # A level, and how many respondents choose it, in any unit.


def mean_half_width(portions: Sequence[Portion], reports: int, confidence: float) -> float:
    """Returns the most that a normal interval of the share-pooled mean spans to each side, in units."""
    if reports < 1:
        raise ValueError(f"there are {reports} reports; a half-width needs at least 1")
    return normal_quantile(confidence) * math.sqrt(_variance(portions) / reports)


def required_for_mean(portions: Sequence[Portion], *, half_width: float, confidence: float) -> int:
    """Returns the number of reports with which the share-pooled mean is within `half_width`, in units; fewer may be
    enough."""
    if not half_width > 0:
        raise ValueError(f"the half-width is {half_width}; it is above 0")
    return max(1, math.ceil(_variance(portions) * (normal_quantile(confidence) / half_width) ** 2))


def furthest_mean_push(mechanisms: Sequence[NumberMechanism], share_made_up: float) -> tuple[float, float]:
    """Returns how far, in expectation, made-up reports can push the share-pooled mean (up, down), in units.

    A share b of the reports is chosen freely, level included. Each has the weight 1/n, a reading between the smallest
    and the largest there is, and stands where an honest report would have read a number between the bounds in the mean.
    """
    if not 0 <= share_made_up <= 1:
        raise ValueError(f"the share of made-up reports is {share_made_up}; it lies in [0, 1]")
    up = max(float(mechanism.readings.max()) - mechanism.grid.low for mechanism in mechanisms)
    down = max(mechanism.grid.high - float(mechanism.readings.min()) for mechanism in mechanisms)
    return share_made_up * up, share_made_up * down


def _variance(portions: Sequence[Portion]) -> float:
    """Returns the largest variance of the share-pooled mean for one report, when the reports are divided among the
    levels in their proportions."""
    return math.fsum(part * most_variance(mechanism) for mechanism, part in parts_of_all(portions))
