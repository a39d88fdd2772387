"""Records of one collection, through the proxy: what comes in is sealed, what goes out was checked and opened.

The store never sees a value, and nothing it says is believed: each document must have the version and tag that the
registry in the SQL database expects. The first that has not is named, and nothing more is read.
"""

import hmac
import os
from collections.abc import Collection as Ids
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from datahub.api.problem import Problem
from datahub.vault.collections.indexing import Index, indexes_of
from datahub.vault.collections.pieces import PieceSealing, Shape
from datahub.vault.collections.plans import opened_plan
from datahub.vault.collections.rules import values
from datahub.vault.collections.rules.plan import COLUMNS, Plan
from datahub.vault.collections.rules.values import Value
from datahub.vault.collections.sealing import Sealing, not_as_written
from datahub.vault.errors import (
    CollectionMissing,
    CollectionNotReady,
    KeyMissing,
    PlanRefused,
    RecordInUse,
    RecordNotAsWritten,
)
from datahub.vault.integrity.registry import Registry
from datahub.vault.integrity.rows import GONE
from datahub.vault.integrity.rules.multiset import Element
from datahub.vault.integrity.scans import FullScan
from datahub.vault.integrity.tags import Tags
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.models import SecureCollection
from datahub.vault.store.chosen import store_named
from datahub.vault.store.parted import REPLY_BYTES, PartedStore
from datahub.vault.store.port import ID_BYTES, Document, DocumentStore

# A record that somebody is writing is read this often before it counts as not as written.
LOOKS = 3
IN_COLUMNS = "This table is sealed in columns: its rows are read together, and none is changed alone."
# The record's tag covers the sealed fields under the empty name; the names of tokens have 24 letters.
SEALED_NAME = ""

Row = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Record:
    id: bytes
    values: dict[str, Value]


def records_of(row: SecureCollection, ring: KeyRing) -> "Records":
    """Returns the records of a collection with place, register and plan of one time: a load that begins changes them at
    once, and no place comes back.

    RecordNotAsWritten: the plan is not the one that was sealed last.
    """
    refusal: Problem = RecordInUse(GONE)
    for _ in range(LOOKS):
        now = SecureCollection.objects.filter(pk=row.pk).first()
        if now is None:
            raise CollectionMissing(f"{row.ref} has no collection {row.name!r} any more.")
        try:
            records = Records(now, ring, opened_plan(ring, now))
        except RecordNotAsWritten as fault:  # the plan may have been sealed anew between the two reads
            refusal = fault
            continue
        if SecureCollection.objects.filter(pk=row.pk, stored_as=now.stored_as).exists():
            return records
    raise refusal


