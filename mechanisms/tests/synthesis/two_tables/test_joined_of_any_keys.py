"""These tests cover every small pair of tables, whatever keys its rows have: how far each neighbour moves what is
counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.common.entropy import Entropy, SeededEntropy, Tape
from mechanisms.synthesis.measured.two_tables import measured_of, tables_of
from mechanisms.synthesis.two_tables.budget import DividedReport, DividedRho, divided, divided_report, even_share
from mechanisms.synthesis.two_tables.counting import NO_KEY, counted_rows, joined_of_any_keys
from mechanisms.synthesis.two_tables.domain import JoinedDomain, JoinedRows
from mechanisms.tests.synthesis.any_two import Two, arguments_of, every_two
from mechanisms.tests.synthesis.households import declared_of

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Moved:
    """This result counts the counted rows that are in one of two tables and not in the other, and pairs of siblings
    likewise."""

    parents: int
    siblings: int
    children: int


def counted(most: int, two: Two, entropy: Entropy) -> JoinedRows:
    return joined_of_any_keys(declared_of(most), **arguments_of(two, entropy))


def in_order(many: int) -> Tape:
    return Tape([*range(many), *[0] * many])


def told(most: int, two: Two) -> Counts:
    """Returns all that is counted: parents by region and number, their first two children by age, and children by their
    parent's region and age. Which number a key has is of no matter, as a test below says."""
    return _told(most, min(two, two.other_way_round()))


@cache
def _told(most: int, two: Two) -> Counts:
    return told_as_it_is(most, two)


def told_as_it_is(most: int, two: Two) -> Counts:
    rows = counted_rows(most, **arguments_of(two, in_order(len(two.children))))
    declared, ages = both_of(most)
    parents, children, siblings = tables_of(declared, rows, ages)
    pairs = siblings.of((0,)) if ages else np.zeros(3, dtype=np.int64)
    return (*parents.of((1, 2)).ravel().tolist(), *pairs.tolist(), *children.of((1, 2)).ravel().tolist())


@cache
def both_of(most: int) -> tuple[JoinedDomain, Sequence[int]]:
    """Returns the declaration, and the position of the column by which siblings are compared, their age, if they
    are.
    """
    return declared_of(most), measured_of(declared_of(most)).siblings[:1]


def moved(most: int, before: Two, other: Two) -> Moved:
    return between(most, told(most, before), told(most, other))


@cache  # Few different counts occur, each for many pairs of tables.
def between(most: int, before: Counts, other: Counts) -> Moved:
    by = np.add.reduceat(np.abs(np.subtract(before, other)), [0, 2 * (most + 1), 2 * (most + 1) + 3])
    return Moved(*by.tolist())


def lost(by: Moved, cost: DividedRho) -> Fraction:
    """Returns the loss by the mechanism that fits both models: the square of the rows that differ, times the loss of
    one."""
    return by.parents**2 * Fraction(cost.of_parents) + by.children**2 * Fraction(cost.of_a_child_row)


def lost_by_a_report(by: Moved, cost: DividedReport) -> Fraction:
    once_a_parent = by.parents**2 * Fraction(cost.of_parents) + by.siblings**2 * Fraction(cost.of_siblings)
    return once_a_parent + by.children**2 * Fraction(cost.both.of_a_child_row)


@pytest.fixture(scope="module", params=[1, 2])
def most(request: pytest.FixtureRequest) -> Iterator[int]:
    yield request.param
    _told.cache_clear()


def test_whatever_the_keys_no_unit_moves_what_is_counted_by_more_than_it_is_charged_for(most: int) -> None:
    of_key, of_parent, of_child = set[Moved](), set[Moved](), set[Moved]()
    for two in every_two(most):
        of_key |= {moved(most, two, two.without_key(key)) for key in (0, 1)}
        of_parent |= {moved(most, two, two.without_parent(place)) for place in range(len(two.parents))}
        of_child |= {moved(most, two, two.without_child(place)) for place in range(len(two.children))}
    for unit in (of_key, of_parent):
        assert {by.parents for by in unit} == {0, 1}
        assert {by.siblings for by in unit} == set(range(most))
        assert {by.children for by in unit} == set(range(most + 1))
        assert Moved(1, most - 1, most) in unit
    only = {Moved(0, 0, 0), Moved(2, 0, 1), Moved(0, 0, 2)}
    assert of_child == (only if most == 1 else {Moved(0, 0, 0), Moved(2, 0, 1), Moved(2, 1, 1), Moved(0, 2, 2)})
    for share in (Fraction(1, 100), even_share(most), Fraction(1, 2), Fraction(99, 100)):
        cost = divided(Decimal("0.7"), most=most, share_of_parents=share)
        assert max(lost(by, cost) for by in of_key | of_parent) <= Fraction(cost.for_a_parent.rho) <= Fraction("0.7")
        assert max(lost(by, cost) for by in of_child) == Fraction(cost.for_a_child.rho) <= Fraction("0.7")
    report = divided_report(Decimal("0.7"), most=most, with_siblings=most > 1)
    for unit, charged in ((of_key | of_parent, report.for_a_parent), (of_child, report.for_a_child)):
        assert max(lost_by_a_report(by, report) for by in unit) <= Fraction(charged.rho) <= Fraction("0.7")


