"""No more reports: the version closes, and what is in its inbox becomes its last batch, the held reports with it."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from datahub.api.locking import lock_row
from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.jobs.services import submit
from datahub.policies.selectors import owner_of
from surveys.errors import NothingToClose
from surveys.models import BatchKey, Survey, Version
from surveys.services.drafts import lock_survey, ref_to


@transaction.atomic
def close(*, actor: Ref | None, rule: str, survey_id: UUID, number: int) -> Version:
    survey = lock_survey(survey_id)
    version = survey.versions.filter(number=number, state=Version.State.OPEN).first()
    if version is None:
        raise NothingToClose(f"Version {number} of this survey is not open.")
    closed = _close(version)
    record(
        actor=actor,
        operation="survey.close",
        subject=ref_to(survey),
        reason=rule,
        detail={"number": number, "version": closed.hash},
    )
    return closed


def close_open(survey: Survey) -> None:
    """Inside the transaction of a caller who holds the survey."""
    for version in survey.versions.filter(state=Version.State.OPEN):
        _close(version)


def close_for_good(survey: Survey) -> None:
    """As `close_open`, but what is in the inbox is not to become a batch."""
    for version in survey.versions.select_for_update(no_key=True).filter(state=Version.State.OPEN):
        version.state, version.closed_at, version.paused = Version.State.CLOSED, timezone.now(), False
        version.save(update_fields=["state", "closed_at", "paused"])


def _close(version: Version) -> Version:
    """Waits for the reports that are just being accepted; whoever comes after finds the version closed."""
    locked = lock_row(Version.objects.filter(pk=version.pk))
    locked.state, locked.closed_at, locked.paused = Version.State.CLOSED, timezone.now(), False
    locked.save(update_fields=["state", "closed_at", "paused"])
    left = locked.batch_keys.filter(state__in=[BatchKey.State.HELD, BatchKey.State.CURRENT])
    left.update(state=BatchKey.State.CLOSING)
    ask_for_ingest(locked, after="closing")
    return locked


def ask_for_ingest(version: Version, *, after: str) -> None:
    """Once for each event that calls for it."""
    subject = ref_to(version.survey)
    submit(
        kind="surveys.ingest",
        subject=subject,
        payload={"version": version.pk},
        key=f"surveys.ingest:{version.pk}:{after}",
        owner=owner_of(subject),
    )
