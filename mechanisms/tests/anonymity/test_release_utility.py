"""Figures of utility by hand, at their two ends, and by brute force."""

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.anonymity.utility.learning import learned
from mechanisms.anonymity.utility.loss import (
    average_class_size,
    discernibility,
    global_certainty_penalty,
    non_uniform_entropy,
)
from mechanisms.anonymity.utility.marginals import divergence_of_one, divergence_of_two
from mechanisms.anonymity.utility.queries import range_query_error
from mechanisms.anonymity.utility.released import Flags, ReleasedColumn
from mechanisms.common.entropy import SeededEntropy

PAIRS = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 1, 1]], dtype=np.bool_)  # {0, 1}, {2, 3} and *


def column(original: list[int], released: list[int], covers: Flags = PAIRS) -> ReleasedColumn:
    return ReleasedColumn(original=np.array(original), released=np.array(released), covers=covers)


def exact(original: list[int], values: int = 4) -> ReleasedColumn:
    return column(original, original, np.eye(values, dtype=np.bool_))


def hidden(original: list[int]) -> ReleasedColumn:
    return column(original, [2] * len(original))


ROWS = [0, 0, 0, 1, 2, 3, 3, 3]
HALF = column(ROWS, [0, 0, 0, 0, 1, 1, 1, 1])


def test_penalties_of_cells_are_averaged_over_rows_and_columns() -> None:
    assert global_certainty_penalty([[0, 0, 1, 2], [0, 0, 0, 0]], [[0, 0.5, 1], [0.25]]) == pytest.approx(0.3125)
    with pytest.raises(ValueError, match="between 0 and 1"):
        global_certainty_penalty([[0]], [[2.0]])
    with pytest.raises(ValueError, match="1 columns and 0 tables"):
        global_certainty_penalty([[0]], [])


def test_sizes_of_classes_are_measured_against_k() -> None:
    assert average_class_size([5, 5, 10], 5) == pytest.approx(20 / 3 / 5)
    assert discernibility([5, 5, 10], suppressed=2) == 150 + 2 * 22
    assert discernibility([2**32], suppressed=0) == 2**64  # exact where 64 bits are not enough
    with pytest.raises(ValueError, match="k is 0"):
        average_class_size([5], 0)


def test_entropy_goes_from_nothing_hidden_to_all() -> None:
    assert non_uniform_entropy(exact(ROWS)) == 0
    assert non_uniform_entropy(hidden(ROWS)) == 1
    bits = 6 * log2(4 / 3) + 2 * log2(4)
    assert non_uniform_entropy(HALF) == pytest.approx(bits / (bits + 8))
    assert non_uniform_entropy(column([1, 1], [0, 2])) == 0  # a column of one value hides nothing


def test_a_table_of_one_column_is_made_from_the_release() -> None:
    assert divergence_of_one(exact(ROWS)) == 0
    assert divergence_of_one(HALF) == pytest.approx(2 * 3 / 8 * log2(3 / 2) + 2 / 8 * log2(1 / 2))
    assert divergence_of_one(hidden(ROWS)) == pytest.approx(divergence_of_one(HALF))  # halves are alike here


def test_a_table_of_two_columns_loses_what_binds_them() -> None:
    sides = exact([0, 0, 0, 0, 1, 1, 1, 1], 2)
    assert divergence_of_two(exact(ROWS), sides) == 0
    assert divergence_of_two(HALF, sides) == pytest.approx(divergence_of_one(HALF))  # the sides are still known
    assert divergence_of_two(hidden(ROWS), sides) == pytest.approx(divergence_of_one(HALF) + 1)  # one bit more is gone
    with pytest.raises(ValueError, match="8 and 1 rows"):
        divergence_of_two(HALF, exact([0]))


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(0, 1)), min_size=1, max_size=12))
def test_a_divergence_is_the_sum_of_its_definition(rows: list[tuple[int, bool, int]]) -> None:
    original = [value for value, _, _ in rows]
    first = column(original, [2 if star else value // 2 for value, star, _ in rows])
    other = exact([side for _, _, side in rows], 2)
    shares = dict.fromkeys([(value, side) for value in range(4) for side in range(2)], 0.0)
    for value, star, side in rows:
        for candidate in range(4) if star else (value // 2 * 2, value // 2 * 2 + 1):
            shares[candidate, side] += (1 / 4 if star else 1 / 2) / len(rows)
    true = {pair: sum((value, side) == pair for value, _, side in rows) / len(rows) for pair in shares}
    wanted = sum(share * log2(share / shares[pair]) for pair, share in true.items() if share)
    assert divergence_of_two(first, other) == pytest.approx(wanted, abs=1e-12)


def test_counts_over_ranges_are_right_where_nothing_is_hidden_and_off_where_it_is() -> None:
    def error(*columns: ReleasedColumn) -> float:
        return range_query_error(columns, queries=40, floor=1, entropy=SeededEntropy(1)).mean

    assert error(exact(ROWS), exact(ROWS)) == pytest.approx(0, abs=1e-12)
    assert 0 < error(HALF) < error(column([0] * 7 + [3], [0] * 7 + [1])) < error(column([0] * 7 + [3], [2] * 8))


def test_every_range_is_asked_alike_and_errors_are_relative() -> None:
    first = column([0], [0], np.array([[True, True]]))  # either 0 or 1: a half each
    error = range_query_error([first], queries=600, floor=1, entropy=SeededEntropy(2))
    assert error.median == 0.5  # ranges {0}: 1/2 for 1, {1}: 1/2 for 0, {0, 1}: right
    assert error.mean == pytest.approx(1 / 3, abs=6 * 0.236 / 600**0.5)
    with pytest.raises(ValueError, match="a floor of at least one row"):
        range_query_error([first], queries=1, floor=0, entropy=SeededEntropy(2))


def test_a_model_learns_from_a_release_what_is_left_in_it() -> None:
    values = [0, 1, 2, 3] * 20
    labels = [value // 2 for value in values]
    tested = np.arange(80) % 5 == 0
    kept = learned([column(values, labels)], labels, tested)
    assert (kept.from_release, kept.from_original, kept.commonest) == (1, 1, 0.5)
    gone = learned([hidden(values)], labels, tested)
    assert (gone.from_release, gone.from_original) == (gone.commonest, 1)
    within = [value % 2 for value in values]
    assert learned([column(values, labels)], within, tested).from_release == 0.5  # the wrong half was kept


def test_a_model_needs_somebody_to_train_and_somebody_to_test() -> None:
    with pytest.raises(ValueError, match="some of them true and some not"):
        learned([HALF], [0] * 8, np.ones(8, dtype=np.bool_))
    with pytest.raises(ValueError, match="same rows as the labels"):
        learned([exact([0])], [0] * 8, np.arange(8) < 2)


@pytest.mark.parametrize(
    ("original", "released", "refusal"),
    [
        ([0], [1], "does not cover"),
        ([4], [0], "original must be whole numbers from 0 to 3"),
        ([0], [3], "released must be whole numbers from 0 to 2"),
        ([0, 1], [0], "of the same rows"),
        ([], [], "of at least one"),
    ],
)
def test_a_column_that_contradicts_itself_is_refused(original: list[int], released: list[int], refusal: str) -> None:
    with pytest.raises(ValueError, match=refusal):
        column(original, released)
    with pytest.raises(ValueError, match="none of them of nothing"):
        column([0], [0], np.array([[True], [False]]))