@pytest.mark.parametrize("most", [2, 3, 4])
def test_a_child_among_its_siblings_moves_what_it_is_charged_for(most: int) -> None:
    """One parent is enough, as others do not matter; each of the three cases is the worst in some division."""
    ages = [product((0, 1), repeat=many) for many in range(most + 3)]
    houses = [Two(((0, 0),), tuple((0, age) for age in of_each)) for each in ages for of_each in each]
    moves = {moved(most, two, two.without_child(place)) for two in houses for place in range(len(two.children))}
    two_parents = {Moved(2, 0, 1), Moved(2, 1, 1), *([Moved(2, 2, 1)] if most > 2 else [])}
    beyond_the_first = {Moved(0, 0, 2), Moved(0, 2, 0)} if most > 2 else set()
    assert moves == {Moved(0, 0, 0), *two_parents, Moved(0, 2, 2), *beyond_the_first}
    for share, of_siblings in product((Fraction(1, 50), even_share(most), Fraction(3, 4)), ("0.002", "0.01")):
        cost = DividedReport(
            both=divided(Decimal(1), most=most, share_of_parents=share), of_siblings=Decimal(of_siblings)
        )
        worst = max(lost_by_a_report(by, cost) for by in moves)
        assert worst <= Fraction(cost.for_a_child.rho)
        if most > 2:  # With two children, removing one leaves no pair of siblings.
            assert worst == Fraction(cost.for_a_child.rho)


@pytest.mark.parametrize("most", [1, 2, 3, 7, 100])
def test_a_report_on_siblings_takes_nothing_more_than_one_without(most: int) -> None:
    rho = Decimal("0.7")
    plain = divided_report(rho, most=most, with_siblings=False)
    assert plain.of_siblings == 0
    assert max(plain.for_a_parent.rho, plain.for_a_child.rho) <= rho
    if most == 1:
        with pytest.raises(ValueError, match="no siblings"):
            divided_report(rho, most=1, with_siblings=True)
        return
    division = divided_report(rho, most=most, with_siblings=True)
    assert 0 < division.of_siblings < division.of_parents
    assert division.both == plain.both
    assert (division.for_a_parent, division.for_a_child) == (plain.for_a_parent, plain.for_a_child)


def test_a_key_that_two_parents_have_is_none_and_a_child_without_a_parent_does_not_count() -> None:
    two = Two(((0, 1), (0, 1), (1, 0), (NO_KEY, 1)), ((0, 1), (1, 1), (2, 1), (NO_KEY, 1)))
    rows = counted(2, two, in_order(4))
    assert rows.parents.of((1, 2)).tolist() == [[0, 1, 0], [0, 0, 0]]
    assert rows.children.of((0, 1)).tolist() == [[0, 1], [0, 0]]
    without_parents = counted(2, Two((), ((0, 1), (NO_KEY, 1))), in_order(2))
    assert without_parents.children.of((0, 1)).sum() == 0


@pytest.mark.parametrize("most", [1, 2])
def test_models_and_reports_are_made_of_the_same_rows_each_child_with_what_its_own_parent_has(most: int) -> None:
    for two in every_two(0):
        rows = counted(most, two, in_order(len(two.children)))
        parents, _, children = np.split(np.array(told_as_it_is(most, two)), [2 * (most + 1), 2 * (most + 1) + 3])
        assert rows.parents.of((1, 2)).ravel().tolist() == parents.tolist()
        assert rows.children.of((0, 1)).ravel().tolist() == children.tolist()


