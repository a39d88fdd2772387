"""Keys of data sets are made, handed out against a Permit, and destroyed. A ring is held for one use and never kept.

root key -> key of a data set -> one key for each (collection, field, purpose): all random, each wrapped under the one
above it and bound to its place, so that a wrapped key moved to another row opens nothing.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.api.signing import public_key, sign
from datahub.api.writes.locking import lock_row_alone
from datahub.audit.services import record
from datahub.policies.services import Permit
from datahub.vault.errors import KeyDestroyed, KeyMissing, PermitRefused, RecordInUse, RecordNotAsWritten
from datahub.vault.keys.kms import KEY_BYTES, NONCE_BYTES, kms, open_key, seal_key
from datahub.vault.keys.rules import purposes
from datahub.vault.keys.rules.shredding import shred_statement
from datahub.vault.keys.vacuum_notice import forget_the_journal, overwrite_what_is_deleted
from datahub.vault.models import DataSetKey, RootKey, ShredRecord, WrappedKey
from mechanisms.common.canonical import digest

CHUNK_FORMAT = b"\x01"

KeyAddress = tuple[str, str, str]  # a key belongs to a collection, a field and a purpose


@dataclass(frozen=True, slots=True)
class FieldKey:
    id: int
    secret: bytes = field(repr=False)


class KeyRing:
    """These are the keys of one data set, read from the database as they are asked for."""

    def __init__(self, ref: Ref, row: DataSetKey, secret: bytes) -> None:
        self.ref = ref
        self._row, self._secret = row, secret
        self._known: dict[KeyAddress, dict[int, FieldKey]] = defaultdict(dict)
        self._current: dict[KeyAddress, int] = {}
        self._read: set[str] = set()

    def __repr__(self) -> str:
        return f"KeyRing({str(self.ref)!r})"

    def __reduce__(self) -> str:
        raise TypeError("a key ring does not leave its process")

    def field(self, collection: str, field: str, purpose: str, key_id: int | None = None) -> FieldKey:
        """Returns the current key, which is made at its first use; with `key_id` it returns that key, or raises
        KeyMissing.

        Commit before anything sealed with a new key leaves the transaction: a key rolled back opens nothing.
        """
        slot = (collection, field, purpose)
        if collection not in self._read or (key_id is not None and key_id not in self._known[slot]):
            self._load(collection)
        if key_id is not None:
            if key_id not in self._known[slot]:
                raise KeyMissing(f"Key {key_id} of {collection}/{field} ({purpose}) is not in the database.")
            return self._known[slot][key_id]
        if slot not in self._current:
            self.prepare([slot])
        return self._known[slot][self._current[slot]]

    def prepare(self, places: Iterable[KeyAddress]) -> None:
        """Makes the first key of each address that has none, in one transaction; locks nothing if none is missing."""
        wanted = list(dict.fromkeys(places))
        for _, _, purpose in wanted:
            if purpose not in purposes.PURPOSES:
                raise ValueError(f"purpose is {purpose!r}; keys are for {', '.join(purposes.PURPOSES)}")
        if not self._missing(wanted):
            return
        with transaction.atomic():
            self._hold()
            missing = self._missing(wanted)
            for collection, field, purpose in missing:
                if self._rows(collection).filter(field=field, purpose=purpose).exists():
                    raise KeyMissing(f"Of the keys of {collection}/{field} ({purpose}) none is the current one.")
            WrappedKey.objects.bulk_create([self._new(slot, 1) for slot in missing])
        self._missing(wanted)

    def _missing(self, wanted: Sequence[KeyAddress]) -> list[KeyAddress]:
        """Returns the addresses that have no key, after another look at the database if there seem to be any."""
        for collection in {slot[0] for slot in wanted if slot not in self._current}:
            self._load(collection)
        return [slot for slot in wanted if slot not in self._current]

    def chunk(self) -> "Chunks":
        return Chunks(self)

    def add_next(self, places: Iterable[KeyAddress]) -> None:
        """Adds a new key beside the current key of each address, for rotation; the new keys are current at once."""
        with transaction.atomic():
            self._hold()
            for slot in places:
                old = self._rows(slot[0]).get(field=slot[1], purpose=slot[2], is_current=True)
                WrappedKey.objects.filter(pk=old.pk).update(is_current=False)
                self._new(slot, old.number + 1).save(force_insert=True)

    def retired(self, collection: str) -> int:
        """Returns how many retired keys wait until nothing is sealed with them any more."""
        return self._rows(collection).filter(is_current=False, wrapped__isnull=False).count()

    def changed_at(self, collection: str) -> datetime:
        """Returns when the newest key was made; a write that began later uses the current keys."""
        return self._rows(collection).latest("created_at").created_at

    @transaction.atomic
    def destroy_retired(self, collection: str) -> int:
        overwrite_what_is_deleted()
        transaction.on_commit(forget_the_journal)
        return self._rows(collection).filter(is_current=False, wrapped__isnull=False).update(wrapped=None)

    def hold_current(self, collection: str) -> None:
        """Holds a collection's keys, in the transaction that begins a write: they are the current ones, and stay so
        until the commit.

        Else a writer that opened its ring before a rotation would seal with a key that the rotation then destroys.
        """
        if connection.vendor == "postgresql":
            # Writers share this lock; `add_next` waits until all of them have committed.
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM vault_datasetkey WHERE id = %s FOR SHARE", [self._row.pk])
        rows = self._rows(collection).filter(is_current=True).values_list("field", "purpose", "number")
        current = {(collection, field, purpose): number for field, purpose, number in rows}
        known = {slot: number for slot, number in self._current.items() if slot[0] == collection}
        if any(current.get(slot) != number for slot, number in known.items()):
            raise RecordInUse("The keys of this data set were changed meanwhile; open it again.")

    def _hold(self) -> None:
        """Locks the key of the data set. Two that make the same key take turns, and nobody makes one for a data set
        that is destroyed meanwhile."""
        if lock_row_alone(DataSetKey.objects.filter(pk=self._row.pk)).wrapped is None:
            raise KeyDestroyed("The keys of this data set were destroyed.")

    def _new(self, slot: KeyAddress, number: int) -> WrappedKey:
        collection, field, purpose = slot
        belongs_to = purposes.of_field(str(self.ref), collection, field, purpose, number)
        wrapped = seal_key(self._secret, os.urandom(KEY_BYTES), belongs_to)
        return WrappedKey(
            data_set=self._row, collection=collection, field=field, purpose=purpose, number=number, wrapped=wrapped
        )

    def _rows(self, collection: str) -> QuerySet[WrappedKey]:
        return WrappedKey.objects.filter(data_set=self._row, collection=collection)

    def _load(self, collection: str) -> None:
        for row in self._rows(collection).filter(wrapped__isnull=False):
            slot = (collection, row.field, row.purpose)
            belongs_to = purposes.of_field(str(self.ref), *slot, row.number)
            try:
                secret = open_key(self._secret, bytes(row.wrapped or b""), belongs_to)
            except InvalidTag:
                raise KeyMissing(
                    f"Key {row.number} of {collection}/{row.field} ({row.purpose}) is not the one written there."
                ) from None
            self._known[slot][row.number] = FieldKey(row.number, secret)
            if row.is_current:
                self._current[slot] = row.number
        self._read.add(collection)


class Chunks:
    """Seals pieces of an upload before they touch a disk: format, key number, nonce, ciphertext."""

    def __init__(self, ring: KeyRing) -> None:
        self._ring = ring

    def seal(self, piece: bytes, belongs_to: bytes) -> bytes:
        key, nonce = self._ring.field("", "", "chunk"), os.urandom(NONCE_BYTES)
        head = CHUNK_FORMAT + key.id.to_bytes(4, "big") + nonce
        return head + AESGCMSIV(key.secret).encrypt(nonce, piece, self._belongs(belongs_to))

    def open(self, sealed: bytes, belongs_to: bytes) -> bytes:
        head, ciphertext = sealed[: 5 + NONCE_BYTES], sealed[5 + NONCE_BYTES :]
        if head[:1] != CHUNK_FORMAT:
            raise RecordNotAsWritten("A stored piece of an upload is not as it was written.")
        key = self._ring.field("", "", "chunk", int.from_bytes(head[1:5], "big"))
        try:
            return AESGCMSIV(key.secret).decrypt(head[5:], ciphertext, self._belongs(belongs_to))
        except (InvalidTag, ValueError):
            raise RecordNotAsWritten("A stored piece of an upload is not as it was written.") from None

    def _belongs(self, to: bytes) -> bytes:
        return purposes.context("chunk", str(self._ring.ref)) + to


@transaction.atomic
def create(ref: Ref) -> None:
    """Makes a data set's key, wrapped by the root. A second call changes nothing; a destroyed key never comes back."""
    root = current_root()  # the root is locked first, so that two calls at once take turns
    row = DataSetKey.objects.filter(ref=str(ref)).first()
    if row is not None:
        if row.wrapped is None:
            raise KeyDestroyed("The keys of this data set were destroyed.")
        return
    wrapped = kms().wrap(os.urandom(KEY_BYTES), purposes.of_data_set(str(ref)), root.pk)
    DataSetKey.objects.create(ref=str(ref), root=root, wrapped=wrapped)


