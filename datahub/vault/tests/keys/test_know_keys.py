"""These tests cover who can know a key, and who cannot: the lines of docs/concepts/who-learns-what.md about keys."""

import base64
import logging
import traceback
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.vault.errors import KeyDestroyed, KeyMissing, RootLocked
from datahub.vault.keys import keyring, kms, recovery, roots
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules import purposes
from datahub.vault.models import DataSetKey, ShredRecord, WrappedKey
from datahub.vault.tests.factories import PASSPHRASE, a_data_set, a_permit

pytestmark = pytest.mark.django_db


def test_the_root_alone_gives_no_key_of_a_data_set(data_set: Ref, ring: KeyRing) -> None:
    """Keys are drawn at random: a second key under the same root, for the same data set, is another one."""
    first = ring.field("people", "age", "rnd").secret
    DataSetKey.objects.all().delete()
    keyring.create(data_set)
    again = keyring.keys_of(a_permit(data_set), data_set)
    assert again.field("people", "age", "rnd").secret != first
    assert again._secret != ring._secret


def test_root_and_database_together_open_everything(
    data_set: Ref, ring: KeyRing, key_folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The documentation says so plainly: whoever holds root and database needs no Permit."""
    secret = ring.field("people", "age", "rnd").secret
    elsewhere = kms.PassphraseFile(key_folder)
    row = DataSetKey.objects.get(ref=str(data_set))
    of_set = elsewhere.unwrap(bytes(row.wrapped or b""), purposes.of_data_set(row.ref), row.root_id)
    address = purposes.of_field(row.ref, "people", "age", "rnd", 1)
    assert kms.open_key(of_set, bytes(WrappedKey.objects.get(field="age").wrapped or b""), address) == secret


def forms(secret: bytes) -> list[str]:
    """Returns the forms in which a secret might be printed: hexadecimal, base64 of both alphabets, and Python's form of
    bytes."""
    return [
        secret.hex(),
        base64.b64encode(secret).decode().rstrip("="),
        base64.urlsafe_b64encode(secret).decode().rstrip("="),
        base64.b32encode(secret).decode().rstrip("="),
        repr(secret)[2:-1],
        str(list(secret)),
    ]


def test_no_log_error_or_audit_line_of_a_whole_life_holds_a_key(
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    key_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    tmp_path: Path,
) -> None:
    caplog.set_level(logging.DEBUG)
    ref, texts = a_data_set(), []
    keyring.create(ref)
    ring = keyring.keys_of(a_permit(ref), ref)
    secrets = [ring._secret, *(ring.field("people", "age", purpose).secret for purpose in purposes.PURPOSES)]
    secrets += [sheet.share for sheet in recovery.make_sheets()]
    root_file = kms.passphrase_file()
    secrets.append(root_file.current_secret()[1])
    roots.rotate_root(lambda *_: None)
    secrets.append(root_file.current_secret()[1])
    out = StringIO()
    call_command("vault", "recovery-sheets", to=str(tmp_path / "paper"), stdout=out)
    for fault in (fault_of_address, fault_of_number, fault_of_passphrase, fault_after_destruction):
        try:
            fault(ref, ring, settings, monkeypatch)
        except (KeyMissing, KeyDestroyed, RootLocked) as error:
            texts.append("".join(traceback.format_exception(error)) + str(error.to_json()))
    assert len(texts) == 4
    texts += [f"{entry.reason} {entry.detail}" for entry in Entry.objects.all()]
    texts += [str(record.statement) for record in ShredRecord.objects.all()]
    everything = "\n".join([*texts, caplog.text, out.getvalue(), *capsys.readouterr()])
    assert "vault.shred" in {entry.operation for entry in Entry.objects.all()}
    for secret in secrets:
        assert not [form for form in forms(secret) if form in everything]
    assert PASSPHRASE not in everything


def fault_of_address(ref: Ref, ring: KeyRing, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    WrappedKey.objects.filter(data_set__ref=str(ref), purpose="rnd").update(field="sex")
    keyring.keys_of(a_permit(ref), ref).field("people", "sex", "rnd")


def fault_of_number(ref: Ref, ring: KeyRing, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    ring.field("other", "age", "rnd", 9)


def fault_of_passphrase(ref: Ref, ring: KeyRing, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(kms, "_adapters", {})
        patched.setattr(settings, "ROOT_PASSPHRASE", "another long passphrase")
        keyring.keys_of(a_permit(ref), ref)


def fault_after_destruction(ref: Ref, ring: KeyRing, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring.destroy(a_permit(ref), ref)
    keyring.keys_of(a_permit(ref), ref)
