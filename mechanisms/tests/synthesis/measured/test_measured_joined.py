"""These tests cover a measured report on two tables: what it asks is known beforehand and paid for, and it says what is
so."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measured.two_tables import (
    measured_joined,
    measured_of,
    report_budget,
    tables_of,
)
from mechanisms.synthesis.two_tables.counting import CountedRows
from mechanisms.synthesis.two_tables.domain import JoinedDomain, JoinedRows
from mechanisms.synthesis.two_tables.likeness import JoinedLikeness
from mechanisms.tests.synthesis.households import declared_of, fit, options, town
from mechanisms.tests.synthesis.test_neighbours import Transcript

House = tuple[int, tuple[int, ...]]  # A household has a region and the ages of its children, in drawing order.
SURE = Decimal(2000)  # With so much rho the noise is a tenth of a row.


@pytest.fixture(scope="module")
def likeness() -> JoinedLikeness:
    declared, rows = town(1, 200)
    models = fit(declared, rows, "1", "9")
    return JoinedLikeness(declared=declared, parents=models.parents.model, children=models.children.model)


def counted(declared: JoinedDomain, houses: Sequence[House]) -> CountedRows:
    kept = [(region, ages[: declared.most]) for region, ages in houses]
    ages = np.array([age for _, of_house in kept for age in of_house], dtype=np.uint16)
    regions = np.array([region for region, _ in kept], dtype=np.uint16)
    return CountedRows(
        parents=[(regions % 2).astype(np.uint16), regions],
        number=np.array([len(of_house) for _, of_house in kept], dtype=np.uint16),
        children=[ages, (ages // 2).astype(np.uint16)],
        owners=np.repeat(np.arange(len(kept)), [len(of_house) for _, of_house in kept]),
    )


HOUSES: list[House] = [(at % 3, tuple((at + child) % 3 for child in range(at % 5))) for at in range(40)]
ADDED: dict[str, House] = {"all alike": (2, (2, 2, 2, 2)), "all different": (0, (0, 1, 2)), "childless": (1, ())}


@pytest.mark.parametrize(
    ("before", "after", "unit"),
    [
        *((HOUSES, [*HOUSES, house], "parent") for house in ADDED.values()),
        *(
            ([*HOUSES, (1, ages)], [*HOUSES, (1, ages[:place] + ages[place + 1 :])], "child")
            for ages, place in [
                ((0,), 0),
                ((0, 2), 1),
                ((0, 2, 1), 0),
                ((0, 2, 1), 2),
                ((0, 2, 1, 0), 1),
                ((2, 2, 1, 0), 0),
            ]
        ),
        ([], [(2, (1, 1, 1))], "parent"),
    ],
)
def test_a_neighbour_that_is_told_the_same_asks_the_same_and_all_it_reads_costs_at_most_what_is_charged(
    likeness: JoinedLikeness,
    before: list[House],
    after: list[House],
    unit: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    declared, rho = likeness.declared, Decimal("0.7")
    written = Transcript()
    with monkeypatch.context() as patch:
        written.write(patch)
        first = measured_joined(counted(declared, before), likeness, rho=rho)
    with monkeypatch.context() as patch:
        read = written.repeat(patch)
        other = measured_joined(counted(declared, after), likeness, rho=rho)
    assert len(read) == len(written.draws)
    assert first == other
    lost, moved = Fraction(0), 0
    for draw, now in zip(written.draws, read, strict=True):
        assert isinstance(draw.mechanism, DiscreteGaussian)
        by = int(((now - draw.read) ** 2).sum())
        moved += by
        lost += by / (2 * Fraction(draw.mechanism.scale) ** 2)
    budget = report_budget(declared, rho)
    charged = {"parent": budget.for_a_parent.rho, "child": budget.for_a_child.rho}[unit]
    assert moved > 0
    assert lost <= charged <= rho


def test_what_a_report_spends_is_nearly_all_that_it_was_given_and_no_more(likeness: JoinedLikeness) -> None:
    report = measured_joined(counted(likeness.declared, HOUSES), likeness, rho=Decimal("0.7"))
    assert Decimal("0.699") < report.cost.rho <= Decimal("0.7")
    budget = report_budget(likeness.declared, Decimal("0.7"))
    assert report.siblings is not None
    parts = [report.parents.purse.rho, report.siblings.purse.rho, report.children.purse.rho]
    assert parts == [budget.of_parents, budget.of_siblings, budget.both.of_a_child_row]


def test_no_row_says_what_is_measured_nor_how_the_budget_is_divided(likeness: JoinedLikeness) -> None:
    declared = likeness.declared
    for houses in ([], HOUSES):
        report = measured_joined(counted(declared, houses), likeness, rho=Decimal(1))
        assert report.measured == measured_of(declared)
    assert list(measured_of(declared).parents) == [(0, 1), (0, 2), (1, 2)]  # The columns are tenure, region and number.
    # The columns 2 and 3 are age and school.
    assert list(measured_of(declared).children) == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert list(measured_of(declared).siblings) == [2, 3]


def test_of_one_child_a_parent_nothing_is_measured_of_siblings() -> None:
    declared, rows = town(2, 60, 1)
    models = fit(declared, rows, "1", "1")
    of = JoinedLikeness(declared=declared, parents=models.parents.model, children=models.children.model)
    report = measured_joined(counted(declared, HOUSES), of, rho=Decimal(1))
    assert report.siblings is None
    assert report.measured.siblings == []
    assert report.cost.rho <= report_budget(declared, Decimal(1)).for_a_parent.rho


def test_columns_too_large_beside_the_context_are_measured_alone_or_with_what_they_fit() -> None:
    plain = declared_of(3)
    wide = replace(
        plain,
        parents=replace(plain.parents, attributes=(options("tenure", 100), options("region", 3000))),
        children=replace(plain.children, attributes=(options("age", 400), options("school", 2))),
    )
    marginals = measured_of(wide)
    assert list(marginals.parents) == [(1, 2), (0,)]  # Tenure with region, and with number, have too many cells.
    assert list(marginals.children) == [(1, 3), (2, 3)]
    assert list(marginals.siblings) == [3]


@pytest.mark.parametrize("rho", ["0.0000001", "0.0001"])
def test_what_leaves_nothing_but_noise_is_refused_before_anything_is_drawn(
    rho: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared, rows = town(3, 60, 100)
    models = fit(declared, rows, "1", "100")
    of = JoinedLikeness(declared=declared, parents=models.parents.model, children=models.children.model)
    monkeypatch.setattr(DiscreteGaussian, "release", None)
    with pytest.raises(ValueError, match="nothing but noise"):
        measured_joined(counted(declared, HOUSES), of, rho=Decimal(rho))


def test_without_noise_to_speak_of_the_errors_are_those_between_the_true_rows_and_those_that_are_drawn(
    likeness: JoinedLikeness,
) -> None:
    declared = likeness.declared
    rows = counted(declared, HOUSES)
    report = measured_joined(rows, likeness, rho=SURE)
    parents, children, siblings = tables_of(declared, rows, report.measured.siblings)
    assert report.siblings is not None
    for table, true, shares in (
        (report.parents, parents, likeness.of_parents),
        (report.children, children, likeness.of_children),
        (report.siblings, siblings, lambda of: likeness.of_siblings(2 + of[0])),
    ):
        assert table.rows == pytest.approx(true.of((0,)).sum(), abs=1)
        for error in table.errors:
            counts = true.of(error.attributes)
            apart = np.abs(counts / counts.sum() - shares(error.attributes)).sum() / 2
            assert error.estimate == pytest.approx(apart, abs=2e-2)
            assert error.low - 1e-2 <= apart <= error.high + 1e-2
    assert {error.attributes for error in report.parents.errors} == {(0,), (1,), (2,), *report.measured.parents}
    assert len(report.children.propensities) > 0


def test_siblings_are_the_first_two_that_are_drawn_of_each_parent_that_has_them_in_no_order() -> None:
    declared = declared_of(3, values=3)
    houses: list[House] = [(0, ()), (1, (2,)), (0, (1, 0, 2)), (1, (0, 1)), (2, (2, 2, 0)), (0, (1,))]
    _, wide, siblings = tables_of(declared, counted(declared, houses), [2])
    assert siblings.of((0,)).tolist() == [0, 2, 0, 0, 0, 1]  # The pairs are 00, 01, 11, 02, 12, 22.
    assert wide.of((1, 2)).tolist() == [[1, 2, 1], [1, 1, 1], [1, 0, 2]]


def test_siblings_that_are_alike_are_told_as_an_error_which_no_pair_of_columns_shows() -> None:
    """All children of a household in this town have the same age, whatever its region; the model draws each child by
    itself."""
    declared = declared_of(3)
    generator = np.random.default_rng(4)
    houses: list[House] = [(int(region), (int(age),) * 3) for region, age in generator.integers(0, 2, (4000, 2))]
    rows = counted(declared, houses)
    plain, of_children, _ = tables_of(declared, rows, [2])
    seen = CodedRows([rows.parents[1][rows.owners], *rows.children], declared.counted_children.sizes)
    models = fit(declared, JoinedRows(parents=plain, children=seen), "50", "500")
    of = JoinedLikeness(declared=declared, parents=models.parents.model, children=models.children.model)
    report = measured_joined(rows, of, rho=Decimal(50))
    assert report.siblings is not None
    (age, _) = report.siblings.errors
    assert age.low > 0.4
    assert all(error.estimate < 0.05 for error in report.children.errors)
    assert of_children.of((2,)).sum() == 12_000
