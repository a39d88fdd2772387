"""Key files are readable by their owner only, complete or absent, and useless for another row."""

import errno
import hashlib
import os
from pathlib import Path
from uuid import uuid4

import pytest
from cryptography.exceptions import InvalidTag

from surveys import keys
from surveys.models import BatchKey

VERSION = "ab" * 32
ROW = b"\0perturbed"


def test_a_row_opens_under_its_own_key_alone() -> None:
    first, other = uuid4(), uuid4()
    for batch_key in (first, other):
        keys.create_batch_key(batch_key)
    [sealed] = keys.Seal(VERSION, first).close([ROW])
    assert keys.Seal(VERSION, first).open(sealed) == ROW
    with pytest.raises(InvalidTag):
        keys.Seal(VERSION, other).open(sealed)


def test_a_row_belongs_to_its_version_and_batch_key_even_under_the_same_secret(key_folder: Path) -> None:
    first, other = uuid4(), uuid4()
    keys.create_batch_key(first)
    (key_folder / f"batch-{other}.key").write_bytes((key_folder / f"batch-{first}.key").read_bytes())
    [sealed] = keys.Seal(VERSION, first).close([ROW])
    for seal in (keys.Seal(VERSION, other), keys.Seal("cd" * 32, first)):
        with pytest.raises(InvalidTag):
            seal.open(sealed)


def test_the_same_row_is_never_sealed_alike_twice() -> None:
    batch_key = uuid4()
    keys.create_batch_key(batch_key)
    seal = keys.Seal(VERSION, batch_key)
    sealed = [row for _ in range(10) for row in seal.close([ROW] * 10)]
    assert len(set(sealed)) == 100
    assert [seal.open(row) for row in sealed] == [ROW] * 100


def test_marks_of_two_versions_have_nothing_in_common() -> None:
    for version in (VERSION, "cd" * 32):
        keys.create_version_secrets(version)
    assert not set(keys.Marks(VERSION).of(b"k", b"b")) & set(keys.Marks("cd" * 32).of(b"k", b"b"))


def test_a_receipt_finds_the_mark_of_its_key() -> None:
    keys.create_version_secrets(VERSION)
    receipt = hashlib.sha256(b"k").digest()
    assert keys.key_mac(VERSION, receipt) == keys.Marks(VERSION).of(b"k", b"b")[0]


def test_the_second_mark_tells_bodies_and_keys_apart() -> None:
    keys.create_version_secrets(VERSION)
    marks = {keys.Marks(VERSION).of(key, body)[1] for key in (b"k", b"l") for body in (b"b", b"c")}
    assert len(marks) == 4


def test_a_destroyed_key_is_gone(key_folder: Path) -> None:
    batch_key = uuid4()
    keys.create_batch_key(batch_key)
    keys.destroy_batch_key(batch_key)
    keys.destroy_batch_key(batch_key)
    assert list(key_folder.iterdir()) == []
    with pytest.raises(keys.KeyMissing):
        keys.Seal(VERSION, batch_key)


def test_a_file_is_under_its_name_whole_or_not_at_all(key_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(descriptor: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="no space"):
        keys.create_batch_key(uuid4())
    assert list(key_folder.glob("batch-*.key")) == []


def test_a_key_that_finds_no_room_leaves_nothing_half_written(
    key_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        keys.create_batch_key(BatchKey().pk)
    assert list(key_folder.iterdir()) == []
