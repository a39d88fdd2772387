"""These functions seal what is computed from a file's contents for its owner: under the data set's key, as the file
itself is.

These are the values that could be categories, why a file was refused, numbers of rows and cells, the length of the
file, and checksums: with a guess of the file, or of a piece of it, anybody could try whether a hash that stands in the
clear is of it. Numbers are sealed at one width, so that the length of what is sealed follows from the number of
columns.
"""

import struct
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from datahub.datasets.models import Upload, Version
from datahub.datasets.rules.intake import Counted
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


def rows_found(permit: Permit, upload: Upload) -> int:
    """Returns how many rows a job found in a file; 0 until a job has looked."""
    rows: int = (opened_found(permit, upload) or {"rows": 0})["rows"]
    return rows


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


def sealed_refusal(permit: Permit, upload: UUID, refusal: Mapping[str, Any]) -> bytes:
    return seal_note(keyring.keys_of(permit, permit.ref), refusal, b"refusal of upload" + upload.bytes)


def opened_refusal(permit: Permit, upload: Upload) -> dict[str, Any] | None:
    """Returns the rule, the place and the detail of why a file was refused; None if it was not. The place is of a
    row."""
    if upload.refusal is None:
        return None
    return open_note(keyring.keys_of(permit, permit.ref), upload.refusal, b"refusal of upload" + upload.pk.bytes)


def sealed_size(permit: Permit, upload: UUID, size: int) -> bytes:
    return _sealed_numbers(permit, [size], b"size of upload" + upload.bytes)


def opened_size(permit: Permit, upload: Upload) -> int:
    """Returns the length of a file in bytes."""
    (size,) = _opened_numbers(permit, upload.size, b"size of upload" + upload.pk.bytes)
    return size


def sealed_figures(permit: Permit, version: UUID, counted: Counted) -> bytes:
    numbers = [counted.read, counted.kept, *counted.outside, *counted.missing]
    return _sealed_numbers(permit, numbers, b"figures of version" + version.bytes)


def opened_figures(permit: Permit, version: Version) -> Counted | None:
    """Returns what a load counted; None before the version is loaded. A draft has the counts of a load that its owner
    is asked about."""
    if version.figures is None:
        return None
    read, kept, *cells = _opened_numbers(permit, version.figures, b"figures of version" + version.pk.bytes)
    columns = len(cells) // 2
    return Counted(read=read, kept=kept, outside=cells[:columns], missing=cells[columns:])


def sealed_sources(permit: Permit, version: UUID, names: Sequence[tuple[str, str]]) -> bytes:
    """Seals the name of each column in the file, and its name in the data set, which is empty if it is left out."""
    return seal_note(keyring.keys_of(permit, permit.ref), {"names": names}, b"sources of version" + version.bytes)


def opened_sources(permit: Permit, version: Version) -> list[tuple[str, str]]:
    """Returns the name of each column in the file and in the data set, in the order of the file; none of a draft."""
    if version.sources is None:
        return []
    ring = keyring.keys_of(permit, permit.ref)
    note = open_note(ring, version.sources, b"sources of version" + version.pk.bytes)
    return [(source, name) for source, name in note["names"]]


def rows_of(permit: Permit, version: Version) -> int | None:
    """Returns how many rows a version has; None before it is loaded."""
    figures = opened_figures(permit, version)
    return None if figures is None else figures.kept


def _sealed_numbers(permit: Permit, numbers: Sequence[int], belongs_to: bytes) -> bytes:
    packed = struct.pack(f">{len(numbers)}Q", *numbers)
    return keyring.keys_of(permit, permit.ref).chunk().seal(packed, belongs_to)


def _opened_numbers(permit: Permit, sealed: bytes | memoryview, belongs_to: bytes) -> list[int]:
    packed = keyring.keys_of(permit, permit.ref).chunk().open(bytes(sealed), belongs_to)
    return list(struct.unpack(f">{len(packed) // 8}Q", packed))
