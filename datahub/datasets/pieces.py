"""This module names the folders that hold the pieces of uploads."""

import shutil
from pathlib import Path
from uuid import UUID

from django.conf import settings

from datahub.vault.collections import file_chunks
from datahub.vault.keys.keyring import KeyRing

FOLDER = "uploads"


def of_upload(upload: UUID, ring: KeyRing) -> file_chunks.Pieces:
    return file_chunks.Pieces(folder_of(upload), upload.bytes, ring)


def chunks_of(size: int, chunk_size: int) -> int:
    """Returns the number of chunks in which a file of `size` bytes comes."""
    return -(-size // chunk_size)


def destroy(upload: UUID) -> None:
    """Deletes all that is left of an upload. A second call changes nothing."""
    shutil.rmtree(folder_of(upload), ignore_errors=True)


def there() -> list[UUID]:
    """Returns the uploads of which anything is on the disk."""
    return file_chunks.there(Path(settings.DATA) / FOLDER)


def folder_of(upload: UUID) -> Path:
    return Path(settings.DATA) / FOLDER / str(upload)
