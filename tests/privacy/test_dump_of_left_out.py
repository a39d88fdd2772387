"""No cell of a column that is left out stays anywhere once the file is loaded: not in the SQL database with the
embedded store, the data folder or the log, nor in anything that the keys of the data set open."""

import json
import logging
from pathlib import Path

import pytest
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.datasets.models import Upload, Version
from datahub.datasets.sealed import opened_figures, opened_sources
from datahub.datasets.tests.factories import Visitor, a_data_set, declaration, quick, somebody, upload, work
from datahub.vault.services import open_collection
from datahub.vault.tests.factories import a_permit
from tests.privacy import dump

pytestmark = pytest.mark.django_db
DIAGNOSES = ("Rumpelstadt fever", "Hinterwald cough", "Neunkirchen-Balbini ache")
CONTENT = "age,town,income,diagnosis\n" + "".join(
    f"{20 + row % 50},Bern,{row * 10},{DIAGNOSES[row % 3]}\n" for row in range(90)
)
LEFT_OUT = declaration()[1] | {"name": "diagnosis", "name_in_file": "diagnosis", "left_out": True, "categories": []}


def test_no_cell_of_a_column_that_is_left_out_stays(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    quick(monkeypatch, settings, tmp_path)
    owner = Visitor(somebody("ana"))
    data_set = a_data_set(owner.person)
    path = f"datasets/{data_set.pk}/versions/1/"
    with caplog.at_level(logging.DEBUG):
        assert upload(owner, data_set, CONTENT.encode())["state"] == "found"
        assert owner.send("PUT", path, {"columns": [*declaration(), LEFT_OUT]}).status_code == 200
        assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202
        work()
    version, ref = Version.objects.get(), Ref("dataset", str(data_set.pk))
    permit = a_permit(ref)
    assert version.state == Version.State.LOADED
    collection = open_collection(permit, ref, name="version-1")
    opened = json.dumps(
        [
            [field.name for field in collection.plan.fields],
            [str(batch.to_pylist()) for batch in collection.scan()],
            opened_figures(permit, version).outside,  # type: ignore[union-attr]  # a loaded version has figures
            owner.get(path).json() | {"left_out": [], "upload": None},
        ]
    ).encode()
    assert opened_sources(permit, version)[3] == ("diagnosis", "")
    assert b"Bern" in opened  # the search would find a value of a column that stays
    assert Upload.objects.get().found is None
    files = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    log = "\n".join(record.getMessage() for record in caplog.records).encode()
    search = dump.Search(dump.needles_of([*DIAGNOSES, "diagnosis"]))
    for everything in (dump.of_the_database(), files, log, opened):
        assert search.hits(everything) == set()
