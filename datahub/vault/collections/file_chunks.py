"""Files are kept in pieces below the data folder: each piece is sealed in memory, and only then written.

What is on the disk has the length of a piece and nothing else to read. Unsealed, no more than two are held at once.
"""

import hashlib
import io
import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from uuid import UUID

from datahub.vault.collections.rules.parts import FileOfParts
from datahub.vault.keys.keyring import KeyRing

PIECES_IN_MEMORY = 2


class Pieces:
    """Pieces keep one file in a folder. A piece is bound to its file and number: moved elsewhere, it cannot be
    opened."""

    def __init__(self, folder: Path, of: bytes, ring: KeyRing) -> None:
        self._folder, self._of, self._chunks = folder, of, ring.chunk()

    def write(self, number: int, piece: bytes) -> None:
        """Writes a piece of a file: it is on disk whole under its number, or not at all; over an earlier one of that
        number."""
        with self.written_aside(number, piece) as put_in_place:
            put_in_place()

    @contextmanager
    def written_aside(self, number: int, piece: bytes) -> Iterator[Callable[[], Path]]:
        """Puts a piece on disk that is nobody's yet: the call that is handed out gives it its number. Without that call
        it goes again, so that what is refused after the long writing leaves an earlier piece of that number as it
        was."""
        sealed = self._chunks.seal(piece, self._belongs_to(number))
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = self._folder / f".{number}.{os.getpid()}.{os.urandom(4).hex()}"
        try:
            with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(sealed)
                file.flush()
                os.fsync(file.fileno())
            yield partial(aside.replace, self._folder / str(number))
        finally:
            aside.unlink(missing_ok=True)

    def read(self, number: int) -> bytes:
        sealed = (self._folder / str(number)).read_bytes()
        return self._chunks.open(sealed, self._belongs_to(number))

    def _belongs_to(self, number: int) -> bytes:
        return self._of + number.to_bytes(8, "big")


class SealedFile(FileOfParts):
    """A sealed file presents all pieces as one file. It is unsealed piece by piece, in memory, and hashed meanwhile.
    The last piece may be filled up beyond the end of the file."""

    def __init__(self, pieces: Pieces, *, size: int, chunk_size: int) -> None:
        super().__init__(size)
        self._pieces, self._chunk_size = pieces, chunk_size
        self._held: OrderedDict[int, bytes] = OrderedDict()
        # The checksum so far covers the first `_hashed` pieces of the file.
        self._hash, self._hashed = hashlib.sha256(), 0

    def part(self, at: int, most: int) -> bytes:
        number, start = divmod(at, self._chunk_size)
        return self._piece(number)[start : start + most]

    def sha256(self) -> str:
        """Returns the checksum of the whole file; only pieces that were not read in their order are read for it."""
        for number in range(self._hashed, -(-self._size // self._chunk_size)):
            self._piece(number)
        return self._hash.hexdigest()

    def _piece(self, number: int) -> bytes:
        if number not in self._held:
            self._held[number] = self._pieces.read(number)
            if len(self._held) > PIECES_IN_MEMORY:
                self._held.popitem(last=False)
        self._held.move_to_end(number)
        if number == self._hashed:
            self._hash.update(self._held[number][: self._size - number * self._chunk_size])
            self._hashed += 1
        return self._held[number]


def as_file(pieces: Pieces, *, size: int, chunk_size: int) -> io.BufferedReader:
    return buffered(SealedFile(pieces, size=size, chunk_size=chunk_size))


def buffered(file: SealedFile) -> io.BufferedReader:
    return io.BufferedReader(file, buffer_size=256 * 1024)


def there(root: Path) -> list[UUID]:
    """Returns the ids that name folders below the root."""
    return [UUID(folder.name) for folder in root.iterdir() if _is_id(folder.name)] if root.is_dir() else []


def _is_id(name: str) -> bool:
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False
