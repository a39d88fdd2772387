"""This port is what the vault asks of a store of documents. Nothing here needs transactions, joins or sums of the
server's own.

A store sees names that are keyed hashes, collections and ids drawn at random, sealed bytes and tokens. It compares
tokens as bytes; those under one name have one length.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

ID_BYTES = 16
AT_ONCE = 1000  # a piece of a scan, and a statement, have at most this many documents


@dataclass(frozen=True, slots=True)
class Document:
    """A document is one sealed record. `tokens` are by the keyed hash of their field: all that the store can
    compare."""

    id: bytes
    version: int
    sealed: bytes
    tag: bytes
    tokens: Mapping[str, bytes]


class DocumentStore(Protocol):
    """A store keeps documents for the vault. Every method may raise StoreAway, and has then changed at most what the
    registry says was begun."""

    # True if one thread can write the store while another writes the SQL database.
    is_elsewhere: bool

    def put(self, collection: str, documents: Sequence[Document]) -> None:
        """Stores new documents. RecordInUse: one of the ids is taken already."""

    def get(self, collection: str, ids: Collection[bytes]) -> list[Document]:
        """Returns the documents of these ids that are there, in no order."""

    def replace(self, collection: str, document: Document) -> bool:
        """Replaces a document; False, and nothing is changed, unless the version before this one stands there."""

    def delete(self, collection: str, id: bytes, version: int) -> bool:
        """Deletes a document; False, and nothing is changed, unless this version stands there."""

    def find(self, collection: str, name: str, tokens: Collection[bytes]) -> Iterator[Document]:
        """Yields the documents whose token of this name is one of these."""

    def find_between(self, collection: str, name: str, low: bytes, high: bytes) -> Iterator[Document]:
        """Yields the documents whose token of this name is from low to high, both included, in the order of bytes."""

    def scan(self, collection: str, at_once: int = AT_ONCE) -> Iterator[list[Document]]:
        """Yields all documents, `at_once` at a time; no lock is held in between."""

    def count(self, collection: str) -> int:
        """Returns how many documents the collection really holds."""

    def ensure_index(self, collection: str, names: Collection[str]) -> None:
        """Indexes the names of a collection before documents come; a name that is indexed already stays."""

    def drop(self, collection: str) -> None:
        """Drops a collection and the collections of its columns; it is no error if some or all are missing."""
