"""A table that is only counted gets the boxes that it would get by its rows."""

import numpy as np
import pytest

from mechanisms.anonymity.counting import count
from mechanisms.anonymity.from_counts import levels_of_counts
from mechanisms.anonymity.models.diversity import DistinctDiversity
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.releasing import release_in_disjoint_boxes
from mechanisms.common.entropy import SeededEntropy
from mechanisms.tests.anonymity.test_release import TREES, drawn


@pytest.mark.parametrize("k", [2, 5])
def test_counts_are_said_at_the_levels_of_their_rows(k: int) -> None:
    table = drawn(11, 300)
    counted = count(table)
    rows = counted.cells.sum(axis=1)
    levels = levels_of_counts(TREES, counted.tuples, rows, [KAnonymity(k)], entropy=SeededEntropy(2))
    by_rows = release_in_disjoint_boxes(table, [KAnonymity(k)], entropy=SeededEntropy(2))
    assert (levels[counted.of_row] == by_rows.levels).all()


def test_models_that_need_more_than_counts_of_rows_are_refused() -> None:
    tuples, rows = np.array([[0, 0, 0]]), np.array([9])
    with pytest.raises(ValueError, match="only its number of rows"):
        levels_of_counts(TREES, tuples, rows, [DistinctDiversity("illness", 2)], entropy=SeededEntropy(2))
    with pytest.raises(ValueError, match="of 1 or more"):
        levels_of_counts(TREES, tuples, np.array([0]), [KAnonymity(2)], entropy=SeededEntropy(2))
    with pytest.raises(ValueError, match="cannot be reached"):
        levels_of_counts(TREES, tuples, rows, [KAnonymity(10)], entropy=SeededEntropy(2))
