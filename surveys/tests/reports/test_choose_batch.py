"""The rule that says what leaves the inbox: no step that anybody can see holds few reports of one level."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surveys.drafts.questionnaire import MOST_LEVELS
from surveys.reports.batch import cut, due, too_few

LEAST, LEVEL_LEAST, MOST = 50, 20, 1000
few_rows = st.lists(st.integers(0, 90), min_size=1, max_size=MOST_LEVELS)
many_rows = st.lists(st.integers(0, 4000), min_size=1, max_size=MOST_LEVELS)


@pytest.mark.parametrize(
    ("waiting", "leaving"),
    [
        ([99], [0]),
        ([100], [50]),
        ([100, 1], [50, 0]),
        ([100, 19], [50, 0]),
        ([100, 39], [80, 0]),
        ([60, 40], [30, 20]),
        ([90, 40], [60, 20]),
        ([50, 50], [20, 30]),
        ([39, 39, 39], [0, 0, 0]),
        ([50, 50, 50], [30, 30, 30]),
        ([], []),
    ],
)
def test_what_leaves_by_example(waiting: list[int], leaving: list[int]) -> None:
    leaving_by_level = due(dict(enumerate(waiting)), LEAST, LEVEL_LEAST)
    assert [leaving_by_level.get(level, 0) for level in range(len(waiting))] == leaving


@given(few_rows)
def test_of_each_level_none_or_twenty_leave_and_as_many_stay(waiting: list[int]) -> None:
    leaving = due(dict(enumerate(waiting)), LEAST, LEVEL_LEAST)
    for level, rows in enumerate(waiting):
        gone = leaving.get(level, 0)
        assert gone == 0 or (gone >= LEVEL_LEAST and rows - gone >= LEVEL_LEAST)
    all_gone = sum(leaving.values())
    surely_shown = sum(rows for rows in waiting if rows >= LEVEL_LEAST)  # the others may be left out at the end
    assert all_gone == 0 or (all_gone >= LEAST and surely_shown - all_gone >= LEAST)


@given(few_rows)
def test_whoever_waits_waits_for_a_reason(waiting: list[int]) -> None:
    """Nothing leaves only where no choice could keep the rule: fewer than a batch is free, or would be left."""
    free = [rows - LEVEL_LEAST if rows >= 2 * LEVEL_LEAST else 0 for rows in waiting]
    if not any(due(dict(enumerate(waiting)), LEAST, LEVEL_LEAST).values()):
        assert sum(free) < LEAST or sum(rows for rows in waiting if rows >= LEVEL_LEAST) < 2 * LEAST


@given(many_rows)
def test_every_batch_holds_of_a_level_none_or_twenty(rows: list[int]) -> None:
    numbers = {level: number for level, number in enumerate(rows) if number == 0 or number >= LEVEL_LEAST}
    batches = cut(numbers, LEVEL_LEAST, MOST)
    for level, number in numbers.items():
        assert sum(batch.get(level, 0) for batch in batches) == number
    assert all(number >= LEVEL_LEAST for batch in batches for number in batch.values() if number)
    assert all(sum(batch.values()) <= MOST for batch in batches)
    assert all(sum(batch.values()) >= LEAST for batch in batches) or len(batches) == 1


@given(st.integers(0, 20_000))
def test_batches_of_one_level_are_even_and_as_few_as_possible(rows: int) -> None:
    sizes = [batch[0] for batch in cut({0: rows}, 1, MOST)]
    assert (sum(sizes), len(sizes)) == (rows, -(-rows // MOST))
    assert max(sizes, default=0) - min(sizes, default=0) <= 1


def test_refuses_to_cut_what_must_not_be_shown_and_what_cannot_be_kept() -> None:
    with pytest.raises(ValueError, match="20 are shown together at least"):
        cut({0: 100, 1: 19}, LEVEL_LEAST, MOST)
    with pytest.raises(ValueError, match="cannot hold 20 reports of each of 3 levels"):
        cut({0: 100, 1: 20, 2: 20}, LEVEL_LEAST, 119)
    assert too_few({0: 100, 1: 19, 2: 0}, LEVEL_LEAST) == {1: 19}
