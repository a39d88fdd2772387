"""A declared file is loaded into the vault, counted, and its pieces are gone."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from datahub.datasets.files.mock import as_csv
from datahub.datasets.models import Chunk, DataSet, Version
from datahub.datasets.rules.columns import EMPTY, LONGEST_TEXT, declared
from datahub.datasets.services.create import ref_to
from datahub.datasets.services.load import collection_of
from datahub.datasets.tests.factories import CSV, Visitor, declaration, load, upload, work
from datahub.jobs.models import Job
from datahub.policies.selectors import roles_on
from datahub.vault.collections import room
from datahub.vault.errors import CollectionMissing
from datahub.vault.services import open_collection
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db


def rows_of(data_set: DataSet, number: int = 1) -> list[tuple[Any, ...]]:
    ref = ref_to(data_set)
    batches = open_collection(a_permit(ref), ref, name=collection_of(number)).scan()
    rows = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
    return sorted(rows, key=str)


def test_every_row_is_in_the_vault_as_declared(owner: Visitor, data_set: DataSet) -> None:
    version = load(owner, data_set)
    assert (version["state"], version["rows"], version["counted"]["outside"]) == ("loaded", 60, [0, 0, 0])
    expected = [line.split(",") for line in CSV.splitlines()[1:]]
    typed = [(int(age), town, Decimal(income)) for age, town, income in expected]
    assert rows_of(data_set) == sorted(typed, key=str)


def test_what_lies_outside_is_counted_for_the_owner_and_handled_as_stated(owner: Visitor, data_set: DataSet) -> None:
    content = "age,town,income\n20,Bern,1\n200,Bern,2\n30,Genf,3\n,Basel,4\nold,Bern,5\n"
    changed = {"age": {"outside": "clamp"}, "town": {"outside": "reject"}}
    version = load(owner, data_set, content, **changed)
    assert version["counted"] == {"read": 5, "kept": 4, "outside": [2, 1, 0], "missing": [2, 0, 0]}
    assert sorted(row[0] for row in rows_of(data_set) if row[0] is not None) == [20, 120]


def test_the_pieces_are_gone_once_they_are_loaded(owner: Visitor, data_set: DataSet, data_folder: Path) -> None:
    assert load(owner, data_set)["upload"]["state"] == "gone"
    assert not list((data_folder / "uploads").iterdir())
    assert not Chunk.objects.exists()


def test_a_column_without_a_role_is_refused(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/versions/1/"
    assert owner.send("PUT", path, {"columns": declaration(town={"role": ""})}).status_code == 200
    refused = owner.send("PATCH", path, {"state": "loading"})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["columns.1.role"])


def test_an_order_that_can_be_seen_is_refused_on_what_is_quasi_identifying(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/versions/1/"
    owner.send("PUT", path, {"columns": declaration(age={"protection": "ope"})})
    refused = owner.send("PATCH", path, {"state": "loading"})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["age"])
    assert [(reason["at"], reason["code"]) for reason in refused.json()["reasons"]] == [("age", "kind_guarded")]


def test_a_load_that_needs_too_much_room_is_refused_before_it_begins(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MOST_SEALED_BYTES", 4 * 10**6)
    upload(owner, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/versions/1/"
    text = {"type": "text", "role": "insensitive", "categories": [], "longest": LONGEST_TEXT}
    owner.send("PUT", path, {"columns": declaration(town=text)})
    refused = owner.send("PATCH", path, {"state": "loading"})
    assert (refused.status_code, refused.json()["code"], list(refused.json()["fields"])) == (
        400, "plan_refused", ["town"],
    )  # fmt: skip
    assert [reason["code"] for reason in refused.json()["reasons"]] == ["table_too_large"]
    assert Version.objects.get().state == Version.State.DRAFT
    assert not Job.objects.filter(kind="datasets.load").exists()
    owner.send("PUT", path, {"columns": declaration(town={**text, "longest": 32})})
    assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202


def test_others_see_what_is_declared_and_nothing_that_was_counted(
    owner: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    load(owner, data_set)
    owner.send("PATCH", f"datasets/{data_set.pk}/", {"audience": "everyone"})
    seen = stranger.get(f"datasets/{data_set.pk}/").json()
    assert [column["name"] for column in seen["columns"]] == ["age", "town", "income"]
    assert not {"rows", "size", "sha256", "counted", "upload"} & set(seen)
    assert stranger.get(f"datasets/{data_set.pk}/versions/1/").status_code == 403
    assert [data_set["name"] for data_set in stranger.get("datasets/", q="income").json()["results"]] == ["Incomes"]
    assert stranger.get("datasets/", q="no such column").json()["results"] == []


def test_codebook_and_mock_are_made_of_the_declaration_alone(owner: Visitor, data_set: DataSet) -> None:
    load(owner, data_set)
    book = owner.get(f"datasets/{data_set.pk}/codebook/").json()
    assert [column["maximum"] for column in book["columns"]] == ["120", "", "100000"]
    xml = owner.get(f"datasets/{data_set.pk}/codebook/", **{"as": "ddi"}).content.decode()
    assert '<range min="0" max="120" />' in xml
    assert "<catValu>Bern</catValu>" in xml
    first = owner.get(f"datasets/{data_set.pk}/mock/", rows="5").content
    load(owner, data_set, "age,town,income\n99,Bern,7\n")
    assert owner.get(f"datasets/{data_set.pk}/mock/", rows="5").content == first
    assert len(first.splitlines()) == 6


def test_a_mock_holds_no_formula_of_whoever_declared_it() -> None:
    common = {**EMPTY, "role": "quasi", "missing": ["-"]}
    towns = [{"value": "@SUM(A1)", "label": ""}, {"value": "-1", "label": ""}]
    columns = declared(
        [
            {**common, "name": "=HYPERLINK(A1)", "type": "category", "categories": towns},
            {**common, "name": "-age", "type": "integer", "minimum": "-9", "maximum": "-1"},
        ]
    )
    header, *lines = as_csv(columns, 200).decode().splitlines()
    assert header == "'=HYPERLINK(A1),'-age"
    first, second = ({line.split(",")[index] for line in lines} for index in (0, 1))
    assert first == {"'@SUM(A1)", "-1", "'-"}
    assert second == {"'-", *(str(number) for number in range(-9, 0))}


def test_no_two_columns_of_a_mock_file_have_one_name() -> None:
    common = {**EMPTY, "role": "quasi", "type": "integer", "minimum": "1", "maximum": "9"}
    columns = declared([{**common, "name": "=a"}, {**common, "name": "'=a"}])
    assert as_csv(columns, 1).decode().splitlines()[0] == "''=a,'=a"


def test_a_loaded_version_never_changes_and_a_new_one_keeps_the_declaration(owner: Visitor, data_set: DataSet) -> None:
    load(owner, data_set)
    path = f"datasets/{data_set.pk}/versions/1/"
    assert owner.send("PUT", path, {"columns": declaration()}).status_code == 409
    assert owner.send("PATCH", path, {"state": "loading"}).status_code == 409
    upload(owner, data_set, b"town,age,more\nBern,20,x\n")
    columns = owner.get(f"datasets/{data_set.pk}/versions/2/").json()["columns"]
    assert [(column["name"], column["role"], column["maximum"]) for column in columns] == [
        ("town", "quasi", ""), ("age", "quasi", "120"), ("more", "", ""),
    ]  # fmt: skip


def test_a_load_that_was_killed_begins_anew(owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        """A kill ends a load as the end of the process would."""

    def die(**arguments: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        # The rows are in the vault, and the version does not say so yet.
        patch.setattr("datahub.datasets.services.load.record", die)
        with pytest.raises(Killed):
            load(owner, data_set)
    assert Version.objects.get().state == Version.State.LOADING
    Job.objects.filter(kind="datasets.load").update(state=Job.State.QUEUED, lease_until=None)
    work()
    assert Version.objects.get().state == Version.State.LOADED
    assert len(rows_of(data_set)) == 60


def test_who_may_no_longer_when_the_work_starts_loads_nothing(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/versions/1/"
    owner.send("PUT", path, {"columns": declaration()})
    owner.send("PATCH", path, {"state": "loading"})
    roles_on(ref_to(data_set)).delete()
    work()
    assert Version.objects.get().state == Version.State.DRAFT
    assert Job.objects.get(kind="datasets.load").error == "not_found"


PRICES = "age,town,income\n" + "".join(f"{20 + row},Bern,{row}|5\n" for row in range(12)).replace("|", ",")


def semicolons(content: str) -> str:
    """Returns a table with its cells between semicolons, as programs write it where the comma stands before
    decimals."""
    head, *lines = content.splitlines()
    rows = (line.split(",", 2) for line in lines)
    return "\n".join([head.replace(",", ";"), *(";".join(row) for row in rows)]) + "\n"


def test_a_load_that_loses_all_of_a_column_asks_first(owner: Visitor, data_set: DataSet) -> None:
    draft = load(owner, data_set, semicolons(PRICES), income={"outside": "missing"})
    assert (draft["state"], draft["upload"]["state"], draft["rows"]) == ("draft", "found", None)
    assert draft["counted"] == {"read": 12, "kept": 12, "outside": [0, 0, 12], "missing": [0, 0, 12]}
    path = f"datasets/{data_set.pk}/versions/1/"
    changed = {"outside": "missing", "notation": "1.234,5", "decimals": 1}
    assert owner.send("PUT", path, {"columns": declaration(income=changed)}).json()["counted"] is None
    assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202
    work()
    assert owner.get(path).json()["counted"]["outside"] == [0, 0, 0]
    assert {row[2] for row in rows_of(data_set)} == {Decimal(row) + Decimal("0.5") for row in range(12)}


def test_a_load_that_keeps_no_row_asks_first_and_is_made_if_the_owner_says_so(
    owner: Visitor, data_set: DataSet
) -> None:
    draft = load(owner, data_set, semicolons(PRICES))
    assert (draft["state"], draft["counted"]["kept"], rows_kept(data_set)) == ("draft", 0, False)
    path = f"datasets/{data_set.pk}/versions/1/"
    assert owner.send("PATCH", path, {"state": "loading", "accepts_losses": True}).status_code == 202
    work()
    loaded = owner.get(path).json()
    assert (loaded["state"], loaded["rows"], loaded["upload"]["state"]) == ("loaded", 0, "gone")


def rows_kept(data_set: DataSet) -> bool:
    """Returns whether the vault has a collection of the first version."""
    try:
        return bool(rows_of(data_set))
    except CollectionMissing:
        return False


def test_a_way_to_write_numbers_is_none_of_a_day_or_a_text(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/versions/1/"
    owner.send("PUT", path, {"columns": declaration(age={"notation": "dd.mm.yyyy"}, town={"notation": "1.234,5"})})
    refused = owner.send("PATCH", path, {"state": "loading"})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["columns.0.notation", "columns.1.notation"])
