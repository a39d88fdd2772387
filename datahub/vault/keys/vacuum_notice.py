"""A database keeps parts of a deleted row. PostgreSQL keeps it until a vacuum; the record of destruction says so."""

from django.db import connection


def overwrite_what_is_deleted() -> None:
    """Lets SQLite write zeros over what this connection frees from now on."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")


def forget_the_journal() -> None:
    """Empties SQLite's write-ahead log, where the pages of before stand; if a reader holds it, its next end does so."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
