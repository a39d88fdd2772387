"""Once a version has closed and its last batch is in, its marks, its secrets and keys left behind are destroyed."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from uuid import UUID

from django.db import connection

from datahub.jobs.sightings import Sightings
from surveys import keys
from surveys.models import BatchKey, InboxRow, Version

AT_ONCE = 2000  # A transaction deletes so many rows: on SQLite none may last longer than 100 ms.
WATCHED_SECONDS = 3600  # A file may wait for its row no longer than its transaction lasts, which is less than this.

_without_rows = Sightings()


def forget_marks(*, version_id: int) -> None:
    """Deletes the marks of a closed version, and then its secrets. It does nothing while a batch is open or being
    ingested; an open version always has one.

    The secrets go last: their file is the list of what is still to be forgotten.
    """
    version = Version.objects.get(pk=version_id)
    if version.batch_keys.exclude(state=BatchKey.State.DONE).exists():
        return
    rows = InboxRow.objects.filter(version=version)
    while rows.exists():
        _delete_some(version_id)
    keys.destroy_version_secrets(version.hash)


def _delete_some(version_id: int) -> None:
    """Deletes AT_ONCE rows of a version from the inbox, or those that are left. It may find that another worker has
    deleted the rows that it waited for, and then deletes none. Plain SQL: the ORM would read them first."""
    inbox = InboxRow._meta.db_table
    some = f"SELECT key_mac FROM {inbox} WHERE version_id = %s LIMIT %s"  # noqa: S608 - only a constant name
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {inbox} WHERE key_mac IN ({some})", [version_id, AT_ONCE])  # noqa: S608 - the same


def destroy_done_keys(version: Version) -> None:
    """The files of keys whose rows have all left the inbox."""
    for batch_key in version.batch_keys.filter(state=BatchKey.State.DONE).values_list("pk", flat=True):
        if keys.has_batch_key(batch_key):
            keys.destroy_batch_key(batch_key)


def forget_left_over() -> None:
    """Destroys key files that a kill left over, between a commit and the unlinking after it, or before a commit that
    never came.

    The folder is listed once, before the database is asked what is in use: what is written later is not in the list.
    """
    files = keys.files()
    for path in _left("half written", files.half_written):
        keys.destroy_half_written(path)
    _forget_batch_keys(files.batch_keys)
    _forget_secrets(files.version_secrets)


def _forget_batch_keys(files: Mapping[UUID, Path]) -> None:
    living = BatchKey.objects.exclude(state=BatchKey.State.DONE).values_list("pk", flat=True)
    left = set(files).difference(living.iterator())
    done = set(BatchKey.objects.filter(pk__in=left, state=BatchKey.State.DONE).values_list("pk", flat=True))
    paths = {files[batch_key]: batch_key for batch_key in left - done}
    for batch_key in done | {paths[path] for path in _left("batch keys", paths)}:
        keys.destroy_batch_key(batch_key)


def _forget_secrets(files: Mapping[str, Path]) -> None:
    """Destroys the secrets of closed versions with their marks, and of versions that never came."""
    is_open = Version.objects.filter(state=Version.State.OPEN).values_list("hash", flat=True)
    left = set(files).difference(is_open.iterator())
    closed = dict(Version.objects.filter(hash__in=left).values_list("hash", "pk"))
    for version_id in closed.values():
        forget_marks(version_id=version_id)
    paths = {files[hash]: hash for hash in left.difference(closed)}
    for path in _left("secrets", paths):
        keys.destroy_version_secrets(paths[path])


def _left(kind: str, paths: Iterable[Path]) -> list[Path]:
    """Returns the files of a kind that had no row at any look for WATCHED_SECONDS: no transaction will commit a row for
    them any more."""
    known = {keys.identity(path): path for path in paths}
    known.pop(None, None)
    return [known[file] for file in _without_rows.lasting(kind, known, WATCHED_SECONDS)]
