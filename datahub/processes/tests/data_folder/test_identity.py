"""A process works only on the data folder that its database knows."""

import errno
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError
from pytest_django.fixtures import Settings

from datahub.audit.models import Entry
from datahub.processes import checks
from datahub.processes.data_folder import start
from datahub.processes.data_folder.errors import FolderRefused
from datahub.processes.data_folder.identity import FILE, check_identity, folders
from datahub.processes.models import DataFolder
from datahub.processes.tests.data_folder.conftest import use

pytestmark = pytest.mark.django_db


def test_the_folder_of_the_first_start_is_the_one_of_all_later_starts(folder: Path) -> None:
    check_identity()
    ids = {path: (path / FILE).read_bytes() for path in folders().values()}
    check_identity()
    assert {path: (path / FILE).read_bytes() for path in folders().values()} == ids
    assert (folder / FILE).stat().st_mode & 0o777 == 0o600


def test_the_database_holds_no_id(folder: Path) -> None:
    check_identity()
    digests = set(DataFolder.objects.values_list("digest", flat=True))
    assert len(digests) == len(folders())  # Two names of one folder have different digests.
    assert not digests & {(path / FILE).read_bytes().hex() for path in folders().values()}


def test_another_folder_is_refused(folder: Path, settings: Settings, tmp_path: Path) -> None:
    check_identity()
    other = use(settings, tmp_path / "other")
    for path in folders().values():
        path.mkdir(exist_ok=True)
        (path / FILE).write_bytes(bytes(32))
    with pytest.raises(FolderRefused, match=f"{other} does not belong .* is of another folder.*Mount that folder here"):
        check_identity()


def test_an_empty_folder_beside_a_database_in_use_is_refused_and_stays_empty(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    check_identity()
    other = use(settings, tmp_path / "other")
    with pytest.raises(FolderRefused, match=f"{other} does not belong to this database: .* is missing"):
        check_identity()
    assert list(other.iterdir()) == []


@pytest.mark.parametrize("part", ["keys", "ledger"])
def test_a_part_that_is_mounted_from_elsewhere_is_refused(folder: Path, part: str) -> None:
    check_identity()
    (folder / part).rename(folder / "aside")
    (folder / part).mkdir()
    with pytest.raises(FolderRefused, match=f"{folder / part} does not belong to this database"):
        check_identity()


def test_a_whole_copy_that_took_the_place_of_the_folder_passes(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    check_identity()
    other = use(settings, tmp_path / "other")
    shutil.copytree(folder, other, dirs_exist_ok=True)
    check_identity()


def test_a_folder_is_accepted_only_by_whoever_says_that_the_other_is_lost(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    check_identity()
    use(settings, tmp_path / "other")
    with pytest.raises(CommandError, match="is missing"):
        call_command("data_folder", "status")
    with pytest.raises(CommandError, match=r"stays lost.*--the-other-is-lost"):
        call_command("data_folder", "accept")
    with pytest.raises(FolderRefused):
        check_identity()
    call_command("data_folder", "accept", the_other_is_lost=True, stdout=StringIO())
    check_identity()
    assert Entry.objects.latest("number").operation == "platform.accept_folder"


def test_the_check_before_a_deployment_names_the_fault_and_writes_nothing(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    assert checks.check_folders(None) == []
    assert not DataFolder.objects.exists()
    check_identity()
    use(settings, tmp_path / "other")
    assert [message.id for message in checks.check_folders(None)] == ["processes.E001"]


def test_a_process_ends_where_the_folder_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    monkeypatch.setattr("os._exit", codes.append)
    monkeypatch.setattr(start, "join", refuse)
    start.join_or_end()
    assert codes == [start.REFUSED]


def test_a_folder_is_tested_once_the_database_answers_and_the_disk_has_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Callable[[], None]] = [be_away, be_full, be_away, refuse]
    codes: list[int] = []

    def leave(code: int) -> None:
        codes.append(code)
        raise SystemExit

    monkeypatch.setattr("os._exit", leave)
    monkeypatch.setattr(start, "AGAIN_SECONDS", 0)
    monkeypatch.setattr(start, "join", lambda: answers.pop(0)())
    with pytest.raises(SystemExit):
        start.join_later()
    assert codes == [start.REFUSED]


def refuse() -> None:
    raise FolderRefused("another folder")


def be_full() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def be_away() -> None:
    raise DatabaseError("away")
