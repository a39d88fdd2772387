"""A dump of the whole SQL database after an upload and before its columns are declared shows no value of the file.

Not as text, nor as a hash of a value, a piece or the whole file: whoever guesses a file could try it.
"""

import hashlib
from pathlib import Path

import pytest
from pytest_django import Settings

from datahub.datasets.models import DataSet, Upload
from datahub.datasets.tests.factories import Visitor, a_data_set, load, pieces_of, quick, somebody, upload
from tests.privacy import dump

pytestmark = pytest.mark.django_db
TOWNS = ("Rumpelstadt", "Hinterwald", "Neunkirchen-Balbini")
CONTENT = "town,income\n" + "".join(f"{TOWNS[row % 3]},{7_000_000 + row}\n" for row in range(90))
BYTES = CONTENT.encode()


@pytest.fixture
def owner(db: None, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Visitor:
    quick(monkeypatch, settings, tmp_path)
    return Visitor(somebody("ana"))


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    return a_data_set(owner.person)


def hits(content: str) -> set[str]:
    cells = [cell for line in content.splitlines()[1:] for cell in line.split(",")]
    return dump.Search(dump.needles_of(cells)).hits(dump.of_the_database())


def hashes() -> list[str]:
    parts = [BYTES, *pieces_of(BYTES, 256)]
    return [hashlib.sha256(part).hexdigest() for part in parts]


def test_a_dump_after_an_upload_shows_no_value_and_no_hash(owner: Visitor, data_set: DataSet) -> None:
    body = upload(owner, data_set, BYTES)
    assert body["found"]["values"][0] == sorted(TOWNS)  # The owner chooses from these values.
    assert body["sha256"] == hashes()[0]
    assert hits(CONTENT) == set()
    text = dump.of_the_database()
    for hash in hashes():
        assert hash.encode() not in text
        assert bytes.fromhex(hash) not in text


def test_the_search_finds_what_is_planted(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, BYTES)
    Upload.objects.update(name=f"{TOWNS[0]}.csv")
    assert hits(CONTENT) == {f"'{TOWNS[0]}' as UTF-8"}


def test_a_dump_after_the_load_shows_no_hash_of_the_file(owner: Visitor, data_set: DataSet) -> None:
    content = "age,town,income\n" + "".join(f"{20 + row % 50},Bern,{row}\n" for row in range(60))
    hash = hashlib.sha256(content.encode()).hexdigest()
    assert load(owner, data_set, content)["sha256"] == hash
    text = dump.of_the_database()
    assert hash.encode() not in text
    assert bytes.fromhex(hash) not in text


def test_what_was_found_belongs_to_its_upload(owner: Visitor, data_set: DataSet) -> None:
    """A result moved to another file of the same data set, under the same key, does not open."""
    first = upload(owner, data_set, BYTES)
    sealed_content = Upload.objects.get(pk=first["id"]).found
    owner.send("DELETE", f"datasets/{data_set.pk}/uploads/{first['id']}/")
    second = upload(owner, data_set, BYTES)
    Upload.objects.filter(pk=second["id"]).update(found=sealed_content)
    answer = owner.get(f"datasets/{data_set.pk}/uploads/{second['id']}/")
    assert answer.json()["code"] == "record_not_as_written"
