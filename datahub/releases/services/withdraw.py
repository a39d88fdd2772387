"""A withdrawn release is given to nobody any more, and its key is destroyed."""

import shutil
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.policies.services import Permit, permit_of_accepted
from datahub.releases import folders
from datahub.releases.errors import NotInThisState
from datahub.releases.models import Release
from datahub.releases.sealed import CLASSES, ref_to
from datahub.vault.keys import keyring


def withdraw(*, permit: Permit, release_id: UUID) -> None:
    """Withdraws a release. Copies that somebody has already stay with them, so the entry in the ledger stays, and it
    counts for later releases."""
    with transaction.atomic():
        release = lock_row(Release.objects.filter(pk=release_id))
        if release.state not in Release.SEALED:
            raise NotInThisState(f"The release is {release.state}; there is nothing to withdraw.")
        end(release, Release.State.WITHDRAWN, by=permit.viewer, rule=permit.rule)
        record(actor=permit.viewer, operation="release.withdraw", subject=ref_to(release), reason=permit.rule)
    clear(release)


def with_data_set(data_set: Ref, by: Ref) -> None:
    """Ends the releases of a data set that is destroyed; settings.DESTROYED names this function. A second call changes
    nothing."""
    rule = "the data set is destroyed"
    for release_id in Release.objects.filter(data_set=str(data_set)).values_list("pk", flat=True):
        with transaction.atomic():
            release = lock_row(Release.objects.filter(pk=release_id))
            if release.state in Release.SEALED:
                end(release, Release.State.WITHDRAWN, by=by, rule=rule)
                record(actor=None, operation="release.withdraw", subject=ref_to(release), reason=rule)
            else:
                end(
                    release,
                    Release.State.FAILED if release.state == Release.State.MAKING else release.state,
                    by=by,
                    rule=rule,
                )
        if release.file is not None:
            folders.destroy(release.file)


def end(release: Release, state: str, *, by: Ref, rule: str) -> None:
    """Ends a release, in a transaction that holds the row. Its key is destroyed, and with it every copy of its
    table."""
    permit = permit_of_accepted(viewer=by, operation="dataset.administer", ref=ref_to(release), rule=rule)
    keyring.destroy(permit, ref_to(release))
    release.state, release.said, release.rows_beside = state, None, None
    if state == Release.State.WITHDRAWN and release.withdrawn_at is None:
        release.withdrawn_at = timezone.now()
    release.save(update_fields=["state", "said", "rows_beside", "withdrawn_at"])


def clear(release: Release) -> None:
    """Deletes the pieces of an ended release; of a release that had left, the map of classes stays for comparisons."""
    if release.file is None:
        return
    if release.released_at is None or release.kind == Release.Kind.SYNTHETIC:
        folders.destroy(release.file)
        return
    for form in set(release.sizes) - {CLASSES}:
        shutil.rmtree(folders.folder_of(release.file) / form, ignore_errors=True)
