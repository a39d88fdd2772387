"""A file comes in pieces, which are sealed before they are written; an interrupted client can go on."""

import hashlib
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from uuid import UUID, uuid4

import pytest

from datahub.api.ref import Ref
from datahub.datasets.errors import NotInThisState
from datahub.datasets.models import DataSet, Upload, Version
from datahub.datasets.pieces import folder_of
from datahub.datasets.rules import kinds_of_look
from datahub.datasets.sealed import sealed_checksum
from datahub.datasets.services import upload as uploading
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, begin, pieces_of, upload, work
from datahub.jobs.models import Job
from datahub.jobs.shares import Share, share_of
from datahub.policies.selectors import roles_on
from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db


def test_a_file_becomes_a_draft_with_proposals(owner: Visitor, data_set: DataSet) -> None:
    state = upload(owner, data_set, CSV.encode())
    assert (state["state"], state["found"]["rows"]) == ("found", 60)
    version = owner.get(f"datasets/{data_set.pk}/versions/1/").json()
    proposed_format = {"kind": "csv", "encoding": "utf-8", "delimiter": ",", "sheet": "", "header_row": 1, "values": ""}
    assert version["format"] == proposed_format
    assert [(column["name"], column["type"], column["role"]) for column in version["columns"]] == [
        ("age", "integer", ""), ("town", "category", ""), ("income", "integer", ""),
    ]  # fmt: skip
    assert state["found"]["values"][1] == ["Basel", "Bern"]


