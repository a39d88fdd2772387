"""A tag is the HMAC-SHA256 of a record over (data set, collection, id, version, every stored field), made in a few
microseconds."""

import hmac
import struct
from collections.abc import Mapping

from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules.purposes import context


class Tags:
    """These are the tags of records, made once for a collection; the key of tags does not rotate, because every tag
    would have to."""

    def __init__(self, ring: KeyRing, collection: str) -> None:
        self._key = ring.field(collection, "", "mac").secret
        self._prefix = context("record", str(ring.ref), collection)
        self._heads: dict[tuple[str, ...], tuple[bytes, list[str], struct.Struct]] = {}

    def __repr__(self) -> str:
        return "Tags()"

    def of(self, record: bytes, version: int, fields: Mapping[str, bytes]) -> bytes:
        """Returns the tag of a record. `fields` is all that is stored of the record but its id, version and tag, by
        stored names."""
        head, names, lengths = self._head(tuple(fields))
        values = [fields[name] for name in names]
        message = b"".join((head, record, version.to_bytes(8, "big"), lengths.pack(*map(len, values)), *values))
        return hmac.digest(self._key, message, "sha256")

    def _head(self, names: tuple[str, ...]) -> tuple[bytes, list[str], struct.Struct]:
        """Returns the part of a tag's input that all records with these fields share; a collection has one fixed set of
        fields."""
        if names not in self._heads:
            ordered = sorted(names)
            self._heads[names] = (self._prefix + context(*ordered), ordered, struct.Struct(f">{len(ordered)}I"))
        return self._heads[names]
