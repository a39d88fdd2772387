"""Tables in one vector: their means handed down change no sum, and freed of means they do not move each other."""

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.synthesis.beliefs import spread
from mechanisms.synthesis.coordinates import Layout, Means, even
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.residuals import pooled
from mechanisms.tests.synthesis.small import Floats, Shape, exact, onto, shapes


def uneven(sizes: Sequence[int], seed: int) -> list[Floats]:
    generator = np.random.default_rng(seed)
    return [weights / weights.sum() for weights in (generator.uniform(0.1, 1, size) for size in sizes)]


def added_up(layout: Layout, numbers: Floats) -> Floats:
    """Returns all tables spread over every combination of values, and the number of the empty set."""
    everything = tuple(range(len(layout.sizes)))
    tables = layout.split(numbers).items()
    return np.asarray(numbers[0] + np.zeros(layout.sizes) + sum(spread(table, of, everything) for of, table in tables))


def weighted_mean(table: Floats, axis: int, shares: Floats) -> Floats:
    return np.asarray(np.tensordot(table, shares, axes=([axis], [0])))


@settings(max_examples=40)
@given(shapes, st.integers(0, 1000))
def test_tables_split_and_joined_are_as_before(shape: Shape, seed: int) -> None:
    sizes, sets = shape
    layout = Layout(sizes, sets)
    numbers = np.random.default_rng(seed).normal(size=layout.length)
    numbers[0] = 0
    tables = layout.split(numbers)
    assert np.array_equal(layout.joined(tables), numbers)
    assert {part for each in sets for count in range(1, 4) for part in combinations(each, count)} == set(tables)
    assert all(table.shape == tuple(sizes[place] for place in attributes) for attributes, table in tables.items())


@settings(max_examples=40)
@given(shapes, st.integers(0, 1000))
def test_means_that_are_handed_down_change_no_sum_and_leave_none_behind(shape: Shape, seed: int) -> None:
    sizes, sets = shape
    layout, shares = Layout(sizes, sets), uneven(sizes, seed)
    numbers = np.random.default_rng(seed).normal(size=layout.length)
    apart = Means(layout, shares).apart(numbers)
    assert np.allclose(added_up(layout, apart), added_up(layout, numbers))
    for of, table in layout.split(apart).items():
        for axis, place in enumerate(of):
            assert np.allclose(weighted_mean(table, axis, shares[place]), 0)


@settings(max_examples=40)
@given(shapes, st.integers(0, 1000))
def test_tables_without_their_means_have_none_and_are_left_as_they_are(shape: Shape, seed: int) -> None:
    sizes, sets = shape
    layout, shares = Layout(sizes, sets), uneven(sizes, seed)
    means = Means(layout, shares)
    free = means.free(np.random.default_rng(seed).normal(size=layout.length))
    for of, table in layout.split(free).items():
        for axis, place in enumerate(of):
            assert np.allclose(weighted_mean(table, axis, shares[place]), 0)
    assert np.allclose(means.free(free), free)
    assert np.allclose(means.apart(free), free)


def test_with_even_shares_tables_come_apart_into_residuals() -> None:
    joint = np.random.default_rng(2).gamma(1.0, size=(3, 2, 4))
    layout = Layout((3, 2, 4), [(0, 1, 2)])
    apart = Means(layout, even((3, 2, 4))).apart(layout.joined({(0, 1, 2): joint}))
    known = pooled((3, 2, 4), exact(joint, [(0, 1, 2)], 1.0)).tables
    for of, table in layout.split(apart).items():
        others = joint.size / table.size
        assert np.allclose(table, known[of] / others)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("forward", "transposed"), [(Means.free, Means.free_transposed), (Means.apart, Means.apart_transposed)]
)
def test_each_map_has_its_own_transpose(
    forward: Callable[[Means, Floats], Floats], transposed: Callable[[Means, Floats], Floats], seed: int
) -> None:
    sizes = (3, 1, 2, 4)
    layout = Layout(sizes, [(0, 2, 3), (0, 1), (1, 2)])
    means = Means(layout, uneven(sizes, seed))
    vector, other = np.random.default_rng(seed).normal(size=(2, layout.length))
    assert forward(means, vector) @ other == pytest.approx(vector @ transposed(means, other))


def test_tables_without_means_are_not_correlated_where_columns_are_independent() -> None:
    """A step along one table leaves the slopes of all others unchanged, by enumeration of all combinations."""
    sizes: tuple[int, ...] = (3, 2, 4)
    sets: list[Attributes] = [(0, 1), (1, 2), (0, 2)]
    layout, shares = Layout(sizes, sets), uneven(sizes, 7)
    means = Means(layout, shares)
    joint = np.multiply.outer(np.multiply.outer(shares[0], shares[1]), shares[2])
    generator = np.random.default_rng(0)
    for attributes, other in combinations([of for of in layout.sets if of], 2):
        tables = [
            means.free(layout.joined({of: generator.normal(size=layout.shape(of))})) for of in (attributes, other)
        ]
        first, second = (added_up(layout, table) for table in tables)
        assert (joint * first * second).sum() == pytest.approx(0, abs=1e-12)
        assert np.abs(onto(joint * first, attributes)).sum() > 0.01
