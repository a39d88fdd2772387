"""Take a report back, as long as its batch is open."""

from django.db import transaction
from django.db.models import F

from surveys import keys
from surveys.models import BatchKey, InboxRow, Version


@transaction.atomic
def withdraw(*, version_hash: str, receipt: bytes) -> None:
    """Says nothing about what it found: a receipt must not tell others whether its report was ever here.

    The row keeps its two marks, so that a copy of the report sent again is not stored again; until the version closes
    it looks like any row that was ingested. What stays of the withdrawal is the number withdrawn, which is
    shown with the batch: shown at once it would say what this does not.
    """
    version = Version.objects.select_for_update(no_key=True).filter(hash=version_hash, state=Version.State.OPEN).first()
    if version is None:
        return
    try:
        key_mac = keys.key_mac(version_hash, receipt)
    except keys.KeyMissing:
        return  # A version without its secrets has no rows that a receipt could find.
    current = version.batch_keys.filter(state=BatchKey.State.CURRENT)
    waiting = InboxRow.objects.filter(key_mac=key_mac, batch_key__in=current)
    if waiting.update(sealed=None, batch_key=None):
        current.update(withdrawn=F("withdrawn") + 1)
