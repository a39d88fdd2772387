"""A released file is checked as it is written, by a program that shares nothing with its maker; then it is sealed.

The table in the clear stands in memory alone. On the disk are sealed pieces, in a folder of this attempt, and they go
again however the attempt ends unless the release names them.
"""

import errno
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.jobs.claims import Claim
from datahub.ledger.services import recovery
from datahub.ledger.services.bookings import in_turn
from datahub.ledger.services.limits import unbounded_together
from datahub.policies.jobs import permit_of_job
from datahub.policies.services import Permit
from datahub.releases import folders, verifier
from datahub.releases.errors import NotInThisState, OutOfRoom
from datahub.releases.findings import FAILS, HOLDS, finding
from datahub.releases.in_memory import FileBlocks, files_in_memory, sha256_of
from datahub.releases.models import Release
from datahub.releases.sealed import CLASSES, ref_to, sealed_note, sealed_rows
from datahub.releases.services.begin import reason_of, who_is_told_of
from datahub.releases.services.rights import permit_to_compare
from datahub.releases.table_runs import Refused
from datahub.vault.keys import keyring
from datahub.vault.keys.keyring import KeyRing

MOST_BYTES = 4 << 30  # of a table: it stands in memory while it is checked
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # the disk, somebody's share of it, the longest file
Findings = Mapping[str, list[dict[str, Any]]]  # the findings are listed by form


