"""Verification reads documents through this protocol: version and tag of what really stands in the store, computed from
its stored bytes."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from datahub.vault.integrity.rules.multiset import Element


class Documents(Protocol):
    """These are the documents of one collection. Their tags are computed anew, never taken from the record."""

    def pieces(self) -> Iterator[list[Element]]:
        """Yields all records of the collection, a few thousand at a time."""

    def look_up(self, ids: Sequence[bytes]) -> dict[bytes, tuple[int, bytes]]:
        """Returns version and tag of those records that are stored."""

    def left_out_by_indexes(self) -> Iterator[bytes]:
        """Yields the stored records that a search for their own tokens does not find."""
