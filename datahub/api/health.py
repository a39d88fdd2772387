"""Whether this process can serve."""

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from datahub.api.errors import Unavailable

_migrated = False  # never back to False: this process's code does not change, and migrations only go forward


def check_ready() -> None:
    """The database answers and every migration is applied; else Unavailable says which is not so."""
    global _migrated
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _migrated:
            executor = MigrationExecutor(connection)
            missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if missing:
                raise Unavailable(f"{len(missing)} migrations are not applied.", retry_after_seconds=5)
            _migrated = True
    except Error:
        raise Unavailable("The database does not answer.", retry_after_seconds=5) from None
