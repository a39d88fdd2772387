"""This module is about a keyed hash of a set of records that one write changes in one step (MSet-Add-Hash; Clarke et
al. 2003).

It is the sum, modulo 2**256, of a keyed hash of each record. Stored, it stands under a mask with a fresh nonce: from
two stored values nobody learns the summand of a record, which they could subtract to hide that it was deleted.
"""

import hmac
from collections.abc import Iterable

MODULUS = 2**256
NONCE_BYTES = 16
Element = tuple[bytes, int, bytes]  # an element has a record, its version and its tag


def summand(key: bytes, record: bytes, version: int, tag: bytes) -> int:
    if len(record) != 16:
        raise ValueError(f"a record's id has {len(record)} bytes; it needs 16, or two records could look the same")
    return int.from_bytes(hmac.digest(key, b"\x01" + record + version.to_bytes(8, "big") + tag, "sha256"), "big")


def total(key: bytes, elements: Iterable[Element]) -> int:
    return sum(summand(key, *element) for element in elements) % MODULUS


def mask(key: bytes, count: int, total: int, nonce: bytes) -> bytes:
    """Masks a multiset hash; the mask is bound to the count, so that neither can be replaced alone."""
    return ((total + _cover(key, count, nonce)) % MODULUS).to_bytes(32, "big")


def unmask(key: bytes, count: int, masked: bytes, nonce: bytes) -> int:
    return (int.from_bytes(masked, "big") - _cover(key, count, nonce)) % MODULUS


def _cover(key: bytes, count: int, nonce: bytes) -> int:
    return int.from_bytes(hmac.digest(key, b"\x00" + nonce + count.to_bytes(8, "big"), "sha256"), "big")
