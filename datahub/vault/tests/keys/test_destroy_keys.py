"""Keys that are destroyed are gone, a signed record says so, and a backup without the root opens nothing."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from django.db import connection
from django.db.models import Model
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.api.signing import is_signed, public_key
from datahub.audit.models import Entry
from datahub.vault.errors import KeyDestroyed, KeyMissing, PermitRefused, RootLocked
from datahub.vault.keys import keyring, kms
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules import purposes
from datahub.vault.keys.rules.shredding import shred_statement
from datahub.vault.models import DataSetKey, RootKey, ShredRecord, WrappedKey
from datahub.vault.tests.factories import a_permit

MODELS: tuple[type[Model], ...] = (RootKey, DataSetKey, WrappedKey)  # each model refers to those before it
Rows = dict[type[Model], list[dict[str, Any]]]


def backup() -> Rows:
    return {model: list(model._default_manager.values()) for model in MODELS}


def restore(rows: Rows) -> None:
    ShredRecord.objects.all().delete()
    for model in reversed(MODELS):
        model._default_manager.all().delete()
    for model in MODELS:
        model._default_manager.bulk_create([model(**row) for row in rows[model]])


@pytest.mark.django_db
def test_destroyed_keys_open_nothing_and_never_come_back(data_set: Ref, ring: KeyRing) -> None:
    ring.field("people", "age", "rnd")
    keyring.destroy(a_permit(data_set), data_set)
    for again in (lambda: keyring.keys_of(a_permit(data_set), data_set), lambda: keyring.create(data_set)):
        with pytest.raises(KeyDestroyed):
            again()
    assert not WrappedKey.objects.filter(data_set__ref=str(data_set)).exists()


@pytest.mark.django_db
def test_a_ring_that_was_open_gets_no_further_key(data_set: Ref, ring: KeyRing) -> None:
    ring.field("people", "age", "rnd")
    keyring.destroy(a_permit(data_set), data_set)
    with pytest.raises((KeyMissing, KeyDestroyed)):
        ring.field("people", "sex", "rnd")


@pytest.mark.django_db
def test_only_who_administers_destroys(data_set: Ref) -> None:
    with pytest.raises(PermitRefused):
        keyring.destroy(a_permit(data_set, "dataset.query"), data_set)


@pytest.mark.django_db
def test_the_record_is_signed_and_says_what_backups_hold_until_when(data_set: Ref, settings: Settings) -> None:
    settings.BACKUP_DAYS = 14
    shredded = keyring.destroy(a_permit(data_set), data_set)
    assert is_signed(shredded.statement, shredded.signature, public_key())
    assert shredded.statement["backups"]["kept_days"] == 14
    assert "root passphrase or three recovery sheets" in shredded.statement["backups"]["hold"]
    assert keyring.destroy(a_permit(data_set), data_set) == shredded
    assert Entry.objects.filter(operation="vault.shred", subject=str(data_set)).count() == 1


def test_the_day_after_which_no_backup_holds_the_keys_is_counted() -> None:
    statement = shred_statement("dataset:x", "00", 3, date(2026, 11, 20), 30)
    assert statement["backups"]["none_after"] == "2026-12-20"


@pytest.mark.django_db
def test_sealed_data_restored_from_a_backup_do_not_open_once_the_key_is_destroyed(data_set: Ref, ring: KeyRing) -> None:
    """The documents come back from their backup; the keys do not."""
    sealed = ring.chunk().seal(b"Anna;41", b"place")
    keyring.destroy(a_permit(data_set), data_set)
    with pytest.raises(KeyDestroyed):
        keyring.keys_of(a_permit(data_set), data_set).chunk().open(sealed, b"place")


@pytest.mark.django_db
@pytest.mark.parametrize("lost", ["file", "passphrase"])
def test_a_restored_database_without_its_root_opens_nothing(
    data_set: Ref, ring: KeyRing, lost: str, key_folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    sealed, kept = ring.chunk().seal(b"Anna;41", b"place"), backup()
    keyring.destroy(a_permit(data_set), data_set)
    restore(kept)
    # A whole backup opens the data, as the record of destruction says.
    assert keyring.keys_of(a_permit(data_set), data_set).chunk().open(sealed, b"place") == b"Anna;41"
    monkeypatch.setattr(kms, "_adapters", {})
    if lost == "file":
        (key_folder / kms.FILE).unlink()
    else:
        settings.ROOT_PASSPHRASE = "guessed by whoever found it"
    with pytest.raises(RootLocked):
        keyring.keys_of(a_permit(data_set), data_set)
    wrapped = bytes(DataSetKey.objects.get(ref=str(data_set)).wrapped or b"")
    with pytest.raises(InvalidTag):
        kms.open_key(bytes(32), wrapped, purposes.of_data_set(str(data_set)))


@pytest.fixture
def committed(transactional_db: None, data_set: Ref) -> Ref:
    return data_set


@pytest.mark.django_db(transaction=True)
def test_the_files_of_the_embedded_database_hold_no_trace_of_a_destroyed_key_and_the_record_speaks_of_others(
    committed: Ref,
) -> None:
    if connection.vendor != "sqlite":  # PostgreSQL keeps a row until it vacuums
        statement = keyring.destroy(a_permit(committed), committed).statement
        assert "the database's own freed pages and write-ahead files, until it next cleans them" in statement["remain"]
        return
    keyring.keys_of(a_permit(committed), committed).field("people", "age", "rnd")
    wrapped = bytes(DataSetKey.objects.get(ref=str(committed)).wrapped or b"")
    of_field = bytes(WrappedKey.objects.get(data_set__ref=str(committed)).wrapped or b"")

    def on_disk() -> bytes:
        name = Path(str(connection.settings_dict["NAME"]))
        return b"".join(path.read_bytes() for path in name.parent.glob(f"{name.name}*"))

    assert wrapped in on_disk()
    assert of_field in on_disk()
    keyring.destroy(a_permit(committed), committed)
    assert wrapped not in on_disk()
    assert of_field not in on_disk()
