"""Rows that are made of a model: as often as it says, and nothing related that it does not relate."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.beliefs import IMPOSSIBLE, propagate
from mechanisms.synthesis.junction_tree import junction_tree, rooted_at
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.sampling import sampled, sampled_given
from mechanisms.tests.synthesis.small import Floats, Shape, random_model, shapes


def model_of(sizes: tuple[int, ...], weights: dict[tuple[int, ...], Floats]) -> Model:
    tree = junction_tree(sizes, list(weights))
    beliefs, _ = propagate(tree, [weights[clique] for clique in tree.cliques])
    return Model(tree=tree, beliefs=beliefs, rows=100.0, potentials={})


@settings(max_examples=40)
@given(shapes, st.integers(0, 1 << 30))
def test_columns_are_codes_of_the_domain_and_the_first_clique_is_rounded_to_whole_rows(shape: Shape, seed: int) -> None:
    model = random_model(shape, seed)
    columns = sampled(model, 500, SeededEntropy(seed))
    rows = CodedRows(columns, shape[0])  # CodedRows refuses codes beyond a size.
    assert {len(column) for column in columns} == {500}
    first = model.tree.cliques[0]
    assert (np.abs(rows.of(first) - 500 * model.marginal(first)) < 1 + 1e-6).all()


def test_the_same_seed_makes_the_same_rows() -> None:
    model = random_model(((3, 4, 2), [(0, 1), (1, 2)]), 1)
    first, again = (np.array(sampled(model, 50, SeededEntropy(7))) for _ in range(2))
    assert (first == again).all()


def test_two_attributes_that_follow_from_a_third_are_not_related_beyond_it() -> None:
    """A hub with two children. If each filled its group in order, the two would be equal in every row."""
    even = np.zeros((2, 8))
    model = model_of((2, 8, 8), {(0, 1): even, (0, 2): even})
    rows = 6400
    cells = CodedRows(sampled(model, rows, SeededEntropy(0)), (2, 8, 8)).of((1, 2))
    # Only the pairing of values is random; the counts of each column are fixed.
    assert (cells.sum(axis=0) == rows / 8).all()
    expected = rows / 64
    # Each cell is hypergeometric twice, so its variance is below that of a Poisson count. The false-alarm rate of 64
    # cells at 6 sigma is 1.3e-7.
    assert (np.abs(cells - expected) < 6 * np.sqrt(expected)).all()
    assert cells.std() > 0.3 * np.sqrt(expected)


def test_small_groups_are_rounded_at_random_so_that_no_value_is_favoured() -> None:
    """A value of share 0.3 comes in 30 % of 4000 groups of one row each."""
    groups = 4000
    thirty = np.log(np.tile([0.3, 0.7], (groups, 1)))
    model = model_of((groups, 2, 2), {(0, 1): thirty, (0, 2): thirty})
    second = sampled(model, groups, SeededEntropy(3))[2]
    share = float((second == 0).mean())
    assert abs(share - 0.3) < 6 * np.sqrt(0.3 * 0.7 / groups)  # The false-alarm rate is 2 in 1e9.


def test_no_row_has_what_is_impossible() -> None:
    cannot = np.zeros((4, 4))
    cannot[0, :3] = IMPOSSIBLE
    cannot[2, 3] = IMPOSSIBLE
    model = model_of((4, 4, 2), {(0, 1): cannot, (1, 2): np.array([[IMPOSSIBLE, 0.0], *[[0.0, 0.0]] * 3])})
    rows = CodedRows(sampled(model, 10_000, SeededEntropy(0)), (4, 4, 2))
    assert (rows.of((0, 1))[cannot < 0] == 0).all()
    assert rows.of((1, 2))[0, 0] == 0
    assert (rows.of((0, 1))[cannot == 0] > 0).all()


@pytest.mark.parametrize("rows", [0, -1])
def test_refuses_to_make_no_rows(rows: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        sampled(random_model(((2, 2), [(0, 1)]), 0), rows, SeededEntropy(0))


def test_a_single_row_can_be_made() -> None:
    columns = sampled(random_model(((3, 2, 2), [(0, 1)]), 0), 1, SeededEntropy(0))
    assert [len(column) for column in columns] == [1, 1, 1]


@settings(max_examples=40)
@given(shapes, st.integers(0, 1 << 30))
def test_columns_that_are_given_stay_and_the_others_come_as_often_as_the_model_says_beside_them(
    shape: Shape, seed: int
) -> None:
    model = random_model(shape, seed)
    place = seed % len(model.tree.cliques)
    tree, order = rooted_at(model.tree, place)
    turned = Model(tree=tree, beliefs=[model.beliefs[at] for at in order], rows=1000.0, potentials={})
    first = tree.cliques[0]
    assert first == model.tree.cliques[place]
    whole = tuple(range(len(tree.sizes)))
    assert np.allclose(turned.marginal(whole), model.marginal(whole), atol=1e-9)
    given = {first[0]: np.full(300, tree.sizes[first[0]] - 1, dtype=np.uint16)}
    columns = sampled_given(turned, given, 300, SeededEntropy(seed))
    assert (columns[first[0]] == given[first[0]]).all()
    beside = turned.marginal(first)[-1]
    counts = CodedRows(columns, tree.sizes).of(first)[-1]
    assert (np.abs(counts - 300 * beside / beside.sum()) < 1 + 1e-6).all()


def test_refuses_given_columns_that_later_cliques_would_have_to_know() -> None:
    chain = random_model(((3, 2, 2), [(0, 1), (1, 2)]), 0)
    column = np.zeros(5, dtype=np.uint16)
    last = next(attribute for attribute in range(3) if attribute not in chain.tree.cliques[0])
    with pytest.raises(ValueError, match="no columns of 5 codes of the first clique"):
        sampled_given(chain, {last: column}, 5, SeededEntropy(0))
    with pytest.raises(ValueError, match="no columns of 6 codes"):
        sampled_given(chain, {chain.tree.cliques[0][0]: column}, 6, SeededEntropy(0))


def test_no_rows_can_be_given() -> None:
    model = random_model(((3, 2, 2), [(0, 1), (1, 2)]), 0)
    assert [len(column) for column in sampled_given(model, {}, 0, SeededEntropy(0))] == [0, 0, 0]