class Records:
    """Records are those of one collection, opened for one use, as is the key ring that opens them."""

    def __init__(self, row: SecureCollection, ring: KeyRing, plan: Plan) -> None:
        self.plan, self.ring, self.name, self.stored_as = plan, ring, row.name, row.stored_as
        self.state = row.state
        self.store: DocumentStore = store_named(row.store)
        self.sealing: Sealing | PieceSealing
        if plan.layout == COLUMNS:
            self.shape = Shape(plan)
            self.parts = PartedStore(self.store, len(plan.fields), self.shape.pieces_in(REPLY_BYTES))
            self.store, self.sealing = self.parts, PieceSealing(ring, row.name, plan, row.stored_as)
        else:
            self.sealing = Sealing(ring, row.name, plan)
        self.indexes: dict[str, Index] = indexes_of(ring, row.name, plan)
        self.registry = Registry(ring, row.name)
        self._tags = Tags(ring, row.name)
        self._positions = {name: position for position, name in enumerate(plan.names)}

    def __repr__(self) -> str:
        return f"Records({self.ring.ref} {self.name!r})"

    @property
    def of_records(self) -> Sealing:
        """Returns the sealing of single records. PlanRefused: the collection is a table in columns."""
        if isinstance(self.sealing, PieceSealing):
            raise PlanRefused(IN_COLUMNS)
        return self.sealing

    @property
    def of_pieces(self) -> PieceSealing:
        """Returns the sealing of pieces of columns."""
        if not isinstance(self.sealing, PieceSealing):
            raise TypeError(f"{self.name} holds records")
        return self.sealing

    @property
    def count(self) -> int:
        """Returns how many records there are, or rows of a table in columns."""
        return (self.plan.rows or 0) if self.plan.layout == COLUMNS else self.registry.count

    # --- Documents ---------------------------------------------------------------------------------------------------
    def document(self, id: bytes, version: int, row: Sequence[Value]) -> Document:
        if self.plan.unfinished:
            advice = "load rows in bulk first, or give bits and edges in the plan"
            raise PlanRefused(
                f"What the store may compare is not chosen yet for {', '.join(self.plan.unfinished)}: {advice}."
            )
        # Sealing comes first, because it refuses values that are not as planned.
        sealed = self.sealing.seal(id, version, row)
        return self.tagged(id, version, sealed, self._tokens(row))

    def tagged(self, id: bytes, version: int, sealed: bytes, tokens: Mapping[str, bytes]) -> Document:
        return Document(id, version, sealed, self._tags.of(id, version, {SEALED_NAME: sealed, **tokens}), tokens)

    def element(self, document: Document) -> Element:
        """Returns version and tag of the document that really stands there. If the stored tag differs, the tag is
        empty."""
        tag = self._tags.of(document.id, document.version, {SEALED_NAME: document.sealed, **document.tokens})
        return document.id, document.version, tag if hmac.compare_digest(tag, document.tag) else b""

    def elements(self, documents: Sequence[Document]) -> list[Element]:
        for document in documents:
            if len(document.id) != ID_BYTES or document.version < 1:
                raise not_as_written(document.id)
        return [self.element(document) for document in documents]

    # --- Writing: begun in the registry, then in the store, then done ------------------------------------------------
    def insert(self, rows: Sequence[Sequence[Value]]) -> list[bytes]:
        self._ready_for_records()
        documents = [self.document(os.urandom(ID_BYTES), 1, row) for row in rows]
        self.put(documents)
        return [document.id for document in documents]

    def put(self, documents: Sequence[Document]) -> None:
        ids = [document.id for document in documents]
        self.registry.begin(ids, [1] * len(ids), [document.tag for document in documents])
        self.store.put(self.stored_as, documents)
        self.registry.done(ids)

    def put_all(self, batches: Iterable[Sequence[Document]]) -> Iterator[int]:
        """Writes batches of documents and yields how many each had, once it is written. A store elsewhere writes one
        while the next is made."""
        if not self.store.is_elsewhere:
            for documents in batches:
                self.put(documents)
                yield len(documents)
            return
        with ThreadPoolExecutor(1) as beside:
            waiting: tuple[list[bytes], Future[None]] | None = None
            for documents in batches:
                ids = [document.id for document in documents]
                self.registry.begin(ids, [1] * len(ids), [document.tag for document in documents])
                if waiting is not None:
                    yield self._written(*waiting)
                waiting = ids, beside.submit(self.store.put, self.stored_as, documents)
            if waiting is not None:
                yield self._written(*waiting)

    def _written(self, ids: Sequence[bytes], write: "Future[None]") -> int:
        write.result()
        self.registry.done(ids)
        return len(ids)

    def replace(self, id: bytes, version: int, row: Sequence[Value]) -> None:
        """Replaces a record. RecordInUse unless `version` is still the one that stands there."""
        self._ready_for_records()
        document = self.document(id, version + 1, row)
        self.registry.begin([id], [document.version], [document.tag])
        self._end(id, is_written=self.store.replace(self.stored_as, document))

    def delete(self, id: bytes, version: int) -> None:
        self._ready_for_records()
        self.registry.begin([id], [version + 1], [None])
        self._end(id, is_written=self.store.delete(self.stored_as, id, version))

    def _end(self, id: bytes, *, is_written: bool) -> None:
        if is_written:
            self.registry.done([id])
            return
        self.registry.take_back([id])
        raise RecordInUse("The store holds another version of this record; verify the collection.")

    # --- Reading -----------------------------------------------------------------------------------------------------
    def get(self, ids: Ids[bytes]) -> list[Document]:
        """Returns documents by id, checked; those that were never written or were deleted are left out, a missing one
        is named."""
        self._ready_for_records()
        documents = [document for document in self._checked(self.store.get(self.stored_as, ids)) if document.id in ids]
        there = {document.id for document in documents}
        absent = [id for id in ids if id not in there]
        for id in self.registry.expect(absent) if absent else {}:
            again = self._checked(self.store.get(self.stored_as, [id]))
            if not again and self.registry.expect([id]):
                raise not_as_written(id)
            documents += again
        return documents

    def everything(self) -> Iterator[list[Document]]:
        """Yields every document, checked piece by piece, and at the end as a whole: what the store left out is
        noticed."""
        self._ready()
        whole = FullScan(self.registry)
        for piece in self.store.scan(self.stored_as):
            elements = self.elements(piece)
            try:
                whole.add(elements)
                yield piece
            except RecordNotAsWritten:
                again = self._checked(piece)
                whole.add(self.elements(again))
                yield again
        whole.finish()

    def column(self, number: int, at_once: int) -> Iterator[list[Document]]:
        """Yields the documents of one column of a table, each checked; whether all came its reader can tell."""
        self._ready()
        for documents in self.parts.column(self.stored_as, number, at_once):
            yield self._checked(documents)

    def checked(self, documents: Iterator[Document], at_once: int = 1000) -> Iterator[list[Document]]:
        self._ready()
        piece: list[Document] = []
        for document in documents:
            piece.append(document)
            if len(piece) == at_once:
                yield self._checked(piece)
                piece = []
        if piece:
            yield self._checked(piece)

    def opens(self, document: Document) -> bool:
        """Returns whether the current keys are those the document was sealed and is found with. Its tag was checked
        before."""
        try:
            row = self.sealing.open(document.id, document.version, document.sealed)
        except (KeyMissing, RecordNotAsWritten):
            return False
        return self._tokens(row) == document.tokens

    def opened(self, document: Document) -> Record:
        opened = self.sealing.open(document.id, document.version, document.sealed)
        return Record(document.id, dict(zip(self.plan.names, opened, strict=True)))

    def sequence_of(self, row: Row) -> list[Value]:
        """Returns the values of a row in the plan's order; a field that is not named is absent."""
        unknown = sorted(set(row) - set(self.plan.names))
        if unknown:
            raise values.unknown_field(unknown[0])
        return [row.get(name) for name in self.plan.names]

    def _tokens(self, row: Sequence[Value]) -> dict[str, bytes]:
        return {
            index.stored_as: index.token(index.draft(row[self._positions[name]]))
            for name, index in self.indexes.items()
        }

    def _checked(self, documents: Sequence[Document]) -> list[Document]:
        """Returns the documents whose tags are right; those that differ are read again: they may have been written
        between the two reads."""
        looked = list(documents)
        for _ in range(LOOKS):
            suspects = {record for record, _, _ in self.registry.differing(self.elements(looked))}
            if not suspects:
                return looked
            kept = [document for document in looked if document.id not in suspects]
            again = self.store.get(self.stored_as, suspects)
            looked = kept + [document for document in again if document.id in suspects]
        self.registry.check(self.elements(looked))
        return looked

    def _ready(self) -> None:
        if self.state == SecureCollection.State.LOADING:
            raise CollectionNotReady("This data set is being loaded. Try again when its load has ended.")

    def _ready_for_records(self) -> None:
        self._ready()
        if isinstance(self.sealing, PieceSealing):
            raise PlanRefused(IN_COLUMNS)
