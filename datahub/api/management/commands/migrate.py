"""This command is Django's `migrate`, which first refuses a database of another version, before it changes anything."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        refuse_tables_of_another_version(options["database"])
        super().handle(*args, **options)


def refuse_tables_of_another_version(database: str) -> None:
    """Refuses a database of another version. CommandError where the database has had migrations that this version does
    not know."""
    loader = MigrationLoader(connections[database])
    known = loader.disk_migrations or {}
    unknown = sorted(".".join(key) for key in (loader.applied_migrations or {}) if key not in known)
    if unknown:
        raise CommandError(
            f"This database was made by another version of DataHub ({unknown[0]} is not known here). Nothing was "
            "changed. Start that version again, or this one with an empty data folder (DATAHUB_DATA) and an empty "
            "database."
        )
