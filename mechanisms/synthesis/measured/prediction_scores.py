"""Prediction scores say how good a prediction is on the true rows, for all and by group: from two tables with noise."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measured.error import FIRM
from mechanisms.synthesis.measuring import Measurement, measure

Floats = NDArray[np.float64]

MOST_CELLS = 1 << 16
# The axes of the two tables: group by right or wrong, and true by predicted class.
_OF_GROUPS, _OF_CLASSES = (0, 1), (2, 3)


@dataclass(frozen=True, kw_only=True)
class Score:
    """This is a score of predictions. `standard_error` covers noise only, by the delta method, as the rows are all
    there are and no sample."""

    value: float
    standard_error: float


@dataclass(frozen=True, kw_only=True)
class PredictionScores:
    """These are the scores of predictions for the true rows.

    Guarantee    that of the two tables: a row that is added or removed moves one cell of each by 1.
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
) -> tuple[Measurement, Measurement]:
    """Returns the measured predictions for the true rows, rho-zCDP together: group x (wrong, right), true x predicted
    class.

    `columns` are codes uint16[n] of group, true and predicted class. Sums over few cells carry little noise: who is
    right in a group is not read from a table of all classes.

    Errors: ValueError where true and predicted classes differ in number, where a table has more than MOST_CELLS
    cells, or for a rho too little; BudgetExceeded.
    """
    if sizes[1] != sizes[2]:
        raise ValueError(f"{sizes[1]} true and {sizes[2]} predicted classes; they are the same")
    if (cells := max(2 * sizes[0], sizes[1] ** 2)) > MOST_CELLS:
        raise ValueError(f"a table of predictions has {cells} cells; at most {MOST_CELLS} are measured")
    group, true, predicted = columns
    right = (true == predicted).astype(np.uint16)
    counts = CodedRows((group, right, true, predicted), (sizes[0], 2, sizes[1], sizes[2]))
    of_groups, of_classes = measure(counts, [_OF_GROUPS, _OF_CLASSES], rho, purse, what="predictions")
    return of_groups, of_classes


def prediction_scores(of_groups: Measurement, of_classes: Measurement) -> PredictionScores:
    """Returns the scores of predictions from two noisy tables. Errors: ValueError unless the tables are groups x 2 and
    classes x classes."""
    groups, classes = of_groups.values, of_classes.values
    if groups.ndim != 2 or groups.shape[1] != 2 or classes.ndim != 2 or classes.shape[0] != classes.shape[1]:
        raise ValueError(f"the tables are {groups.shape} and {classes.shape}; they are groups x 2, classes x classes")
    wrong, everything = np.zeros(groups.shape), np.ones(groups.shape)
    wrong[:, 0] = 1
    errors = [
        _ratio(groups[[index]], wrong[[index]], everything[[index]], of_groups.sigma) for index in range(len(groups))
    ]
    common = np.zeros(classes.shape)
    common[int(np.argmax(classes.sum(axis=1))), :] = 1
    f1, left_out = _macro_f1(classes, of_classes.sigma)
    gap, of_noise = _gap([score for score in errors if score is not None])
    return PredictionScores(
        accuracy=_ratio(groups, 1 - wrong, everything, of_groups.sigma),
        most_common=_ratio(classes, common, np.ones(classes.shape), of_classes.sigma),
        macro_f1=f1,
        classes_left_out=left_out,
        error_of_group=tuple(errors),
        widest_gap=gap,
        gap_of_noise=of_noise,
    )


def _ratio(values: Floats, above: Floats, below: Floats, sigma: float) -> Score | None:
    """Returns the ratio of two weighted sums of the table; None where noise may hide the lower sum."""
    of = float((below * values).sum())
    if of < FIRM * sigma * math.sqrt(float((below**2).sum())):
        return None
    value = float((above * values).sum()) / of
    return Score(value=value, standard_error=sigma * float(np.sqrt(((above - value * below) ** 2).sum())) / of)


def _macro_f1(table: Floats, sigma: float) -> tuple[Score | None, tuple[int, ...]]:
    """Returns the macro F1 score. F1 of a class is 2 * correct rows / (rows of the class + rows predicted as the
    class)."""
    slope, scores, left_out = np.zeros(table.shape), [], []
    for index in range(len(table)):
        below = np.zeros(table.shape)
        below[index, :] += 1
        below[:, index] += 1
        of = float((below * table).sum())
        if of < FIRM * sigma * math.sqrt(float((below**2).sum())):
            left_out.append(index)
            continue
        scores.append(2 * float(table[index, index]) / of)
        slope -= scores[-1] * below / of
        slope[index, index] += 2 / of
    if not scores:
        return None, tuple(left_out)
    unsure = sigma * float(np.sqrt((slope**2).sum())) / len(scores)
    return Score(value=sum(scores) / len(scores), standard_error=unsure), tuple(left_out)


def _gap(groups: Sequence[Score]) -> tuple[Score | None, float | None]:
    """The mean of the largest of g Gaussian numbers is at most sqrt(2 ln g) standard deviations; so below."""
    if len(groups) < 2:
        return None, None
    most, least = max(groups, key=lambda group: group.value), min(groups, key=lambda group: group.value)
    unsure = math.hypot(most.standard_error, least.standard_error)
    noise = 2 * max(group.standard_error for group in groups) * math.sqrt(2 * math.log(len(groups)))
    return Score(value=most.value - least.value, standard_error=unsure), noise
