"""The verification names each attack on the documents of a store, on both adapters, and a read stops at it."""

import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

import pytest

from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.integrity import log
from datahub.vault.integrity.registry import Registry
from datahub.vault.integrity.rules.findings import Kind
from datahub.vault.integrity.rules.multiset import Element
from datahub.vault.integrity.scans import FullScan
from datahub.vault.integrity.stored import StoredDocuments
from datahub.vault.integrity.tags import Tags
from datahub.vault.integrity.verify import collection_findings, log_findings
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.models import RegisteredRecord
from datahub.vault.store.port import Document, DocumentStore
from datahub.vault.tests.integrity.test_table_of_attacks import restore, snapshot

pytestmark = pytest.mark.django_db
TOKEN, OTHER = "a" * 24, "b" * 24


class Shelf:
    """A shelf is a collection over the real store and registry, written as the vault writes."""

    def __init__(self, ring: KeyRing, store: DocumentStore) -> None:
        self.store, self.name = store, os.urandom(12).hex()
        self.tags, self.registry = Tags(ring, "people"), Registry(ring, "people")
        self.documents = StoredDocuments(store, self.name, self.element)

    def sealed(self, id: bytes, version: int, token: bytes = b"\x01") -> Document:
        document = Document(id, version, os.urandom(80), b"", {TOKEN: token})
        return replace(document, tag=self.element(document)[2])

    def element(self, document: Document) -> Element:
        fields = {"": document.sealed, **document.tokens}
        return document.id, document.version, self.tags.of(document.id, document.version, fields)

    def write(self, id: bytes, version: int, token: bytes = b"\x01") -> Document:
        document = self.sealed(id, version, token)
        self.registry.begin([id], [version], [document.tag])
        if version == 1:
            self.store.put(self.name, [document])
        else:
            assert self.store.replace(self.name, document)
        self.registry.done([id])
        return document

    def plant(self, document: Document) -> None:
        """Writes a document without the registry, as whoever owns the database can."""
        for standing in self.store.get(self.name, [document.id]):
            self.store.delete(self.name, standing.id, standing.version)
        self.store.put(self.name, [document])

    def read_everything(self) -> None:
        scan = FullScan(self.registry)
        for piece in self.documents.pieces():
            scan.add(piece)
        scan.finish()

    def findings(self) -> set[tuple[Kind, str]]:
        return {(finding.kind, finding.record) for finding in collection_findings(self.registry, self.documents)}


@pytest.fixture
def shelf(ring: KeyRing, store: DocumentStore) -> Iterator[Shelf]:
    shelf = Shelf(ring, store)
    yield shelf
    store.drop(shelf.name)


@pytest.fixture
def written(shelf: Shelf) -> tuple[Document, Document, Document, Document]:
    """Writes four documents; the first two are two versions of one record."""
    first, second, third = (os.urandom(16) for _ in range(3))
    return shelf.write(first, 1), shelf.write(first, 2), shelf.write(second, 1, b"\x02"), shelf.write(third, 1)


Four = tuple[Document, Document, Document, Document]


def edit(shelf: Shelf, old: Document, new: Document, other: Document) -> None:
    shelf.plant(replace(new, sealed=new.sealed[:-1] + bytes([new.sealed[-1] ^ 1])))


def edit_a_token(shelf: Shelf, old: Document, new: Document, other: Document) -> None:
    shelf.plant(replace(new, tokens={TOKEN: b"\x03"}))


def move(shelf: Shelf, old: Document, new: Document, other: Document) -> None:
    shelf.plant(replace(new, sealed=other.sealed))


def move_with_its_tag(shelf: Shelf, old: Document, new: Document, other: Document) -> None:
    shelf.plant(replace(new, sealed=other.sealed, tokens=other.tokens, tag=other.tag))


def delete_a_field(shelf: Shelf, old: Document, new: Document, other: Document) -> None:
    shelf.plant(replace(new, tokens={}))


def add_a_field(shelf: Shelf, old: Document, new: Document, other: Document) -> None:
    shelf.plant(replace(new, tokens={**new.tokens, OTHER: b"\x01"}))


def replay(shelf: Shelf, old: Document, new: Document, other: Document) -> None:
    shelf.plant(old)


def delete(shelf: Shelf, old: Document, new: Document, other: Document) -> None:
    shelf.store.delete(shelf.name, new.id, new.version)


ATTACKS: list[tuple[Callable[[Shelf, Document, Document, Document], None], Kind]] = [
    (edit, Kind.CHANGED),
    (edit_a_token, Kind.CHANGED),
    (move, Kind.CHANGED),
    (move_with_its_tag, Kind.CHANGED),
    (delete_a_field, Kind.CHANGED),
    (add_a_field, Kind.CHANGED),
    (replay, Kind.REPLAYED),
    (delete, Kind.MISSING),
]


def test_what_nobody_touched_has_no_findings(shelf: Shelf, written: Four) -> None:
    shelf.read_everything()
    assert shelf.findings() == set()
    assert list(log_findings()) == []


