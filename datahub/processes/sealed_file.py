"""This module is about a file that opens with its passphrase alone, and tells when a byte of it was changed, cut off or
moved.

    datahub-backup/1 NEWLINE salt(16) pieces...

Argon2id makes the key from passphrase and salt (3 passes over 256 MiB, 4 lanes). Each piece is a mebibyte (the last one
less, perhaps nothing) under AES-256-GCM; its nonce is its number in 11 bytes and a byte that is 1 for the last piece.
So pieces cannot change places, and a file that ends early does not open (STREAM; Hoang et al. 2015).
"""

import os
from collections.abc import Iterator
from types import TracebackType
from typing import BinaryIO, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from datahub.vault.keys.derivation import derive

MAGIC = b"datahub-backup/1\n"
SALT_BYTES, KEY_BYTES, TAG_BYTES, PIECE = 16, 32, 16, 1024 * 1024
PASSES, LANES, MEMORY_KIB = 3, 4, 256 * 1024
# A passphrase has at least this many characters: whoever finds the file may try passphrases for years.
SHORTEST = 16


class NotOpened(ValueError):
    """The passphrase is another one, or the file is not as it was written."""


def _cipher(passphrase: str, salt: bytes) -> AESGCM:
    if len(passphrase) < SHORTEST:
        raise ValueError(f"the passphrase has {len(passphrase)} characters; it needs at least {SHORTEST}")
    key = derive(passphrase, salt, length=KEY_BYTES, iterations=PASSES, lanes=LANES, memory_cost=MEMORY_KIB)
    return AESGCM(key)


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


class SealedWriter:
    """A sealed writer is a file object; what was written opens only if the writer was closed without an error."""

    def __init__(self, file: BinaryIO, passphrase: str) -> None:
        salt = os.urandom(SALT_BYTES)
        self._cipher = _cipher(passphrase, salt)
        self._file, self._waiting, self._number = file, bytearray(), 0
        file.write(MAGIC + salt)

    def write(self, data: bytes) -> int:
        self._waiting += data
        while len(self._waiting) > PIECE:
            self._seal(bytes(self._waiting[:PIECE]), is_last=False)
            del self._waiting[:PIECE]
        return len(data)

    def _seal(self, piece: bytes, *, is_last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._number, is_last=is_last), piece, MAGIC))
        self._number += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._seal(bytes(self._waiting), is_last=True)


class SealedReader:
    """A sealed reader is a file object. NotOpened is raised before any byte is returned that was not written so."""

    def __init__(self, file: BinaryIO, passphrase: str) -> None:
        head = file.read(len(MAGIC) + SALT_BYTES)
        if not head.startswith(MAGIC) or len(head) != len(MAGIC) + SALT_BYTES:
            raise NotOpened("this is no backup of DataHub")
        self._cipher = _cipher(passphrase, head[len(MAGIC) :])
        self._pieces, self._waiting = self._opened(file), b""

    def read(self, size: int) -> bytes:
        while len(self._waiting) < size:
            piece = next(self._pieces, None)
            if piece is None:
                break
            self._waiting += piece
        given, self._waiting = self._waiting[:size], self._waiting[size:]
        return given

    def _opened(self, file: BinaryIO) -> Iterator[bytes]:
        number, sealed = 0, file.read(PIECE + TAG_BYTES)
        while True:
            following = file.read(PIECE + TAG_BYTES)
            try:
                yield self._cipher.decrypt(_nonce(number, is_last=not following), sealed, MAGIC)
            except (InvalidTag, ValueError):
                raise NotOpened("the passphrase is another one, or the file was changed or cut off") from None
            if not following:
                return
            number, sealed = number + 1, following
