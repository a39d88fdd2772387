"""What a prediction is worth on the true rows, for all and group by group: from one table with noise."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measured_error import FIRM
from mechanisms.synthesis.measuring import Measurement, measure

Floats = NDArray[np.float64]

MOST_CELLS = 1 << 16
_ALL = (0, 1, 2)


@dataclass(frozen=True, kw_only=True)
class Score:
    """`standard_error` is that of noise, by the delta method; the rows are all there are, and no sample."""

    value: float
    standard_error: float


@dataclass(frozen=True, kw_only=True)
class PredictionScores:
    """Of predictions for the true rows.

    Guarantee    that of the table: a row that is added or removed moves one cell by 1, L2 sensitivity 1.
    Shapes       shares of 1, which noise may put below 0 or above 1. `error_of_group` has one for each group, None for
                 a group whose noisy count is below 5 standard deviations: too few rows, or none.
    Error        each score is a ratio of noisy sums; what the delta method leaves out is below 1 / 25 of its standard
                 error where the sum is above 5 standard deviations, which those that are told are.
    `most_common` is the accuracy of always saying the most common class. Macro F1 is the mean of the classes but
    `classes_left_out`, which too few rows have or are said to have; None where that is all of them. `widest_gap` lies
    between the two told groups of most and least error, None below two; groups that do not differ are expected to
    show one of at most `gap_of_noise`.
    """

    accuracy: Score | None
    most_common: Score | None
    macro_f1: Score | None
    classes_left_out: tuple[int, ...]
    error_of_group: tuple[Score | None, ...]
    widest_gap: Score | None
    gap_of_noise: float | None


def measured_predictions(
    columns: tuple[Codes, Codes, Codes], sizes: tuple[int, int, int], rho: Decimal, purse: Purse
) -> Measurement:
    """The table group x true class x predicted class of the true rows, rho-zCDP. `columns` are codes uint16[n] of each.

    Errors: ValueError where true and predicted classes differ in number, where the table has more than MOST_CELLS
    cells, or for a rho too little; BudgetExceeded.
    """
    if sizes[1] != sizes[2]:
        raise ValueError(f"{sizes[1]} true and {sizes[2]} predicted classes; they are the same")
    if math.prod(sizes) > MOST_CELLS:
        raise ValueError(f"groups x classes x classes are {math.prod(sizes)} cells; at most {MOST_CELLS} are measured")
    counts = CodedRows(columns, sizes)
    return measure(counts, [_ALL], rho, purse, what="predictions")[0]


def prediction_scores(table: Measurement) -> PredictionScores:
    """Errors: ValueError unless the table is group x class x class."""
    values, sigma = table.values, table.sigma
    if values.ndim != 3 or values.shape[1] != values.shape[2]:
        raise ValueError(f"the table is {values.shape}; it is groups x classes x classes")
    right = np.broadcast_to(np.eye(values.shape[1]), values.shape)
    everything = np.ones(values.shape)
    groups = [_ratio(values[[place]], (1 - right)[[place]], everything[[place]], sigma) for place in range(len(values))]
    common = np.zeros(values.shape)
    common[:, int(np.argmax(values.sum(axis=(0, 2)))), :] = 1
    f1, left_out = _macro_f1(np.asarray(values.sum(axis=0)), sigma * math.sqrt(len(values)))
    gap, of_noise = _gap([score for score in groups if score is not None])
    return PredictionScores(
        accuracy=_ratio(values, right, everything, sigma),
        most_common=_ratio(values, common, everything, sigma),
        macro_f1=f1,
        classes_left_out=left_out,
        error_of_group=tuple(groups),
        widest_gap=gap,
        gap_of_noise=of_noise,
    )


def _ratio(values: Floats, above: Floats, below: Floats, sigma: float) -> Score | None:
    """Of two weighted sums of the table; None where the lower one is lost in noise."""
    of = float((below * values).sum())
    if of < FIRM * sigma * math.sqrt(float((below**2).sum())):
        return None
    value = float((above * values).sum()) / of
    return Score(value=value, standard_error=sigma * float(np.sqrt(((above - value * below) ** 2).sum())) / of)


def _macro_f1(table: Floats, sigma: float) -> tuple[Score | None, tuple[int, ...]]:
    """F1 of a class is 2 right / (rows that have it + rows that are said to have it)."""
    slope, found, left_out = np.zeros(table.shape), [], []
    for one in range(len(table)):
        below = np.zeros(table.shape)
        below[one, :] += 1
        below[:, one] += 1
        of = float((below * table).sum())
        if of < FIRM * sigma * math.sqrt(float((below**2).sum())):
            left_out.append(one)
            continue
        found.append(2 * float(table[one, one]) / of)
        slope -= found[-1] * below / of
        slope[one, one] += 2 / of
    if not found:
        return None, tuple(left_out)
    unsure = sigma * float(np.sqrt((slope**2).sum())) / len(found)
    return Score(value=sum(found) / len(found), standard_error=unsure), tuple(left_out)


def _gap(groups: Sequence[Score]) -> tuple[Score | None, float | None]:
    """The mean of the largest of g Gaussian numbers is at most sqrt(2 ln g) standard deviations; so below."""
    if len(groups) < 2:
        return None, None
    most, least = max(groups, key=lambda one: one.value), min(groups, key=lambda one: one.value)
    unsure = math.hypot(most.standard_error, least.standard_error)
    noise = 2 * max(one.standard_error for one in groups) * math.sqrt(2 * math.log(len(groups)))
    return Score(value=most.value - least.value, standard_error=unsure), noise
