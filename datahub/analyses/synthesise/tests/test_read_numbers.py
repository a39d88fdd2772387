"""A plan of numbers is read from the declaration alone; known moments give known figures and rows."""

from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from datahub.analyses.errors import PlanRefused
from datahub.analyses.synthesise.engines.gaussian import Gaussian
from datahub.analyses.synthesise.rules.plan import SyntheticPlan, read_synthetic_plan
from datahub.datasets.rules.columns import EMPTY, Column
from mechanisms.common.entropy import SeededEntropy

NEVER_MISSING: dict[str, Any] = {**EMPTY, "role": "quasi", "missing": []}
AGE = {**NEVER_MISSING, "name": "age", "type": "integer", "minimum": "0", "maximum": "120", "unit": "years"}
WORTH = {**NEVER_MISSING, "name": "worth", "type": "number", "minimum": "-0.125", "maximum": "1", "decimals": 2}
DAY = {**NEVER_MISSING, "name": "day", "type": "date", "minimum": "2026-01-01", "maximum": "2026-12-31"}
TOWN = {
    **EMPTY,
    "name": "town",
    "type": "category",
    "role": "quasi",
    "categories": [{"value": town, "label": ""} for town in ("Bern", "Basel")],
}
PLAN: dict[str, Any] = {
    "engine": "gaussian",
    "columns": [{"name": "age"}, {"name": "town"}, {"name": "worth"}, {"name": "day"}],
    "divided_by": "town",
    "epsilon": "1",
    "delta": "0.000001",
}
ROW_WEIGHT = 5 * 512**2  # a row adds this weight to the count of its class


def plan(*columns: dict[str, Any], **changed: Any) -> SyntheticPlan:
    declared = [Column.from_json(column) for column in (columns or (AGE, TOWN, WORTH, DAY))]
    return read_synthetic_plan(PLAN | changed, declared)


def of(engine: Any) -> Gaussian:
    assert isinstance(engine, Gaussian)
    return engine


def released(engine: Gaussian, *counts: int) -> dict[str, Any]:
    """Returns a release without noise: classes of so many rows, all of them in the middle of the bounds."""
    moments = np.zeros((len(counts), engine.declared.moments), dtype=np.int64)
    moments[:, 0] = np.array(counts) * ROW_WEIGHT
    return {"rho": "0.1", "moments": moments.tolist(), "rows": float(sum(counts)), "seed": "00" * 32}


@pytest.mark.parametrize(
    ("index", "values", "steps"),
    [
        (0, [-5, 0, 60, 120, 10**400, None], [-1, -1, 0, 1, 1, -1]),
        (2, [Decimal("-0.12"), Decimal("0.44"), Decimal(1), Decimal(10) ** 400, None], [-1, 0, 1, 1, -1]),
        (3, [date(2025, 1, 1), date(2026, 1, 1), date(2026, 7, 2), date(2026, 12, 31)], [-1, -1, 0, 1]),
        (1, ["Bern", "Basel", None, "Paris"], [0, 1, 2, 0]),
    ],
)
def test_no_value_is_refused_and_what_is_beyond_a_bound_counts_as_the_bound(
    index: int, values: list[Any], steps: list[float]
) -> None:
    assert plan().engine.encode(index, values).tolist() == pytest.approx(steps, abs=1e-12)