@dataclass(frozen=True, kw_only=True)
class ToKeep:
    """These are the files and notes of a release that are to be kept. `tables` are by form, block by block, and can be
    gone through again; `classes` is what later releases of the same people are compared with; `rows` are a handful as
    they are and as they are released, for owners of the data alone. Of synthetic rows there are neither: no row of
    theirs is anybody's."""

    tables: Mapping[str, Iterable[bytes]]
    card: Mapping[str, Any]
    report: Mapping[str, Any]
    classes: Iterable[bytes] | None
    rows: Mapping[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Handed(ToKeep):
    """These are the files of a release with what the verifier reads besides. `population` is what models compare with,
    empty where none does."""

    trees: Mapping[str, bytes]
    original: Iterable[bytes]
    population: bytes
    assignment: bytes


def keep(claim: Claim, permit: Permit, release_id: UUID, handed: Handed) -> None:
    """Checks the tables as they are written into memory, and keeps what was checked. OutOfRoom for one that is too
    long."""
    with files_in_memory({form: _bounded(table) for form, table in handed.tables.items()}) as tables:
        files: Mapping[str, Iterable[bytes]] = {form: FileBlocks(path) for form, path in tables.items()}
        findings = {"csv": checked(handed, tables)}
        keep_checked(claim, permit, release_id, replace(handed, tables=files), findings)


def _bounded(table: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for block in table:
        size += len(block)
        if size > MOST_BYTES:
            raise OutOfRoom(f"A released table has at most {MOST_BYTES >> 30} GB. Release fewer columns.")
        yield block


def keep_checked(claim: Claim, permit: Permit, release_id: UUID, handed: ToKeep, findings: Findings) -> None:
    """Keeps a checked release, which is then blocked, waiting or released. OutOfRoom if the disk is full; nothing is
    left then, as after any other error."""
    if not all(check["outcome"] == HOLDS for checks in findings.values() for check in checks):
        _block(claim, permit, release_id, handed, findings)
        return
    recovery.begin()
    file, kept = _begin_file(claim, release_id), False
    try:
        sizes = _sealed(claim, permit, release_id, file, handed)
        _finish(claim, permit, release_id, sizes, handed, findings)
        kept = True
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise OutOfRoom("The disk has no room for the release; nothing of it was kept.") from None
    finally:
        if not kept:
            folders.destroy(file)


def checked(handed: Handed, tables: Mapping[str, Path]) -> list[dict[str, Any]]:
    """Returns what the verifier finds in the table as it is written: all promises in the CSV file, and whether the
    Parquet file is equal to it row by row. A file that it refuses holds nothing."""
    card = {**handed.card, "sha256": sha256_of(FileBlocks(tables["csv"]))}
    contents: dict[str, Iterable[bytes]] = {
        "card": [json.dumps(card).encode()],
        "original": handed.original,
        "assignment": [handed.assignment],
        **({"population": [handed.population]} if handed.population else {}),
    }
    of_trees = {name: [content] for name, content in handed.trees.items()}
    with files_in_memory(contents) as paths, files_in_memory(of_trees) as trees:
        files = verifier.Files(release=tables["csv"], other_form=tables["parquet"], hierarchies=trees, **paths)
        try:
            return [asdict(finding) for finding in verifier.verify(files)]
        except Refused as why:
            return [asdict(finding("trusted", FAILS, "refused", refusal=why))]


def leave(permit: Permit, of_population: Permit | None, release: Release) -> None:
    """Lets a release be downloaded. No page says any more, where its rows are anonymised, that a budget bounds what is
    known of the people; synthetic ones were paid for before, and more of them tell no more.

    `of_population` is what `rights` gives. Call it in a transaction of the ledger's, after `recovery.begin`.
    """
    release.state, release.released_at = Release.State.RELEASED, timezone.now()
    if release.kind == Release.Kind.SYNTHETIC:
        return
    unbounded_together(who_is_told_of(permit, of_population, release), reason=reason_of(release))


def _begin_file(claim: Claim, release_id: UUID) -> UUID:
    file = uuid4()
    with transaction.atomic():
        claim.extend()
        begun = Release.objects.filter(pk=release_id, state=Release.State.MAKING).update(file=file)
        if not begun:
            raise NotInThisState("The release is not being made any more.")
    return file


def _sealed(claim: Claim, permit: Permit, release_id: UUID, file: UUID, handed: ToKeep) -> dict[str, int]:
    """Seals the files of a release and reads them back: what was verified is what stands there."""
    own, of_data_set = keyring.keys_of(permit, Ref("release", str(release_id))), keyring.keys_of(permit, permit.ref)
    contents: dict[str, tuple[Iterable[bytes], KeyRing]] = {form: (table, own) for form, table in handed.tables.items()}
    if handed.classes is not None:
        contents[CLASSES] = (handed.classes, of_data_set)
    sizes = {}
    for name, (content, ring) in contents.items():
        sealed_file, sizes[name] = folders.of_file(file, name, ring), 0
        for number, piece in enumerate(folders.pieces_of(content)):
            sealed_file.write(number, piece)
            sizes[name] += len(piece)
            claim.progress(0, 0, "sealing")  # progress shows no number, because the length of the table counts rows
        for number, piece in enumerate(folders.pieces_of(content)):
            if sealed_file.read(number) != piece:
                raise OSError("a sealed file is not what was written")
    return sizes


def _finish(
    claim: Claim, permit: Permit, release_id: UUID, sizes: dict[str, int], handed: ToKeep, findings: Findings
) -> None:
    with in_turn():
        claim.extend()  # ClaimLost: another attempt has taken over, or the job was cancelled
        release = lock_row(Release.objects.filter(pk=release_id))
        if release.state != Release.State.MAKING:
            raise NotInThisState("The release is not being made any more.")
        release.sizes, release.rows = sizes, handed.card["rows"]
        _seal_notes(permit, release, handed, findings)
        # The policy may have asked for a second person since.
        release.second_person = release.second_person or permit.obligations.four_eyes
        if release.second_person:
            release.state = Release.State.WAITING
        else:
            leave(permit, _of_population(claim, release), release)
        release.save()
        claim.finish({"state": release.state})
        _tell(permit, release, "release.seal")


def _of_population(claim: Claim, release: Release) -> Permit | None:
    return permit_to_compare(release, lambda population: permit_of_job(claim, "dataset.anonymise", ref=population))


def _block(claim: Claim, permit: Permit, release_id: UUID, handed: ToKeep, findings: Findings) -> None:
    with transaction.atomic():
        claim.extend()
        release = lock_row(Release.objects.filter(pk=release_id))
        release.state = Release.State.BLOCKED
        _seal_notes(permit, release, handed, findings)
        release.save()
        claim.finish({"state": release.state})
        _tell(permit, release, "release.block")


def _seal_notes(permit: Permit, release: Release, handed: ToKeep, findings: Findings) -> None:
    """Seals the notes of a release, the rows apart from the others: a download of the table opens the note for its
    card."""
    note = {"card": dict(handed.card), "report": dict(handed.report), "findings": findings}
    release.said = sealed_note(permit, release, note)
    release.rows_beside = None if handed.rows is None else sealed_rows(permit, release, handed.rows)


def _tell(permit: Permit, release: Release, operation: str) -> None:
    detail = {"state": str(release.state), "guarantee": release.guarantee[:500]}
    record(actor=permit.viewer, operation=operation, subject=ref_to(release), reason=permit.rule, detail=detail)
