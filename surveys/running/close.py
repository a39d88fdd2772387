"""A version is closed by a person or by the clock; a deletion closes all versions of a survey and gives up the reports
in their inboxes."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.audit.services import record
from surveys.drafts.services import lock_survey, ref_to
from surveys.errors import NothingToClose
from surveys.models import Survey, Version
from surveys.publishing.versions import close_version


@transaction.atomic
def close(*, actor: Ref | None, rule: str, survey_id: UUID, number: int) -> Version:
    survey = lock_survey(survey_id)
    version = survey.versions.filter(number=number, state=Version.State.OPEN).first()
    if version is None:
        raise NothingToClose(f"Version {number} of this survey is not open.")
    closed = close_version(version)
    record(
        actor=actor,
        operation="survey.close",
        subject=ref_to(survey),
        reason=rule,
        detail={"number": number, "version": closed.hash},
    )
    return closed


def close_for_good(survey: Survey) -> None:
    """Closes a version as `close_open` does, but the reports in the inbox will not become a batch."""
    for version in survey.versions.select_for_update(no_key=True).filter(state=Version.State.OPEN):
        version.state, version.closed_at, version.paused = Version.State.CLOSED, timezone.now(), False
        version.save(update_fields=["state", "closed_at", "paused"])
