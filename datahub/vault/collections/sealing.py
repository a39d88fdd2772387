"""Seals the fields of records: each under a key of its own, bound to its place, and all records of one length.

A sealed field is `version | algorithm | key number | nonce | ciphertext and tag`. What it is bound to: data set,
collection, field, record, and the record's version. Fields stand one after the other without names.
"""

import os
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from datahub.vault.collections.rules import values
from datahub.vault.collections.rules.plan import Plan
from datahub.vault.collections.rules.values import Value
from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules.purposes import context

FORMAT, AES_256_GCM_SIV = 1, 1
HEAD_BYTES, NONCE_BYTES, TAG_BYTES = 6, 12, 16
AROUND = HEAD_BYTES + NONCE_BYTES + TAG_BYTES
VERSION_BYTES = 8

Cipher = Callable[[bytes, bytes, bytes], bytes]  # a cipher takes the nonce, the text and the associated data


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot says where one field stands in every sealed record, and how it is sealed there now."""

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
    """This object seals and opens one collection's records. It is made for one use, as is its key ring."""

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
        self._reader = self.reader_of(plan.names)

    def __repr__(self) -> str:
        return f"Sealing({self._collection!r})"

    def seal(self, record: bytes, version: int, row: Sequence[Value]) -> bytes:
        """Seals a row that has one value for each field of the plan, in its order; the result always has `length`
        bytes."""
        address = record + version.to_bytes(VERSION_BYTES, "big")
        drawn = os.urandom(NONCE_BYTES * len(self._slots))
        parts: list[bytes] = []
        at = 0
        for slot, value in zip(self._slots, row, strict=True):
            nonce = drawn[at : at + NONCE_BYTES]
            at += NONCE_BYTES
            parts += (slot.head, nonce, slot.encrypt(nonce, slot.pack(value), slot.belongs_to + address))
        return b"".join(parts)

    def reader_of(self, names: Sequence[str]) -> "Reader":
        """Returns a reader of the named fields, which gives values in the order of the names."""
        return Reader(self, self._slots, names)

    def open(self, record: bytes, version: int, sealed: bytes) -> list[Value]:
        """Returns the values of all fields. RecordNotAsWritten names the record."""
        return self._reader.open(record, version, sealed)

    def is_current(self, _: bytes, sealed: bytes) -> bool:
        """Returns whether every field is sealed under the key that is current now; rotation seals the others anew."""
        return all(sealed[slot.start : slot.start + HEAD_BYTES] == slot.head for slot in self._slots)

    def keys_named(self, _: bytes, sealed: bytes) -> bytes:
        """Returns the heads of the fields of a sealed record, one after the other: records with equal heads were sealed
        under the same keys."""
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

    def cipher_of(self, slot: Slot, head: bytes) -> AESGCMSIV:
        """Returns the cipher that the head of a sealed field names; ValueError if it names none."""
        if head[:2] != _head(0)[:2] or len(head) != HEAD_BYTES:
            raise ValueError("no head of a sealed field")
        number = int.from_bytes(head[2:], "big")
        if (slot.name, number) not in self._older:
            key = self._ring.field(self._collection, slot.name, "rnd", number)
            self._older[slot.name, number] = AESGCMSIV(key.secret)
        return self._older[slot.name, number]


class Reader:
    """Opens some fields of sealed records. One call takes all of a record's parts: a scan opens them by the million."""

    def __init__(self, sealing: Sealing, slots: Sequence[Slot], names: Sequence[str]) -> None:
        self._sealing = sealing
        self._slots = [slot for slot in slots if slot.name in names]
        self._heads = tuple(slot.head for slot in self._slots)
        self._ciphers = [(slot.decrypt, slot.belongs_to) for slot in self._slots]
        self._parts = struct.Struct("".join(_layout(slot, is_read=slot.name in names) for slot in slots)).unpack
        stands = {slot.name: (at, slot.unpack) for at, slot in enumerate(self._slots)}
        self._order = [stands[name][0] for name in names]
        self._unpack = [stands[name][1] for name in names]
        self._is_moved = self._order != list(range(len(self._slots)))

    def open(self, record: bytes, version: int, sealed: bytes) -> list[Value]:
        """Opens a sealed record and returns its values. RecordNotAsWritten names the record."""
        return [
            unpack(column_value)
            for unpack, column_value in zip(self._unpack, self.packed(record, version, sealed), strict=True)
        ]

    def packed(self, record: bytes, version: int, sealed: bytes) -> list[bytes]:
        """Opens a sealed record and returns its values packed as `values.packing_of` says."""
        address = record + version.to_bytes(VERSION_BYTES, "big")
        try:
            parts = self._parts(sealed)
            ciphers = self._ciphers if parts[::3] == self._heads else self._older_ciphers(parts[::3])
            packed = [
                decrypt(nonce, text, belongs_to + address)
                for (decrypt, belongs_to), nonce, text in zip(ciphers, parts[1::3], parts[2::3], strict=True)
            ]
        except (InvalidTag, ValueError, struct.error):
            raise not_as_written(record) from None
        return [packed[at] for at in self._order] if self._is_moved else packed

    def _older_ciphers(self, heads: Sequence[bytes]) -> list[tuple[Cipher, bytes]]:
        return [
            (slot.decrypt if head == slot.head else self._sealing.cipher_of(slot, head).decrypt, slot.belongs_to)
            for slot, head in zip(self._slots, heads, strict=True)
        ]


def _layout(slot: Slot, *, is_read: bool) -> str:
    """Returns the layout of a field: head, nonce, and ciphertext with its tag; or nothing of a field that is not
    read."""
    length = slot.end - slot.start
    return f"{HEAD_BYTES}s{NONCE_BYTES}s{length - HEAD_BYTES - NONCE_BYTES}s" if is_read else f"{length}x"


def not_as_written(record: bytes) -> RecordNotAsWritten:
    return RecordNotAsWritten(
        f"Record {record.hex()} is not the one that was written last; nothing more was read.",
        fields={"record": record.hex()},
    )


def _head(key_id: int) -> bytes:
    return bytes([FORMAT, AES_256_GCM_SIV]) + key_id.to_bytes(4, "big")
