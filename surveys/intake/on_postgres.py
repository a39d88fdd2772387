"""This module is about the transaction that accepts reports, on PostgreSQL: two round trips, each with several
statements.

Every wait for the database lets other threads go first, and coming back costs more than the statement did.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.transaction import TransactionManagementError

from surveys.intake.statements import COLUMNS, CURRENT, INBOX, STATES, UNLESS_KNOWN, StoredStates, Values

# The transaction may wait for the lock on the version between the two SELECTs. A statement sees what was committed
# before it began, so the second SELECT sees the batch key of a rotation that the first one waited for.
BEGIN = f"BEGIN; {STATES} %(versions)s ORDER BY id FOR %(strength)s; {CURRENT} %(versions)s"
INSERT = (
    f"INSERT INTO {INBOX} ({COLUMNS})"  # noqa: S608 - only constant names are inserted
    " SELECT decode(key_mac, 'hex'), decode(body_mac, 'hex'), version_id::bigint, batch_key_id::uuid,"
    " decode(sealed, 'hex')"
    " FROM unnest(string_to_array(%s, ','), string_to_array(%s, ','), string_to_array(%s, ','),"
    f" string_to_array(%s, ','), string_to_array(%s, ',')) AS row ({COLUMNS}) {UNLESS_KNOWN}"
)


@contextmanager
def transaction() -> Iterator["OnPostgres"]:
    """Opens the transaction that inserts reports; the insert commits it. On any error the connection is closed, so that
    no other code finds an open transaction."""
    if connection.in_atomic_block:
        raise TransactionManagementError("reports are accepted in a transaction of their own")
    try:
        yield OnPostgres()
    except BaseException:
        connection.close()
        raise


class OnPostgres:
    def lock(self, versions: Sequence[int], *, alone: bool) -> StoredStates:
        ids = f"({', '.join(str(int(id)) for id in versions)})"
        with connection.cursor() as cursor:
            cursor.execute(BEGIN % {"versions": ids, "strength": "NO KEY UPDATE" if alone else "SHARE"})
            cursor.nextset()
            states = cursor.fetchall()
            cursor.nextset()
            return states, cursor.fetchall()

    def insert(self, rows: Sequence[Values]) -> set[bytes]:
        with connection.cursor() as cursor:
            if not rows:
                cursor.execute("COMMIT")
                return set()
            cursor.execute(f"{INSERT}; COMMIT", [",".join(map(_text, column)) for column in zip(*rows, strict=True)])
            return {bytes(key_mac) for (key_mac,) in cursor.fetchall()}


def _text(value: Any) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
