"""Registered records are read and written in large statements: one statement or one prepared loop for thousands of
rows."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, connection

from datahub.vault.errors import RecordInUse

AT_ONCE = 5000  # a statement has at most this many ids as parameters; SQLite allows 32 766
IN_USE = "Somebody else is writing a record of this collection; read it again."
GONE = "The collection was dropped or loaded anew meanwhile; open it again."

# A row holds record, version, tag, next version and next tag.
Row = tuple[bytes, int | None, bytes | None, int | None, bytes | None]


def hold(register: int) -> None:
    """Holds the register, in the transaction that begins a write: it is there and stays so until the commit, or
    RecordInUse.

    Both databases look at foreign keys at the commit only, and SQLite's refusal does not even say which.
    """
    lock = " FOR KEY SHARE" if connection.vendor == "postgresql" else ""  # SQLite allows one writer at a time anyway
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM vault_register WHERE id = %s{lock}", [register])  # noqa: S608 - only constants are inserted
        if cursor.fetchone() is None:
            raise RecordInUse(GONE)


def begin_inserts(register: int, ids: Sequence[bytes], tags: Sequence[bytes | None], at: datetime) -> None:
    try:
        if connection.vendor == "postgresql":
            _run(
                "INSERT INTO vault_registeredrecord (register_id, record, next_version, next_tag, begun_at)"
                " SELECT %s, record, 1, tag, %s FROM unnest(%s::bytea[], %s::bytea[]) AS new (record, tag)",
                [register, at, list(ids), list(tags)],
            )
        else:
            _run_many(
                "INSERT INTO vault_registeredrecord (register_id, record, next_version, next_tag, begun_at)"
                " VALUES (%s, %s, 1, %s, %s)",
                [(register, id, tag, at) for id, tag in zip(ids, tags, strict=True)],
            )
    except IntegrityError:
        raise RecordInUse(IN_USE) from None


def begin_changes(register: int, changes: Sequence[tuple[bytes, int, bytes | None]], at: datetime) -> None:
    """Begins changes, each of which is (record, next version, next tag or None for a deletion); all of them begin, or
    RecordInUse."""
    statement = (
        "UPDATE vault_registeredrecord SET next_version = version + 1, next_tag = %s, begun_at = %s"
        " WHERE register_id = %s AND record = %s AND version = %s AND next_version IS NULL"
    )
    parameters = [(tag, at, register, id, version - 1) for id, version, tag in changes]
    if _run_many(statement, parameters) != len(changes):
        raise RecordInUse(IN_USE)


def confirm(register: int, ids: Sequence[bytes]) -> None:
    for listed, some in _in_pieces(ids):
        _run(
            "DELETE FROM vault_registeredrecord"  # noqa: S608 - only placeholders are inserted
            f" WHERE register_id = %s AND next_version IS NOT NULL AND next_tag IS NULL AND record {listed}",
            [register, *some],
        )
        _run(
            "UPDATE vault_registeredrecord SET version = next_version, tag = next_tag,"  # noqa: S608 - only placeholders are inserted
            " next_version = NULL, next_tag = NULL, begun_at = NULL"
            f" WHERE register_id = %s AND next_version IS NOT NULL AND record {listed}",
            [register, *some],
        )


def take_back(register: int, ids: Sequence[bytes]) -> None:
    for listed, some in _in_pieces(ids):
        _run(
            "DELETE FROM vault_registeredrecord"  # noqa: S608 - only placeholders are inserted
            f" WHERE register_id = %s AND version IS NULL AND record {listed}",
            [register, *some],
        )
        _run(
            "UPDATE vault_registeredrecord SET next_version = NULL, next_tag = NULL,"  # noqa: S608 - only placeholders are inserted
            f" begun_at = NULL WHERE register_id = %s AND record {listed}",
            [register, *some],
        )


def of_ids(register: int, ids: Sequence[bytes]) -> Iterator[Row]:
    for listed, some in _in_pieces(ids):
        yield from _rows(f"register_id = %s AND record {listed}", [register, *some])


def begun(register: int, before: datetime | None = None) -> list[Row]:
    """Returns all records whose write is begun, or those that were begun by that time."""
    condition, values = "register_id = %s AND next_version IS NOT NULL", [register]
    if before is None:
        return list(_rows(condition, values))
    return list(_rows(f"{condition} AND begun_at <= %s", [*values, before]))


def every(register: int) -> Iterator[list[Row]]:
    """Yields the rows of a register in the order of their ids, a piece at a time, with no cursor left open between
    them."""
    last = b""
    while True:
        piece = list(_rows(f"register_id = %s AND record > %s ORDER BY record LIMIT {AT_ONCE}", [register, last]))
        if not piece:
            return
        yield piece
        last = piece[-1][0]


def _in_pieces(ids: Sequence[bytes]) -> Iterator[tuple[str, list[Any]]]:
    if connection.vendor == "postgresql":
        yield "= ANY(%s)", [list(ids)]
        return
    for start in range(0, len(ids), AT_ONCE):
        some = list(ids[start : start + AT_ONCE])
        yield f"IN ({', '.join(['%s'] * len(some))})", some


def _rows(where: str, parameters: list[Any]) -> Iterator[Row]:
    statement = f"SELECT record, version, tag, next_version, next_tag FROM vault_registeredrecord WHERE {where}"  # noqa: S608 - only constant conditions are inserted
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        for record, version, tag, next_version, next_tag in cursor.fetchall():
            yield bytes(record), version, _bytes(tag), next_version, _bytes(next_tag)


def _bytes(value: Any) -> bytes | None:
    return None if value is None else bytes(value)


def _run(statement: str, parameters: list[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def _run_many(statement: str, parameters: Sequence[tuple[Any, ...]]) -> int:
    with connection.cursor() as cursor:
        cursor.executemany(statement, parameters)
        return int(cursor.rowcount)
