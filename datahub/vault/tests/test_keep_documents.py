"""These tests cover the contract of DocumentStore: one suite, run on every adapter."""

import secrets
from collections.abc import Callable, Iterator

import pytest
from pytest_django import Settings

from datahub.vault.errors import RecordInUse, StoreAway
from datahub.vault.store import mongo
from datahub.vault.store.chosen import MONGO, name_for_new_collections, store_named
from datahub.vault.store.mongo import MongoStore
from datahub.vault.store.port import AT_ONCE, ID_BYTES, Document, DocumentStore

CITY, AGE = "c" * 24, "a" * 24  # the names are keyed hashes


@pytest.fixture
def collection(store: DocumentStore) -> Iterator[str]:
    name = secrets.token_hex(12)
    yield name
    store.drop(name)


def a_document(city: bytes = b"\x01", age: bytes = b"\x00\x10", version: int = 1) -> Document:
    id = secrets.token_bytes(ID_BYTES)
    return Document(id, version, secrets.token_bytes(80), secrets.token_bytes(32), {CITY: city, AGE: age})


def changed(document: Document, version: int, city: bytes = b"\x09") -> Document:
    return Document(document.id, version, b"other", b"tag", {CITY: city, AGE: b"\x00\x11"})


def by_id(documents: list[Document]) -> list[Document]:
    return sorted(documents, key=lambda document: document.id)


def everything(store: DocumentStore, collection: str) -> list[Document]:
    return [document for piece in store.scan(collection) for document in piece]


def test_gives_back_what_was_put(store: DocumentStore, collection: str) -> None:
    put = [a_document() for _ in range(5)]
    store.put(collection, put)
    assert by_id(store.get(collection, [document.id for document in put])) == by_id(put)
    assert store.get(collection, [put[2].id]) == [put[2]]


def test_what_is_not_there_is_not_given(store: DocumentStore, collection: str) -> None:
    store.put(collection, [a_document()])
    assert store.get(collection, [bytes(ID_BYTES)]) == []
    assert store.get(collection, []) == []


def test_a_collection_that_was_never_written_is_empty(store: DocumentStore, collection: str) -> None:
    assert everything(store, collection) == []
    assert store.count(collection) == 0
    assert list(store.find(collection, CITY, [b"\x01"])) == []
    assert store.get(collection, [bytes(ID_BYTES)]) == []
    store.drop(collection)


def test_collections_do_not_see_each_other(store: DocumentStore, collection: str) -> None:
    other = secrets.token_hex(12)
    document = a_document()
    store.put(collection, [document])
    store.put(other, [document])
    store.drop(other)
    assert everything(store, collection) == [document]
    assert everything(store, other) == []


def test_an_id_is_put_once(store: DocumentStore, collection: str) -> None:
    document = a_document()
    store.put(collection, [document])
    with pytest.raises(RecordInUse):
        store.put(collection, [changed(document, 1)])
    assert everything(store, collection) == [document]


def test_replaces_the_version_before(store: DocumentStore, collection: str) -> None:
    document, other = a_document(), a_document()
    store.put(collection, [document, other])
    assert store.replace(collection, changed(document, 2))
    assert store.get(collection, [document.id]) == [changed(document, 2)]
    assert store.get(collection, [other.id]) == [other]


@pytest.mark.parametrize("version", [1, 3])
def test_replaces_nothing_that_another_writer_has_replaced(version: int, store: DocumentStore, collection: str) -> None:
    document = a_document()
    store.put(collection, [document])
    assert not store.replace(collection, changed(document, version))
    assert everything(store, collection) == [document]


def test_a_replaced_document_is_found_by_its_new_tokens_alone(store: DocumentStore, collection: str) -> None:
    document = a_document(city=b"\x01")
    store.put(collection, [document])
    store.replace(collection, changed(document, 2, city=b"\x02"))
    assert list(store.find(collection, CITY, [b"\x01"])) == []
    assert [document.id for document in store.find(collection, CITY, [b"\x02"])] == [document.id]


def test_deletes_the_version_it_was_told(store: DocumentStore, collection: str) -> None:
    document, other = a_document(), a_document()
    store.put(collection, [document, other])
    assert not store.delete(collection, document.id, 2)
    assert store.delete(collection, document.id, 1)
    assert not store.delete(collection, document.id, 1)
    assert everything(store, collection) == [other]
    assert list(store.find(collection, CITY, [b"\x01"])) == [other]


def test_finds_by_token(store: DocumentStore, collection: str) -> None:
    store.ensure_index(collection, [CITY, AGE])
    store.ensure_index(collection, [CITY])
    first, second, third = (a_document(city=bytes([n])) for n in (1, 2, 3))
    store.put(collection, [first, second, third])
    assert list(store.find(collection, CITY, [b"\x02"])) == [second]
    assert by_id(list(store.find(collection, CITY, [b"\x01", b"\x03", b"\x07"]))) == by_id([first, third])
    assert list(store.find(collection, AGE, [b"\x02"])) == []
    assert list(store.find(collection, CITY, [])) == []


def test_finds_between_two_tokens_in_the_order_of_bytes(store: DocumentStore, collection: str) -> None:
    ages = [b"\x00\x00", b"\x00\xff", b"\x01\x00", b"\x7f\xff", b"\x80\x00", b"\xff\xff"]
    documents = [a_document(age=age) for age in ages]
    store.put(collection, documents)
    for low in range(len(ages)):
        for high in range(low, len(ages)):
            documents_between = list(store.find_between(collection, AGE, ages[low], ages[high]))
            assert by_id(documents_between) == by_id(documents[low : high + 1])


def test_a_scan_gives_each_document_once_in_pieces(store: DocumentStore, collection: str) -> None:
    put = [a_document() for _ in range(2 * AT_ONCE + 3)]
    store.put(collection, put)
    pieces = list(store.scan(collection))
    assert max(map(len, pieces)) <= AT_ONCE
    assert by_id([document for piece in pieces for document in piece]) == by_id(put)
    assert store.count(collection) == len(put)


def test_drops_everything(store: DocumentStore, collection: str) -> None:
    store.put(collection, [a_document() for _ in range(1203)])
    store.drop(collection)
    assert store.count(collection) == 0
    assert list(store.find(collection, CITY, [b"\x01"])) == []


def test_a_store_that_is_away_says_so_and_when_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mongo, "LOOK_FOR_SECONDS", 0.05)
    store = MongoStore("mongodb://127.0.0.1:1/tests")
    calls: list[Callable[[], object]] = [
        lambda: store.put("c", [a_document()]),
        lambda: store.get("c", [bytes(ID_BYTES)]),
        lambda: store.replace("c", a_document(version=2)),
        lambda: store.delete("c", bytes(ID_BYTES), 1),
        lambda: list(store.find("c", CITY, [b"\x01"])),
        lambda: list(store.scan("c")),
        lambda: store.count("c"),
        lambda: store.ensure_index("c", [CITY]),
        lambda: store.drop("c"),
    ]
    for call in calls:
        with pytest.raises(StoreAway) as away:
            call()
        assert away.value.status == 503
        assert away.value.retry_after_seconds


def test_a_collection_in_mongodb_is_not_looked_for_elsewhere(settings: Settings) -> None:
    settings.MONGO_URL = ""
    with pytest.raises(StoreAway, match="MONGO_URL"):
        store_named(MONGO)
    assert name_for_new_collections() != MONGO
