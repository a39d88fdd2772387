"""These tests cover the key of a passphrase: the same bytes as always, and one derivation for however many threads ask
at once."""

import json
import os
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from pytest_django import Settings

from datahub.vault.keys import kms
from datahub.vault.keys.derivation import derive
from datahub.vault.keys.key_files import write_durably
from tests.at_once import FirstCall, all_at_once

PASSPHRASE = "a passphrase of this test"
EARLIER = Path(__file__).parents[1] / "files" / "root-by-cryptography-50.json"
ROOTS = {"33a18c0f4b28ff37": bytes(range(32)), "d237ab6b3ef532ee": bytes(range(32, 64))}
FRESH = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor
from datahub.vault.keys.derivation import derive
ready = threading.Barrier(32)
def key(_):
    ready.wait()
    return derive("a passphrase of this test", bytes(16), length=32, iterations=1, lanes=4, memory_cost=8192)
with ThreadPoolExecutor(32) as pool:
    print(len(set(pool.map(key, range(32)))))
"""


@pytest.fixture
def key_folder(tmp_path: Path, settings: Settings) -> Path:
    settings.ROOT_KEYS, settings.ROOT_PASSPHRASE = tmp_path, PASSPHRASE
    return tmp_path


@pytest.mark.parametrize(("iterations", "lanes", "memory_cost"), list(product((1, 3), (1, 2, 4), (64, 1024))))
def test_the_bytes_are_those_of_the_library_that_derived_before(iterations: int, lanes: int, memory_cost: int) -> None:
    before = Argon2id(salt=bytes(range(16)), length=32, iterations=iterations, lanes=lanes, memory_cost=memory_cost)
    key = derive(PASSPHRASE, bytes(range(16)), length=32, iterations=iterations, lanes=lanes, memory_cost=memory_cost)
    assert key == before.derive(PASSPHRASE.encode())


def test_a_file_that_was_written_before_opens(key_folder: Path) -> None:
    shutil.copy(EARLIER, key_folder / kms.FILE)
    file = kms.PassphraseFile(key_folder)
    assert file.roots() == frozenset(ROOTS)
    assert file.current_secret() == ("d237ab6b3ef532ee", ROOTS["d237ab6b3ef532ee"])


def test_threads_that_ask_a_new_process_at_once_get_one_key() -> None:
    """The threads run in another process, because native code that hangs cannot be stopped."""
    answer = subprocess.run(
        [sys.executable, "-c", FRESH], env=os.environ, capture_output=True, text=True, timeout=120, check=False
    )
    assert (answer.returncode, answer.stdout.strip()) == (0, "1"), answer.stderr


def test_threads_that_open_the_file_at_once_derive_once_and_see_it_whole(
    key_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(EARLIER, key_folder / kms.FILE)
    file = kms.PassphraseFile(key_folder)
    first = FirstCall(derive)
    monkeypatch.setattr(kms, "derive", first)
    answers = all_at_once(lambda: (file.current(), file.roots()), first)
    assert first.calls == 1
    assert set(answers) == {("d237ab6b3ef532ee", frozenset(ROOTS))}


def test_threads_that_find_no_file_draw_one_root(key_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = kms.PassphraseFile(key_folder)
    first = FirstCall(write_durably)
    monkeypatch.setattr(kms, "write_durably", first)
    assert len(set(all_at_once(file.first_root, first))) == 1
    assert first.calls == 1
    assert len(json.loads((key_folder / kms.FILE).read_bytes())["roots"]) == 1


def test_threads_that_ask_for_the_adapter_at_once_get_the_same(
    key_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = FirstCall(kms.PassphraseFile)
    monkeypatch.setattr(kms, "_adapters", {})
    monkeypatch.setattr(kms, "PassphraseFile", first)
    assert len({id(adapter) for adapter in all_at_once(kms.passphrase_file, first)}) == 1
    assert first.calls == 1


def test_two_who_change_the_file_at_once_lose_no_root(key_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = kms.PassphraseFile(key_folder)
    drawn = {file.first_root()}
    first = FirstCall(write_durably)
    monkeypatch.setattr(kms, "write_durably", first)
    added = all_at_once(file.add_root, first)
    assert file.roots() == drawn | set(added)
