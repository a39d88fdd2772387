"""A column of a file can have another name in the data set, or be left out: then no cell of it is stored."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.datasets.models import Column, DataSet, Version
from datahub.datasets.tests.factories import (
    CSV,
    Visitor,
    a_data_set,
    declaration,
    quick,
    somebody,
    upload,
    work,
    write_policy,
)
from datahub.vault.services import open_collection
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(db: None, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Visitor:
    quick(monkeypatch, settings, tmp_path)
    return Visitor(somebody("ana"))


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    return a_data_set(owner.person, audience="everyone")


def columns(**changed: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the declaration of CSV in which each column states its name in the file."""
    return [{**column, "name_in_file": column["name"], **changed.get(column["name"], {})} for column in declaration()]


def load(owner: Visitor, data_set: DataSet, body: list[dict[str, Any]]) -> dict[str, Any]:
    path = f"datasets/{data_set.pk}/versions/{upload(owner, data_set, CSV.encode())['version']}/"
    declared = owner.send("PUT", path, {"columns": body})
    assert declared.status_code == 200, declared.content
    assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202
    work()
    version: dict[str, Any] = owner.get(path).json()
    assert version["state"] == "loaded"
    return version


def refusal(owner: Visitor, data_set: DataSet, body: list[dict[str, Any]]) -> dict[str, str]:
    path = f"datasets/{data_set.pk}/versions/{upload(owner, data_set, CSV.encode())['version']}/"
    answer = owner.send("PUT", path, {"columns": body})
    if answer.status_code == 200:
        answer = owner.send("PATCH", path, {"state": "loading"})
    assert answer.status_code == 400
    fields: dict[str, str] = answer.json()["fields"]
    return fields


def test_a_column_is_kept_under_its_new_name(owner: Visitor, data_set: DataSet) -> None:
    version = load(owner, data_set, columns(income={"name": "Income in euros"}))
    assert [(column["name"], column["name_in_file"]) for column in version["columns"]] == [
        ("age", "age"), ("town", "town"), ("Income in euros", "income"),
    ]  # fmt: skip
    assert (version["left_out"], version["counted"]["kept"]) == ([], 60)
    codebook = owner.get(f"datasets/{data_set.pk}/codebook/").json()
    assert [column["name"] for column in codebook["columns"]] == ["age", "town", "Income in euros"]


def test_a_column_that_is_left_out_is_in_no_store_count_codebook_or_example(owner: Visitor, data_set: DataSet) -> None:
    version = load(owner, data_set, columns(town={"left_out": True, "role": ""}))
    assert (version["left_out"], [column["name"] for column in version["columns"]]) == (["town"], ["age", "income"])
    assert (len(version["counted"]["outside"]), len(version["counted"]["missing"])) == (2, 2)
    ref = Ref("dataset", str(data_set.pk))
    collection = open_collection(a_permit(ref), ref, name="version-1")
    assert [field.name for field in collection.plan.fields] == ["age", "income"]
    assert not Column.objects.filter(is_left_out=True).exists()
    assert set(Column.objects.values_list("name_in_file", flat=True)) == {""}
    codebook = owner.get(f"datasets/{data_set.pk}/codebook/").content
    mock = owner.get(f"datasets/{data_set.pk}/mock/", rows="5").content
    assert b"town" not in codebook + mock
    assert mock.splitlines()[0].endswith(b"age,income")


def test_nobody_but_who_administers_the_data_set_learns_the_names_in_the_file(
    owner: Visitor, data_set: DataSet
) -> None:
    load(owner, data_set, columns(town={"left_out": True}, income={"name": "wage"}))
    write_policy(owner.person, data_set, "read_metadata")
    reader = Visitor(somebody("ben"))
    pages = [owner.get(f"datasets/{data_set.pk}/"), reader.get(f"datasets/{data_set.pk}/"), reader.get("datasets/")]
    assert not any(name in page.content for page in pages for name in (b"town", b"income", b"name_in_file"))
    assert reader.get(f"datasets/{data_set.pk}/versions/1/").status_code in {403, 404}
    assert b"town" not in bytes(Version.objects.get().sources or b"town")


def test_a_name_is_free_once_its_column_is_left_out(owner: Visitor, data_set: DataSet) -> None:
    version = load(owner, data_set, columns(age={"left_out": True}, income={"name": "age"}))
    assert [(column["name"], column["name_in_file"]) for column in version["columns"]] == [
        ("town", "town"), ("age", "income"),
    ]  # fmt: skip


def test_a_new_version_begins_with_the_names_of_the_one_before(owner: Visitor, data_set: DataSet) -> None:
    load(owner, data_set, columns(town={"left_out": True}, income={"name": "wage"}))
    upload(owner, data_set, CSV.encode())
    draft = owner.get(f"datasets/{data_set.pk}/versions/2/").json()
    assert [(column["name"], column["left_out"]) for column in draft["columns"]] == [
        ("age", False), ("town", True), ("wage", False),
    ]  # fmt: skip
    assert [column["role"] for column in draft["columns"]] == ["quasi", "", "sensitive"]


def test_a_new_column_that_has_the_new_name_of_another_keeps_it(owner: Visitor, data_set: DataSet) -> None:
    load(owner, data_set, columns(income={"name": "wage"}))
    upload(owner, data_set, CSV.replace("town", "wage", 1).encode())
    draft = owner.get(f"datasets/{data_set.pk}/versions/2/").json()
    assert [column["name"] for column in draft["columns"]] == ["age", "wage", "income"]


def test_the_attacks_are_tried_on_the_columns_that_stay(owner: Visitor, data_set: DataSet) -> None:
    path = f"datasets/{data_set.pk}/versions/{upload(owner, data_set, CSV.encode())['version']}/"
    owner.send("PUT", path, {"columns": columns(age={"left_out": True})})
    assert owner.send("POST", f"{path}leakage/").status_code == 202
    work()
    assert [column["name"] for column in owner.get(f"{path}leakage/").json()["columns"]] == ["town", "income"]
    owner.send("PUT", path, {"columns": columns(town={"left_out": True})})
    assert owner.get(f"{path}leakage/").json()["state"] == "none"


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"income": {"name": "AGE"}}, ["columns.2.name"]),
        ({"income": {"name": "in\u200bcome"}}, ["columns.2.name"]),
        ({"town": {"name_in_file": "income"}}, ["columns"]),
        ({name: {"left_out": True} for name in ("age", "town", "income")}, ["columns"]),
        ({"age": {"left_out": True}, "income": {"role": ""}}, ["columns.2.role"]),
    ],
)
def test_what_cannot_be_is_refused_by_its_place(
    owner: Visitor, data_set: DataSet, changed: dict[str, Any], fields: list[str]
) -> None:
    assert list(refusal(owner, data_set, columns(**changed))) == fields


def test_columns_in_another_order_are_no_new_names(owner: Visitor, data_set: DataSet) -> None:
    """Whoever states no names in the file means the columns of these names."""
    assert list(refusal(owner, data_set, declaration()[::-1])) == ["columns"]
