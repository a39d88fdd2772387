"""A plan that is not valid is refused before any data are read, with its path, the value and the rule."""

from dataclasses import replace
from typing import Any

import pytest

from datahub.analyses.anonymise.rules.plan import MOST_QUASI, Declared, candidates_of, read_plan
from datahub.analyses.errors import PlanRefused

DECLARED = [
    Declared(name="id", type="text", role="identifying", values=()),
    Declared(name="age", type="integer", role="quasi", values=tuple(map(str, range(100)))),
    Declared(name="zip", type="text", role="quasi", values=()),
    Declared(name="illness", type="category", role="sensitive", values=("flu", "none")),
]
FLAT = {"kind": "flat"}
COLUMNS: dict[str, dict[str, Any]] = {
    "id": {"role": "identifying"},
    "age": {"role": "quasi", "hierarchy": {"kind": "intervals", "start": 0, "widths": [5, 10]}},
    "zip": {"role": "quasi", "hierarchy": {"kind": "mask"}},
    "illness": {"role": "sensitive"},
}


def plan(**changed: dict[str, Any]) -> dict[str, Any]:
    return {
        "columns": [{"name": name, **fields, **changed.get(name, {})} for name, fields in COLUMNS.items()],
        "missing": "?",
    }


def faults(fields: dict[str, Any]) -> dict[str, list[str]]:
    with pytest.raises(PlanRefused) as refusal:
        read_plan(fields, DECLARED)
    return refusal.value.fields


def test_a_whole_plan_is_read_in_the_order_of_the_columns() -> None:
    read = read_plan({**plan(), "columns": plan()["columns"][::-1]}, DECLARED)
    assert [column.name for column in read.columns] == ["id", "age", "zip", "illness"]
    assert [column.name for column in read.released] == ["age", "zip", "illness"]


@pytest.mark.parametrize(
    ("changed", "field", "fault"),
    [
        ({"id": {"role": "insensitive"}}, "columns.0.role", "declared identifying"),
        ({"id": {"role": "quasi", "hierarchy": FLAT}}, "columns.0.role", "declared identifying"),
        ({"illness": {"role": "insensitive"}}, "columns.3.role", "declared sensitive"),
        ({"illness": {"role": "secret"}}, "columns.3.role", "is one of"),
        ({"zip": {"hierarchy": None}}, "columns.2.hierarchy", "has no hierarchy"),
        ({"zip": {"hierarchy": {"kind": "dates"}}}, "columns.2.hierarchy.kind", "dates is for date"),
        ({"zip": {"hierarchy": {"kind": "csv"}}}, "columns.2.hierarchy.text", "csv needs it"),
        ({"zip": {"hierarchy": {"kind": "flat", "start": 3}}}, "columns.2.hierarchy.start", "flat has no start"),
        ({"zip": {"hierarchy": {"kind": "csv", "text": "1;a;*\n2;;*\n"}}}, "columns.2.hierarchy", "has a hole"),
        ({"zip": {"hierarchy": {"kind": "csv", "text": "1;a;b;*\n2;a;c;*\n"}}}, "columns.2.hierarchy", "one parent"),
        ({"zip": {"hierarchy": {"kind": "csv", "text": "1;a;*\n1;b;*\n"}}}, "columns.2.hierarchy", "twice"),
        ({"zip": {"hierarchy": {"kind": "csv", "text": "1;a;*\n2;*\n"}}}, "columns.2.hierarchy", "levels"),
        (
            {"age": {"hierarchy": {"kind": "intervals", "start": 0, "widths": [5, 7]}}},
            "columns.1.hierarchy",
            "multiple",
        ),
    ],
)
def test_what_is_wrong_with_a_column_is_said_at_its_place(changed: dict[str, Any], field: str, fault: str) -> None:
    assert fault in faults(plan(**changed))[field][0]


@pytest.mark.parametrize("value", ["a\tb", "a\nb", "\x7f"])
def test_a_declared_value_with_a_control_character_is_refused_before_the_search(value: str) -> None:
    declared = [*DECLARED[:3], replace(DECLARED[3], values=("flu", value))]
    with pytest.raises(PlanRefused) as refusal:
        read_plan(plan(), declared)
    assert "holds a control character" in refusal.value.fields["columns.3.name"][0]
    assert read_plan(plan(), [*DECLARED[:3], replace(DECLARED[3], values=("flu", "-", "+ +", "=1+1", "@x"))])