def keys_of(permit: Permit, ref: Ref) -> KeyRing:
    """Returns the keys of the data set or release that the Permit is for, or of one that stands directly under it."""
    check(permit, ref, purposes.OPENS)
    return keys_for_upkeep(ref)


@transaction.atomic
def destroy(permit: Permit, ref: Ref) -> ShredRecord:
    """Destroys the keys of a data set, and with them its data wherever they are copied. There is no way back.

    The signed record says what was destroyed, and what backups may hold until when. A second call gives it again.
    """
    check(permit, ref, purposes.DESTROYS)
    row = DataSetKey.objects.select_for_update().filter(ref=str(ref)).first()
    if row is None:
        raise KeyMissing("This data set has no key.")
    if row.wrapped is None:
        return ShredRecord.objects.get(ref=str(ref))
    overwrite_what_is_deleted()
    fingerprint, now = sha256(bytes(row.wrapped)).hexdigest(), timezone.now()
    count, _ = WrappedKey.objects.filter(data_set=row).delete()
    DataSetKey.objects.filter(pk=row.pk).update(wrapped=None, destroyed_at=now)
    statement = shred_statement(str(ref), fingerprint, count, now.date(), settings.BACKUP_DAYS)
    shredded = ShredRecord.objects.create(
        ref=str(ref), statement=statement, signature=sign(statement), public_key=public_key()
    )
    transaction.on_commit(forget_the_journal)
    record(
        actor=permit.viewer,
        operation="vault.shred",
        subject=ref,
        reason=permit.rule,
        detail={"sha256": digest(statement)},
    )
    return shredded


