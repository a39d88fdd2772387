"""Sealed rows are opened for ingest; one that a fault of the disk has changed is set aside and stops no other."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from cryptography.exceptions import InvalidTag
from django.db import transaction
from django.db.models import F

from datahub.audit.services import record
from surveys import keys
from surveys.drafts.services import ref_to
from surveys.models import BatchKey, InboxRow, Version
from surveys.publishing.definition import Definition
from surveys.publishing.inbox_row import unpad, unpad_by_block

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, repr=False)
class Opened:
    key_mac: bytes
    level: int
    record: bytes


@dataclass(frozen=True, slots=True, repr=False)
class OpenedByBlock:
    key_mac: bytes
    level: str
    record: bytes
    ids: keys.BlockIds


def opened(version: Version, batch_key: UUID, definition: Definition) -> list[Opened]:
    """Returns the rows under one batch key that can be read. The others are counted with the key and leave the
    inbox."""
    lengths = [level.record_bytes for level in definition.levels]
    return [Opened(mac, *unpad(row, lengths)) for mac, row in _rows(version, batch_key)]


def opened_by_block(version: Version, batch_key: UUID, definition: Definition) -> list[OpenedByBlock]:
    """Opens the rows under a batch key where levels are chosen by question."""
    rows = _rows(version, batch_key)
    ids = keys.BlockIds(batch_key) if rows else None
    return [OpenedByBlock(mac, *unpad_by_block(row, definition), ids) for mac, row in rows if ids]


def _rows(version: Version, batch_key: UUID) -> list[tuple[bytes, bytes]]:
    stored = InboxRow.objects.filter(batch_key=batch_key).values_list("key_mac", "sealed")
    rows = [(bytes(mac), bytes(sealed)) for mac, sealed in stored if sealed is not None]
    if not rows:  # A killed attempt may have moved all rows and destroyed the key file.
        return []
    readable = list(_readable(keys.Seal(version.hash, batch_key), rows))
    if len(readable) < len(rows):
        known = {mac for mac, _ in readable}
        _set_aside(version, batch_key, [mac for mac, _ in rows if mac not in known])
    return readable


def _readable(seal: keys.Seal, rows: Sequence[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, bytes]]:
    for mac, sealed in rows:
        try:
            yield mac, seal.open(sealed)
        except (InvalidTag, ValueError):  # ValueError means that a row is too short to hold its tag.
            continue


def _set_aside(version: Version, batch_key: UUID, marks: Sequence[bytes]) -> None:
    """Sets aside rows that can never be opened: a row that differs from what was sealed has lost its contents for
    good.
    """
    with transaction.atomic():
        gone = InboxRow.objects.filter(key_mac__in=marks, batch_key=batch_key).update(sealed=None, batch_key=None)
        if not gone:
            return
        BatchKey.objects.filter(pk=batch_key).update(unreadable=F("unreadable") + gone)
        record(
            actor=None,
            operation="report.unreadable",
            subject=ref_to(version.survey),
            reason="sealed rows were not what had been written",
            detail={"version": version.hash, "reports": gone},
        )
    log.error("%s accepted reports of survey %s cannot be read and were set aside", gone, version.survey_id)
