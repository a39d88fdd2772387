"""The registry says what each record should be; it is kept in the SQL database while the records may stand elsewhere.

A write is three steps: `begin` (in the SQL database, committed), then the store replaces the record if it has the
version before, then `done`. A kill in between leaves a begun row, which `reconcile` ends the way the store went.
"""

import hmac
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.vault.errors import RecordInUse, RecordNotAsWritten
from datahub.vault.integrity import log, rows
from datahub.vault.integrity.rules import multiset
from datahub.vault.integrity.rules.multiset import Element
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.models import Register, RegisteredRecord

# returns version and tag of each record that stands in the store
LookUp = Callable[[Sequence[bytes]], dict[bytes, tuple[int, bytes]]]


class Registry:
    """A registry belongs to one collection. It is made for one use, as is the key ring that gives its key."""

    def __init__(self, ring: KeyRing, collection: str) -> None:
        self.where = f"{ring.ref} {collection}"
        self._ring, self._collection = ring, collection
        self._key = ring.field(collection, "", "multiset").secret
        self._register, _ = Register.objects.get_or_create(ref=str(ring.ref), collection=collection)

    def __repr__(self) -> str:
        return f"Registry({self.where!r})"

    @property
    def id(self) -> int:
        return self._register.pk

    @property
    def count(self) -> int:
        return self.count_and_hash()[0]

    @property
    def multiset(self) -> int:
        return self.count_and_hash()[1]

    def begin(self, ids: Sequence[bytes], versions: Sequence[int], tags: Sequence[bytes | None]) -> None:
        """Notes writes that are about to begin: version 1 is a new record, a tag of None a deletion. RecordInUse:
        nothing began."""
        at = timezone.now()
        new = [index for index, version in enumerate(versions) if version == 1]
        changes = [(ids[index], versions[index], tags[index]) for index, count in enumerate(versions) if count != 1]
        with transaction.atomic():
            self._ring.hold_current(self._collection)
            rows.hold(self.id)
            if new:
                rows.begin_inserts(self.id, [ids[at] for at in new], [tags[at] for at in new], at)
            if changes:
                rows.begin_changes(self.id, changes, at)

    @transaction.atomic
    def done(self, ids: Sequence[bytes]) -> None:
        """Notes that the store has written these records: what was begun is what is expected now."""
        if self._end(ids) != len(ids):
            raise RecordInUse("A write was taken back before it ended; read the record again.")

    def _end(self, ids: Sequence[bytes]) -> int:
        register = self._locked()
        begun = [row for row in rows.of_ids(register.pk, ids) if row[3] is not None]
        before = [(record, version, tag) for record, version, tag, _, _ in begun if version is not None and tag]
        after = [(record, version, tag) for record, _, _, version, tag in begun if version is not None and tag]
        if begun:
            rows.confirm(register.pk, ids)
            self._count(register, before, after)
            log.append(register, log.WRITTEN, [(row[0], row[3], row[4]) for row in begun if row[3] is not None])
        return len(begun)

    @transaction.atomic
    def take_back(self, ids: Sequence[bytes]) -> None:
        """Notes that the store refused these records: nothing was written."""
        self._locked()
        rows.take_back(self.id, ids)

    def expect(self, ids: Sequence[bytes]) -> dict[bytes, tuple[int, bytes]]:
        """Returns version and tag of the records that are expected; a record that is left out was never written, or was
        deleted."""
        return {
            record: (version, tag)
            for record, version, tag, _, _ in rows.of_ids(self.id, ids)
            if version is not None and tag is not None
        }

    def check(self, elements: Sequence[Element]) -> None:
        """Refuses records that differ. RecordNotAsWritten names the first record that is neither as it was written nor
        as a present write makes it."""
        for record, _, _ in self.differing(elements)[:1]:
            raise RecordNotAsWritten(
                f"Record {record.hex()} is not the one that was written last; nothing more was read.",
                fields={"record": record.hex()},
            )

    def differing(self, elements: Sequence[Element]) -> list[Element]:
        known = {row[0]: row[1:] for row in rows.of_ids(self.id, [record for record, _, _ in elements])}
        nothing = (None, None, None, None)
        return [
            (record, version, tag)
            for record, version, tag in elements
            for was, old, will_be, new in (known.get(record, nothing),)
            if not (same(version, tag, was, old) or same(version, tag, will_be, new))
        ]

    def total(self, elements: Iterable[Element]) -> int:
        return multiset.total(self._key, elements)

    def count_and_hash(self) -> tuple[int, int]:
        """Returns the count and the multiset hash; within a transaction no writer changes them before its end."""
        register = self._locked() if connection.in_atomic_block else Register.objects.filter(pk=self.id).first()
        if register is None:
            raise RecordInUse(rows.GONE)
        return register.count, self._opened(register)

    def is_being_written(self, before: datetime | None = None) -> bool:
        begun = RegisteredRecord.objects.filter(register=self.id, next_version__isnull=False)
        return (begun if before is None else begun.filter(begun_at__lte=before)).exists()

    def begun(self, before: datetime | None = None) -> list[rows.Row]:
        """Returns the records that are being written, or were left so by a killed writer; all of them, or those that
        began by that time."""
        return rows.begun(self.id, before)

    @transaction.atomic
    def reconcile(self, begun: Sequence[rows.Row], look_up: LookUp) -> tuple[int, int]:
        """Ends what killed writers left; returns how many writes were completed, how many taken back.

        What is in the store as neither of the two versions stays begun, for `verify` to name.
        """
        completed, taken_back = [], []
        for start in range(0, len(begun), rows.AT_ONCE):
            some = begun[start : start + rows.AT_ONCE]
            stored = look_up([row[0] for row in some])
            for record, was, old, will_be, new in some:
                version, tag = stored.get(record, (None, None))
                if _agrees(version, tag, will_be, new):
                    completed.append(record)
                elif _agrees(version, tag, was, old):
                    taken_back.append(record)
        if completed:
            self._end(completed)
        if taken_back:
            self.take_back(taken_back)
        return len(completed), len(taken_back)

    def _locked(self) -> Register:
        register = Register.objects.select_for_update().filter(pk=self.id).first()
        if register is None:
            raise RecordInUse(rows.GONE)
        return register

    def _opened(self, register: Register) -> int:
        if register.masked is None or register.nonce is None:
            return 0
        return multiset.unmask(self._key, register.count, bytes(register.masked), bytes(register.nonce))

    def _count(self, register: Register, before: Iterable[Element], after: Sequence[Element]) -> None:
        gone = list(before)
        total = self._opened(register) + multiset.total(self._key, after) - multiset.total(self._key, gone)
        register.count += len(after) - len(gone)
        register.nonce = os.urandom(multiset.NONCE_BYTES)
        register.masked = multiset.mask(self._key, register.count, total % multiset.MODULUS, register.nonce)
        register.save(update_fields=["count", "nonce", "masked"])


