"""A restored backup opens data sets with the root passphrase, and with nothing else that it holds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.service import PATIENCE_SECONDS, ROOT

pytestmark = pytest.mark.real
REF = "dataset:0f3cfa1e-0000-4000-8000-000000000001"
OPENED = "what was uploaded"
BEGIN = f"""
import django; django.setup()
from datahub.api.ref import Ref
from datahub.policies.services import Permit
from datahub.vault.keys import keyring
ref = Ref.parse("{REF}")
permit = Permit(Ref("person", "x"), "dataset.administer", ref, None, "a drill", False)
"""
SEAL = BEGIN + f'keyring.create(ref); print(keyring.keys_of(permit, ref).chunk().seal(b"{OPENED}", b"1").hex())'
OPEN = BEGIN + 'import sys; print(keyring.keys_of(permit, ref).chunk().open(bytes.fromhex(sys.argv[1]), b"1").decode())'
DESTROY = BEGIN + "print(keyring.destroy(permit, ref).statement)"


def run(data: Path, passphrase: Path | None, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    environment |= {"DATAHUB_DATA": str(data), "DJANGO_SETTINGS_MODULE": "datahub.settings"}
    if passphrase is not None:
        environment["DATAHUB_ROOT_PASSPHRASE_FILE"] = str(passphrase)
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS)


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_a_restored_backup_opens_with_the_root_passphrase_and_not_without(tmp_path: Path) -> None:
    of_root = written(tmp_path / "root", "the passphrase of the root key")
    of_backup = written(tmp_path / "backup-passphrase", "the passphrase of the backup")
    before, after, file = tmp_path / "before", tmp_path / "after", tmp_path / "backup"
    assert run(before, of_root, "manage.py", "migrate", "-v0").returncode == 0
    sealed = run(before, of_root, "-c", SEAL).stdout.strip()
    backup_run = run(before, of_root, "manage.py", "backup", str(file), "--passphrase-file", str(of_backup))
    assert backup_run.returncode == 0, backup_run.stderr
    assert "none_after" in run(before, of_root, "-c", DESTROY).stdout
    assert "KeyDestroyed" in run(before, of_root, "-c", OPEN, sealed).stderr

    restored = run(after, None, "manage.py", "restore", str(file), "--passphrase-file", str(of_backup))
    assert restored.returncode == 0, restored.stderr
    assert of_root.read_text().encode() not in b"".join(
        path.read_bytes() for path in after.rglob("*") if path.is_file()
    )
    assert "RootLocked" in run(after, None, "-c", OPEN, sealed).stderr
    wrong = written(tmp_path / "wrong", "a passphrase that somebody guessed")
    assert "RootLocked" in run(after, wrong, "-c", OPEN, sealed).stderr
    # The record of destruction warns of this case.
    assert run(after, of_root, "-c", OPEN, sealed).stdout.strip() == OPENED
    (after / "keys" / "root.json").unlink()
    assert "RootLocked" in run(after, of_root, "-c", OPEN, sealed).stderr
