"""Seals the fields of records: each under a key of its own, bound to its place, and all records of one length.

A sealed field is `version | algorithm | key number | nonce | ciphertext and tag`. What it is bound to: data set,
collection, field, record, and the record's version. Fields stand one after the other without names.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.keyring import KeyRing
from datahub.vault.rules import values
from datahub.vault.rules.plan import Plan
from datahub.vault.rules.purposes import context
from datahub.vault.rules.values import Value

FORMAT, AES_256_GCM_SIV = 1, 1
HEAD_BYTES, NONCE_BYTES, TAG_BYTES = 6, 12, 16
AROUND = HEAD_BYTES + NONCE_BYTES + TAG_BYTES
VERSION_BYTES = 8

Cipher = Callable[[bytes, bytes, bytes], bytes]  # nonce, text, associated data


@dataclass(frozen=True, slots=True)
class Slot:
    """Where one field stands in every sealed record, and how it is sealed there now."""

    name: str
    start: int
    end: int
    head: bytes
    belongs_to: bytes
    pack: values.Pack
    unpack: values.Unpack
    encrypt: Cipher
    decrypt: Cipher


class Sealing:
    """Of one collection; made for one use, like the ring it takes its keys from."""

    def __init__(self, ring: KeyRing, collection: str, plan: Plan) -> None:
        self._ring, self._collection = ring, collection
        ring.prepare((collection, field.name, "rnd") for field in plan.fields)
        self._slots: list[Slot] = []
        start = 0
        for field in plan.fields:
            slot = self._slot(start, field.name, values.packing_of(field))
            self._slots.append(slot)
            start = slot.end
        self.length = start
        self._older: dict[tuple[str, int], AESGCMSIV] = {}

    def __repr__(self) -> str:
        return f"Sealing({self._collection!r})"

    def seal(self, record: bytes, version: int, row: Sequence[Value]) -> bytes:
        """One value for each field of the plan, in its order; `length` bytes, whatever they are."""
        place = record + version.to_bytes(VERSION_BYTES, "big")
        drawn = os.urandom(NONCE_BYTES * len(self._slots))
        parts: list[bytes] = []
        at = 0
        for slot, value in zip(self._slots, row, strict=True):
            nonce = drawn[at : at + NONCE_BYTES]
            at += NONCE_BYTES
            parts += (slot.head, nonce, slot.encrypt(nonce, slot.pack(value), slot.belongs_to + place))
        return b"".join(parts)

    def slots_of(self, names: Sequence[str]) -> list[Slot]:
        by_name = {slot.name: slot for slot in self._slots}
        return [by_name[name] for name in names]

    def open(self, record: bytes, version: int, sealed: bytes, slots: Sequence[Slot] | None = None) -> list[Value]:
        """The values of these fields, or of all. RecordNotAsWritten names the record."""
        place = record + version.to_bytes(VERSION_BYTES, "big")
        opened: list[Value] = []
        try:
            for slot in self._slots if slots is None else slots:
                start = slot.start
                body = start + HEAD_BYTES + NONCE_BYTES
                head = sealed[start : start + HEAD_BYTES]
                decrypt = slot.decrypt if head == slot.head else self._older_cipher(slot, head).decrypt
                packed = decrypt(sealed[start + HEAD_BYTES : body], sealed[body : slot.end], slot.belongs_to + place)
                opened.append(slot.unpack(packed))
        except (InvalidTag, ValueError):
            raise not_as_written(record) from None
        return opened

    def is_current(self, sealed: bytes) -> bool:
        """Whether every field is sealed under the key that is current now; rotation seals the others anew."""
        return all(sealed[slot.start : slot.start + HEAD_BYTES] == slot.head for slot in self._slots)

    def keys_named(self, sealed: bytes) -> bytes:
        """The heads of its fields, one after the other: records with the same were sealed under the same keys."""
        return b"".join(sealed[slot.start : slot.start + HEAD_BYTES] for slot in self._slots)

    def _slot(self, start: int, name: str, packing: values.Packing) -> Slot:
        key = self._ring.field(self._collection, name, "rnd")
        cipher = AESGCMSIV(key.secret)
        return Slot(
            name=name,
            start=start,
            end=start + AROUND + packing.length,
            head=_head(key.id),
            belongs_to=context("value", str(self._ring.ref), self._collection, name),
            pack=packing.pack,
            unpack=packing.unpack,
            encrypt=cipher.encrypt,
            decrypt=cipher.decrypt,
        )

    def _older_cipher(self, slot: Slot, head: bytes) -> AESGCMSIV:
        if head[:2] != _head(0)[:2] or len(head) != HEAD_BYTES:
            raise ValueError("no head of a sealed field")
        number = int.from_bytes(head[2:], "big")
        if (slot.name, number) not in self._older:
            key = self._ring.field(self._collection, slot.name, "rnd", number)
            self._older[slot.name, number] = AESGCMSIV(key.secret)
        return self._older[slot.name, number]


def not_as_written(record: bytes) -> RecordNotAsWritten:
    return RecordNotAsWritten(
        f"Record {record.hex()} is not the one that was written last; nothing more was read.",
        fields={"record": record.hex()},
    )


def _head(key_id: int) -> bytes:
    return bytes([FORMAT, AES_256_GCM_SIV]) + key_id.to_bytes(4, "big")