@pytest.mark.parametrize(("largest", "share"), [(len(CSV), Share.USUAL), (len(CSV) - 1, Share.LONG)])
def test_a_large_file_is_looked_at_by_the_worker_of_what_takes_long(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch, largest: int, share: Share
) -> None:
    """The worker of long jobs reads a large file, also when it is read again in another format; and its progress is
    shown in both cases."""
    monkeypatch.setattr(kinds_of_look, "LARGE_BYTES", largest)
    upload(owner, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/versions/1/"
    again = owner.send("PATCH", path, {"format": {"delimiter": ";"}})
    assert again.status_code == 202, again.content
    kinds = list(Job.objects.filter(kind__in=kinds_of_look.LOOKS).values_list("kind", flat=True))
    assert [share_of(kind) for kind in kinds] == [share, share]
    assert owner.get(path).json()["progress"]["state"] == "queued"


def test_no_bound_is_proposed_that_the_data_know(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, CSV.encode())
    columns = owner.get(f"datasets/{data_set.pk}/versions/1/").json()["columns"]
    assert {(column["minimum"], column["maximum"], len(column["categories"])) for column in columns} == {("", "", 0)}


def test_whoever_was_interrupted_asks_which_pieces_are_there(owner: Visitor, data_set: DataSet) -> None:
    content = CSV.encode()
    begun = begin(owner, data_set, content)
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    pieces = pieces_of(content, begun["chunk_size"])
    assert begun["chunks"] == len(pieces) > 2
    owner.piece(f"{path}2/", pieces[2])
    owner.piece(f"{path}0/", pieces[0])
    owner.piece(f"{path}0/", pieces[0])
    assert owner.get(path).json()["received"] == [0, 2]
    early = owner.send("PATCH", path, {"state": "looking"})
    assert (early.status_code, early.json()["code"]) == (409, "chunks_missing")
    for number in set(range(len(pieces))) - {0, 2}:
        owner.piece(f"{path}{number}/", pieces[number])
    assert owner.send("PATCH", path, {"state": "looking"}).status_code == 202
    work()
    assert owner.get(path).json()["found"]["rows"] == 60


def test_a_piece_that_was_changed_on_the_way_is_refused(owner: Visitor, data_set: DataSet) -> None:
    content = CSV.encode()
    begun = begin(owner, data_set, content)
    path, pieces = f"datasets/{data_set.pk}/uploads/{begun['id']}/", pieces_of(content, begun["chunk_size"])
    for number, piece, checksum in (
        (0, pieces[0], "0" * 64), (0, pieces[0][:-1], None), (99, pieces[0], None),
    ):  # fmt: skip
        answer = owner.piece(f"{path}{number}/", piece, checksum)
        assert (answer.status_code, answer.json()["code"]) == (400, "chunk_refused")
    assert owner.piece(f"{path}0/", pieces[0] + b"x").status_code == 413
    assert owner.get(path).json()["received"] == []


def test_a_piece_that_is_refused_leaves_the_one_before_it(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The upload is finished while the piece is on its way: the job must read the earlier piece."""
    content = b"a\n1\n"
    state = upload(owner, data_set, content)
    stored = Upload.objects.get(pk=state["id"])
    permit = a_permit(ref_to(data_set), "dataset.administer")
    kept = folder_of(stored.pk) / "0"
    before = kept.read_bytes()
    monkeypatch.setattr(uploading, "_check_piece", Mock())  # the upload's state changes after this check
    with pytest.raises(NotInThisState):
        uploading.receive(permit=permit, upload=stored, number=0, piece=b"b\n2\n", sha256="")
    assert kept.read_bytes() == before
    assert [piece.name for piece in kept.parent.iterdir()] == ["0"]


@pytest.mark.parametrize("content", [CSV.encode(), b"\x1f\x8b"], ids=["whole", "damaged too"])
def test_a_file_that_is_not_the_one_of_the_checksum_is_refused(
    owner: Visitor, data_set: DataSet, content: bytes
) -> None:
    begun = begin(owner, data_set, content)
    checksum = sealed_checksum(a_permit(ref_to(data_set)), found_id(begun), "0" * 64)
    Upload.objects.filter(pk=begun["id"]).update(checksum=checksum)
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    for number, piece in enumerate(pieces_of(content, begun["chunk_size"])):
        owner.piece(f"{path}{number}/", piece)
    owner.send("PATCH", path, {"state": "looking"})
    work()
    refused = owner.get(path).json()
    assert (refused["state"], refused["refusal"]["rule"]) == ("refused", "checksum")


def test_a_damaged_file_is_refused_with_its_place(owner: Visitor, data_set: DataSet) -> None:
    refused = upload(owner, data_set, (CSV + "1,2\n").encode())
    assert (refused["state"], refused["refusal"]["rule"], refused["refusal"]["place"]) == (
        "refused",
        "ragged",
        "line 62",
    )
    assert "line 62" not in refused["refusal"]["detail"]  # the page shows the place before the sentence
    assert refused["refusal"]["reasons"] == [
        {"at": "place", "code": "line", "about": {"number": "62"}},
        {"at": "detail", "code": "ragged", "about": {"cells": "2", "names": "3"}},
    ]


def test_the_row_of_the_header_is_proposed_and_the_owner_changes_it(owner: Visitor, data_set: DataSet) -> None:
    body = upload(owner, data_set, b"Visits\nname,n,note\na,1.250,x\nb,2.375,y\n")
    path = f"datasets/{data_set.pk}/versions/1/"
    draft = owner.get(path).json()
    assert ([column["name"] for column in draft["columns"]], draft["format"]["header_row"]) == (
        ["name", "n", "note"],
        2,
    )
    assert body["found"]["notations"] == [[], ["", "1,234.5", "1.234,5", "1'234.5"], []]
    assert owner.send("PATCH", path, {"format": {"header_row": 3}}).status_code == 202
    work()
    draft = owner.get(path).json()
    assert ([column["name"] for column in draft["columns"]], draft["format"]["header_row"]) == (["a", "1.250", "x"], 3)
    assert owner.send("PATCH", path, {"format": {"header_row": -1}}).status_code == 400
    owner.send("PATCH", path, {"format": {"encoding": "utf-8"}})
    work()
    assert owner.get(path).json()["format"]["header_row"] == 2


def test_the_owner_corrects_what_was_detected(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, "name,n\nK\u00f6ln,1\n".encode("windows-1252"))
    path = f"datasets/{data_set.pk}/versions/1/"
    assert owner.get(path).json()["format"]["encoding"] == "windows-1252"
    answer = owner.send("PATCH", path, {"format": {"kind": "csv", "encoding": "utf-8", "delimiter": ","}})
    assert answer.status_code == 202
    work()
    refused = owner.get(path).json()["upload"]
    assert (refused["refusal"]["rule"], refused["refusal"]["place"]) == ("encoding", "line 2")
    owner.send("PATCH", path, {"format": {"encoding": "windows-1252"}})
    work()
    assert owner.get(path).json()["upload"]["state"] == "found"


def test_nothing_of_the_file_is_readable_below_the_data_folder(
    owner: Visitor, data_set: DataSet, data_folder: Path
) -> None:
    secret = "Rumpelstilzchen"
    content = "name,n\n" + "".join(f"{secret},{number}\n" for number in range(100))
    state = upload(owner, data_set, content.encode())
    files = [path for path in data_folder.rglob("*") if path.is_file()]
    assert any(path.parent == folder_of(found_id(state)) for path in files)  # the search includes the pieces
    for path in files:
        assert secret.encode() not in path.read_bytes(), path


def test_a_piece_that_was_moved_or_changed_on_the_disk_is_noticed(owner: Visitor, data_set: DataSet) -> None:
    content = CSV.encode()
    begun = begin(owner, data_set, content)
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    for number, piece in enumerate(pieces_of(content, begun["chunk_size"])):
        owner.piece(f"{path}{number}/", piece)
    folder = folder_of(found_id(begun))
    (folder / "0").rename(folder / "x")
    (folder / "1").rename(folder / "0")
    (folder / "x").rename(folder / "1")
    owner.send("PATCH", path, {"state": "looking"})
    work()
    assert owner.get(f"datasets/{data_set.pk}/versions/1/").json()["progress"]["error"] == RecordNotAsWritten.code


def test_a_draft_is_dropped_with_its_pieces(owner: Visitor, data_set: DataSet, data_folder: Path) -> None:
    state = upload(owner, data_set, CSV.encode())
    second = {"name": "b.csv", "size": 3, "sha256": hashlib.sha256(b"a\n1").hexdigest()}
    busy = owner.send("POST", f"datasets/{data_set.pk}/uploads/", second)
    assert (busy.status_code, busy.json()["code"]) == (409, "not_in_this_state")
    assert owner.send("DELETE", f"datasets/{data_set.pk}/uploads/{state['id']}/").status_code == 204
    assert not Version.objects.exists()
    assert owner.send("POST", f"datasets/{data_set.pk}/uploads/", second).status_code == 201


def test_who_may_no_longer_when_the_job_starts_reads_nothing(owner: Visitor, data_set: DataSet) -> None:
    content = CSV.encode()
    begun = begin(owner, data_set, content)
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    for number, piece in enumerate(pieces_of(content, begun["chunk_size"])):
        owner.piece(f"{path}{number}/", piece)
    owner.send("PATCH", path, {"state": "looking"})
    roles_on(Ref("dataset", str(data_set.pk))).delete()
    work()
    assert Upload.objects.get().state == Upload.State.LOOKING
    assert not Version.objects.get().columns.exists()


def test_a_stranger_learns_nothing(stranger: Visitor, owner: Visitor, data_set: DataSet) -> None:
    state = upload(owner, data_set, CSV.encode())
    for path in ("", "versions/", "versions/1/", f"uploads/{state['id']}/", "codebook/", "mock/"):
        answer = stranger.get(f"datasets/{data_set.pk}/{path}")
        unknown = stranger.get(f"datasets/{state['id']}/{path}")
        assert (answer.status_code, answer.content) == (404, unknown.content)
    assert stranger.get("datasets/").json()["results"] == []


def found_id(state: dict[str, Any]) -> UUID:
    return UUID(state["id"])


def test_a_file_under_the_id_of_one_that_was_dropped_is_read_again(owner: Visitor, data_set: DataSet) -> None:
    id = uuid4()
    for _ in range(2):
        permit, size = a_permit(ref_to(data_set)), len(CSV)
        begun = uploading.begin(
            actor=owner.person, permit=permit, data_set_id=data_set.pk, id=id, name="a.csv", size=size, sha256=""
        )
        path = f"datasets/{data_set.pk}/uploads/{id}/"
        for number, piece in enumerate(pieces_of(CSV.encode(), begun.chunk_size)):
            owner.piece(f"{path}{number}/", piece)
        owner.send("PATCH", path, {"state": "looking"})
        work()
        version = f"datasets/{data_set.pk}/versions/{begun.version.number}/"
        owner.send("PATCH", version, {"format": {"delimiter": ","}})
        work()
        assert owner.get(path).json()["state"] == "found"
        assert owner.send("DELETE", path).status_code == 204
