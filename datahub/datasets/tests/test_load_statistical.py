"""A file of SPSS is uploaded, declared as it is proposed, and loaded; its owner reads it again in another way."""

from pathlib import Path
from typing import Any

import pandas as pd
import pyreadstat
import pytest
from pytest_django import Settings

from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, a_data_set, quick, somebody, upload, work
from datahub.vault.services import open_collection
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(db: None, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Visitor:
    quick(monkeypatch, settings, tmp_path)
    return Visitor(somebody("ana"))


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    return a_data_set(owner.person)


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    frame = pd.DataFrame({"sex": [1.0, 2.0] * 15 + [9.0], "age": [float(20 + number) for number in range(31)]})
    path = tmp_path / "people.sav"
    pyreadstat.write_sav(
        frame,
        path,
        variable_value_labels={"sex": {1: "male", 2: "female", 9: "refused"}},
        missing_ranges={"sex": [9]},
        column_labels={"age": "Age in years"},
    )
    return path.read_bytes()


def version_of(owner: Visitor, data_set: DataSet) -> dict[str, Any]:
    version: dict[str, Any] = owner.get(f"datasets/{data_set.pk}/versions/1/").json()
    return version


def test_what_is_proposed_is_declared_and_loaded(owner: Visitor, data_set: DataSet, content: bytes) -> None:
    begun = upload(owner, data_set, content, "people.sav")
    assert begun["found"]["signs"][0] == [{"sign": "9", "rows": 1}]
    version = version_of(owner, data_set)
    assert version["format"]["kind"] == "sav"
    sex, age = version["columns"]
    assert [category["value"] for category in sex["categories"]] == ["male", "female"]
    assert (age["type"], age["description"]) == ("integer", "Age in years")
    path = f"datasets/{data_set.pk}/versions/1/"
    columns = [{**sex, "role": "quasi"}, {**age, "role": "quasi", "minimum": "0", "maximum": "120"}]
    assert owner.send("PUT", path, {"columns": columns}).status_code == 200
    assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202
    work()
    loaded = version_of(owner, data_set)
    assert (loaded["state"], loaded["counted"]["kept"], loaded["counted"]["missing"]) == ("loaded", 31, [1, 0])
    ref = ref_to(data_set)
    batches = open_collection(a_permit(ref), ref, name="version-1").scan()
    assert {sex for batch in batches for sex in batch.column("sex").to_pylist()} == {"male", "female", None}


def test_the_owner_reads_it_again_by_codes_and_in_another_encoding(
    owner: Visitor, data_set: DataSet, content: bytes
) -> None:
    upload(owner, data_set, content, "people.sav")
    path = f"datasets/{data_set.pk}/versions/1/"
    format = {"kind": "sav", "encoding": "windows-1252", "values": "codes"}
    assert owner.send("PATCH", path, {"format": format}).status_code == 202
    work()
    version = version_of(owner, data_set)
    assert version["columns"][0]["categories"] == [{"value": "1", "label": "male"}, {"value": "2", "label": "female"}]
    assert version["format"]["values"] == "codes"


def test_a_file_that_is_cut_is_refused_and_the_job_is_done(owner: Visitor, data_set: DataSet, content: bytes) -> None:
    begun = upload(owner, data_set, content[:-100], "people.sav")
    assert (begun["state"], begun["refusal"]["rule"]) == ("refused", "truncated")
