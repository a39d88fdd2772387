"""A report sees of two models what is drawn of them: parents, children with their parents, and siblings."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.two_tables.domain import JoinedDomain
from mechanisms.synthesis.two_tables.fitting import joined_rows
from mechanisms.synthesis.two_tables.likeness import MOST_BESIDE_CONTEXT, JoinedLikeness, fits, unordered
from mechanisms.tests.synthesis.households import options
from mechanisms.tests.synthesis.small import random_model

Floats = NDArray[np.float64]
MOST = 3
OF_PARENTS, OF_CHILDREN = (2, 3, 2), (3, 2, 2)
CONTEXT = (0, 2)
DECLARED = JoinedDomain(
    parents=Domain(attributes=tuple(options(f"p{place}", size) for place, size in enumerate(OF_PARENTS))),
    children=Domain(attributes=tuple(options(f"c{place}", size) for place, size in enumerate(OF_CHILDREN))),
    most=MOST,
    number="children",
    context=("p0", "p2"),
)
PARENTS = random_model(((*OF_PARENTS, MOST + 1), [(0, 1), (1, 2), (2, 3)]), 3)
CHILDREN = random_model(((2, 2, *OF_CHILDREN), [(2, 3), (0, 1, 2), (3, 4)]), 5)


def with_hardly_a_child(model: Model, left: float) -> Model:
    """Returns the model in which parents whose context is 1 and 0 have only `left` of their share."""
    beliefs = [belief.copy() for belief in model.beliefs]
    for belief, clique in zip(beliefs, model.tree.cliques, strict=True):
        if set(clique) >= {0, 1}:
            belief[1, 0] *= left
    return replace(model, beliefs=beliefs)


@pytest.fixture(params=["any", "one context has no child"])
def likeness(request: pytest.FixtureRequest) -> JoinedLikeness:
    children = CHILDREN if request.param == "any" else with_hardly_a_child(CHILDREN, 0)
    return JoinedLikeness(declared=DECLARED, parents=PARENTS, children=children)


def written_out(likeness: JoinedLikeness) -> tuple[Floats, Floats]:
    """Returns every parent with its number, and every child with all of its parent, each parent by itself."""
    parents = likeness.parents.marginal((0, 1, 2, 3)).copy()
    every_child = likeness.children.marginal((0, 1, 2, 3, 4))
    children = np.zeros((*OF_PARENTS, *OF_CHILDREN))
    for p0, p1, p2 in np.ndindex(*OF_PARENTS):
        of_context = every_child[p0, p2]
        if of_context.sum() == 0:
            parents[p0, p1, p2] = [parents[p0, p1, p2].sum(), 0, 0, 0]
        else:
            expected = parents[p0, p1, p2] @ range(MOST + 1)
            children[p0, p1, p2] = expected * of_context / of_context.sum()
    return parents, children / children.sum()


def onto(joint: Floats, attributes: Attributes) -> Floats:
    return np.asarray(joint.sum(axis=tuple(place for place in range(joint.ndim) if place not in attributes)))


def test_shares_of_parents_are_those_of_all_that_is_drawn(likeness: JoinedLikeness) -> None:
    parents, _ = written_out(likeness)
    for of in (*((place,) for place in range(4)), *combinations(range(4), 2)):
        assert likeness.of_parents(of) == pytest.approx(onto(parents, of))


def test_shares_of_children_are_those_of_all_that_is_drawn(likeness: JoinedLikeness) -> None:
    """The shares are of each column of a parent and of a child, and of each two of which one is the child's."""
    _, children = written_out(likeness)
    pairs = [pair for pair in combinations(range(6), 2) if pair[1] >= 3]
    for of in (*((place,) for place in range(6)), *pairs, (0, 2)):
        assert likeness.of_children(of) == pytest.approx(onto(children, of), abs=1e-12)


