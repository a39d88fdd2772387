"""The sealed pieces of releases are stored in these folders: one for each attempt, and in it one for each file."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from uuid import UUID

from django.conf import settings

from datahub.vault.collections import file_chunks
from datahub.vault.keys.keyring import KeyRing

FOLDER = "releases"
PIECE_BYTES = 1 << 20


def of_file(file: UUID, name: str, ring: KeyRing) -> file_chunks.Pieces:
    return file_chunks.Pieces(folder_of(file) / name, file.bytes + name.encode(), ring)


def read(file: UUID, name: str, size: int, ring: KeyRing) -> Iterator[bytes]:
    """Yields the pieces of a file, opened."""
    return map(of_file(file, name, ring).read, range(-(-size // PIECE_BYTES)))


def pieces_of(content: Iterable[bytes]) -> Iterator[bytes]:
    """Yields a content, whatever blocks it comes in, in pieces of one length; the last may be shorter."""
    waiting = bytearray()
    for block in content:
        waiting += block
        while len(waiting) >= PIECE_BYTES:
            yield bytes(memoryview(waiting)[:PIECE_BYTES])
            del waiting[:PIECE_BYTES]
    if waiting:
        yield bytes(waiting)


def destroy(file: UUID) -> None:
    """Deletes all that is left of a file. A second call changes nothing."""
    shutil.rmtree(folder_of(file), ignore_errors=True)


def there() -> list[UUID]:
    return file_chunks.there(Path(settings.DATA) / FOLDER)


def folder_of(file: UUID) -> Path:
    return Path(settings.DATA) / FOLDER / str(file)
