"""This module keeps the documents in two tables of the SQL database: one holds them, the other finds them by token.

No statement here works on more than a few hundred documents, so that no write keeps SQLite for long.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import bson
from bson.errors import InvalidBSON
from django.db import IntegrityError, connection, transaction

from datahub.vault.errors import RecordInUse
from datahub.vault.store.port import AT_ONCE, Document

WRITTEN_AT_ONCE = 1000
IN_USE = "A record with this id is there already; read it again."
SEALED, TAG = "s", "t"
COLUMNS = "d.record, d.version, d.body"

_PUT = "INSERT INTO vault_storeddocument (collection, record, version, body) VALUES (%s, %s, %s, %s)"
_PUT_TOKEN = "INSERT INTO vault_storedtoken (collection, name, token, record) VALUES (%s, %s, %s, %s)"  # noqa: S105
_REPLACE = (
    "UPDATE vault_storeddocument SET version = %s, body = %s WHERE collection = %s AND record = %s AND version = %s"
)
_DELETE = "DELETE FROM vault_storeddocument WHERE collection = %s AND record = %s AND version = %s"
_FORGET_TOKENS = "DELETE FROM vault_storedtoken WHERE collection = %s AND record = %s"
_COUNT = "SELECT count(*) FROM vault_storeddocument WHERE collection = %s"
_COLUMNS_OF = "SELECT DISTINCT collection FROM vault_storeddocument WHERE collection {0}>= %s AND collection {0}< %s"
_BY_TOKEN = (
    f"SELECT {COLUMNS} FROM vault_storedtoken k JOIN vault_storeddocument d"  # noqa: S608 - only constant column names are inserted
    " ON d.collection = k.collection AND d.record = k.record WHERE k.collection = %s AND k.name = %s"
)


class EmbeddedStore:
    is_elsewhere = False

    def put(self, collection: str, documents: Sequence[Document]) -> None:
        for start in range(0, len(documents), WRITTEN_AT_ONCE):
            _put(collection, documents[start : start + WRITTEN_AT_ONCE])

    def get(self, collection: str, ids: Collection[bytes]) -> list[Document]:
        listed = list(ids)
        documents: list[Document] = []
        for start in range(0, len(listed), AT_ONCE):
            some = listed[start : start + AT_ONCE]
            documents += _documents(
                f"SELECT {COLUMNS} FROM vault_storeddocument d"  # noqa: S608 - only constants and placeholders are inserted
                f" WHERE d.collection = %s AND d.record IN ({_placeholders(some)})",
                [collection, *some],
            )
        return documents

    def replace(self, collection: str, document: Document) -> bool:
        with transaction.atomic(), connection.cursor() as cursor:
            body, version = _to_body(document), document.version
            cursor.execute(_REPLACE, [version, body, collection, document.id, version - 1])
            if cursor.rowcount != 1:
                return False
            cursor.execute(_FORGET_TOKENS, [collection, document.id])
            cursor.executemany(_PUT_TOKEN, _token_rows(collection, [document]))
        return True

    def delete(self, collection: str, id: bytes, version: int) -> bool:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_DELETE, [collection, id, version])
            if cursor.rowcount != 1:
                return False
            cursor.execute(_FORGET_TOKENS, [collection, id])
        return True

    def find(self, collection: str, name: str, tokens: Collection[bytes]) -> Iterator[Document]:
        listed = list(tokens)
        for start in range(0, len(listed), AT_ONCE):
            some = listed[start : start + AT_ONCE]
            yield from _documents(f"{_BY_TOKEN} AND k.token IN ({_placeholders(some)})", [collection, name, *some])

    def find_between(self, collection: str, name: str, low: bytes, high: bytes) -> Iterator[Document]:
        yield from _documents(f"{_BY_TOKEN} AND k.token BETWEEN %s AND %s", [collection, name, low, high])

    def scan(self, collection: str, at_once: int = AT_ONCE) -> Iterator[list[Document]]:
        # The first piece includes an id of no length, which only somebody outside the vault can have written.
        last, after = b"", ">="
        while piece := _documents(
            f"SELECT {COLUMNS} FROM vault_storeddocument d"  # noqa: S608 - only constant column names are inserted
            f" WHERE d.collection = %s AND d.record {after} %s ORDER BY d.record LIMIT %s",
            [collection, last, at_once],
        ):
            yield piece
            last, after = piece[-1].id, ">"

    def count(self, collection: str) -> int:
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, [collection])
            return int(cursor.fetchone()[0])

    def ensure_index(self, collection: str, names: Collection[str]) -> None:
        """Does nothing: the table of tokens is an index of every name."""

    def drop(self, collection: str) -> None:
        """Drops the documents of a collection piece by piece; the caller hides the collection first."""
        with connection.cursor() as cursor:
            in_order_of_bytes = 'COLLATE "C" ' if connection.vendor == "postgresql" else ""
            cursor.execute(
                _COLUMNS_OF.format(in_order_of_bytes), [f"{collection}.", f"{collection}/"]
            )  # "/" follows ".", so the range covers every name that begins with "collection."
            columns = [row[0] for row in cursor.fetchall()]
        for name in (collection, *columns):
            _drop(name)


def _drop(collection: str) -> None:
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT record FROM vault_storeddocument WHERE collection = %s LIMIT %s",
                [collection, WRITTEN_AT_ONCE],
            )
            some = [row[0] for row in cursor.fetchall()]
            if not some:
                return
            for table in ("vault_storedtoken", "vault_storeddocument"):
                cursor.execute(
                    f"DELETE FROM {table}"  # noqa: S608 - only constants and placeholders are inserted
                    f" WHERE collection = %s AND record IN ({_placeholders(some)})",
                    [collection, *some],
                )


@transaction.atomic
def _put(collection: str, documents: Sequence[Document]) -> None:
    rows = [(collection, document.id, document.version, _to_body(document)) for document in documents]
    try:
        with connection.cursor() as cursor:
            cursor.executemany(_PUT, rows)
            cursor.executemany(_PUT_TOKEN, _token_rows(collection, documents))
    except IntegrityError:
        raise RecordInUse(IN_USE) from None


def _token_rows(collection: str, documents: Sequence[Document]) -> list[tuple[str, str, bytes, bytes]]:
    return [(collection, name, token, document.id) for document in documents for name, token in document.tokens.items()]


def _to_body(document: Document) -> bytes:
    return bson.encode({SEALED: document.sealed, TAG: document.tag, **document.tokens})


def _documents(statement: str, parameters: list[Any]) -> list[Document]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return [_from_row(*row) for row in cursor.fetchall()]


def _from_row(record: bytes, version: int, body: bytes) -> Document:
    """Returns the document that a row holds, whatever stands there: the tag is checked later, over all that was
    found."""
    try:
        body_fields = bson.decode(bytes(body))
        return Document(bytes(record), version, body_fields.pop(SEALED), body_fields.pop(TAG), body_fields)
    except (InvalidBSON, KeyError):
        return Document(bytes(record), version, bytes(body), b"", {})


def _placeholders(values: Sequence[bytes]) -> str:
    return ", ".join(["%s"] * len(values))
