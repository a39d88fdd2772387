"""Verification and reconciling see the documents of a store through this class: each tag is computed anew from the
stored bytes."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from datahub.vault.integrity.rules.multiset import Element
from datahub.vault.store.port import ID_BYTES, Document, DocumentStore

MOST_VERSIONS = 2**63


class StoredDocuments:
    def __init__(self, store: DocumentStore, stored_as: str, element: Callable[[Document], Element]) -> None:
        self._store, self._stored_as, self._element = store, stored_as, element

    def pieces(self) -> Iterator[list[Element]]:
        for piece in self._store.scan(self._stored_as):
            yield [self.element(document) for document in piece]

    def look_up(self, ids: Sequence[bytes]) -> dict[bytes, tuple[int, bytes]]:
        elements = [self.element(document) for document in self._store.get(self._stored_as, ids)] if ids else []
        return {record: (version, tag) for record, version, tag in elements}

    def left_out_by_indexes(self) -> Iterator[bytes]:
        """Yields the stored records that a search for their own tokens does not find."""
        tokens: defaultdict[str, set[bytes]] = defaultdict(set)
        carrying: defaultdict[str, set[bytes]] = defaultdict(set)
        for piece in self._store.scan(self._stored_as):
            for document in piece:
                for name, token in document.tokens.items():
                    tokens[name].add(token)
                    carrying[name].add(document.id)
        left_out: set[bytes] = set()
        for name, ids in carrying.items():
            left_out |= ids - {document.id for document in self._store.find(self._stored_as, name, tokens[name])}
        yield from sorted(left_out)

    def element(self, document: Document) -> Element:
        """Returns id, version and tag. A document whose id or version no write can have given has no tag, and agrees
        with nothing."""
        if len(document.id) != ID_BYTES or not 0 < document.version < MOST_VERSIONS:
            return document.id, document.version, b""
        return self._element(document)