def test_neither_the_order_in_which_rows_are_stored_nor_the_number_of_a_key_says_who_counts() -> None:
    generator = np.random.default_rng(5)
    parents = tuple((key, key % 2) for key in range(6))
    children = tuple((int(key), int(age)) for key, age in generator.integers(0, [7, 2], (40, 2)))
    drawn = generator.permutation(40)
    plain = counted(2, Two(parents, children), Tape([*drawn, *[0] * 40]))
    for _ in range(5):
        stored, named = generator.permutation(40), generator.permutation(7)
        other = Two(
            tuple((int(named[key]), region) for key, region in generator.permutation(parents)),
            tuple((int(named[children[at][0]]), children[at][1]) for at in stored),
        )
        again = counted(2, other, Tape([*drawn[stored], *[0] * 40]))
        assert (again.parents.of((0, 1, 2)) == plain.parents.of((0, 1, 2))).all()
        assert (again.children.of((0, 1, 2)) == plain.children.of((0, 1, 2))).all()


def test_the_order_is_drawn_by_both_words_and_again_where_two_are_the_same() -> None:
    two = Two(((0, 0),), ((0, 0), (0, 1)))
    for words, first in (([1, 1, 2, 1], 1), ([1, 1, 1, 2], 0), ([1, 0, 0, 9], 1), ([3, 3, 3, 3, 2, 1, 0, 0], 1)):
        tape = Tape(words)
        assert counted(1, two, tape).children.of((1,)).argmax() == first
        assert tape.read == len(words)


def test_each_child_of_too_many_counts_as_often_as_any_other() -> None:
    """Each of 4 children is counted in 1 000 of 4 000 draws, with a standard deviation of 27; six of them fail 1 time
    in 10^8."""
    declared, entropy = declared_of(1, values=4), SeededEntropy(1)
    counts = np.zeros(4, dtype=np.int64)
    for _ in range(4000):
        rows = joined_of_any_keys(
            declared,
            parents=[np.zeros(1, dtype=np.uint16)] * 2,
            keys=np.array([0]),
            children=[np.arange(4, dtype=np.uint16), np.zeros(4, dtype=np.uint16)],
            parent_keys=np.zeros(4, dtype=np.int64),
            entropy=entropy,
        )
        counts += rows.children.of((1,))
    assert counts.sum() == 4000
    assert np.abs(counts - 1000).max() < 6 * 27.4


@given(
    st.decimals("0.0001", "20", places=15),
    st.integers(1, 100),
    st.fractions(Fraction(1, 1000), Fraction(999, 1000)),
)
def test_a_budget_covers_both_units_and_all_of_it_is_spent_on_the_one_that_loses_more(
    rho: Decimal, most: int, share: Fraction
) -> None:
    cost = divided(rho, most=most, share_of_parents=share)
    worst = max(cost.for_a_parent.rho, cost.for_a_child.rho)
    assert worst <= rho
    assert worst > rho - Decimal("1e-13")


@pytest.mark.parametrize("most", [2, 3, 5, 100])
def test_by_an_even_share_a_child_and_a_parent_with_all_its_children_lose_the_same(most: int) -> None:
    cost = divided(Decimal(1), most=most, share_of_parents=even_share(most))
    assert abs(cost.for_a_parent.rho - cost.for_a_child.rho) < Decimal("1e-13")


def test_with_one_child_a_parent_the_even_share_is_the_one_for_which_a_child_loses_least() -> None:
    def spent(share: Fraction) -> Decimal:
        cost = divided(Decimal(1), most=1, share_of_parents=share)
        return cost.of_parents + cost.of_children

    others = [Fraction(place, 100) for place in range(1, 100)]
    assert spent(even_share(1)) >= max(map(spent, others))
    assert spent(even_share(1)) > Decimal("0.43")


def test_refuses_a_share_that_leaves_one_model_nothing_and_keys_that_are_not_one_for_each_row() -> None:
    for share in (Fraction(0), Fraction(1)):
        with pytest.raises(ValueError, match=f"the share of the parents is {share}"):
            divided(Decimal(1), most=2, share_of_parents=share)
    none = np.zeros(0, dtype=np.int64)
    empty, single_row = [none.astype(np.uint16)] * 2, [np.zeros(1, dtype=np.uint16)] * 2
    for parents, children in ((single_row, empty), (empty, single_row)):
        with pytest.raises(ValueError, match="not all of one length"):
            joined_of_any_keys(
                declared_of(2), parents=parents, keys=none, children=children, parent_keys=none, entropy=Tape([])
            )
