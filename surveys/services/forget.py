"""What is destroyed once a version has closed and its last batch is in: its marks, its secrets, keys left behind."""

from surveys import keys
from surveys.models import BatchKey, InboxRow, Version

AT_ONCE = 2000  # rows a transaction: on SQLite none may last longer than 100 ms
YOUNG_SECONDS = 3600  # a file this young may belong to a transaction that is not committed yet


def forget_marks(*, version_id: int) -> None:
    """Does nothing while a batch is open or on its way; an open version always has one.

    The secrets go last: their file is the list of what is still to be forgotten.
    """
    version = Version.objects.get(pk=version_id)
    if version.batch_keys.exclude(state=BatchKey.State.DONE).exists():
        return
    rows = InboxRow.objects.filter(version=version)
    while marks := list(rows.values_list("key_mac", flat=True)[:AT_ONCE]):
        InboxRow.objects.filter(key_mac__in=marks).delete()
    keys.destroy_version_secrets(version.hash)


def forget_left_over() -> None:
    """After a kill between a commit and the unlinking that follows it, or before a commit that never came."""
    keys.destroy_half_written(older_than_seconds=YOUNG_SECONDS)
    _forget_batch_keys()
    closed = Version.objects.filter(hash__in=keys.kept_version_secrets(), state=Version.State.CLOSED)
    for version_id in closed.values_list("pk", flat=True):
        forget_marks(version_id=version_id)
    old = set(keys.kept_version_secrets(older_than_seconds=YOUNG_SECONDS))
    for orphan in old - set(Version.objects.filter(hash__in=old).values_list("hash", flat=True)):
        keys.destroy_version_secrets(orphan)


def _forget_batch_keys() -> None:
    kept = keys.kept_batch_keys()
    states = dict(BatchKey.objects.filter(pk__in=kept).values_list("pk", "state"))
    old = keys.kept_batch_keys(older_than_seconds=YOUNG_SECONDS)
    for batch_key in kept:
        if states.get(batch_key) == BatchKey.State.DONE or (batch_key not in states and batch_key in old):
            keys.destroy_batch_key(batch_key)
