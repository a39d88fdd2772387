"""Suppression, swapping, micro-aggregation and anatomy: what is left, what is exchanged, and what a group holds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.making import flat, intervals
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.operations import micro_aggregation
from mechanisms.anonymity.operations.anatomy import buckets, sensitive_table
from mechanisms.anonymity.operations.micro_aggregation import blocks, groups, means
from mechanisms.anonymity.operations.suppression import from_level, small_classes, without_columns, without_rows
from mechanisms.anonymity.operations.swapping import partners, rank_swapped, risky, swapped
from mechanisms.anonymity.releasing import release
from mechanisms.common.entropy import SeededEntropy

AGE, SEX = intervals("age", range(8), start=0, widths=[2, 4]), flat("sex", ["f", "m"])


def people() -> Table:
    return Table(
        hierarchies=[AGE, SEX],
        quasi=np.array([[age, age % 2] for age in range(8)] * 2),
        sensitive={"ill": np.arange(16) % 3},
        carried=np.arange(16)[:, None],
    )


def test_rows_that_are_left_out_are_gone_everywhere() -> None:
    left = without_rows(people(), np.arange(16) < 14)
    assert left.quasi.tolist() == [[6, 0], [7, 1]]
    assert left.sensitive["ill"].tolist() == [2, 0]
    assert left.carried is not None
    assert left.carried.tolist() == [[14], [15]]
    with pytest.raises(ValueError, match="no rows"):
        without_rows(people(), np.ones(16, bool))
    with pytest.raises(ValueError, match="marks were given for a table of 16 rows"):
        without_rows(people(), np.ones(3, bool))


def test_a_column_that_is_left_out_is_gone() -> None:
    left = without_columns(people(), ["age"])
    assert [tree.column for tree in left.hierarchies] == ["sex"]
    assert left.quasi[:3].tolist() == [[0], [1], [0]]
    with pytest.raises(ValueError, match="no quasi-identifying column 'height'"):
        without_columns(people(), ["height"])


def test_a_column_from_a_level_on_says_nothing_finer() -> None:
    coarse = from_level(people(), "age", 1)
    publication = release(coarse, [KAnonymity(2)], entropy=SeededEntropy(1))
    assert set(publication.labels(0)) <= {"0-1", "2-3", "4-5", "6-7", "0-3", "4-7", "*"}
    for row, label in zip(publication.order, publication.labels(0), strict=True):
        names = [of_level[nodes[people().quasi[row, 0]]] for of_level, nodes in zip(AGE.names, AGE.nodes, strict=True)]
        assert label in names[1:]
    for level in (-1, 3):
        with pytest.raises(ValueError, match="age has the levels 0 to 3, and the last says nothing"):
            from_level(people(), "age", level)


def test_rows_of_small_classes_are_marked() -> None:
    assert small_classes(np.array([0, 1, 1, 2, 1]), 2).tolist() == [True, False, False, True, False]


@settings(max_examples=60)
@given(values=st.lists(st.integers(0, 9), min_size=1, max_size=30), window=st.integers(1, 5), seed=st.integers(0, 99))
def test_ranks_move_by_no_more_than_the_window(values: list[int], window: int, seed: int) -> None:
    before = np.array(values, dtype=np.float64) * 100 + np.arange(len(values))  # all different, so ranks are known
    after = rank_swapped(before, window, SeededEntropy(seed))
    assert sorted(after) == sorted(before)
    ranks = [np.argsort(np.argsort(column)) for column in (before, after)]
    assert abs(ranks[0] - ranks[1]).max() <= window
    moved = np.flatnonzero(before != after)
    assert len(moved) >= len(values) - 1 - len(values) // 2 * (window > 1)
    assert window > 1 or len(moved) == len(values) // 2 * 2


def test_every_partner_within_the_window_is_drawn() -> None:
    seen = {float(rank_swapped(np.arange(9.0), 3, SeededEntropy(seed))[0]) for seed in range(60)}
    assert seen == {1, 2, 3}


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_partners_are_alike_and_live_elsewhere(seed: int) -> None:
    generator = np.random.Generator(np.random.PCG64(seed))
    keys, places = generator.integers(0, 3, (40, 2)), generator.integers(0, 4, 40)
    targets = risky(np.column_stack([keys, places]), 3)
    pairs = partners(keys, places, targets, SeededEntropy(seed))
    assert len(set(pairs.ravel().tolist())) == pairs.size
    assert targets[pairs[:, 0]].all()
    assert (keys[pairs[:, 0]] == keys[pairs[:, 1]]).all()
    assert (places[pairs[:, 0]] != places[pairs[:, 1]]).all()
    alone = np.setdiff1d(np.flatnonzero(targets), pairs)
    free = np.setdiff1d(np.arange(40), pairs)
    for row in alone:  # nobody is left who could have been a partner
        assert not ((keys[free] == keys[row]).all(axis=1) & (places[free] != places[row])).any()
    carried = np.column_stack([places, np.arange(40)])
    after = swapped(carried, pairs)
    assert (after[pairs[:, 0]] == carried[pairs[:, 1]]).all()
    assert (swapped(after, pairs) == carried).all()
    assert sorted(after[:, 1]) == list(range(40))


def test_rows_of_few_alike_are_risky() -> None:
    assert risky(np.array([[0, 1], [0, 1], [0, 2]]), 2).tolist() == [False, False, True]


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), rows=st.integers(1, 70), k=st.integers(1, 9))
def test_groups_have_from_k_to_below_2k_rows(seed: int, rows: int, k: int) -> None:
    values = np.random.Generator(np.random.PCG64(seed)).normal(size=(rows, 2)).round(1)
    if k > rows:
        with pytest.raises(ValueError, match=f"k is {k} for {rows} rows"):
            groups(values, k)
        return
    of_row = groups(values, k)
    sizes = np.bincount(of_row)
    assert sizes.min() >= k
    assert sizes.max() < 2 * k
    np.testing.assert_allclose(means(values, of_row).mean(axis=0), values.mean(axis=0), atol=1e-12)


def test_groups_are_of_neighbours() -> None:
    """Two clouds and a row between: the widest in units of its own spread decides, so a scale changes nothing."""
    values = np.array([[0.0, 0], [1, 10], [0, 10], [100, 1000], [101, 1000], [100, 1010]])
    of_row = groups(values, 3)
    assert len({*of_row[:3]}) == len({*of_row[3:]}) == 1
    drawn = np.random.Generator(np.random.PCG64(8)).normal(size=(30, 2))
    assert (groups(drawn * [1, 1000], 3) == groups(drawn, 3)).all()


def test_many_rows_are_cut_into_blocks_first(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.Generator(np.random.PCG64(1)).normal(size=(300, 2))
    cut = blocks(values, 50)
    assert sorted(np.concatenate(cut).tolist()) == list(range(300))
    assert all(25 <= len(block) <= 50 for block in cut)
    monkeypatch.setattr(micro_aggregation, "LARGEST", 100)
    monkeypatch.setattr(micro_aggregation, "BLOCK", 50)
    of_row = groups(values, 4)
    sizes = np.bincount(of_row)
    assert (sizes.min(), sizes.max() < 8) == (4, True)


@settings(max_examples=60)
@given(values=st.lists(st.integers(0, 5), min_size=4, max_size=40), l=st.integers(2, 4), seed=st.integers(0, 99))
def test_buckets_hold_different_values(values: list[int], l: int, seed: int) -> None:  # noqa: E741 - its name in the field
    sensitive = np.array(values)
    if np.bincount(sensitive).max() * l > len(values):
        with pytest.raises(ValueError, match="no value may have more than 1/l of the rows"):
            buckets(sensitive, l, SeededEntropy(seed))
        return
    of_row = buckets(sensitive, l, SeededEntropy(seed))
    for bucket in range(of_row.max() + 1):
        inside = sensitive[of_row == bucket].tolist()
        assert len(inside) >= l
        assert len(set(inside)) == len(inside)
    lines = sensitive_table(of_row, sensitive)
    assert lines[:, 2].sum() == len(values)
    assert lines.tolist() == sorted(lines.tolist())


def test_which_row_of_a_value_goes_where_is_drawn() -> None:
    sensitive = np.array([0, 0, 1, 1])
    assignments = [buckets(sensitive, 2, SeededEntropy(seed)) for seed in range(40)]
    assert {int(assignment[0]) for assignment in assignments} == {0, 1}
    assert {int(np.flatnonzero(assignment == assignment[0])[1]) for assignment in assignments} == {2, 3}
