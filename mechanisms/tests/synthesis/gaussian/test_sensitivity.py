"""The noise fits the most that one row moves all moments together: never too little, and not more than needed."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.synthesis.gaussian.declared import Floats, Integers, Table
from mechanisms.synthesis.gaussian.moments import STEPS, exact_moments, on_the_grid, squared_sensitivity
from mechanisms.tests.synthesis.gaussian.people import declared_of, normal_people, table_of

SMALL = 5  # As 3, 4, 5 is a right triangle, points along and between axes have this length.


def ball(dimensions: int, steps: int) -> list[tuple[int, ...]]:
    reach = range(-steps, steps + 1)
    return [
        q
        for q in itertools.product(reach, repeat=dimensions)
        if sum(coordinate * coordinate for coordinate in q) <= steps**2
    ]


def squares(moments: Integers) -> int:
    return sum(moment * moment for moment in moments.ravel().tolist())


@pytest.mark.parametrize("groups", [(1,), (2,), (3,), (1, 1), (2, 1)])
def test_of_every_row_on_a_small_grid_none_moves_more_and_one_moves_as_much(groups: tuple[int, ...]) -> None:
    declared = declared_of(groups, ["1"] * len(groups))
    moved = []
    for parts in itertools.product(*(ball(many, SMALL) for many in groups)):
        row = np.array([[coordinate / SMALL for part in parts for coordinate in part]])
        moved.append(squares(exact_moments(table_of(declared, row), declared, SMALL)))
    assert max(moved) == squared_sensitivity(declared.groups, SMALL)


def test_a_row_that_is_added_anywhere_moves_the_moments_by_its_own() -> None:
    declared = declared_of((2, 1), ["1", "1/2"], classes=2)
    people, labels = normal_people(40, 0), ["c0", "c1"] * 20
    whole = exact_moments(table_of(declared, people, labels), declared)
    for out in range(40):
        rest = np.delete(people, out, axis=0), labels[:out] + labels[out + 1 :]
        alone = exact_moments(table_of(declared, people[out : out + 1], labels[out : out + 1]), declared)
        assert (whole - exact_moments(table_of(declared, *rest), declared) == alone).all()
        assert squares(alone) <= squared_sensitivity(declared.groups)


def test_a_row_is_rounded_alike_alone_and_beside_another_also_where_the_last_bit_decides() -> None:
    declared = declared_of((9,), ["9/2"])
    on_the_edge = [0.8779554061750642, 0.9868266971389633, 0.7860399031799085, 0.9871623617843109, 0.8279578630026214]
    on_the_edge += [0.855831612243144, 0.9569256484551104, 0.8522997840922903, 0.8873984219182649]
    alone, other = np.array([on_the_edge]), np.eye(1, 9)
    moments = [
        exact_moments(Table(scaled=rows, classes=np.zeros(len(rows), dtype=np.int64)), declared)
        for rows in (alone, other, np.concatenate([alone, other]))
    ]
    assert (moments[0] + moments[1] == moments[2]).all()


@pytest.mark.parametrize("seed", range(4))
def test_a_search_for_the_worst_row_comes_near_and_never_beyond(seed: int) -> None:
    """Rows wander, far outside the bounds too, wherever the moments grow."""
    declared = declared_of((3, 2), ["3/2", "2"], classes=2)
    generator = np.random.default_rng(seed)
    bound = squared_sensitivity(declared.groups)
    row, most = np.zeros((1, 5)), 0
    for step in range(400):
        tried = row + generator.standard_t(1.5, (1, 5)) * (1.0 if step % 2 else 0.05)
        moved = squares(exact_moments(table_of(declared, tried, ["c1"]), declared))
        assert moved <= bound
        if moved >= most:
            row, most = tried, moved
    assert most > 0.97 * bound


@given(
    st.lists(st.floats(-1, 1), min_size=1, max_size=7), st.fractions(Fraction(1, 100), 1), st.sampled_from([5, STEPS])
)
def test_no_row_on_the_grid_is_longer_than_its_steps(numbers: list[float], part: Fraction, steps: int) -> None:
    squared_length = max(Fraction(1, 100), part * len(numbers))
    (grid,) = on_the_grid(np.array([numbers]), squared_length, steps)
    assert sum(coordinate * coordinate for coordinate in grid.tolist()) <= steps**2


@pytest.mark.parametrize("steps", [5, 7, 12, STEPS])
def test_rows_on_the_very_border_are_shortened_where_rounding_made_them_longer(steps: int) -> None:
    generator = np.random.default_rng(steps)
    border: Floats = generator.normal(size=(4000, 6))
    border /= np.sqrt((border**2).sum(axis=1, keepdims=True))
    lengths = (on_the_grid(border, Fraction(1), steps) ** 2).sum(axis=1)
    assert lengths.max() <= steps**2
    # Without the shortening, rounding would make rows too long; so the test means something.
    assert (np.rint(border * steps) ** 2).sum(axis=1).max() > steps**2


def test_rows_within_the_length_are_rounded_and_nothing_else() -> None:
    generator = np.random.default_rng(0)
    inside = generator.uniform(-0.5, 0.5, (1000, 4))
    grid = on_the_grid(inside, Fraction(2), STEPS)
    assert np.abs(grid * np.sqrt(2) / STEPS - inside).max() <= np.sqrt(2) / STEPS / 2 + 1e-12


def test_the_order_of_the_rows_leaves_no_trace() -> None:
    declared = declared_of((2, 1), ["1", "1/2"], classes=2)
    people, labels = normal_people(200, 1), [f"c{place % 2}" for place in range(200)]
    order = np.random.default_rng(2).permutation(200)
    moments = exact_moments(table_of(declared, people, labels), declared)
    other = exact_moments(table_of(declared, people[order], [labels[place] for place in order]), declared)
    assert (moments == other).all()
