"""A backup opens completely with its passphrase, or not at all."""

import io
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from datahub.processes import sealed_file
from datahub.processes.sealed_file import MAGIC, PIECE, SALT_BYTES, TAG_BYTES, NotOpened, SealedReader, SealedWriter

PASSPHRASE = "a passphrase of this test"
HEAD, SEALED = len(MAGIC) + SALT_BYTES, PIECE + TAG_BYTES


@pytest.fixture(autouse=True)
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed_file, "MEMORY_KIB", 64)
    monkeypatch.setattr(sealed_file, "PASSES", 1)


def sealed(content: bytes) -> bytes:
    file = io.BytesIO()
    with SealedWriter(file, PASSPHRASE) as writer:
        for offset in range(0, len(content), 100_000):
            writer.write(content[offset : offset + 100_000])
    return file.getvalue()


def opened(raw: bytes, passphrase: str = PASSPHRASE) -> bytes:
    reader, whole = SealedReader(io.BytesIO(raw), passphrase), b""
    while piece := reader.read(300_000):
        whole += piece
    return whole


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE])
def test_what_was_written_is_read(size: int) -> None:
    content = bytes(number % 251 for number in range(size))
    assert opened(sealed(content)) == content


def test_two_backups_of_the_same_have_nothing_in_common() -> None:
    first, other = sealed(b"the same"), sealed(b"the same")
    assert first[len(MAGIC) :] != other[len(MAGIC) :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda raw: raw[:-1],
    "cut between pieces": lambda raw: raw[: HEAD + SEALED],
    "cut to its head": lambda raw: raw[:HEAD],
    "longer": lambda raw: raw + b"x",
    "a bit": lambda raw: raw[: HEAD + 5] + bytes([raw[HEAD + 5] ^ 1]) + raw[HEAD + 6 :],
    "pieces change places": lambda raw: raw[:HEAD] + piece(raw, 1) + piece(raw, 0) + raw[HEAD + 2 * SEALED :],
    "another end": lambda raw: raw[:-20] + raw[HEAD : HEAD + 20],
    "another beginning": lambda raw: b"x" + raw[1:],
    "nothing": lambda raw: raw[:0],
}


def piece(raw: bytes, number: int) -> bytes:
    return raw[HEAD + number * SEALED : HEAD + (number + 1) * SEALED]


@pytest.mark.parametrize("name", DAMAGES)
def test_a_file_that_is_not_as_it_was_written_does_not_open(name: str) -> None:
    with pytest.raises(NotOpened):
        opened(DAMAGES[name](sealed(b"y" * (2 * PIECE + 10))))


def test_another_passphrase_opens_nothing_and_a_short_one_is_refused() -> None:
    raw = sealed(b"content")
    with pytest.raises(NotOpened, match="another one"):
        opened(raw, "another passphrase of a test")
    with pytest.raises(ValueError, match="needs at least 16"):
        opened(raw, "short")


def test_a_writer_that_was_left_by_a_failure_leaves_nothing_that_opens() -> None:
    file = io.BytesIO()
    with suppress(ZeroDivisionError), SealedWriter(file, PASSPHRASE) as writer:
        writer.write(b"x" * (PIECE + 1))
        raise ZeroDivisionError
    with pytest.raises(NotOpened):
        opened(file.getvalue())


def test_a_backup_that_was_written_before_opens() -> None:
    """The key of this earlier backup was derived by the Argon2id of cryptography 50."""
    earlier = Path(__file__).parent / "files" / "sealed-by-cryptography-50.backup"
    assert opened(earlier.read_bytes()) == b"what a backup of 2026 held\n" * 40
