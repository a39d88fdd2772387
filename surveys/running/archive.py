"""Archiving hides a survey from the list, and can be undone. Nothing is lost, and the survey's link still says that it
is closed."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.audit.services import record
from surveys.drafts.services import lock_survey, ref_to
from surveys.errors import StillOpen
from surveys.models import Survey, Version


@transaction.atomic
def archive(*, actor: Ref, rule: str, survey_id: UUID) -> Survey:
    """Archives a survey; a survey that still takes reports is refused."""
    survey = lock_survey(survey_id)
    if survey.versions.filter(state=Version.State.OPEN).exists():
        raise StillOpen("A version of this survey is open. Close it, then archive the survey.")
    if survey.archived_at is None:
        survey.archived_at = timezone.now()
        _keep(survey, actor, rule)
    return survey


@transaction.atomic
def unarchive(*, actor: Ref, rule: str, survey_id: UUID) -> Survey:
    survey = lock_survey(survey_id)
    if survey.archived_at is not None:
        survey.archived_at = None
        _keep(survey, actor, rule)
    return survey


def _keep(survey: Survey, actor: Ref, rule: str) -> None:
    survey.save(update_fields=["archived_at"])
    detail = {"archived": survey.archived_at is not None}
    record(actor=actor, operation="survey.archive", subject=ref_to(survey), reason=rule, detail=detail)
