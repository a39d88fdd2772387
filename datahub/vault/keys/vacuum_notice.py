"""A database keeps parts of a deleted row. PostgreSQL keeps it until a vacuum; the record of destruction says so."""

from django.db import connection


def overwrite_what_is_deleted() -> None:
    """Makes SQLite write zeros over what this connection deletes from now on."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")


def forget_the_journal() -> None:
    """Empties SQLite's write-ahead log, which holds earlier pages; if a reader still uses it, its next checkpoint
    empties it."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
