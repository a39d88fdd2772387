"""What verification needs of a store: version and tag of what really stands there, computed from its stored bytes."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from datahub.vault.integrity.rules.multiset import Element


class Documents(Protocol):
    """The documents of one collection. Their tags are computed anew, never taken from the record."""

    def pieces(self) -> Iterator[list[Element]]:
        """Everything there is, a few thousand records at a time."""

    def look_up(self, ids: Sequence[bytes]) -> dict[bytes, tuple[int, bytes]]:
        """Those of these that are there."""

    def left_out_by_indexes(self) -> Iterator[bytes]:
        """Those that are there, and that a search for what they carry does not give."""
