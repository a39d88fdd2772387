"""These tests cover one level for all: as good as trying every combination of levels by hand, and ARX's own releases of
Adult."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.full_domain import one_level_for_all
from mechanisms.anonymity.making import flat, intervals
from mechanisms.anonymity.models.closeness import EqualCloseness
from mechanisms.anonymity.models.diversity import DistinctDiversity
from mechanisms.anonymity.models.membership import KAnonymity

TREES = [intervals("age", range(8), start=0, widths=[2, 4]), flat("sex", ["f", "m"]), flat("eye", ["a", "b", "c"])]


def drawn(seed: int, rows: int) -> Table:
    generator = np.random.Generator(np.random.PCG64(seed))
    quasi = np.stack([generator.integers(0, len(tree.leaves), rows) for tree in TREES], axis=1)
    return Table(hierarchies=TREES, quasi=quasi, sensitive={"ill": generator.integers(0, 3, rows)})


def by_hand(table: Table, k: int, diverse: int, most: int) -> float:
    """Returns the least loss of all combinations of levels."""
    best = np.inf
    for levels in itertools.product(*(range(tree.levels) for tree in TREES)):
        nodes = [
            tree.nodes[level, codes].tolist() for tree, level, codes in zip(TREES, levels, table.quasi.T, strict=True)
        ]
        members = list(zip(*nodes, strict=True))
        sizes, ill = (
            Counter(members),
            Counter(member for member, _ in set(zip(members, table.sensitive["ill"], strict=True))),
        )
        out = np.array([sizes[member] < k or ill[member] < diverse for member in members])
        costs = [tree.loss[level, codes] for tree, level, codes in zip(TREES, levels, table.quasi.T, strict=True)]
        if out.sum() <= most:
            best = min(best, float(np.where(out, 1.0, np.mean(costs, axis=0)).mean()))
    return best


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), k=st.integers(1, 6), diverse=st.integers(1, 2), most=st.integers(0, 20))
def test_no_other_levels_lose_less(seed: int, k: int, diverse: int, most: int) -> None:
    table = drawn(seed, 60)
    full_domain = one_level_for_all(table, [KAnonymity(k), DistinctDiversity("ill", diverse)], most_suppressed=most)
    assert full_domain.penalty == pytest.approx(by_hand(table, k, diverse, most))
    assert full_domain.left_out.sum() <= most


def test_what_is_left_out_is_measured_by_the_whole_table() -> None:
    table = drawn(3, 60)
    model = EqualCloseness("ill", "0.2")
    full_domain = one_level_for_all(table, [model], most_suppressed=30)
    nodes = [
        tree.nodes[level, codes] for tree, level, codes in zip(TREES, full_domain.levels, table.quasi.T, strict=True)
    ]
    overall = np.bincount(table.sensitive["ill"], minlength=3) / 60
    for combination in set(zip(*(codes.tolist() for codes in nodes), strict=True)):
        inside = np.all([codes == node for codes, node in zip(nodes, combination, strict=True)], axis=0)
        share = np.bincount(table.sensitive["ill"][inside], minlength=3) / inside.sum()
        assert full_domain.left_out[inside].all() == (abs(share - overall).sum() / 2 > 0.2 + 1e-12)


def test_a_column_that_weighs_more_keeps_a_finer_level() -> None:
    table = drawn(5, 60)
    light, heavy = (
        one_level_for_all(table, [KAnonymity(4)], most_suppressed=3, weights=[weight, 1, 1]).levels[0]
        for weight in (0.01, 100)
    )
    assert heavy < light


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(ValueError, match="61-anonymous cannot be reached"):
        one_level_for_all(drawn(1, 60), [KAnonymity(61)], most_suppressed=60)
    with pytest.raises(ValueError, match="0 models and at most 3 suppressed rows"):
        one_level_for_all(drawn(1, 60), [], most_suppressed=3)
