"""These tests cover the rule for rows that leave the inbox: no visible step holds few reports of one block of a
level.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surveys.drafts.questionnaire import MOST_LEVELS
from surveys.reports.batch import Row, cells_of, cut, due

LEAST, CELL_LEAST, MOST = 50, 20, 1000
few_rows = st.lists(st.integers(0, 90), min_size=1, max_size=MOST_LEVELS)
many_rows = st.lists(st.integers(0, 2500), min_size=1, max_size=MOST_LEVELS)
DRAWS: list[Row] = [("b1",), ("b2", "b4"), ("b3", "b4"), ("b1", "b3"), ("b5",)]
BLOCKS = ("b1", "b2", "b3", "b4", "b5")


@st.composite
def drawn_rows(draw: st.DrawFn) -> list[list[Row]]:
    """Returns rows of some levels in random order, with given numbers of each draw."""
    numbers = draw(st.lists(st.lists(st.integers(0, 90), min_size=5, max_size=5), min_size=1, max_size=MOST_LEVELS))
    chance = draw(st.randoms(use_true_random=False))
    levels = [[row for row, many in zip(DRAWS, own, strict=True) for _ in range(many)] for own in numbers]
    for rows in levels:
        chance.shuffle(rows)
    return levels


def whole(numbers: Sequence[int]) -> dict[int, list[Row]]:
    """Returns a given number of rows of each level, for reports that are kept whole."""
    return {level: [("",)] * number for level, number in enumerate(numbers)}


def gone(waiting: Mapping[int, Sequence[Row]], blocks: Row = ("",)) -> dict[int, list[Row]]:
    leaving = due(waiting, dict.fromkeys(waiting, blocks), LEAST, CELL_LEAST)
    return {level: [waiting[level][index] for index in indices] for level, indices in leaving.items() if indices}


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
    leaving_by_level = gone(whole(waiting))
    assert [len(leaving_by_level.get(level, [])) for level in range(len(waiting))] == leaving


@given(few_rows)
def test_of_each_level_none_or_twenty_leave_and_as_many_stay(waiting: list[int]) -> None:
    leaving = {level: len(rows) for level, rows in gone(whole(waiting)).items()}
    for level, rows in enumerate(waiting):
        left = leaving.get(level, 0)
        assert left == 0 or (left >= CELL_LEAST and rows - left >= CELL_LEAST)
    all_gone = sum(leaving.values())
    # Levels with fewer rows may be left out at the end.
    surely_shown = sum(rows for rows in waiting if rows >= CELL_LEAST)
    assert all_gone == 0 or (all_gone >= LEAST and surely_shown - all_gone >= LEAST)


@given(few_rows)
def test_whoever_waits_waits_for_a_reason(waiting: list[int]) -> None:
    """Nothing leaves only where no choice could keep the rule: fewer than a batch is free, or would be left."""
    free = [rows - CELL_LEAST if rows >= 2 * CELL_LEAST else 0 for rows in waiting]
    if not gone(whole(waiting)):
        assert sum(free) < LEAST or sum(rows for rows in waiting if rows >= CELL_LEAST) < 2 * LEAST


@given(drawn_rows())
def test_a_level_leaves_with_twenty_of_each_of_its_blocks_and_leaves_as_many(rows: list[list[Row]]) -> None:
    waiting = dict(enumerate(rows))
    leaving = gone(waiting, BLOCKS)
    left, all_cells = cells_of(leaving), cells_of(waiting)
    for level in leaving:
        for cell, number in ((cell, number) for cell, number in all_cells.items() if cell[0] == level):
            assert left.get(cell, 0) >= CELL_LEAST
            assert number - left[cell] >= CELL_LEAST
    all_gone = sum(map(len, leaving.values()))
    assert all_gone == 0 or (all_gone >= LEAST and sum(map(len, rows)) - all_gone >= LEAST)


@given(st.integers(0, 200))
def test_blocks_of_one_level_leave_once_the_rarest_has_forty(rarest: int) -> None:
    rows: list[Row] = [("b1",)] * 300
    waiting = {0: [*rows, *[("b2",)] * rarest]}
    assert bool(gone(waiting, ("b1", "b2"))) == (rarest >= 2 * CELL_LEAST)


@given(many_rows)
def test_every_batch_holds_of_a_level_none_or_twenty(rows: list[int]) -> None:
    numbers = [number if number >= CELL_LEAST else 0 for number in rows]
    batches = cut(whole(numbers), CELL_LEAST, MOST)
    for level, number in enumerate(numbers):
        assert sorted(index for batch in batches for index in batch.get(level, [])) == list(range(number))
    assert all(len(indices) >= CELL_LEAST for batch in batches for indices in batch.values() if indices)
    sizes = [sum(map(len, batch.values())) for batch in batches]
    assert all(size <= MOST for size in sizes)
    assert all(size >= LEAST for size in sizes) or len(batches) == 1


@given(drawn_rows())
def test_every_batch_holds_of_a_block_none_or_twenty_unless_there_are_fewer_in_all(rows: list[list[Row]]) -> None:
    waiting = {level: own for level, own in enumerate(rows) if own}
    every = cells_of(waiting)
    batches = cut(waiting, CELL_LEAST, 500)
    for level, own in waiting.items():
        assert sorted(index for batch in batches for index in batch.get(level, [])) == list(range(len(own)))
    for batch in batches:
        cells = cells_of({level: [waiting[level][index] for index in own] for level, own in batch.items()})
        assert all(number >= CELL_LEAST or every[cell] < CELL_LEAST for cell, number in cells.items())


@given(st.integers(0, 9000))
def test_batches_of_one_level_are_even_and_as_few_as_possible(rows: int) -> None:
    sizes = [len(batch[0]) for batch in cut(whole([rows]), 1, MOST) if 0 in batch]
    assert (sum(sizes), len(sizes)) == (rows, -(-rows // MOST))
    assert max(sizes, default=0) - min(sizes, default=0) <= 1


def test_a_batch_that_could_be_split_only_into_few_of_a_level_is_larger() -> None:
    assert [{level: len(own) for level, own in batch.items()} for batch in cut(whole([39, 20]), CELL_LEAST, 50)] == [
        {0: 39, 1: 20}
    ]


def test_cells_are_blocks_at_levels() -> None:
    rows: dict[int, list[Row]] = {0: [("b1", "b2"), ("b2",)], 1: [("b2",)]}
    assert Counter(cells_of(rows)) == Counter({(0, "b1"): 1, (0, "b2"): 2, (1, "b2"): 1})
