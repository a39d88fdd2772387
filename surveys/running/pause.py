"""Stop taking reports for a while, and go on. What was accepted before is ingested meanwhile."""

from uuid import UUID

from django.db import transaction

from datahub.api.ref import Ref
from datahub.audit.services import record
from surveys.drafts.services import lock_survey, ref_to
from surveys.errors import NothingToClose
from surveys.models import Version


def pause(*, actor: Ref, rule: str, survey_id: UUID, number: int) -> Version:
    """Pauses a version: a page that sends now is told to keep the report and send it again. A second pause changes
    nothing."""
    return _set(actor, rule, survey_id, number, paused=True)


def resume(*, actor: Ref, rule: str, survey_id: UUID, number: int) -> Version:
    return _set(actor, rule, survey_id, number, paused=False)


@transaction.atomic
def _set(actor: Ref, rule: str, survey_id: UUID, number: int, *, paused: bool) -> Version:
    """Waits for the reports that are just being accepted, as closing does."""
    survey = lock_survey(survey_id)
    version = survey.versions.select_for_update(no_key=True).filter(number=number, state=Version.State.OPEN).first()
    if version is None:
        raise NothingToClose(f"Version {number} of this survey is not open.")
    if version.paused != paused:
        version.paused = paused
        version.save(update_fields=["paused"])
        record(
            actor=actor,
            operation="survey.pause",
            subject=ref_to(survey),
            reason=rule,
            detail={"number": number, "version": version.hash, "paused": paused},
        )
    return version
