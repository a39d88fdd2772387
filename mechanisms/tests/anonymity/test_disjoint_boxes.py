"""Boxes of which none lies over another: nothing can be told of a coarse one by what stayed fine."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.anonymity.attacks.downcoding import downcoding
from mechanisms.anonymity.attacks.published import Published, published
from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.making import intervals
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.releasing import Release, release, release_in_disjoint_boxes
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.tests.anonymity.test_release import TREES, drawn

AGE = intervals("age", range(8), start=0, widths=[4])
SHARES = [np.full(len(tree.leaves), 1 / len(tree.leaves)) for tree in TREES]


def seen(release: Release) -> Published:
    return published(release.table.hierarchies, release.table.quasi, release.levels)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), rows=st.integers(20, 200), k=st.integers(2, 6))
def test_no_value_is_in_two_boxes(seed: int, rows: int, k: int) -> None:
    boxes = seen(release_in_disjoint_boxes(drawn(seed, rows), [KAnonymity(k)], entropy=SeededEntropy(seed)))
    values = np.array(list(itertools.product(*(range(len(tree.leaves)) for tree in TREES))))
    assert boxes.matches(values).sum(axis=1).max() == 1


@pytest.mark.parametrize("first", ["fine boxes first", "coarse boxes first", "as they stand"])
def test_whoever_knows_the_order_of_the_boxes_downcodes_nobody(first: str) -> None:
    table = drawn(5, 400)
    boxes = seen(release_in_disjoint_boxes(table, [KAnonymity(3)], entropy=SeededEntropy(5)))
    finer = boxes.levels.sum(axis=1)
    taken = {"fine boxes first": finer, "coarse boxes first": -finer, "as they stand": np.arange(len(finer))}[first]
    attack = downcoding(release=boxes, taken=taken, people=boxes.class_of, known=table.quasi, shares=SHARES)
    assert (attack.named.advantage, attack.shrunk, attack.sound) == (0, 0, 1)
    other = seen(release(table, [KAnonymity(3)], entropy=SeededEntropy(5)))
    minimal = downcoding(
        release=other, taken=other.levels.sum(axis=1), people=other.class_of, known=table.quasi, shares=SHARES
    )
    assert minimal.shrunk > 0  # the attack finds something where boxes lie over each other


@pytest.mark.parametrize(("word", "classes"), [(0, [3, 5]), (1, [8])])
def test_a_box_is_divided_if_each_part_has_as_many_rows_as_were_drawn_for_it(word: int, classes: list[int]) -> None:
    """Three are asked for, and one half has three: three drawn divide the whole, four do not."""
    table = Table(hierarchies=(AGE,), quasi=np.array([[0], [1], [2], [4], [4], [5], [6], [7]]))
    release = release_in_disjoint_boxes(table, [KAnonymity(3)], entropy=Tape([word, 2, 2]))
    assert sorted(release.classes.sizes.tolist()) == classes


def test_a_box_is_as_large_as_it_was_before_its_rows_were_looked_at() -> None:
    """All are younger than two, and nobody is told so: the interval up to three has enough of them, its parts not."""
    table = Table(hierarchies=(AGE,), quasi=np.array([[0], [0], [1], [4], [4], [5]]))
    release = release_in_disjoint_boxes(table, [KAnonymity(3)], entropy=Tape([0, 0, 0]))
    assert release.labels(0) == ["0-3"] * 3 + ["4-7"] * 3
