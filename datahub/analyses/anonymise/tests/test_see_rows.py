"""Counts of the rows, and rows as they are, are for owners of the data: everybody else sees figures alone."""

import csv
import io
from typing import Any

import pytest

from datahub.analyses.anonymise import reading
from datahub.analyses.models import ColumnCounts, ValueCounts
from datahub.analyses.tests.factories import K5, TOWNS, an_anonymisation, plan, released, rows_of
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, NAMES, Visitor, a_data_set, load, work, write_policy
from datahub.jobs.models import Job
from datahub.policies.hold.role_holders import assign

pytestmark = pytest.mark.django_db
ROWS = list(csv.reader(io.StringIO(CSV)))[1:]
MANY = {"model": "distinct-l-diversity", "column": "income", "l": 61}  # the data set has only sixty incomes
TENS = {"kind": "intervals", "start": 0, "widths": [10]}


def counts(owner: Visitor, data_set: DataSet, **fields: Any) -> Any:
    return owner.send("POST", f"datasets/{data_set.pk}/versions/1/counts/levels/", fields)


def count(owner: Visitor, data_set: DataSet) -> str:
    """Counts the values of a version, and returns the path of the counts."""
    path = f"datasets/{data_set.pk}/versions/1/counts/"
    assert owner.get(path).json()["state"] == "none"
    assert owner.send("POST", path).json()["state"] == "working"
    work()
    assert owner.get(path).json()["state"] == "ready"
    return path


def test_each_level_of_a_hierarchy_says_how_many_rows_stand_under_its_nodes(owner: Visitor, data_set: DataSet) -> None:
    count(owner, data_set)
    shown = counts(owner, data_set, column="age", hierarchy=TENS).json()
    values, tens, top = shown["levels"]
    ages = [int(row[0]) for row in ROWS]
    rows = {node["name"]: node["rows"] for node in tens["named"]}
    assert rows == {f"{low}-{low + 9}": sum(low <= age < low + 10 for age in ages) for low in range(0, 130, 10)}
    assert {node["name"]: node["rows"] for node in values["named"]} == {str(age): ages.count(age) for age in range(121)}
    assert (tens["nodes"], tens["empty"], tens["fewest_rows"], tens["most_rows"]) == (13, 8, 10, 20)
    assert (top["named"], shown["rows"]) == ([{"name": "*", "covers": 121, "rows": 60}], 60)
    assert 0 == values["loss"] < tens["loss"] < top["loss"] == 1


def test_nodes_of_one_parent_stand_side_by_side_and_values_that_are_not_listed_are_counted(
    owner: Visitor, data_set: DataSet
) -> None:
    count(owner, data_set)
    lacking = {"kind": "csv", "text": TOWNS.replace("Bern;Bern region;*\n", "")}
    shown = counts(owner, data_set, column="town", hierarchy=lacking).json()
    assert shown["unlisted"] == {"values": 1, "rows": 30, "first": "Bern"}
    assert shown["levels"][-1]["most_rows"] == 30
    branch = counts(owner, data_set, column="town", hierarchy=lacking, unlisted="own branch").json()
    assert {node["name"]: node["rows"] for node in branch["levels"][1]["named"]}["Bern"] == 30
    apart = {"kind": "csv", "text": TOWNS}
    names = [
        node["name"] for node in counts(owner, data_set, column="town", hierarchy=apart).json()["levels"][0]["named"]
    ]
    assert names == ["Bern", "Thun", "Basel"]


def test_a_missing_value_is_counted_as_what_is_written_for_it(owner: Visitor) -> None:
    data_set = a_data_set(owner.person)
    load(owner, data_set, CSV.replace(",Basel,", ",,"), town={"missing": [""]})
    count(owner, data_set)
    wish = {"column": "town", "hierarchy": {"kind": "flat"}, "unlisted": "own branch"}
    shown = counts(owner, data_set, **wish, missing="unknown").json()
    assert shown["unlisted"] == {"values": 1, "rows": 30, "first": "unknown"}
    refused = counts(owner, data_set, **wish, missing="Bern")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["missing"])


def test_each_look_at_counts_is_written_to_the_log(owner: Visitor, data_set: DataSet) -> None:
    count(owner, data_set)
    for _ in range(2):
        counts(owner, data_set, column="age", hierarchy=TENS)
    first_look, *looks = [
        entry.detail for entry in Entry.objects.filter(operation="dataset.see_rows").order_by("number")
    ]
    assert first_look == {"version": 1}
    assert looks == [{"version": 1, "column": "age"}] * 2


def test_values_are_counted_once_for_a_version_and_those_that_identify_never(owner: Visitor) -> None:
    data_set = a_data_set(owner.person)
    load(owner, data_set, town={"role": "identifying"})
    path = count(owner, data_set)
    owner.send("POST", path)
    assert Job.objects.filter(kind="analyses.count").count() == 1
    assert Job.objects.get(kind="analyses.count").result == {"columns": 2}
    assert {counts.name for counts in ColumnCounts.objects.all()} == {"age", "income"}
    refused = counts(owner, data_set, column="town", hierarchy={"kind": "flat"})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["column"])