def test_names_labels_and_the_text_for_missing_are_held_to_the_same_rule() -> None:
    assert "of age holds a control character" in faults({**plan(), "missing": "a\tb"})["columns.1.name"][0]
    groups = {"kind": "csv", "text": "1;a\x01b;*\n2;new;*\n"}
    assert "of zip holds a control character" in faults(plan(zip={"hierarchy": groups}))["columns.2.hierarchy"][0]
    named = plan()
    named["columns"][3]["name"] = "@home"
    with pytest.raises(PlanRefused) as refusal:
        read_plan(named, [*DECLARED[:3], replace(DECLARED[3], name="@home")])
    assert list(refusal.value.fields) == ["columns.3.name"]


def test_every_column_has_one_role() -> None:
    whole = plan()
    assert (
        "zip has no role"
        in faults({**whole, "columns": [column for column in whole["columns"] if column["name"] != "zip"]})["columns"][
            0
        ]
    )
    assert (
        "stands here 2 times"
        in faults({**whole, "columns": [*whole["columns"], whole["columns"][1]]})["columns.1.name"][0]
    )
    alien = {"name": "height", "role": "insensitive"}
    assert "no column of this version" in faults({**whole, "columns": [*whole["columns"], alien]})["columns.4.name"][0]


def test_two_hundred_quasi_identifiers_are_refused_by_number() -> None:
    many = [Declared(name=f"q{n}", type="category", role="quasi", values=("a", "b")) for n in range(200)]
    fields = {"columns": [{"name": column.name, "role": "quasi", "hierarchy": FLAT} for column in many], "missing": "?"}
    with pytest.raises(PlanRefused) as refusal:
        read_plan(fields, many)
    assert refusal.value.fields["columns"] == [f"200 columns are quasi-identifying; from 1 to {MOST_QUASI} can be."]


def test_a_text_for_what_is_missing_is_no_value_of_a_column() -> None:
    assert "choose another text" in faults({**plan(), "missing": "none"})["columns.3.name"][0]


def test_a_level_that_covers_everything_is_left_out() -> None:
    wide = {"kind": "intervals", "start": 0, "widths": [5, 1000]}
    assert read_plan(plan(age={"hierarchy": wide}), DECLARED).columns[1].hierarchy == wide


@pytest.mark.parametrize(
    ("model", "field", "fault"),
    [
        ({"model": "k-anonymity", "k": 101}, "k", "k is 101 and the version has 100 rows"),
        ({"model": "k-anonymity", "k": 1}, "k", "k is 1;"),
        ({"model": "k-anonymity", "k": True}, "k", "whole number from 2"),
        ({"model": "t-closeness", "column": "illness", "distance": "equal", "t": "-0.1"}, "t", "t is -0.1"),
        ({"model": "t-closeness", "column": "illness", "distance": "equal", "t": 0.1}, "t", "decimal text"),
        ({"model": "t-closeness", "column": "illness", "distance": "equal", "t": "1.5"}, "t", "never larger than 1"),
        ({"model": "t-closeness", "column": "illness", "distance": "far", "t": "0.1"}, "distance", "is one of"),
        (
            {"model": "t-closeness", "column": "illness", "distance": "hierarchical", "t": "0.1"},
            "distance",
            "hierarchy",
        ),
        ({"model": "distinct-l-diversity", "column": "age", "l": 2}, "column", "sensitive"),
        ({"model": "basic-beta-likeness", "column": "illness", "beta": "0"}, "beta", "beta is 0"),
        ({"model": "k-map", "k": 5}, "model", "population"),
        ({"model": "magic"}, "model", "is one of"),
        ({"model": "k-anonymity", "k": 5, "l": 2}, "l", "has no l"),
    ],
)
def test_a_model_that_cannot_be_is_refused_with_its_value(model: dict[str, Any], field: str, fault: str) -> None:
    read = read_plan(plan(), DECLARED)
    wanted = [{"models": [{"model": "k-anonymity", "k": 5}, model]}]
    with pytest.raises(PlanRefused) as refusal:
        candidates_of(wanted, read, rows=100)
    assert fault in refusal.value.fields[f"candidates.0.models.1.{field}"][0]


def test_a_candidate_without_k_is_refused() -> None:
    diverse = {"models": [{"model": "distinct-l-diversity", "column": "illness", "l": 2}]}
    with pytest.raises(PlanRefused, match="1 things") as refusal:
        candidates_of([diverse], read_plan(plan(), DECLARED), rows=100)
    assert "k-anonymity is missing" in refusal.value.fields["candidates.0.models"][0]