@pytest.mark.parametrize("column", range(3))
def test_shares_of_siblings_are_those_of_two_that_are_drawn_by_themselves(
    likeness: JoinedLikeness, column: int
) -> None:
    parents, _ = written_out(likeness)
    every_child = likeness.children.marginal((0, 1, 2, 3, 4))
    size = OF_CHILDREN[column]
    shares = np.zeros(size * (size + 1) // 2)
    for p0, p2 in np.ndindex(2, 2):
        own = onto(every_child[p0, p2], (column,))
        several = float(parents[p0, :, p2, 2:].sum())
        for first, other in np.ndindex(size, size) if several > 0 else ():
            place = unordered(np.array([first], dtype=np.uint16), np.array([other], dtype=np.uint16))
            shares[place] += several * own[first] * own[other] / own.sum() ** 2
    assert likeness.of_siblings(3 + column) == pytest.approx(shares / shares.sum())


@pytest.mark.parametrize("left", [1e-300, 1e-308, 1e-316, 1e-322])
def test_a_context_of_hardly_a_child_makes_no_share_infinite(left: float) -> None:
    """A model made of noise may have a share below the smallest number that has a finite inverse."""
    children = with_hardly_a_child(CHILDREN, left)
    likeness = JoinedLikeness(declared=DECLARED, parents=PARENTS, children=children)
    usual = JoinedLikeness(declared=DECLARED, parents=PARENTS, children=with_hardly_a_child(CHILDREN, 1e-200))
    for of in (*((place,) for place in range(6)), (0, 3), (0, 2), (3, 4), (1, 5)):
        shares = likeness.of_children(of)
        assert np.isfinite(shares).all()
        if left > 1e-310:  # Numbers below this have few digits.
            assert shares == pytest.approx(usual.of_children(of), abs=1e-12)


def test_rows_that_are_drawn_come_near_them(likeness: JoinedLikeness) -> None:
    """The share of 40 000 parents is off by at most 6 sqrt(1 / 4 / 10 000), as the rows of a parent depend on each
    other."""
    tables = joined_rows(
        DECLARED, parents=likeness.parents, children=likeness.children, many=40_000, entropy=SeededEntropy(1)
    )
    wide = [*(column[tables.owners] for column in tables.parents), *tables.children]
    for of in ((1, 3), (0, 4), (1, 5), (3, 5)):
        counts = np.zeros(tuple((*OF_PARENTS, *OF_CHILDREN)[place] for place in of))
        np.add.at(counts, tuple(wide[place] for place in of), 1)
        assert counts / counts.sum() == pytest.approx(likeness.of_children(of), abs=0.03)


def test_where_no_parent_has_a_child_shares_of_children_are_nothing() -> None:
    beliefs = [belief.copy() for belief in PARENTS.beliefs]
    for belief, clique in zip(beliefs, PARENTS.tree.cliques, strict=True):
        if 3 in clique:
            belief[..., 0] += belief[..., 1:].sum(axis=-1)
            belief[..., 1:] = 0
    likeness = JoinedLikeness(declared=DECLARED, parents=replace(PARENTS, beliefs=beliefs), children=CHILDREN)
    for of in ((1,), (3,), (1, 3), (3, 4)):
        assert not likeness.of_children(of).any()
    assert not likeness.of_siblings(3).any()
    assert likeness.of_parents((3,)).tolist() == pytest.approx([1, 0, 0, 0])


def test_two_values_in_no_order_are_numbered_without_a_gap() -> None:
    first, other = (np.array(each, dtype=np.uint16) for each in zip(*np.ndindex(4, 4), strict=True))
    numbers = unordered(first, other)
    assert sorted(set(numbers.tolist())) == list(range(10))
    assert (numbers == unordered(other, first)).all()
    assert (unordered(first, other).reshape(4, 4)[np.tril_indices(4)] == range(10)).all()


def test_a_column_beyond_the_context_is_worked_out_up_to_so_many_cells() -> None:
    def declared(beside: int, own: int) -> JoinedDomain:
        return JoinedDomain(
            parents=Domain(attributes=(options("p0", 256), options("p1", beside))),
            children=Domain(attributes=(options("c0", own),)),
            most=3,
            number="children",
            context=("p0",),
        )

    room = MOST_BESIDE_CONTEXT // 256
    assert [fits(declared(room // 4, room), place) for place in range(3)] == [True, True, True]
    assert [fits(declared(room // 4 + 1, room + 1), place) for place in range(3)] == [True, False, False]
