"""When the batch in the inbox is large enough, new reports are sealed under a new key, and an ingest takes the rows
that may leave."""

from uuid import UUID

from django.db import transaction

from datahub.api.writes.locking import lock_row
from surveys import keys
from surveys.models import BatchKey, Version
from surveys.publishing.versions import ask_for_ingest


def rotate(*, batch_key_id: UUID) -> None:
    """Puts a new batch key in place of the current one. It does nothing if that key is no longer current, or has too
    few reports because some were withdrawn meanwhile.

    The full key is held, and the one held before is closed. Batches of one hide nobody, so they need nobody to be
    mixed with. A file whose row is not committed is swept up later.
    """
    following = BatchKey()
    keys.create_batch_key(following.pk)
    with transaction.atomic():
        version_id = BatchKey.objects.values_list("version_id", flat=True).get(pk=batch_key_id)
        version = lock_row(Version.objects.filter(pk=version_id))
        full = version.batch_keys.filter(pk=batch_key_id, state=BatchKey.State.CURRENT).first()
        if full is None or full.inbox.count() < version.batch_least:
            return
        version.batch_keys.filter(state=BatchKey.State.HELD).update(state=BatchKey.State.CLOSING)
        full.state = BatchKey.State.HELD if version.batch_least > 1 else BatchKey.State.CLOSING
        full.save(update_fields=["state"])
        following.version = version
        following.save(force_insert=True)
        ask_for_ingest(version, after=str(full.pk))
