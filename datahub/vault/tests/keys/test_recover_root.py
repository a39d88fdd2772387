"""The drill loses the key folder: three sheets of paper bring it back, two do not."""

from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.vault.errors import RecoveryRefused, RootLocked
from datahub.vault.keys import keyring, kms, recovery
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules import sheets
from datahub.vault.models import RootKey
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages(data_set: Ref, tmp_path: Path) -> list[Path]:
    call_command("vault", "recovery-sheets", to=str(tmp_path / "paper"), stdout=StringIO())
    return sorted((tmp_path / "paper").iterdir())


def lose(key_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loses the key folder: on a new machine neither the folder nor the memory holds a key."""
    for path in key_folder.iterdir():
        path.unlink()
    monkeypatch.setattr(kms, "_adapters", {})


def run(*words: str, sheets: list[Path]) -> str:
    out = StringIO()
    call_command("vault", *words, sheet=[str(path) for path in sheets], stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("three", list(combinations(range(5), 3)), ids=str)
def test_any_three_sheets_open_the_data_sets_again(
    data_set: Ref,
    ring: KeyRing,
    pages: list[Path],
    three: tuple[int, ...],
    key_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    before = ring.field("people", "age", "rnd")
    lose(key_folder, monkeypatch)
    with pytest.raises(RootLocked):
        keyring.keys_of(a_permit(data_set), data_set)
    settings.ROOT_PASSPHRASE = "the passphrase of the new machine"
    run("recover", sheets=[pages[at] for at in three])
    assert keyring.keys_of(a_permit(data_set), data_set).field("people", "age", "rnd") == before


def test_two_sheets_are_refused_and_write_nothing(
    pages: list[Path], key_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(key_folder, monkeypatch)
    for two in ([pages[0], pages[1]], [pages[0], pages[1], pages[1]]):
        with pytest.raises(CommandError, match="2 different sheets"):
            run("recover", sheets=two)
    assert list(key_folder.iterdir()) == []


def test_sheets_of_two_sets_are_refused(data_set: Ref) -> None:
    first, second = recovery.make_sheets(), recovery.make_sheets()
    with pytest.raises(RecoveryRefused, match="not made together"):
        recovery.drill([first[0], first[1], second[2]])


def test_a_forged_sheet_gives_no_root(data_set: Ref) -> None:
    sheet, two, three, *_ = recovery.make_sheets()
    forged = sheets.Sheet(three.root, three.set, three.number, bytes(32))
    with pytest.raises(RecoveryRefused, match="do not give the root"):
        recovery.drill([sheet, two, forged])


def test_a_sheet_is_read_from_its_page_however_it_was_typed(data_set: Ref) -> None:
    sheet = recovery.make_sheets()[3]
    for text in (sheet.page("2026-11-20"), sheet.code(), sheet.code().lower(), f"  {sheet.code()}\n"):
        assert sheets.read(text.replace("dh1-", "DH1-")) == sheet


def test_a_letter_typed_wrong_is_noticed(data_set: Ref) -> None:
    code = recovery.make_sheets()[0].code()
    for index in range(len("DH1-"), len(code)):
        for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567":
            if code[index] != "-" and other.lower() != code[index].lower():
                with pytest.raises(RecoveryRefused):
                    sheets.read(code[:index] + other + code[index + 1 :])


def test_the_drill_tries_the_sheets_and_changes_nothing(pages: list[Path], key_folder: Path) -> None:
    before = (key_folder / kms.FILE).read_bytes()
    assert RootKey.objects.get().pk in run("drill", sheets=pages[1:4])
    assert (key_folder / kms.FILE).read_bytes() == before


def test_a_root_that_opens_is_not_replaced(pages: list[Path]) -> None:
    with pytest.raises(CommandError, match="nothing to recover"):
        run("recover", sheets=pages[:3])


def test_sheets_are_readable_by_their_owner_alone_and_shown_nowhere_else(
    pages: list[Path], caplog: pytest.LogCaptureFixture
) -> None:
    assert {path.stat().st_mode & 0o777 for path in pages} == {0o600}
    text = caplog.text + "".join(f"{entry.reason}{entry.detail}" for entry in Entry.objects.all())
    for path in pages:
        sheet = sheets.read(path.read_text())
        assert sheet.share.hex() not in repr(sheet) + text
        assert sheet.code()[-58:] not in repr(sheet) + text
