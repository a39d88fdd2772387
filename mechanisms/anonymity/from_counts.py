"""Disjoint boxes of a table of which only counts are at hand, because it has more rows than are held in memory.

All rows of one combination of values go into one box, so whoever has the rows needs no more than the levels of their
combination. Local recoding lends rows of one combination to several boxes and cannot be said in that way.
"""

from collections.abc import Sequence

import numpy as np

from mechanisms.anonymity.boxes import Boxes, shares
from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.counting import Counted
from mechanisms.anonymity.dividing import divided
from mechanisms.anonymity.hierarchy import Hierarchy
from mechanisms.anonymity.models.model import Model, all_hold, refuse_impossible
from mechanisms.common.entropy import Entropy


def levels_of_counts(
    hierarchies: Sequence[Hierarchy],
    tuples: Integers,
    rows: Integers,
    models: Sequence[Model],
    *,
    entropy: Entropy,
    weights: Sequence[float] | None = None,
) -> Integers:
    """Returns the level at which each combination is said, [tuples, columns].

    `tuples` [tuples, columns] are different combinations of leaves in the order of their codes, `rows` how many rows
    each has. Errors: ValueError for models that look at more than the number of rows, where no release holds them, and
    for a combination without rows.
    """
    if not models or not all(model.only_rows for model in models):
        raise ValueError("one model is needed, and of each combination only its number of rows is at hand")
    if len(rows) != len(tuples) or rows.min(initial=1) < 1:
        raise ValueError("each combination has a number of rows, of 1 or more")
    nobody = np.zeros(0, np.int64)
    cells = rows.astype(np.int64)[:, None]
    counted = Counted(tuples=tuples, cells=cells, of_row=nobody, combination_of_row=nobody, values={}, domain={})
    refuse_impossible(models, counted.whole)
    placed = divided(counted, Boxes(hierarchies, shares(len(hierarchies), weights)), models, entropy, None)
    if not all_hold(models, counted.classes(placed.cells(1)), counted.whole).all():
        raise AssertionError("a class does not hold what was asked; nothing is released")
    levels = np.empty(tuples.shape, np.int64)
    levels[placed.tuple_of] = placed.levels[placed.class_of]
    return levels
