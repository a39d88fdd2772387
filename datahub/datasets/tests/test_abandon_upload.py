"""An abandoned upload is dropped with its sealed pieces; an upload in use is not."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone

from datahub.api.ref import PLATFORM
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet, Upload, Version
from datahub.datasets.pieces import folder_of, there
from datahub.datasets.services.abandon import drop_abandoned, sweep_pieces
from datahub.datasets.tests.factories import CSV, Visitor, begin, declaration, load, pieces_of, upload, work
from datahub.jobs.services import submit

pytestmark = pytest.mark.django_db
CONTENT = CSV.encode()
LONG = timedelta(days=settings.ABANDONED_UPLOAD_DAYS, seconds=1)


def let_time_pass() -> None:
    Upload.objects.update(touched_at=timezone.now() - LONG)


def one_piece_of(owner: Visitor, data_set: DataSet) -> str:
    begun = begin(owner, data_set, CONTENT)
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    assert owner.piece(f"{path}0/", pieces_of(CONTENT, begun["chunk_size"])[0]).status_code == 204
    return path


def test_a_file_that_was_never_sent_whole_is_dropped(owner: Visitor, data_set: DataSet) -> None:
    one_piece_of(owner, data_set)
    let_time_pass()
    submit(kind="datasets.sweep", subject=PLATFORM)
    work()
    assert not Version.objects.exists()
    assert there() == []
    line = Entry.objects.get(operation="dataset.drop")
    assert (line.actor, line.subject) == ("", f"dataset:{data_set.pk}")


def test_a_file_that_was_never_declared_is_dropped(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, CONTENT)
    let_time_pass()
    assert drop_abandoned(timezone.now()) == 1
    assert there() == []
    assert upload(owner, data_set, CONTENT)["state"] == "found"


def test_who_goes_on_keeps_the_file(owner: Visitor, data_set: DataSet) -> None:
    path = one_piece_of(owner, data_set)
    let_time_pass()
    owner.piece(f"{path}1/", pieces_of(CONTENT, 256)[1])
    assert drop_abandoned(timezone.now()) == 0
    owner.send("DELETE", path)
    upload(owner, data_set, CONTENT)
    let_time_pass()
    number = Version.objects.get().number
    answer = owner.send("PUT", f"datasets/{data_set.pk}/versions/{number}/", {"columns": declaration()})
    assert answer.status_code == 200
    assert drop_abandoned(timezone.now()) == 0
    assert Upload.objects.exists()


def test_what_is_being_loaded_or_is_loaded_stays(owner: Visitor, data_set: DataSet) -> None:
    load(owner, data_set)
    number = upload(owner, data_set, CONTENT)["version"]
    path = f"datasets/{data_set.pk}/versions/{number}/"
    owner.send("PUT", path, {"columns": declaration()})
    assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202
    let_time_pass()
    assert (drop_abandoned(timezone.now()), sweep_pieces()) == (0, 0)
    work()
    assert [version.state for version in Version.objects.all()] == ["loaded", "loaded"]


def test_pieces_of_no_file_are_swept(owner: Visitor, data_set: DataSet) -> None:
    """Pieces without a file are left by a process that was killed, or by a piece that came while its file was
    dropped."""
    one_piece_of(owner, data_set)
    kept = Upload.objects.get().pk
    gone = uuid4()
    for name in ("0", ".1.aside"):
        folder_of(gone).mkdir(parents=True, exist_ok=True)
        (folder_of(gone) / name).write_bytes(b"sealed")
    assert sweep_pieces() == 1
    assert there() == [kept]
