"""Documents are kept in MongoDB, or in a server that speaks its protocol, without transactions, joins or sums of the
server.

An id travels as hexadecimal text: some servers of the protocol look only text up by index.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pymongo import MongoClient
from pymongo.errors import BulkWriteError, PyMongoError

from datahub.api.once import once
from datahub.vault.errors import RecordInUse, StoreAway
from datahub.vault.store.port import AT_ONCE, Document

DEFAULT_DATABASE = "datahub"
LOOK_FOR_SECONDS = 3.0
RETRY_AFTER_SECONDS = 10
IN_USE = "A record with this id is there already; read it again."
SEALED, TAG, VERSION = "s", "t", "v"
_OURS = {"_id", SEALED, TAG, VERSION}


@contextmanager
def reached() -> Iterator[None]:
    try:
        yield
    except PyMongoError as error:  # the text of a driver's error may name documents
        raise StoreAway(
            f"The store of documents did not answer ({type(error).__name__}). Try again.",
            retry_after_seconds=RETRY_AFTER_SECONDS,
        ) from None


@once
def client(url: str) -> "MongoClient[dict[str, Any]]":
    """Returns the client of this process, which keeps the connections and their threads."""
    with reached():
        return MongoClient(
            url,
            serverSelectionTimeoutMS=int(LOOK_FOR_SECONDS * 1000),
            connectTimeoutMS=int(LOOK_FOR_SECONDS * 1000),
            retryWrites=False,  # retries need a replica set; the registry ends a write that was begun
            w="majority",
            journal=True,  # a confirmed write is on the disk
            appname="datahub",
        )


class MongoStore:
    is_elsewhere = True

    def __init__(self, url: str) -> None:
        with reached():
            self._database = client(url).get_default_database(DEFAULT_DATABASE)

    def put(self, collection: str, documents: Sequence[Document]) -> None:
        for start in range(0, len(documents), AT_ONCE):
            with reached():
                try:
                    self._database[collection].insert_many(
                        [_to_bson(document) for document in documents[start : start + AT_ONCE]]
                    )
                except BulkWriteError as error:
                    if any(fault.get("code") == 11000 for fault in error.details["writeErrors"]):
                        raise RecordInUse(IN_USE) from None
                    raise

    def get(self, collection: str, ids: Collection[bytes]) -> list[Document]:
        listed = [id.hex() for id in ids]
        wanted: dict[str, Any] = {"_id": listed[0]} if len(listed) == 1 else {"_id": {"$in": listed}}
        return list(self._documents(collection, wanted)) if listed else []

    def replace(self, collection: str, document: Document) -> bool:
        before = {"_id": document.id.hex(), VERSION: document.version - 1}
        with reached():
            return self._database[collection].replace_one(before, _to_bson(document)).matched_count == 1

    def delete(self, collection: str, id: bytes, version: int) -> bool:
        with reached():
            return self._database[collection].delete_one({"_id": id.hex(), VERSION: version}).deleted_count == 1

    def find(self, collection: str, name: str, tokens: Collection[bytes]) -> Iterator[Document]:
        return self._documents(collection, {name: {"$in": list(tokens)}})

    def find_between(self, collection: str, name: str, low: bytes, high: bytes) -> Iterator[Document]:
        return self._documents(collection, {name: {"$gte": low, "$lte": high}})

    def scan(self, collection: str, at_once: int = AT_ONCE) -> Iterator[list[Document]]:
        piece: list[Document] = []
        for document in self._documents(collection, {}, at_once):
            piece.append(document)
            if len(piece) == at_once:
                yield piece
                piece = []
        if piece:
            yield piece

    def count(self, collection: str) -> int:
        with reached():
            return self._database[collection].count_documents({})

    def ensure_index(self, collection: str, names: Collection[str]) -> None:
        with reached():
            for name in names:
                self._database[collection].create_index(name)

    def drop(self, collection: str) -> None:
        with reached():
            columns = self._database.list_collection_names(filter={"name": {"$regex": f"^{collection}[.]"}})
            for name in (collection, *columns):
                self._database.drop_collection(name)

    def _documents(self, collection: str, wanted: Mapping[str, Any], at_once: int = AT_ONCE) -> Iterator[Document]:
        with reached(), self._database[collection].find(wanted, batch_size=at_once) as cursor:
            for body in cursor:
                yield _from_bson(body)


def _to_bson(document: Document) -> dict[str, Any]:
    return {
        "_id": document.id.hex(),
        VERSION: document.version,
        SEALED: document.sealed,
        TAG: document.tag,
        **document.tokens,
    }


def _from_bson(body: dict[str, Any]) -> Document:
    """Returns the document that a BSON body holds, whatever stands there: the tag is checked later, over all that was
    found, names included."""
    tokens = {name: bytes_of(value) for name, value in body.items() if name not in _OURS}
    id = body["_id"]
    return Document(
        bytes.fromhex(id) if _is_id(id) else repr(id).encode(),
        version if isinstance(version := body.get(VERSION), int) else -1,
        bytes_of(body.get(SEALED)),
        bytes_of(body.get(TAG)),
        tokens,
    )


def bytes_of(value: object) -> bytes:
    return value if isinstance(value, bytes) else repr(value).encode()


def _is_id(value: object) -> bool:
    return isinstance(value, str) and len(value) == 32 and not value.strip("0123456789abcdef")
