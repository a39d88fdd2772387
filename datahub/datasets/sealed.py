"""These functions seal what is computed from a file's contents for its owner: under the data set's key, as the file
itself is.

These are the values that could be categories, and checksums: with a guess of the file, or of a piece of it, anybody
could try whether a hash that stands in the clear is of it.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from datahub.datasets.models import Upload
from datahub.policies.services import Permit
from datahub.vault.collections.notes import open_note, seal_note
from datahub.vault.keys import keyring


def sealed_found(permit: Permit, upload: UUID, findings: Mapping[str, Any]) -> bytes:
    return seal_note(keyring.keys_of(permit, permit.ref), findings, b"found in upload" + upload.bytes)


def opened_found(permit: Permit, upload: Upload) -> dict[str, Any] | None:
    """Returns what a job found in a file: rows, sheets and values; None until a job has looked."""
    if upload.found is None:
        return None
    return open_note(keyring.keys_of(permit, permit.ref), upload.found, b"found in upload" + upload.pk.bytes)


def sealed_checksum(permit: Permit, file: UUID, checksum: str) -> bytes | None:
    """Seals the SHA-256 of a file. `file` is the upload or the version that it is the checksum of. None: it is not
    known."""
    if not checksum:
        return None
    return keyring.keys_of(permit, permit.ref).chunk().seal(checksum.encode(), b"checksum of" + file.bytes)


def opened_checksum(permit: Permit, file: UUID, checksum: bytes | memoryview | None) -> str:
    """Returns the SHA-256 of a file, in hexadecimal; empty if it is not known."""
    if checksum is None:
        return ""
    return keyring.keys_of(permit, permit.ref).chunk().open(bytes(checksum), b"checksum of" + file.bytes).decode()
