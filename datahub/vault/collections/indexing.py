"""The store may compare these tokens, which stand beside the sealed fields, by the kind each field has in the plan.

While a collection is loaded, how many rows share a token is not known yet. So a row first gets *drafts* of one
length; at the end the plan is finished from their marks, and each draft becomes a token.
"""

import hmac
import struct
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from datahub.vault.collections.rules import plan as plans
from datahub.vault.collections.rules import values
from datahub.vault.collections.rules.order_preserving import CODE_BYTES, NOWHERE, OrderPreserving
from datahub.vault.collections.rules.plan import DET, EQ, OPE, RANGE, Field, Plan
from datahub.vault.collections.rules.values import Value
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules.purposes import context

PURPOSES = {EQ: "index", RANGE: "range", DET: "det", OPE: "ope"}
NAME_BYTES = BUCKET_BYTES = 12
MARK_BITS = 64
KEPT = 50_000  # an index remembers the tokens of at most this many values

_NUMBER = struct.Struct(">d")
Make = Callable[[Value], bytes]


class Index(Protocol):
    field: Field
    stored_as: str
    draft_bytes: int

    def draft(self, value: Value) -> bytes: ...

    def token(self, draft: bytes) -> bytes: ...

    def finished(self, drafts: Iterable[bytes]) -> Field:
        """Returns the field as its drafts decide it, or raises PlanRefused."""


class Equality:
    """An equality index (`eq`) stores the leading bits of an HMAC of the value."""

    draft_bytes = 8

    def __init__(self, field: Field, stored_as: str, key: bytes) -> None:
        self.field, self.stored_as = field, stored_as
        pack = values.packing_of(field).pack
        self.draft = _kept(lambda value: hmac.digest(key, pack(values.alike(value)), "sha256")[: self.draft_bytes])

    def token(self, draft: bytes) -> bytes:
        bits = self.field.bits or 0
        return (int.from_bytes(draft, "big") >> (MARK_BITS - bits)).to_bytes(max(1, -(-bits // 8)), "big")

    def finished(self, drafts: Iterable[bytes]) -> Field:
        if self.field.bits is not None:
            return self.field
        marks = [int.from_bytes(draft, "big") for draft in drafts]
        return replace(self.field, bits=plans.bits_for(marks, MARK_BITS, self.field.rows_a_token))


class Buckets:
    """A range index (`range`) stores an HMAC of the number of the value's bucket, so that the buckets' order is not
    stored."""

    draft_bytes = _NUMBER.size

    def __init__(self, field: Field, stored_as: str, key: bytes) -> None:
        self.field, self.stored_as = field, stored_as
        self.draft = _kept(lambda value: _NUMBER.pack(values.order_of(value)))
        self._label = _kept(lambda number: hmac.digest(key, _NUMBER.pack(number), "sha256")[:BUCKET_BYTES])

    def token(self, draft: bytes) -> bytes:
        value: float = _NUMBER.unpack(draft)[0]
        return self._label(-1.0 if value != value else float(plans.bucket_of(self.field.edges or (), value)))

    def between(self, low: Value, high: Value) -> list[bytes]:
        """Returns the labels of all buckets that may hold a value from low to high."""
        edges = self.field.edges or ()
        first = 0 if low is None else plans.bucket_of(edges, values.order_of(low))
        last = len(edges) if high is None else plans.bucket_of(edges, values.order_of(high))
        return [self._label(float(number)) for number in range(first, last + 1)]

    def finished(self, drafts: Iterable[bytes]) -> Field:
        if self.field.edges is not None:
            return self.field
        numbers = [number for (number,) in map(_NUMBER.unpack, drafts) if number == number]
        return replace(self.field, edges=plans.edges_for(numbers, self.field.rows_a_token))


class Deterministic:
    """A deterministic index (`det`) stores AES-256-SIV of the value; equal values look equal."""

    def __init__(self, field: Field, stored_as: str, key: bytes, belongs_to: bytes) -> None:
        self.field, self.stored_as = field, stored_as
        packing = values.packing_of(field)
        cipher, pack, bound = AESSIV(hmac.digest(key, b"aes-256-siv", "sha512")), packing.pack, [belongs_to]
        self.draft_bytes = packing.length + 16
        self.draft = _kept(lambda value: cipher.encrypt(pack(values.alike(value)), bound))

    def token(self, draft: bytes) -> bytes:
        return draft

    def finished(self, drafts: Iterable[bytes]) -> Field:
        plans.check_spread(self.field, *plans.spread(int.from_bytes(draft[:8], "big") for draft in drafts))
        return self.field


class Ordered:
    """An order-preserving index (`ope`) stores a code that grows with the value."""

    draft_bytes = CODE_BYTES

    def __init__(self, field: Field, stored_as: str, key: bytes) -> None:
        self.field, self.stored_as = field, stored_as
        code = OrderPreserving(key).code
        self.draft = _kept(lambda value: code(values.order_of(value)))
        self._code = code

    def token(self, draft: bytes) -> bytes:
        return draft

    def between(self, low: Value, high: Value) -> tuple[bytes, bytes]:
        """Returns the first and the last code of values from low to high."""
        first = (1).to_bytes(CODE_BYTES, "big") if low is None else self._code(values.order_of(low))
        return first, b"\xff" * CODE_BYTES if high is None else self._code(values.order_of(high))

    def finished(self, drafts: Iterable[bytes]) -> Field:
        present = [int.from_bytes(draft, "big") for draft in drafts if draft != NOWHERE]
        plans.check_spread(self.field, *plans.spread(present))
        return self.field


def indexes_of(ring: KeyRing, collection: str, plan: Plan) -> dict[str, Index]:
    """Returns the indexes by field; fields of kind rnd have none."""
    fields = [field for field in plan.fields if field.kind in PURPOSES]
    ring.prepare((collection, field.name, PURPOSES[field.kind]) for field in fields)
    return {field.name: _index(ring, collection, field) for field in fields}


def stored_name(ring: KeyRing, collection: str, *path: str) -> str:
    """Returns the keyed hash of a collection's name, or of what stands in it: 96 bits."""
    key = ring.field(collection, "", "names").secret
    return hmac.digest(key, context("name", str(ring.ref), collection, *path), "sha256")[:NAME_BYTES].hex()


def _index(ring: KeyRing, collection: str, field: Field) -> Index:
    purpose = PURPOSES[field.kind]
    key = ring.field(collection, field.name, purpose).secret
    stored_as = stored_name(ring, collection, field.name, purpose)
    if field.kind == EQ:
        return Equality(field, stored_as, key)
    if field.kind == RANGE:
        return Buckets(field, stored_as, key)
    if field.kind == OPE:
        return Ordered(field, stored_as, key)
    return Deterministic(field, stored_as, key, context("det", str(ring.ref), collection, field.name))


def _kept(make: Make) -> Make:
    """Returns `make` with a memory of its results; 1, 1.0 and True are told apart."""
    kept: dict[tuple[type, Value], bytes] = {}

    def make_or_remember(value: Value) -> bytes:
        key = (type(value), value)
        product = kept.get(key)
        if product is None:
            product = make(value)
            if len(kept) < KEPT:
                kept[key] = product
        return product

    return make_or_remember
