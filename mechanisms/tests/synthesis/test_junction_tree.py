"""These tests cover which attributes are modelled together, which makes passing messages along the tree exact."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.synthesis.beliefs import IMPOSSIBLE, propagate, spread
from mechanisms.synthesis.junction_tree import Attributes, cells_needed, cells_of, junction_tree
from mechanisms.synthesis.nesting import nested
from mechanisms.tests.synthesis.small import Floats, Shape, onto, random_model, random_tree, shapes, written_out


@settings(max_examples=40)
@given(shapes)
def test_every_set_that_was_asked_for_lies_in_a_clique_and_every_attribute_too(shape: Shape) -> None:
    sizes, together = shape
    tree = junction_tree(sizes, together)
    for attributes in [*together, *((attribute,) for attribute in range(len(sizes)))]:
        assert set(attributes) <= set(tree.cliques[tree.home_of(attributes)])


@settings(max_examples=40)
@given(shapes)
def test_what_a_clique_shares_with_those_before_it_its_parent_holds(shape: Shape) -> None:
    tree = junction_tree(*shape)
    assert tree.parents[0] == -1
    for place in range(1, len(tree.cliques)):
        before = {attribute for clique in tree.cliques[:place] for attribute in clique}
        assert 0 <= tree.parents[place] < place
        assert set(tree.cliques[place]) & before == set(tree.separators[place])
        assert set(tree.separators[place]) <= set(tree.cliques[tree.parents[place]])


@settings(max_examples=40)
@given(shapes)
def test_no_clique_lies_in_another_and_the_cells_are_known_without_the_tree(shape: Shape) -> None:
    sizes, together = shape
    tree = junction_tree(sizes, together)
    sets = [set(clique) for clique in tree.cliques]
    assert not any(clique <= other for clique in sets for other in sets if clique is not other)
    assert tree.cells == cells_needed(sizes, together) == sum(cells_of(sizes, clique) for clique in tree.cliques)


def test_a_ring_of_pairs_is_filled_with_triangles_and_pairs_without_a_ring_stay_pairs() -> None:
    sizes = (2, 3, 4, 5)
    ring = junction_tree(sizes, [(0, 1), (1, 2), (2, 3), (0, 3)])
    # The chord joins 0 and 2, which have fewer cells than 1 and 3.
    assert sorted(ring.cliques) == [(0, 1, 2), (0, 2, 3)]
    chain = junction_tree(sizes, [(0, 1), (1, 2), (2, 3)])
    assert sorted(chain.cliques) == [(0, 1), (1, 2), (2, 3)]


def test_attributes_that_no_clique_holds_together_have_no_home() -> None:
    tree = junction_tree((2, 2, 2), [(0, 1)])
    assert tree.clique_with((0, 2)) is None
    with pytest.raises(ValueError, match="no clique holds"):
        tree.home_of((0, 2))
    with pytest.raises(ValueError, match="no clique holds"):
        nested(tree, [(1, 2)])


@settings(max_examples=40)
@given(shapes, st.integers(0, 1 << 30))
def test_beliefs_are_the_marginals_of_the_distribution_that_is_written_out(shape: Shape, seed: int) -> None:
    tree, weights = random_tree(shape, seed)
    joint, log_total = written_out(tree, weights)
    beliefs, total = propagate(tree, weights)
    assert total == pytest.approx(log_total, rel=1e-12, abs=1e-9)
    for clique, belief in zip(tree.cliques, beliefs, strict=True):
        assert np.allclose(belief, onto(joint, clique), rtol=1e-9, atol=1e-300)


def test_no_row_of_a_separator_is_lost_however_small_it_is() -> None:
    """A float cannot hold weights of e^-2000; given the row, the other columns must still be drawn as they should."""
    tree = junction_tree((2, 2, 2), [(0, 1), (1, 2)])
    weights: dict[Attributes, Floats] = {
        (0, 1): np.array([[0.0, 2000.0], [0.0, 2000.0]]),  # These weights cancel those of the other clique.
        (1, 2): np.array([[0.0, 0.0], [-2000.0, -2000.0 + np.log(3)]]),
    }
    beliefs, _ = propagate(tree, [weights[clique] for clique in tree.cliques])
    last = beliefs[tree.home_of((1, 2))]
    assert np.allclose(last, [[1 / 6, 1 / 6], [1 / 6, 3 / 6]])


def test_what_is_impossible_has_exactly_no_chance() -> None:
    tree = junction_tree((2, 2, 3), [(0, 1), (1, 2)])
    weights: dict[Attributes, Floats] = {(0, 1): np.array([[0.0, IMPOSSIBLE], [1.0, 2.0]]), (1, 2): np.zeros((2, 3))}
    beliefs, _ = propagate(tree, [weights[clique] for clique in tree.cliques])
    assert beliefs[tree.home_of((0, 1))][0, 1] == 0
    assert beliefs[tree.home_of((1, 2))].sum() == pytest.approx(1)


@settings(max_examples=40)
@given(shapes, st.integers(0, 1 << 30))
def test_a_model_knows_every_marginal_also_of_attributes_in_different_cliques(shape: Shape, seed: int) -> None:
    model = random_model(shape, seed)
    joint, _ = written_out(*random_tree(shape, seed))
    generator = np.random.default_rng(seed)
    attributes = tuple(sorted(set(generator.integers(0, len(shape[0]), 4).tolist())))
    assert np.allclose(model.marginal(attributes), onto(joint, attributes), rtol=1e-9, atol=1e-200)


@settings(max_examples=40)
@given(shapes, st.integers(0, 1 << 30))
def test_marginals_by_way_of_tables_in_between_are_the_same(shape: Shape, seed: int) -> None:
    model = random_model(shape, seed)
    wanted = list(dict.fromkeys(shape[1]))
    marginals = nested(model.tree, wanted).marginals(model.beliefs)
    assert list(marginals.keys() - set(wanted)) == []
    for attributes in wanted:
        assert np.allclose(marginals[attributes], model.marginal(attributes), rtol=1e-9, atol=1e-200)


def test_a_large_table_is_summed_once_for_all_that_lacks_its_largest_attribute() -> None:
    tree, prior = random_tree(((2, 3, 4, 5), [(0, 1, 2, 3)]), 1)
    wanted = [(0, 1), (1, 2), (0, 2), (2, 3), (0, 1, 2, 3)]
    nesting = nested(tree, wanted)
    assert (0, 1, 2) in nesting.tables
    weights = {
        attributes: np.random.default_rng(len(attributes)).normal(size=[tree.sizes[a] for a in attributes])
        for attributes in wanted
    }
    (gathered,) = nesting.gathered(prior, weights)
    by_hand = prior[0] + sum(spread(table, attributes, (0, 1, 2, 3)) for attributes, table in weights.items())
    assert np.allclose(gathered, by_hand)


@settings(max_examples=40)
@given(shapes, st.integers(0, 1 << 30))
def test_weights_that_are_gathered_by_way_of_tables_in_between_give_the_same_distribution(
    shape: Shape, seed: int
) -> None:
    tree, prior = random_tree(shape, seed)
    generator = np.random.default_rng(seed + 1)
    wanted = list(dict.fromkeys(shape[1]))
    weights = {attributes: generator.normal(0, 2, [shape[0][a] for a in attributes]) for attributes in wanted}
    joint, _ = written_out(tree, nested(tree, wanted).gathered(prior, weights))
    apart = junction_tree(shape[0], [])  # Each set of weights has its own clique here, which need not be a tree.
    logs = [np.asarray(table) for table in prior]
    by_hand, _ = written_out(
        type(apart)(sizes=tree.sizes, cliques=(*tree.cliques, *wanted), parents=(-1,) * (len(logs) + len(wanted))),
        [*logs, *weights.values()],
    )
    assert np.allclose(joint, by_hand, rtol=1e-9, atol=1e-300)