def same(version: int, tag: bytes, expected_version: int | None, expected_tag: bytes | None) -> bool:
    return expected_tag is not None and version == expected_version and hmac.compare_digest(tag, expected_tag)


def _agrees(version: int | None, tag: bytes | None, expected_version: int | None, expected_tag: bytes | None) -> bool:
    """Returns whether the store agrees with the register: as `same` says, and nothing in the store agrees with a
    deletion, or with what was never there."""
    if version is None or tag is None:
        return expected_tag is None
    return same(version, tag, expected_version, expected_tag)


@transaction.atomic
def forget(ref: Ref, collection: str) -> None:
    """Forgets a collection: no record is expected of it any more, and whoever holds its `Registry` can write nothing.

    The log keeps that it was dropped. It needs no keys: they may be destroyed.
    """
    register = Register.objects.select_for_update().filter(ref=str(ref), collection=collection).first()
    if register is not None:
        RegisteredRecord.objects.filter(register=register).delete()
        register.delete()
        register.count, register.masked, register.nonce, register.plan = 0, None, None, None
        log.append(register, log.DROPPED, [])


@transaction.atomic
def state_plan(ref: str, collection: str, digest: bytes) -> None:
    """States that this sealed plan is the collection's; each line of the log says so until another is."""
    register, _ = Register.objects.select_for_update().get_or_create(ref=ref, collection=collection)
    register.plan = digest
    register.save(update_fields=["plan"])
    log.append(register, log.PLANNED, [])
