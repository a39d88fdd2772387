"""This module closes a version: the reports in its inbox become its last batch, together with the held ones."""

from django.utils import timezone

from datahub.api.writes.locking import lock_row
from datahub.jobs.services import submit
from datahub.policies.selectors import owner_of
from surveys.drafts.services import ref_to
from surveys.models import BatchKey, Survey, Version


def close_open(survey: Survey) -> None:
    """Closes the survey's open version, inside the transaction of a caller who has locked the survey."""
    for version in survey.versions.filter(state=Version.State.OPEN):
        close_version(version)


def close_version(version: Version) -> Version:
    """Waits for the reports that are just being accepted; whoever comes after finds the version closed."""
    locked = lock_row(Version.objects.filter(pk=version.pk))
    locked.state, locked.closed_at, locked.paused = Version.State.CLOSED, timezone.now(), False
    locked.save(update_fields=["state", "closed_at", "paused"])
    left = locked.batch_keys.filter(state__in=[BatchKey.State.HELD, BatchKey.State.CURRENT])
    left.update(state=BatchKey.State.CLOSING)
    ask_for_ingest(locked, after="closing")
    return locked


def ask_for_ingest(version: Version, *, after: str) -> None:
    """Asks for an ingest, once for each event that calls for it."""
    subject = ref_to(version.survey)
    submit(
        kind="surveys.ingest",
        subject=subject,
        payload={"version": version.pk},
        key=f"surveys.ingest:{version.pk}:{after}",
        owner=owner_of(subject),
    )