def keys_for_upkeep(ref: Ref) -> KeyRing:
    """Returns the keys of a data set without a Permit: for verification, rotation and repair inside the vault. A test
    names the callers."""
    row = DataSetKey.objects.filter(ref=str(ref)).first()
    if row is None:
        raise KeyMissing("This data set has no key.")
    if row.wrapped is None:
        raise KeyDestroyed("The keys of this data set were destroyed.")
    secret = kms().unwrap(bytes(row.wrapped), purposes.of_data_set(row.ref), row.root_id)
    return KeyRing(ref, row, secret)


def current_root() -> RootKey:
    """Returns the current root, locked until the end of the transaction: a root is dropped only when nobody is about to
    wrap under it."""
    row = RootKey.objects.select_for_update().filter(is_current=True).first()
    if row is not None:
        return row
    return RootKey.objects.get_or_create(id=kms().first_root())[0]


def check(permit: Permit, ref: Ref, operations: frozenset[str]) -> None:
    if permit.operation not in operations:
        raise PermitRefused(f"a permit for {permit.operation} opens no keys")
    if permit.ref == ref:
        return
    facts = describe([ref]).get(ref)
    if facts is None or facts.parent != permit.ref:
        raise PermitRefused(f"a permit for {permit.ref} opens no keys of {ref}")
