"""These tests cover two tables made of two: keys that fit, what is charged for a household, and what is kept of how
they belong."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.domain import Domain, Impossible
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.two_tables.domain import JoinedDomain, joined
from mechanisms.synthesis.two_tables.fitting import JoinedTables, of_a_unit
from mechanisms.tests.synthesis.households import (
    SECRET,
    Household,
    counted,
    declared_of,
    fit,
    options,
    synthetic_tables,
    town,
)
from mechanisms.tests.synthesis.test_neighbours import Transcript


def shares(tables: JoinedTables, declared: JoinedDomain) -> tuple[np.ndarray, np.ndarray]:
    """Returns how many children households of each region have, and which ages the children of each region."""
    region = tables.parents[1]
    number = np.bincount(tables.owners, minlength=len(region)).astype(np.uint16)
    by_number = CodedRows([region, number], (3, declared.most + 1)).of((0, 1))
    by_age = CodedRows([region[tables.owners], tables.children[0]], (3, 3)).of((0, 1))
    return by_number / by_number.sum(), by_age / by_age.sum()


def test_what_is_charged_is_that_of_the_parents_and_most_squared_times_that_of_a_child_and_never_above_rho() -> None:
    made_of = fit(*town(0, 60), "0.4", "0.3")
    children = made_of.children.purse.spent.rho
    assert made_of.cost.rho == made_of.parents.purse.spent.rho + 9 * children
    assert Decimal("0.699") < made_of.cost.rho <= Decimal("0.7")
    assert 9 * children <= Decimal("0.3")
    assert made_of.cost.epsilon is None
    assert of_a_unit(made_of.cost, 2).rho == 4 * made_of.cost.rho


def test_a_neighbour_that_is_told_the_same_asks_the_same_and_all_it_reads_costs_at_most_what_is_charged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Added is a household whose children are all alike. The loss of each Gaussian draw is its squared distance over
    2 sigma^2, that of a choice at most (epsilon times the distance over the sensitivity)^2 / 8."""
    declared = declared_of(3, values=3)
    houses = [Household(at % 3, (at % 2,) * (at % 4)) for at in range(30)]
    written = Transcript()
    with monkeypatch.context() as patch:
        written.write(patch)
        before = fit(declared, counted(declared, houses), "0.6", "4")
    with monkeypatch.context() as patch:
        read = written.repeat(patch)
        after = fit(declared, counted(declared, [*houses, Household(2, (2, 2, 2, 2))]), "0.6", "4")
    assert len(read) == len(written.draws)
    for first, other in ((before.parents, after.parents), (before.children, after.children)):
        assert all((a == b).all() for a, b in zip(first.model.beliefs, other.model.beliefs, strict=True))
    lost, furthest = Fraction(0), 0
    for draw, now in zip(written.draws, read, strict=True):
        moved = now - draw.read
        if isinstance(draw.mechanism, DiscreteGaussian):
            furthest = max(furthest, int((moved**2).sum()))
            lost += int((moved**2).sum()) / (2 * Fraction(draw.mechanism.scale) ** 2)
        else:
            steps = Fraction(int(np.abs(moved).max()), draw.mechanism.sensitivity)
            lost += (Fraction(draw.mechanism.epsilon) * steps) ** 2 / 8
    assert furthest == declared.most**2
    assert lost <= Fraction(before.cost.rho)


@settings(max_examples=10)
@given(st.integers(0, 1 << 30), st.integers(0, 40), st.sampled_from([1, 2, 5]), st.integers(1, 60))
def test_every_child_has_a_parent_and_no_parent_more_than_most(
    seed: int, households: int, most: int, wanted: int
) -> None:
    declared, rows = town(seed, households, most)
    tables = synthetic_tables(fit(declared, rows, "0.05", "0.5"), wanted, SeededEntropy(seed))
    assert {len(column) for column in tables.parents} == {wanted}
    assert len(tables.parents) == 2
    assert len(tables.children) == 2
    assert {len(column) for column in tables.children} == {len(tables.owners)}
    assert (np.diff(tables.owners) >= 0).all()
    assert ((tables.owners >= 0) & (tables.owners < wanted)).all()
    assert np.bincount(tables.owners, minlength=wanted).max(initial=0) <= most
    CodedRows(tables.parents, declared.parents.sizes)  # CodedRows refuses codes beyond a size.
    CodedRows(tables.children, declared.children.sizes)


