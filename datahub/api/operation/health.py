"""These checks say whether this process can serve."""

import threading

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from datahub.api.errors import Unavailable

# All migrations are read for this check: once, not by every thread that is asked after a start.
_looking = threading.Lock()
# Never set back to False: the code of this process does not change, and migrations only go forward.
_migrated = False


def check_ready() -> None:
    """Checks that the database answers and every migration is applied; else Unavailable says which is not so."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        check_migrations()
    except Error:
        raise Unavailable("The database does not answer.", retry_after_seconds=5) from None


def check_migrations() -> None:
    """Checks that every migration is applied; else Unavailable says how many are not."""
    global _migrated
    if _migrated:
        return
    with _looking:
        if not _migrated:
            executor = MigrationExecutor(connection)
            missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if missing:
                raise Unavailable(f"{len(missing)} migrations are not applied.", retry_after_seconds=5)
            _migrated = True