def test_a_look_at_one_column_opens_no_counts_of_others_and_none_stand_for_another(
    owner: Visitor, data_set: DataSet
) -> None:
    count(owner, data_set)
    of_age = ColumnCounts.objects.get(name="age").found
    ColumnCounts.objects.exclude(name="age").update(found=b"torn")
    assert counts(owner, data_set, column="age", hierarchy=TENS).json()["rows"] == 60
    assert counts(owner, data_set, column="town", hierarchy={"kind": "flat"}).json()["code"] == "record_not_as_written"
    ColumnCounts.objects.filter(name="town").update(found=of_age)
    assert counts(owner, data_set, column="town", hierarchy={"kind": "flat"}).json()["code"] == "record_not_as_written"


def test_a_column_of_too_many_values_is_not_counted_here(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_VALUES", 50)  # the data set has 60 incomes
    count(owner, data_set)
    refused = counts(owner, data_set, column="income", hierarchy={"kind": "flat"})
    assert refused.json()["fields"] == {"column": ["has too many different values to count here"]}
    assert counts(owner, data_set, column="town", hierarchy={"kind": "flat"}).status_code == 200


def test_what_a_count_found_that_nobody_waits_for_any_more_is_not_kept(owner: Visitor, data_set: DataSet) -> None:
    path = f"datasets/{data_set.pk}/versions/1/counts/"
    owner.send("POST", path)
    ValueCounts.objects.all().delete()  # the migration to counts by column does the same
    work()
    assert (owner.get(path).json()["state"], ColumnCounts.objects.count()) == ("none", 0)


def test_what_makes_no_tree_or_is_not_counted_yet_is_refused(owner: Visitor, data_set: DataSet) -> None:
    early = counts(owner, data_set, column="age", hierarchy=TENS)
    assert (early.status_code, early.json()["code"]) == (409, "not_in_this_state")
    count(owner, data_set)
    crooked = counts(owner, data_set, column="age", hierarchy=TENS | {"widths": [5, 12]})
    assert (crooked.status_code, list(crooked.json()["fields"])) == (400, ["hierarchy"])


def test_an_owner_sees_rows_as_they_are_beside_what_is_released_and_the_log_says_so(
    owner: Visitor, data_set: DataSet
) -> None:
    tried = an_anonymisation(owner, data_set, K5, {"models": [*K5["models"], MANY]})
    first, refused = (row["shown"] for row in owner.get(f"anonymisations/{tried['id']}/rows/").json())
    assert refused is None
    assert [column["name"] for column in first["columns"]] == NAMES
    assert len(first["rows"]) == 6
    for row in first["rows"]:
        assert row["before"][:2] in [row[:2] for row in ROWS]
        assert row["after"][2] == row["before"][2]
        assert row["alike"] >= 5
    assert any(row["after"] != row["before"] for row in first["rows"])
    assert Entry.objects.filter(operation="dataset.see_rows").count() == 1
    release = released(owner, data_set)
    written = rows_of(owner, release["id"])[1:]
    shown = owner.get(f"releases/{release['id']}/rows/").json()
    assert shown == first
    alike = [sum(line[:2] == row["after"][:2] for line in written) for row in shown["rows"]]
    assert alike == [row["alike"] for row in shown["rows"]]


def test_a_suppressed_row_is_shown_as_such(owner: Visitor, data_set: DataSet) -> None:
    lacking = {"kind": "csv", "text": TOWNS.replace("Bern;Bern region;*\n", "")}
    tried = an_anonymisation(owner, data_set, plan=plan(town={"hierarchy": lacking, "unlisted": "suppress"}))
    last = owner.get(f"anonymisations/{tried['id']}/rows/").json()[0]["shown"]["rows"][-1]
    assert (last["before"][1], last["after"], last["alike"]) == ("Bern", ["*", "*", "*"], 0)


def test_whoever_may_anonymise_and_owns_nothing_sees_no_row(
    owner: Visitor, second: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    write_policy(owner.person, data_set, "read_metadata", "anonymise", "release", "administer")
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=second.person, until=None)
    release = released(second, data_set)
    (tried,) = second.get(f"datasets/{data_set.pk}/anonymisations/").json()["results"]
    counted = f"datasets/{data_set.pk}/versions/1/counts/"
    rows = [f"anonymisations/{tried['id']}/rows/", f"releases/{release['id']}/rows/"]
    for visitor, status in ((second, 403), (stranger, 404)):
        assert {visitor.get(path).status_code for path in (counted, *rows)} == {status}
        assert visitor.send("POST", counted).status_code == status
        assert counts(visitor, data_set, column="age", hierarchy=TENS).status_code == status
    assert second.get(f"anonymisations/{tried['id']}/").json()["found"] is None
    # The number of rows, and none of the rows.
    assert owner.get(f"releases/{release['id']}/report/").json()["rows"] == 60
