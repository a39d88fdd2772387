"""Full-domain recoding uses one level for each column, the same for all rows; classes that do not hold are suppressed.

Loses much more than local recoding, and says less by how it was cut: whoever knows the hierarchies learns one level for
each column, and which combinations of values were left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.anonymity.boxes import Boxes, Levels, shares
from mechanisms.anonymity.classes import Booleans
from mechanisms.anonymity.counting import Counted, Table, rows_alone
from mechanisms.anonymity.lattice import Lattice
from mechanisms.anonymity.local_recoding import MOST_LEVELS
from mechanisms.anonymity.models.model import Model, all_hold, refuse_impossible


@dataclass(frozen=True, kw_only=True, eq=False)
class FullDomain:
    """This is the result of a full-domain recoding. `levels` of the columns; `left_out` marks the suppressed rows;
    `penalty` is the GCP in which they count 1."""

    levels: Levels
    left_out: Booleans
    penalty: float


def one_level_for_all(
    table: Table, models: Sequence[Model], *, most_suppressed: int, weights: Sequence[float] | None = None
) -> FullDomain:
    """Returns the levels that lose least of all (by GCP, columns by their weights) and suppress at most so many rows.

    Combinations are asked in the order of what they lose without suppression, until that alone is more than the best.
    Whether a class holds is measured by the whole table before suppression.
    Errors: ValueError where no release can hold the models, for too many combinations of levels, and a limit below 0.
    """
    if not models or most_suppressed < 0:
        raise ValueError(f"{len(models)} models and at most {most_suppressed} suppressed rows; 1 and 0 are the least")
    counted = table.counted
    refuse_impossible(models, counted.whole)
    searched = rows_alone(counted) if all(model.only_rows for model in models) else counted
    lattice = Lattice(Boxes(table.hierarchies, shares(len(table.hierarchies), weights)), counted.tuples, MOST_LEVELS)
    rows = counted.cells.sum(axis=1).astype(np.float64)
    unsuppressed = lattice.mean_lost(rows)
    best, left_out, lost_best = -1, np.zeros(len(rows), bool), np.inf
    for number in np.argsort(unsuppressed, kind="stable").tolist():
        if unsuppressed[number] >= lost_best:
            break
        failing = _failing(searched, models, lattice, number)
        suppressed = rows[failing].sum()
        lost = (rows * np.where(failing, 1.0, lattice.lost(number))).sum() / rows.sum()
        if suppressed <= most_suppressed and lost < lost_best:
            best, left_out, lost_best = number, failing, float(lost)
    return FullDomain(levels=lattice.levels(best), left_out=left_out[counted.of_row], penalty=lost_best)


def _failing(counted: Counted, models: Sequence[Model], lattice: Lattice, number: int) -> Booleans:
    """Returns whether the class of each tuple at these levels does not hold."""
    box = lattice.box(number, np.arange(len(counted.tuples)))
    order = np.argsort(box, kind="stable")
    starts = np.flatnonzero(np.concatenate([[True], box[order][1:] != box[order][:-1]]))
    classes = counted.classes(np.add.reduceat(counted.cells[order], starts))
    verdicts = all_hold(models, classes, counted.whole)
    failures = np.empty(len(box), bool)
    failures[order] = np.repeat(~verdicts, np.diff([*starts, len(box)]))
    return failures
