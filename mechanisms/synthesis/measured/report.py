"""A measured report compares synthetic rows with the true rows; its budget is divided beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.budget import Purse, divided
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.fitting import LEAST_RHO
from mechanisms.synthesis.likeness import Likeness
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measured.error import MeasuredError, measured_errors, measured_pairs
from mechanisms.synthesis.measured.logistic_regression import learnt
from mechanisms.synthesis.measured.prediction_scores import PredictionScores, measured_predictions, prediction_scores
from mechanisms.synthesis.measured.propensity import Propensity, propensities
from mechanisms.synthesis.measuring import rows_estimated

PAIRS, PREDICTIONS = 3, 1  # The budget rho is split in these parts.
MOST_ROWS_LEARNT_FROM = 50_000
# The limit of rows times columns times classes: a regression passes over them some hundred times.
MOST_LEARNT = 50_000_000


@dataclass(frozen=True, kw_only=True)
class MeasuredReport:
    """This is a measured report on synthetic rows. `rows` is an estimate; `predictions` is None where no target is
    predicted. `purse` records what was spent."""

    rows: float
    errors: Sequence[MeasuredError]
    propensities: Sequence[Propensity]
    predictions: PredictionScores | None
    purse: Purse


def parts_of(rho: Decimal, *, predicts: bool) -> tuple[Decimal, Decimal]:
    """Returns the parts of rho for tables of two columns and for predictions: together at most rho, in whole 10^-15.

    Errors: ValueError for a rho below LEAST_RHO, which buys nothing but noise.
    """
    if rho < LEAST_RHO:
        raise ValueError(f"rho is {rho}; for less than {LEAST_RHO} there is nothing but noise")
    if not predicts:
        return rho, Decimal(0)
    pairs, predictions = divided(rho, [PAIRS, PREDICTIONS])
    return pairs, predictions


def measured_report(
    columns: Sequence[Codes],
    likeness: Likeness,
    *,
    rho: Decimal,
    target: int | None,
    group: int | None,
    entropy: Entropy,
) -> MeasuredReport:
    """Returns the report on the true rows' codes, uint16[n] a column, rho-zCDP for rows that are added or removed.

    A logistic regression learns to predict `target` from all other columns of rows that are drawn, and predicts it
    for the true rows: trained on synthetic, tested on real (Esteban, Hyland, Raetsch 2017, arXiv:1706.02633). Its
    errors are told for each value of `group`, or for all rows together without one. Rows are drawn with `entropy`;
    noise is the mechanism's own.
    Errors: ValueError for a target or group that is no column, a group without a target, a target that is the only
    column, and what `parts_of` and `measured_predictions` refuse: all of it before anything is drawn.
    """
    sizes = likeness.sizes
    _check(sizes, target, group)
    purse = Purse(rho)
    for_pairs, for_predictions = parts_of(rho, predicts=target is not None)
    scores = None
    if target is not None:
        predicted = _predicted(columns, likeness, target, entropy)
        of_group = np.zeros(len(predicted), dtype=np.uint16) if group is None else columns[group]
        tables = measured_predictions(
            (of_group, columns[target], predicted),
            (1 if group is None else sizes[group], sizes[target], sizes[target]),
            for_predictions,
            purse,
        )
        scores = prediction_scores(*tables)
    pairs = measured_pairs(CodedRows(columns, sizes), for_pairs, purse)
    errors = measured_errors(pairs, likeness.shares)
    return MeasuredReport(
        rows=rows_estimated(pairs),
        errors=errors,
        propensities=propensities(pairs, likeness.shares),
        predictions=scores,
        purse=purse,
    )


def _check(sizes: Sequence[int], target: int | None, group: int | None) -> None:
    for what, place in (("target", target), ("group", group)):
        if place is not None and not 0 <= place < len(sizes):
            raise ValueError(f"the {what} is column {place} of {len(sizes)}")
    if target is None and group is not None:
        raise ValueError("a group was named, and no target: errors of groups are errors of what is predicted")
    if target is not None and len(sizes) < 2:
        raise ValueError("the target is the only column: there is nothing to predict it from")


def _predicted(columns: Sequence[Codes], likeness: Likeness, target: int, entropy: Entropy) -> Codes:
    columns_and_classes = max(1, len(likeness.sizes) - 1) * likeness.sizes[target]
    most = min(MOST_ROWS_LEARNT_FROM, max(1, MOST_LEARNT // columns_and_classes))
    rows = min(most, max(1, round(likeness.rows)))
    drawn_columns = likeness.drawn(rows, entropy)
    others = [place for place in range(len(columns)) if place != target]
    classifier = learnt(
        [drawn_columns[place] for place in others], [likeness.sizes[place] for place in others], drawn_columns[target]
    )
    return classifier.predicted([columns[place] for place in others]).astype(np.uint16)
