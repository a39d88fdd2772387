"""A hierarchy is a tree whose every name means one set of values; what is none is refused, by value and rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.anonymity.hierarchy import ALL, SUPPRESSED, Hierarchy, from_paths

JOBS = from_paths(
    "job",
    [
        ["nurse", "care", "services", ALL],
        ["doctor", "care", "services", ALL],
        ["cook", "food", "services", ALL],
        ["farmer", "land", "land", ALL],
    ],
)


def test_a_node_covers_the_leaves_below_it() -> None:
    assert JOBS.leaves == ("nurse", "doctor", "cook", "farmer")
    assert JOBS.levels == 4
    assert [covered.tolist() for covered in JOBS.covered] == [[1, 1, 1, 1], [2, 1, 1], [3, 1], [4]]


def test_the_loss_is_the_share_of_other_leaves_that_a_node_covers() -> None:
    np.testing.assert_allclose(JOBS.loss * 3, [[0, 0, 0, 0], [1, 1, 0, 0], [2, 2, 2, 0], [3, 3, 3, 3]])


def test_a_column_of_one_value_has_nothing_to_lose() -> None:
    assert from_paths("country", [["Utopia", ALL]]).loss.tolist() == [[0.0], [0.0]]


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ([], "the hierarchy of job is empty"),
        ([["nurse"]], "has 1 level; it needs the values and, last, \\*"),
        ([["nurse", "care", ALL], ["cook", ALL]], "has 2 levels for 'cook' and 3 for the first value"),
        ([["nurse", "care", ALL], ["cook", " ", ALL]], "a hole: no name for 'cook' at level 1"),
        ([["nurse", "care", ALL], ["cook", "food", "all"]], "ends in 'all' for 'cook'"),
        ([["nurse", "care", ALL], ["cook", "food", ALL], ["nurse", "food", ALL]], "lists 'nurse' twice"),
        (
            [["nurse", "care", "services", ALL], ["doctor", "care", "public", ALL]],
            "puts 'care' of level 1 under both 'services' and 'public'; a node has one parent",
        ),
        (
            [["other", "other", ALL], ["cook", "other", ALL]],
            "'other' at level 0 for 1 values and at level 1 for 2",
        ),
        ([["nurse", ALL, ALL], ["cook", "food", ALL]], "one name stands for one set of values"),
    ],
)
def test_what_is_no_tree_of_sets_is_refused(paths: list[list[str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_paths("job", paths)


def test_an_unlisted_value_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="the column job holds '\\?', which its hierarchy does not list"):
        JOBS.encode(["nurse", "?"])


def test_a_null_is_an_unlisted_value() -> None:
    with pytest.raises(ValueError, match="the column job holds None"):
        JOBS.encode(["nurse", None])  # type: ignore[list-item]


def test_an_unlisted_value_may_get_a_branch_of_its_own() -> None:
    wider = JOBS.with_unlisted(["?", "nurse"])
    assert wider.encode(["nurse", "?"]).tolist() == [0, 4]
    assert [names[nodes[4]] for names, nodes in zip(wider.names, wider.nodes, strict=True)] == ["?", "?", "?", ALL]
    assert JOBS.with_unlisted(["cook"]) is JOBS


def test_an_unlisted_value_may_be_suppressed() -> None:
    assert JOBS.encode_or_suppress(["?", "cook"]).tolist() == [SUPPRESSED, 2]


def test_a_preview_counts_values_and_rows_of_every_node() -> None:
    shown = JOBS.preview(JOBS.encode_or_suppress(["nurse", "nurse", "cook", "?"]))
    assert shown[1] == [("care", 2, 2), ("food", 1, 1), ("land", 1, 0)]
    assert shown[3] == [(ALL, 4, 3)]


def test_the_digest_knows_the_tree_and_not_the_order_of_its_lines() -> None:
    paths = [["a", "x", ALL], ["b", "x", ALL], ["c", "y", ALL]]
    assert from_paths("q", paths).digest() == from_paths("q", paths[::-1]).digest()
    moved = [["a", "x", ALL], ["b", "y", ALL], ["c", "y", ALL]]
    assert from_paths("q", paths).digest() != from_paths("q", moved).digest()
    assert from_paths("q", paths).digest() != from_paths("r", paths).digest()


@st.composite
def trees(draw: st.DrawFn) -> Hierarchy:
    """Each level joins neighbours of the one before."""
    leaves = draw(st.integers(1, 9))
    rows = [list(range(leaves))]
    for _ in range(draw(st.integers(0, 3))):
        most = max(rows[-1]) + 1
        joined = np.cumsum([0, *draw(st.lists(st.integers(0, 1), min_size=most - 1, max_size=most - 1))])
        rows.append([int(joined[node]) for node in rows[-1]])
    named = [[f"{level}:{row[leaf]}" for level, row in enumerate(rows)] + [ALL] for leaf in range(leaves)]
    return from_paths("q", named)


@given(tree=trees())
def test_nodes_hold_each_leaf_once_and_grow_with_the_level(tree: Hierarchy) -> None:
    for covered in tree.covered:
        assert covered.sum() == len(tree.leaves)
    assert (np.diff(tree.loss, axis=0) >= 0).all()
    assert set(tree.loss[0]) == {0.0}
    assert len(tree.leaves) == 1 or set(tree.loss[-1]) == {1.0}
    for level in range(1, tree.levels):
        below, above = tree.nodes[level - 1], tree.nodes[level]
        assert len(set(zip(below.tolist(), above.tolist(), strict=True))) == len(set(below.tolist()))