@pytest.mark.parametrize(
    ("changed", "at", "why"),
    [
        ({"together": [["age", "worth"]]}, "together", "no meaning"),
        ({"target": "worth"}, "target", "no meaning"),
        ({"impossible": [[]]}, "impossible", "no meaning"),
        ({"divided_by": None}, "columns.1", "is a choice"),
        ({"divided_by": "height"}, "divided_by", "no row is made with"),
        ({"columns": [{"name": "town"}]}, "columns", "no number"),
        ({"columns": [{"name": "age", "bins": 5}, {"name": "town"}]}, "columns.0", "no bins"),
        ({"columns": [{"name": "day"}, {"name": "age", "bins": 65}], "divided_by": "age"}, "divided_by", "65 values"),
        ({"groups": [{"columns": ["age", "town"]}]}, "groups.0", "of numbers"),
        ({"groups": [{"columns": ["age"]}, {"columns": ["worth", "age"]}]}, "groups.1", "another group"),
        ({"groups": [{"columns": ["age", "age"]}]}, "groups.0", "twice"),
        ({"groups": [{"columns": ["age", "day"], "squared_length": "2.5"}]}, "groups.0", "squared_length is"),
        ({"groups": [{"columns": ["age"], "squared_length": "0.001"}]}, "groups.0", "squared_length is"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_by_its_part(changed: dict[str, Any], at: str, why: str) -> None:
    with pytest.raises(PlanRefused) as refused:
        plan(**changed)
    ((where, (fault,)),) = refused.value.fields.items()
    assert where == at
    assert why in fault


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ({"missing": [""]}, "may be missing"),
        ({"outside": "missing"}, "may be missing"),
        ({"type": "number", "minimum": "0.5", "maximum": "1.5"}, "has one value at most"),
        ({"type": "number", "minimum": "0.1", "maximum": "0.2"}, "has one value at most"),
    ],
)
def test_a_column_that_cannot_be_a_number_is_refused_by_its_declaration(declared: dict[str, Any], why: str) -> None:
    with pytest.raises(PlanRefused) as refused:
        plan(AGE | declared, TOWN, WORTH, DAY)
    ((where, (fault,)),) = refused.value.fields.items()
    assert where == "columns.0"
    assert f"age {why}" in fault


def test_more_moments_than_can_be_released_are_refused_by_the_groups_that_make_them() -> None:
    many = [AGE | {"name": f"n{number}"} for number in range(58)]
    changed: dict[str, Any] = {"columns": [{"name": column["name"]} for column in [*many, DAY]], "divided_by": "day"}
    changed["columns"][-1]["bins"] = 40
    with pytest.raises(PlanRefused) as refused:
        plan(*many, DAY, **changed)
    assert list(refused.value.fields) == ["groups"]
    halves = [{"columns": [column["name"] for column in half]} for half in (many[:29], many[29:])]
    assert len(of(plan(*many, DAY, **changed, groups=halves).engine).declared.groups) == 2


def test_all_numbers_are_one_group_and_those_that_are_not_named_are_each_by_itself() -> None:
    whole = of(plan().engine).declared.groups
    assert [(group.columns, group.squared_length) for group in whole] == [(("age", "worth", "day"), Decimal("1.5"))]
    named = of(plan(groups=[{"columns": ["day", "age"]}]).engine).declared.groups
    assert [(group.columns, group.squared_length) for group in named] == [(("age", "day"), 1), (("worth",), 1)]
    chosen = of(plan(groups=[{"columns": ["worth"], "squared_length": "0.25"}]).engine).declared.groups
    assert [group.squared_length for group in chosen] == [1, Decimal("0.25"), 1]


def test_plans_that_mean_the_same_have_one_digest_and_others_another() -> None:
    first = plan().digest
    assert plan(groups=[{"columns": ["day", "worth", "age"], "squared_length": "1.5"}]).digest == first
    assert plan(together=[], target=None, impossible=[]).digest == first
    others = [
        plan(groups=[{"columns": ["age"]}]),
        plan(groups=[{"columns": ["age", "worth", "day"], "squared_length": "1"}]),
        plan(AGE | {"maximum": "121"}, TOWN, WORTH, DAY),
        plan(AGE, TOWN, WORTH | {"decimals": 3}, DAY),
        plan(epsilon="2"),
        plan(columns=PLAN["columns"][::2] + PLAN["columns"][1::2]),
    ]
    assert len({first, *(plan.digest for plan in others)}) == len(others) + 1


def test_numbers_are_written_to_their_decimals_and_never_beyond_the_bounds() -> None:
    engine = of(plan().engine)
    # No class has rows, so the drawn rows are uniform.
    sample = engine.drawn(released(engine, 0, 0, 0), 20_000, SeededEntropy(1))
    assert list(sample) == ["age", "town", "worth", "day"]
    worths = [Decimal(text) for text in sample["worth"] if text is not None]
    assert (min(worths), max(worths)) == (Decimal("-0.12"), Decimal("1.00"))
    assert {worth.as_tuple().exponent for worth in worths} == {-2}
    days = [date.fromisoformat(text) for text in sample["day"] if text is not None]
    assert (min(days), max(days)) == (date(2026, 1, 1), date(2026, 12, 31))
    ages = sorted({int(text) for text in sample["age"] if text is not None})
    assert (ages[0], ages[-1]) == (0, 120)
    assert set(sample["town"]) == {"Bern", "Basel", None}


def test_numbers_that_floating_point_does_not_tell_apart_stay_within_their_bounds() -> None:
    largest = "9000000000000001"  # in steps of 9 decimals the nearest floating-point number is beyond this bound
    wide = WORTH | {"minimum": f"-{largest}", "maximum": largest, "decimals": 9}
    engine = of(plan(wide, columns=[{"name": "worth"}], divided_by=None).engine)
    assert engine.encode(0, [Decimal(f"-{largest}"), Decimal(largest)]).tolist() == [-1, 1]
    for end, at in ((-1, f"-{largest}.000000000"), (1, f"{largest}.000000000")):
        model = released(engine, 10**6)
        model["moments"][0][1:] = [end * 10**6 * ROW_WEIGHT, 10**6 * ROW_WEIGHT]  # every row is at the bound
        assert set(engine.drawn(model, 20, SeededEntropy(2))["worth"]) == {at}


def test_a_class_that_noise_hides_has_no_errors_and_the_card_says_how_many_there_are() -> None:
    engine = of(plan().engine)
    model = released(engine, 100_000, 5, -3)
    classes = engine.after(model)["moments"]["classes"]
    assert [(moment_class["value"], moment_class["rows"], moment_class["is_known"]) for moment_class in classes] == [
        ("Bern", 100_000, True),
        ("Basel", 5, False),
        (None, 0, False),
    ]
    assert [classes[1][part] for part in ("means", "spreads", "correlations")] == [None] * 3
    assert "Of 2 classes too few rows show" in engine.not_kept(model)[1]
    assert len(engine.not_kept(released(engine, 10**6, 10**6, 10**6))) == 1


def test_errors_are_in_units_of_the_columns_and_fall_with_the_rows() -> None:
    engine = of(plan(groups=[{"columns": ["age", "day"], "squared_length": "0.25"}]).engine)
    moments = engine.before({"rows": 300_000}, Decimal("0.1"))["moments"]
    assert [number["name"] for number in moments["numbers"]] == ["age", "worth", "day"]
    assert [(number["low"], number["high"], number["unit"]) for number in moments["numbers"]] == [
        ("0", "120", "years"),
        ("-0.12", "1.00", ""),
        ("2026-01-01", "2026-12-31", ""),
    ]
    assert moments["groups"] == [["age", "day"], ["worth"]]
    (first, *_) = moments["classes"]
    unit = (25 * 5 / 0.2) ** 0.5 / 5  # a count has this error, for two groups and rho 0.1
    assert moments["rows_error"] == pytest.approx(unit)
    assert first["means"] == pytest.approx([unit / 1e5 * half for half in (30, 0.56, 91)])
    assert first["spreads"] == pytest.approx([(unit / 1e5) ** 0.5 * half for half in (30, 0.56, 91)])
    assert first["correlations"] == [pytest.approx(0.25 * 3 * unit * 5 / 7 / 1e5), None]
    more = engine.before({"rows": 600_000}, Decimal("0.1"))["moments"]["classes"][0]
    assert more["means"] == pytest.approx([error / 2 for error in first["means"]])


def test_a_report_measures_what_the_file_holds() -> None:
    engine = of(plan().engine)
    model = released(engine, 50_000, 50_000, 0)
    likeness = engine.likeness(model)
    assert likeness.sizes == engine.domain.sizes == (16, 3, 16, 16)
    shares = likeness.shares((0, 1))
    assert shares.shape == (16, 3)
    assert shares.sum() == pytest.approx(1)
    assert shares[:, 2].sum() == 0
    texts = engine.drawn(model, 40_000, SeededEntropy(3))
    in_file = np.array([texts["town"].count("Bern"), texts["town"].count("Basel")]) / 40_000
    assert np.abs(in_file - shares.sum(axis=0)[:2]).max() < 6 * (0.25 / 40_000) ** 0.5 + 0.003
    assert (engine.likeness(model).shares((0, 1)) == shares).all()
    assert (engine.likeness(model | {"seed": "11" * 32}).shares((0, 1)) != shares).any()
    middle = engine.domain.attributes[0].codes([60])[0]
    drawn = likeness.drawn(1000, SeededEntropy(4))
    assert [len(column) for column in drawn] == [1000] * 4
    assert shares[middle - 1 : middle + 2].sum() > 0.8  # all rows were in the middle
