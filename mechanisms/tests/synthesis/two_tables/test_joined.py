"""These tests cover one parent with all its children: how far it moves what is counted, exactly, and which children
count."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np
import pytest

from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.synthesis.domain import OutsideDomain
from mechanisms.synthesis.two_tables.domain import JoinedDomain, JoinedRows, NotJoined, joined
from mechanisms.tests.synthesis.households import SECRET, Household, counted, declared_of


def every_household(most: int) -> list[Household]:
    """Returns every household, also with one child more than are counted."""
    return [
        Household(region, ages)
        for region in range(2)
        for many in range(most + 2)
        for ages in product(range(2), repeat=many)
    ]


def neighbours(declared: JoinedDomain) -> Iterator[tuple[JoinedRows, JoinedRows]]:
    """Yields each household added to no other, and each household added, with all its children, after each other
    household."""
    # All households take too long for large `most`; a test below shows that the other households do not matter.
    step = 1 if declared.most < 3 else 9
    for others in ([], *([house] for house in every_household(declared.most)[::step])):
        before = counted(declared, others)
        for added in every_household(declared.most):
            yield before, counted(declared, [*others, added])


def marginals(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for many in range(1, len(sizes) + 1):
        yield from combinations(range(len(sizes)), many)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_of_all_neighbours_a_marginal_of_parents_moves_by_one_and_of_children_by_most_in_both_norms(most: int) -> None:
    declared = declared_of(most)
    squared: dict[tuple[int, ...], set[int]] = {}
    summed: dict[tuple[int, ...], set[int]] = {}
    for before, after in neighbours(declared):
        for marginal in marginals(declared.counted_parents.sizes):
            moved = after.parents.of(marginal) - before.parents.of(marginal)
            assert (moved**2).sum() == np.abs(moved).sum() == 1
        for marginal in marginals(declared.counted_children.sizes):
            moved = after.children.of(marginal) - before.children.of(marginal)
            assert (moved >= 0).all()  # The added household never changes which children of others are counted.
            squared.setdefault(marginal, set()).add(int((moved**2).sum()))
            summed.setdefault(marginal, set()).add(int(moved.sum()))
    assert {max(moves) for moves in squared.values()} == {most**2}
    assert {max(moves) for moves in summed.values()} == {most}


@pytest.mark.parametrize("most", [2, 3])
def test_counted_by_place_among_siblings_children_move_the_l2_norm_by_the_root_of_most_and_sum_to_the_same_noise(
    most: int,
) -> None:
    """The squared norm is `most` for children counted by position; summed over `most` cells it is `most` times `most`,
    as without positions."""
    worst = 0
    for house in every_household(most):
        rows = counted(declared_of(most), [house]).children
        kept = int(rows.of((0,)).sum())
        ages = np.repeat(np.arange(2), rows.of((1,)))
        by_place = np.zeros((most, 2), dtype=np.int64)
        np.add.at(by_place, (np.arange(kept), ages), 1)
        worst = max(worst, int((by_place**2).sum()))
    assert worst == most
    noise = DiscreteGaussian(rho="0.1", squared_sensitivity=most)
    plain = DiscreteGaussian(rho="0.1", squared_sensitivity=most**2)
    assert most * noise.scale**2 == pytest.approx(plain.scale**2)


def test_which_children_count_depends_on_no_column_order_or_other_parent_but_on_the_secret() -> None:
    declared = declared_of(2, values=5)
    house = Household(0, (0, 1, 2, 3, 4))
    (alone,) = [counted(declared, [house]).children.of((1,)).tolist()]
    beside = counted(declared, [house, Household(1, (4, 4, 4))]).children.of((0, 1))[0].tolist()
    backwards = joined(
        declared,
        parents={"tenure": ["1"], "region": ["0"]},
        keys=["h0"],
        children={"age": ["4", "3", "2", "1", "0"], "school": ["0"] * 5},
        parent_keys=["h0"] * 5,
        ids=["h0c4", "h0c3", "h0c2", "h0c1", "h0c0"],
        secret=SECRET,
    )
    assert sum(alone) == 2
    assert alone == beside == backwards.children.of((1,)).tolist()
    others = {tuple(counted(declared, [house], bytes([at]) * 16).children.of((1,)).tolist()) for at in range(40)}
    assert len(others) > 5
    assert np.array(list(others)).any(axis=0).all()  # Each child is counted for some secret.


def test_refuses_what_is_not_declared_well() -> None:
    plain = declared_of(2)
    for most in (0, 101):
        with pytest.raises(ValueError, match=f"most is {most}; 1 to 100"):
            declared_of(most)
    with pytest.raises(ValueError, match="city: not declared"):
        JoinedDomain(parents=plain.parents, children=plain.children, most=2, number="n", context=("city",))
    with pytest.raises(ValueError, match="no list of different columns"):
        JoinedDomain(parents=plain.parents, children=plain.children, most=2, number="n", context=())
    with pytest.raises(ValueError, match="two attributes of the domain have one name"):
        JoinedDomain(parents=plain.parents, children=plain.children, most=2, number="tenure", context=("region",))
    with pytest.raises(ValueError, match="two attributes of the domain have one name"):
        JoinedDomain(parents=plain.parents, children=plain.parents, most=2, number="n", context=("region",))


@pytest.mark.parametrize(
    ("changed", "error", "says"),
    [
        ({"keys": ["a", "a"]}, NotJoined, "two parents have one key"),
        ({"parent_keys": ["c"]}, NotJoined, "a child has a key that no parent has"),
        ({"parent_keys": ["a", "a"], "ids": ["1", "1"]}, NotJoined, "two children have one id"),
        ({"parent_keys": ["a", "a"], "ids": ["1", "2"]}, ValueError, "children are not as long"),
        ({"ids": ["1", "2"]}, ValueError, "children are not as long"),
        ({"keys": ["a", "b", "c"]}, ValueError, "parents are not as long"),
        ({"children": {"age": ["7"], "school": ["0"]}}, OutsideDomain, "age holds a value"),
        ({"secret": b"short"}, ValueError, "the secret has 5 bytes"),
    ],
)
def test_refuses_keys_that_do_not_fit_and_says_no_key(
    changed: dict[str, object], error: type[Exception], says: str
) -> None:
    given: dict[str, object] = {
        "parents": {"tenure": ["0", "1"], "region": ["0", "0"]},
        "keys": ["a", "b"],
        "children": {"age": ["0"], "school": ["0"]},
        "parent_keys": ["a"],
        "ids": ["1"],
        "secret": SECRET,
    }
    with pytest.raises(error, match=says):
        joined(declared_of(2), **(given | changed))  # type: ignore[arg-type]  # some are wrong
