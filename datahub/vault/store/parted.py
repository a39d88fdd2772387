"""A collection of columns is one collection of the store for each column, so that reading one column reads no document
of another: some servers of MongoDB's protocol read a whole collection to find a document in it.

A document's id says its column. A piece that somebody moved to another column is no document that was written.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from datahub.vault.store.port import AT_ONCE, Document, DocumentStore

COLUMN_BYTES = 4  # the last bytes of a document's id name its column
STRAY = b"\0"  # an id with this byte appended has a length that no document's id has
REPLY_BYTES = 12 * 2**20  # a reply of the store, and a write, have at most this many bytes


class PartedStore:
    """A parted store keeps the columns of one table; it sends at most `at_once` documents in a reply."""

    def __init__(self, store: DocumentStore, columns: int, at_once: int) -> None:
        self.is_elsewhere = store.is_elsewhere
        self._store, self._columns, self._at_once = store, columns, at_once

    def put(self, collection: str, documents: Sequence[Document]) -> None:
        for place, some in self._by_place(collection, documents).items():
            for start in range(0, len(some), self._at_once):
                self._store.put(place, some[start : start + self._at_once])

    def get(self, collection: str, ids: Collection[bytes]) -> list[Document]:
        by_place: defaultdict[str, list[bytes]] = defaultdict(list)
        for id in ids:
            by_place[place_of(collection, column_of(id))].append(id)
        return [document for place, some in by_place.items() for document in self._store.get(place, some)]

    def replace(self, collection: str, document: Document) -> bool:
        return self._store.replace(place_of(collection, column_of(document.id)), document)

    def delete(self, collection: str, id: bytes, version: int) -> bool:
        return self._store.delete(place_of(collection, column_of(id)), id, version)

    def find(self, collection: str, name: str, tokens: Collection[bytes]) -> Iterator[Document]:  # noqa: ARG002 - the port has this argument
        """Finds nothing: a piece has no token."""
        return iter(())

    def find_between(self, collection: str, name: str, low: bytes, high: bytes) -> Iterator[Document]:  # noqa: ARG002 - the port has this argument
        """Finds nothing: a piece has no token."""
        return iter(())

    def scan(self, collection: str, at_once: int = AT_ONCE) -> Iterator[list[Document]]:
        for column in range(self._columns):
            yield from self.column(collection, column, at_once)

    def column(self, collection: str, column: int, at_once: int = AT_ONCE) -> Iterator[list[Document]]:
        """Yields the documents of one column. A document of another column that stands there gets an id that no
        document has."""
        for documents in self._store.scan(place_of(collection, column), min(at_once, self._at_once)):
            yield [
                document if column_of(document.id) == column else replace(document, id=document.id + STRAY)
                for document in documents
            ]

    def count(self, collection: str) -> int:
        return sum(self._store.count(place_of(collection, column)) for column in range(self._columns))

    def ensure_index(self, collection: str, names: Collection[str]) -> None:
        """Does nothing: a piece has no token."""

    def drop(self, collection: str) -> None:
        self._store.drop(collection)

    def _by_place(self, collection: str, documents: Sequence[Document]) -> dict[str, list[Document]]:
        by_place: defaultdict[str, list[Document]] = defaultdict(list)
        for document in documents:
            by_place[place_of(collection, column_of(document.id))].append(document)
        return by_place


def place_of(collection: str, column: int) -> str:
    """Returns the name of a column's collection in the store; dropping the table's collection drops them all."""
    return f"{collection}.{column}"


def column_of(id: bytes) -> int:
    return int.from_bytes(id[-COLUMN_BYTES:], "big")
