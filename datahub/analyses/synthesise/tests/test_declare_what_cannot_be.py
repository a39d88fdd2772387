"""Combinations that no synthetic row may have are part of the plan: declared, and never searched for in the rows."""

from typing import Any

import pytest

from datahub.analyses.tests.synthesis_factories import a_synthesis, ask, give_budget
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor
from datahub.ledger.models import Spend

pytestmark = pytest.mark.django_db
COLUMNS = [{"name": "age", "edges": ["40"]}, {"name": "town"}]
YOUNG = "0 to 40"


@pytest.fixture(autouse=True)
def budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


def cannot(name: str, *values: str | None) -> dict[str, Any]:
    return {"name": name, "values": list(values)}


def planned(owner: Visitor, data_set: DataSet, impossible: list[list[dict[str, Any]]]) -> dict[str, Any]:
    return a_synthesis(owner, data_set, columns=COLUMNS, together=[], impossible=impossible)


def test_no_row_has_what_cannot_be_and_other_rows_have_either_part(owner: Visitor, data_set: DataSet) -> None:
    shown = planned(owner, data_set, [[cannot("town", "Bern"), cannot("age", YOUNG)]])
    rows = owner.get(f"syntheses/{shown['id']}/rows/?rows=1000").json()["rows"]
    young = [age is not None and int(age) < 40 for age, _ in rows]
    bern = [town == "Bern" for _, town in rows]
    assert any(young)
    assert any(bern)
    assert not any(is_young and other for is_young, other in zip(young, bern, strict=True))
    assert shown["plan"]["impossible"] == [[cannot("town", "Bern"), cannot("age", YOUNG)]]


def test_the_same_rules_in_another_order_are_the_same_plan_and_free(owner: Visitor, data_set: DataSet) -> None:
    first = planned(owner, data_set, [[cannot("town", "Bern", "Basel"), cannot("age", YOUNG)]])
    again = planned(
        owner,
        data_set,
        [[cannot("age", YOUNG), cannot("town", "Basel")], [cannot("age", YOUNG), cannot("town", "Bern")]],
    )
    assert again["id"] == first["id"]
    assert Spend.objects.count() == 1


def test_a_plan_without_rules_is_another_one(owner: Visitor, data_set: DataSet) -> None:
    first = planned(owner, data_set, [[cannot("town", "Bern"), cannot("age", YOUNG)]])
    assert planned(owner, data_set, [])["id"] != first["id"]


@pytest.mark.parametrize(
    ("rules", "at", "fault"),
    [
        ([[cannot("town", "Bern"), cannot("income", "1")]], "impossible.0", "which no row is made with"),
        ([[cannot("town", "Bern"), cannot("town", "Basel")]], "impossible.0", "names a column twice"),
        ([[cannot("town", "Atlantis"), cannot("age", YOUNG)]], "impossible.0", "no value of town"),
        ([[cannot("town", "Bern"), cannot("age", "7")]], "impossible.0", "no value of age"),
        ([[cannot("town", "Bern")]], "plan.impossible.0", "at least 2"),
    ],
)
def test_a_rule_that_cannot_be_is_refused_at_its_place(
    owner: Visitor, data_set: DataSet, rules: list[list[dict[str, Any]]], at: str, fault: str
) -> None:
    answer = ask(owner, data_set, columns=COLUMNS, together=[], impossible=rules)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert fault in str(answer.json()["fields"][at])
    assert not Spend.objects.exists()


def test_rules_that_leave_nothing_are_refused_before_anything_is_set_aside(owner: Visitor, data_set: DataSet) -> None:
    values = a_synthesis(owner, data_set, columns=COLUMNS, together=[])["report"]["columns"]
    ages, towns = (column["values"] for column in values)
    young = [cannot("town", *towns), cannot("age", YOUNG)]
    old = [cannot("town", *towns), cannot("age", *[age for age in ages if age != YOUNG])]
    answer = ask(owner, data_set, columns=COLUMNS, together=[], impossible=[young, old])
    assert answer.status_code == 400
    assert "leaves no combination" in str(answer.json()["fields"]["impossible"])
    assert Spend.objects.count() == 1  # only the plan without rules was paid
