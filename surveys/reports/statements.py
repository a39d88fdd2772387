"""Ingest sends these statements to either database: plain SQL, since the ORM would take longer than the
database does."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from surveys.models import Batch, InboxRow, Report

INBOX, REPORT = (model._meta.db_table for model in (InboxRow, Report))
COLUMNS = "id, batch_id, block, level, record"

Piece = tuple[str, str, int, bytes]  # The id in hex, the block, the level, and the bytes of a report.


def insert(batch: Batch, pieces: Iterable[Piece]) -> None:
    """Inserts reports in the order given, which is the order of the rows on disk and in the database's own log."""
    rows = [(id, batch.pk, block, level, record) for id, block, level, record in pieces]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {REPORT} ({COLUMNS}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            cursor.executemany(f"INSERT INTO {REPORT} ({COLUMNS}) VALUES (%s, %s, %s, %s, %s)", rows)  # noqa: S608 - only constant names


def take_out(marks: Sequence[bytes]) -> int:
    """Takes the sealed bytes of rows out of the inbox, and returns how many rows still had some."""
    sql = f"UPDATE {INBOX} SET sealed = NULL, batch_key_id = NULL WHERE batch_key_id IS NOT NULL AND key_mac "  # noqa: S608 - only a constant name
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"{sql} = ANY(%s)", [list(marks)])
        else:
            cursor.executemany(f"{sql} = %s", [(mark,) for mark in marks])
        return int(cursor.rowcount)


def seal_again(rows: Iterable[tuple[bytes, bytes]], batch_key: UUID) -> None:
    """Puts other sealed bytes, under another batch key, into rows that wait. A row is a mark and its bytes."""
    key = _bound(batch_key)
    sql = f"UPDATE {INBOX} SET sealed = %s, batch_key_id = %s WHERE key_mac = %s AND batch_key_id IS NOT NULL"  # noqa: S608 - only a constant name
    with connection.cursor() as cursor:
        cursor.executemany(sql, [(sealed, key, mark) for mark, sealed in rows])


def _bound(batch_key: UUID) -> Any:
    return InboxRow._meta.get_field("batch_key").get_db_prep_value(batch_key, connection)
