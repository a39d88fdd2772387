"""Tests of anonymised releases, from a plan to a sealed file: candidates side by side, one chosen, verified as it is
written, and given."""

from itertools import combinations
from pathlib import Path

import pytest

from datahub.analyses.tests.factories import K5, K10_L3, K99, an_anonymisation, ask, plan, released, rows_of
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, load
from datahub.ledger.models import Unbounded

pytestmark = pytest.mark.django_db


def test_candidates_are_found_side_by_side_with_what_they_risk_and_lose(owner: Visitor, data_set: DataSet) -> None:
    shown = an_anonymisation(owner, data_set, K5, K10_L3, K99 | {"models": [{"model": "k-anonymity", "k": 60}]})
    assert shown["state"] == "done"
    first, second, third = shown["found"]
    assert first["guarantee"] == "5-anonymous over {age, town}"
    assert second["guarantee"] == "10-anonymous, 3-diverse in income over {age, town}"
    assert first["risk"]["prosecutor_max"] <= 0.2
    assert second["utility"]["smallest_class"] >= 10
    assert third["utility"]["classes"] == 1
    assert first["utility"]["gcp"] < second["utility"]["gcp"] < third["utility"]["gcp"] <= 1
    assert shown["before"]["uniques"] > 0 == first["risk"]["uniques"]


def test_bounds_of_whole_numbers_may_be_written_as_any_number(owner: Visitor) -> None:
    data_set = a_data_set(owner.person)
    load(owner, data_set, age={"minimum": "0.0", "maximum": "1.2E2"})
    shown = an_anonymisation(owner, data_set, K5)
    assert (shown["state"], shown["found"][0]["guarantee"]) == ("done", "5-anonymous over {age, town}")


def test_a_release_is_sealed_verified_and_on_the_ledger(owner: Visitor, data_set: DataSet, data_folder: Path) -> None:
    release = released(owner, data_set)
    assert (release["state"], release["guarantee"]) == ("released", "5-anonymous over {age, town}")
    names, *rows = rows_of(owner, release["id"])
    assert (names, len(rows)) == (["age", "town", "income"], 60)
    assert rows == sorted(rows, key=tuple)
    report = owner.get(f"releases/{release['id']}/report/").json()
    assert {finding["outcome"] for finding in report["verified"]} == {"holds"}
    assert any("anonymous" in sentence for sentence in report["promised"])
    assert Unbounded.objects.get().reason.startswith(f"release {release['id']}")
    stored = [path.read_bytes() for path in (data_folder / "releases").rglob("*") if path.is_file()]
    assert stored
    assert not any(b"Bern" in content for content in stored)
    assert len(CSV.splitlines()) == 61


def test_a_plan_that_cannot_be_is_refused_by_field(owner: Visitor, data_set: DataSet) -> None:
    answer = ask(owner, data_set, plan=plan() | {"columns": plan()["columns"][:2]})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert "income has no role" in answer.json()["fields"]["columns"][0]


def test_boxes_that_lie_over_none_hold_the_same_and_lose_more(owner: Visitor, data_set: DataSet) -> None:
    finer = an_anonymisation(owner, data_set)["found"][0]
    release = released(owner, data_set, plan=plan() | {"boxes": "disjoint"})
    assert (release["state"], release["guarantee"]) == ("released", finer["guarantee"])
    report = owner.get(f"releases/{release['id']}/report/").json()
    assert {finding["outcome"] for finding in report["verified"]} == {"holds"}
    assert report["utility"]["gcp"] > finer["utility"]["gcp"]
    _, *rows = rows_of(owner, release["id"])
    boxes = {(row[0], row[1]) for row in rows}
    assert len(boxes) > 1
    assert not any(lie_over_each_other(box, other) for box, other in combinations(boxes, 2))


def lie_over_each_other(box: tuple[str, str], other: tuple[str, str]) -> bool:
    """Returns whether two classes overlap by age and town."""
    return bool(years(box[0]) & years(other[0])) and (box[1] == other[1] or "*" in (box[1], other[1]))


def years(text: str) -> set[int]:
    low, _, high = text.partition("-")
    return set(range(121)) if text == "*" else set(range(int(low), int(high or low) + 1))
