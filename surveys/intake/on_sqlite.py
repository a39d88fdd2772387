"""This module accepts reports in a transaction on SQLite: one writer at a time, in turn."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db import transaction as django_transaction

from surveys import keys
from surveys.intake.statements import COLUMNS, CURRENT, INBOX, STATES, UNLESS_KNOWN, StoredStates, Values


@contextmanager
def transaction() -> Iterator["OnSQLite"]:
    with keys.one_writer_at_a_time(), django_transaction.atomic():
        yield OnSQLite()


class OnSQLite:
    # Every transaction on SQLite is alone.
    def lock(self, versions: Sequence[int], *, alone: bool) -> StoredStates:  # noqa: ARG002
        marks = f"({', '.join(['%s'] * len(versions))})"
        return _rows(STATES + marks, versions), _rows(CURRENT + marks, versions)

    def insert(self, rows: Sequence[Values]) -> set[bytes]:
        if not rows:
            return set()
        places = ", ".join(["(%s, %s, %s, %s, %s)"] * len(rows))
        inserted = _rows(
            f"INSERT INTO {INBOX} ({COLUMNS}) VALUES {places} {UNLESS_KNOWN}",  # noqa: S608 - only names and marks
            [value for row in rows for value in row],
        )
        return {bytes(key_mac) for (key_mac,) in inserted}


def _rows(sql: str, values: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