def test_with_little_noise_regions_keep_how_many_children_there_are_and_of_which_ages() -> None:
    declared, rows = town(1, 3000)
    made_of = fit(declared, rows, "50", "500")
    numbers, ages = shares(synthetic_tables(made_of, 3000, SeededEntropy(2)), declared)
    known = rows.parents.of((1, 2)) / 3000
    assert np.abs(numbers - known).sum() / 2 < 0.02
    of_children = rows.children.of((0, 1))
    assert np.abs(ages - of_children / of_children.sum()).sum() / 2 < 0.03
    schools = rows.children.of((1, 2))
    tables = synthetic_tables(made_of, 3000, SeededEntropy(3))
    again = CodedRows(tables.children, declared.children.sizes).of((0, 1))
    assert np.abs(again / again.sum() - schools / schools.sum()).sum() / 2 < 0.03


def test_the_same_seed_makes_the_same_tables_and_more_households_cost_nothing() -> None:
    made_of = fit(*town(3, 100), "0.5", "1")
    first, again = (synthetic_tables(made_of, 80, SeededEntropy(7)) for _ in range(2))
    assert (first.owners == again.owners).all()
    assert all((a == b).all() for a, b in zip(first.children, again.children, strict=True))
    spent = made_of.cost
    synthetic_tables(made_of, 500, SeededEntropy(8))
    assert made_of.cost == spent


def test_nothing_that_was_declared_impossible_is_made_and_a_region_may_have_no_child() -> None:
    parents = Domain(
        attributes=(options("tenure", 2), options("region", 3)),
        impossible=(Impossible((1,), np.array([False, True, False])), Impossible((0, 1), np.eye(2, 3, dtype=np.bool_))),
    )
    children = Domain(
        attributes=(options("age", 2), options("school", 2)),
        impossible=(Impossible((0, 1), np.array([[False, True], [False, False]])),),
    )
    declared = JoinedDomain(parents=parents, children=children, most=2, number="children", context=("tenure", "region"))
    rows = joined(
        declared,
        parents={"tenure": ["0", "1"], "region": ["2", "0"]},
        keys=["a", "b"],
        children={"age": ["1"], "school": ["1"]},
        parent_keys=["a"],
        ids=["1"],
        secret=SECRET,
    )
    first, second, third, *more = [
        (rule.attributes, rule.cells.tolist()) for rule in declared.counted_children.impossible
    ]
    assert first == ((1,), [False, True, False])
    assert second == ((0, 1), [[True, False, False], [False, True, False]])
    assert third == ((2, 3), [[False, True], [False, False]])
    assert more == [((0, 1), [[False] * 3] * 2)]
    tables = synthetic_tables(fit(declared, rows, "500", "500"), 400, SeededEntropy(0))
    regions = CodedRows(tables.parents, parents.sizes).of((0, 1))
    assert regions[:, 1].sum() == regions[0, 0] == 0
    assert CodedRows(tables.children, children.sizes).of((0, 1))[0, 1] == 0
    assert len(tables.owners) > 0


def test_a_region_that_has_no_child_in_the_model_has_none_in_the_rows() -> None:
    made_of = fit(*town(4, 200), "1", "9")
    model = made_of.children.model
    beliefs = [belief.copy() for belief in model.beliefs]
    for belief, clique in zip(beliefs, model.tree.cliques, strict=True):
        if 0 in clique:
            np.moveaxis(belief, clique.index(0), 0)[1] = 0
    without = replace(made_of, children=replace(made_of.children, model=replace(model, beliefs=beliefs)))
    tables = synthetic_tables(without, 300, SeededEntropy(0))
    assert 1 in tables.parents[1]
    of_children = set(tables.parents[1][tables.owners].tolist())
    assert 2 in of_children
    assert 1 not in of_children


def test_a_table_without_any_household_or_child_has_a_model_too() -> None:
    declared = declared_of(2)
    tables = synthetic_tables(fit(declared, counted(declared, []), "0.2", "0.2"), 5, SeededEntropy(0))
    assert len(tables.parents[0]) == 5


def test_refuses_a_rho_that_most_squared_divides_into_nothing() -> None:
    declared, rows = town(0, 5)
    with pytest.raises(ValueError, match=r"for up to 3 children of a parent it is at least 0\.0000009"):
        fit(declared, rows, "1", "0.0000008")
