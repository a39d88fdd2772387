"""A restored database may lack its batch keys: reports sealed under them are given up, and the versions get new
keys.
"""

from django.db import transaction
from django.db.models import F

from datahub.audit.services import record
from surveys import keys
from surveys.drafts.services import ref_to
from surveys.models import BatchKey, InboxRow, Version


@transaction.atomic
def give_up_lost_rows() -> int:
    """Gives up accepted reports that can no longer be read, and returns their number. Their marks stay: a report sent
    again is still recognised.

    Each version says so in the log. A key file of a row that is not committed is swept up later.
    """
    kept = set(keys.kept_batch_keys())
    unfinished = BatchKey.objects.exclude(state=BatchKey.State.DONE).select_related("version__survey")
    return sum(_give_up(batch_key) for batch_key in unfinished if batch_key.pk not in kept)


def _give_up(batch_key: BatchKey) -> int:
    version = batch_key.version
    was_current = batch_key.state == BatchKey.State.CURRENT
    lost = InboxRow.objects.filter(batch_key=batch_key).update(sealed=None, batch_key=None)
    BatchKey.objects.filter(pk=batch_key.pk).update(state=BatchKey.State.DONE, unreadable=F("unreadable") + lost)
    if was_current and version.state == Version.State.OPEN:
        following = BatchKey(version=version)
        keys.create_batch_key(following.pk)
        following.save(force_insert=True)
    if lost:
        record(
            actor=None,
            operation="report.lost",
            subject=ref_to(version.survey),
            reason="batch keys are in no backup",
            detail={"version": version.hash, "reports": lost},
        )
    return lost