@pytest.mark.parametrize(("attack", "kind"), ATTACKS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_verification_names_the_attacked_record_and_no_other(
    shelf: Shelf, written: Four, attack: Callable[[Shelf, Document, Document, Document], None], kind: Kind
) -> None:
    old, new, other, _ = written
    attack(shelf, old, new, other)
    assert shelf.findings() == {(kind, new.id.hex())}


@pytest.mark.parametrize(("attack", "kind"), ATTACKS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_full_scan_stops_at_it(
    shelf: Shelf, written: Four, attack: Callable[[Shelf, Document, Document, Document], None], kind: Kind
) -> None:
    old, new, other, _ = written
    attack(shelf, old, new, other)
    with pytest.raises(RecordNotAsWritten, match="of 3 records" if kind is Kind.MISSING else new.id.hex()):
        shelf.read_everything()


def test_a_record_that_was_deleted_and_comes_back_is_named(shelf: Shelf, written: Four) -> None:
    _, new, *_ = written
    shelf.registry.begin([new.id], [3], [None])
    assert shelf.store.delete(shelf.name, new.id, 2)
    shelf.registry.done([new.id])
    assert shelf.findings() == set()
    shelf.plant(new)
    assert shelf.findings() == {(Kind.UNKNOWN, new.id.hex())}


def test_a_record_that_a_scan_leaves_out_is_named(shelf: Shelf, written: Four, monkeypatch: pytest.MonkeyPatch) -> None:
    _, new, *_ = written
    real = list(shelf.documents.pieces())
    hiding = [[element for element in piece if element[0] != new.id] for piece in real]
    monkeypatch.setattr(shelf.documents, "pieces", lambda: iter(hiding))
    assert shelf.findings() == {(Kind.MISSING, new.id.hex())}


def test_a_record_that_an_index_leaves_out_is_named(
    shelf: Shelf, written: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever owns the database may, for example, delete the record's row from the embedded store's table of tokens."""
    _, new, *_ = written
    real = type(shelf.store).find

    def hiding(itself: DocumentStore, collection: str, name: str, tokens: Collection[bytes]) -> Iterator[Document]:
        return (document for document in real(itself, collection, name, tokens) if document.id != new.id)

    monkeypatch.setattr(type(shelf.store), "find", hiding)
    assert shelf.findings() == {(Kind.MISSING, new.id.hex())}


def test_documents_and_registry_restored_together_are_found_by_the_signed_head(shelf: Shelf, written: Four) -> None:
    _, new, *_ = written
    old_rows, old_documents = snapshot(), [document for piece in shelf.store.scan(shelf.name) for document in piece]
    shelf.write(new.id, 3)
    log.sign_head()
    assert list(log_findings()) == []
    restore(old_rows)
    for document in old_documents:
        shelf.plant(document)
    assert shelf.findings() == set()  # the registry was restored too, so the registry cannot notice
    assert [finding.kind for finding in log_findings()] == [Kind.LOG]


def test_documents_alone_restored_are_found_by_the_registry(shelf: Shelf, written: Four) -> None:
    _, new, *_ = written
    shelf.write(new.id, 3)
    shelf.plant(new)
    assert shelf.findings() == {(Kind.REPLAYED, new.id.hex())}


def test_a_registry_row_changed_to_fit_the_attack_is_found_by_the_hash(shelf: Shelf, written: Four) -> None:
    old, *_ = written
    shelf.plant(old)
    RegisteredRecord.objects.filter(version=2).update(version=1, tag=old.tag)
    assert {kind for kind, _ in shelf.findings()} == {Kind.REGISTER}


@pytest.mark.parametrize("reached_the_store", [False, True])
@pytest.mark.parametrize("deed", ["insert", "update", "delete"])
def test_killed_between_any_two_steps_a_write_ends_one_way_or_the_other(
    shelf: Shelf, written: Four, deed: str, reached_the_store: bool
) -> None:
    """The write is killed after its first step (nothing in the store) or its second (not yet registered as
    done)."""
    _, new, *_ = written
    id, version = (os.urandom(16), 1) if deed == "insert" else (new.id, 3)
    document = shelf.sealed(id, version)
    shelf.registry.begin([id], [version], [None if deed == "delete" else document.tag])
    if reached_the_store:
        if deed == "insert":
            shelf.store.put(shelf.name, [document])
        elif deed == "update":
            shelf.store.replace(shelf.name, document)
        else:
            shelf.store.delete(shelf.name, id, 2)
    assert (Kind.BEGUN, id.hex()) in shelf.findings()
    ended = shelf.registry.reconcile(shelf.registry.begun(), shelf.documents.look_up)
    assert ended == ((1, 0) if reached_the_store else (0, 1))
    assert shelf.findings() == set()
    assert list(log_findings()) == []
    before_and_after = {("insert", True): 4, ("delete", True): 2}
    assert shelf.registry.count == before_and_after.get((deed, reached_the_store), 3) == shelf.store.count(shelf.name)
