"""A release keeps tables and notes sealed under a key of its own. The map of classes and a few true rows
are sealed under its data set's key, for which nobody who takes a table has a permit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from datahub.api.ref import Ref
from datahub.policies.services import Permit
from datahub.releases import folders
from datahub.releases.errors import NothingSealed
from datahub.releases.models import Release
from datahub.vault.collections.notes import open_note, seal_note
from datahub.vault.errors import PermitRefused
from datahub.vault.keys import keyring
from datahub.vault.keys.keyring import KeyRing

CLASSES = "classes"  # this file says which row is in which class
_NOTE = b"said of release"
_ROWS = b"rows beside release"
SEES = "dataset.see_rows"


def ref_to(release: Release) -> Ref:
    return Ref("release", str(release.pk))


def sealed_note(permit: Permit, release: Release, note: Mapping[str, Any]) -> bytes:
    """Seals the note of a release: card, report and findings."""
    return seal_note(keyring.keys_of(permit, ref_to(release)), note, _NOTE + release.pk.bytes)


def note_of(permit: Permit, release: Release) -> dict[str, Any]:
    """Opens the note of a release. NothingSealed before it was made, and after it was withdrawn."""
    if release.said is None:
        raise NothingSealed(f"The release is {release.state}; there is nothing to read of it.")
    return open_note(keyring.keys_of(permit, ref_to(release)), release.said, _NOTE + release.pk.bytes)


def sealed_rows(permit: Permit, release: Release, rows: Mapping[str, Any]) -> bytes:
    """Seals rows beside a release, with a permit on the data set."""
    return seal_note(keyring.keys_of(permit, Ref.parse(release.data_set)), rows, _ROWS + release.pk.bytes)


def rows_beside(permit: Permit, release: Release) -> dict[str, Any]:
    """Returns a few rows, before and after. PermitRefused unless the permit is for seeing rows; NothingSealed without
    any."""
    if permit.operation != SEES:
        raise PermitRefused(f"a permit for {permit.operation} opens no rows")
    if release.rows_beside is None:
        raise NothingSealed(f"The release is {release.state}; no rows are kept beside it.")
    return open_note(
        keyring.keys_of(permit, Ref.parse(release.data_set)), release.rows_beside, _ROWS + release.pk.bytes
    )


@dataclass(frozen=True)
class SealedTable:
    """The bytes of a sealed table, piece by piece; each look opens them anew."""

    file: UUID
    form: str
    size: int
    ring: KeyRing

    def __iter__(self) -> Iterator[bytes]:
        return _read(self.file, self.form, self.size, self.ring)


def table_of(permit: Permit, release: Release, form: str) -> SealedTable:
    """Opens the table of a release. NothingSealed unless it is released: nobody has a table that waits for a second
    person."""
    if release.state != Release.State.RELEASED or release.file is None:
        raise NothingSealed(f"The release is {release.state}; there is no table to give.")
    return SealedTable(release.file, form, release.sizes[form], keyring.keys_of(permit, ref_to(release)))


def classes_of(permit: Permit, release: Release) -> bytes:
    """Returns the classes of a release, for comparisons inside the platform alone. They outlive a withdrawal: somebody
    may still have the table."""
    if release.file is None:
        raise NothingSealed("The release was never sealed.")
    ring = keyring.keys_of(permit, Ref.parse(release.data_set))
    return b"".join(_read(release.file, CLASSES, release.sizes[CLASSES], ring))


def _read(file: UUID, name: str, size: int, ring: KeyRing) -> Iterator[bytes]:
    """Reads a sealed file of a release. NothingSealed where the database says more than the disk holds: backups have no
    tables in them."""
    try:
        yield from folders.read(file, name, size, ring)
    except FileNotFoundError:
        raise NothingSealed("The file of this release is not here; a restored service has none of them.") from None
