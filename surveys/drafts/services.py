"""Start a survey, change its draft, throw it away."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of, take_turns
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row, lock_row_alone
from datahub.audit.services import record
from datahub.policies import services as policies
from datahub.policies.decide.vocabulary import OWNER
from surveys.drafts.importing.finish import Note
from surveys.drafts.questionnaire import check_shape, empty_draft, with_parts
from surveys.errors import AlreadyPublished, DraftChanged
from surveys.models import Survey


@transaction.atomic
def create(*, actor: Person, id: UUID, draft: Mapping[str, Any], simulated: bool, notes: Sequence[Note] = ()) -> Survey:
    """Creates a survey; parts that the draft leaves out are those of an empty one. Under an id that exists, that survey
    is answered, to whoever may read it still. The notes of an import stay with the survey until they are settled."""
    whole = _started_with(draft)
    check_shape(whole)
    take_turns(actor)
    numbered = [{"number": number, **note} for number, note in enumerate(notes, 1)]
    defaults = {"title": whole["title"], "draft": whole, "simulated": simulated, "import_notes": numbered}
    survey, is_new = Survey.objects.get_or_create(id=id, defaults=defaults)
    if not is_new:  # The creator of an existing survey may have lost the right to read it.
        policies.authorise(viewer=actor, operation="survey.read", ref=ref_to(survey))
    else:
        policies.check_room(actor, kind="survey", most=settings.MOST_SURVEYS)
        policies.grant(actor=actor, person=actor, role=OWNER, ref=ref_to(survey))
        record(actor=ref_of(actor), operation="survey.create", subject=ref_to(survey), reason="a new survey", detail={})
    return survey


def _started_with(draft: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a draft completed with the parts of an empty draft. A draft with levels but without `send` sends every
    question, as in every file of a draft; a draft that sends every question and has no level gets one of epsilon 1."""
    start = empty_draft()
    if draft.get("levels") and "send" not in draft:
        del start["send"]
    whole = with_parts(start, draft)
    if "levels" not in draft and whole.get("aim") is None:
        whole["levels"] = [{"epsilon": "1"}]
    return whole


@transaction.atomic
def change(*, survey_id: UUID, parts: Mapping[str, Any], revision: int | None) -> Survey:
    """Replaces parts of the draft. The log has no entry, as a draft is private until it is published."""
    survey = lock_survey(survey_id)
    if revision is not None and revision != survey.draft_revision:
        raise DraftChanged(f"The draft is at revision {survey.draft_revision}, not {revision}. Read it again.")
    draft = with_parts(survey.draft, parts)
    check_shape(draft)
    survey.draft, survey.title, survey.draft_revision = draft, draft["title"], survey.draft_revision + 1
    survey.save(update_fields=["draft", "title", "draft_revision", "updated_at"])
    return survey


@transaction.atomic
def settle_import_notes(*, survey_id: UUID, number: int | None = None) -> None:
    """Drops the import's note with this number, or all of them. Dropping a note twice changes nothing."""
    survey = lock_survey(survey_id)
    survey.import_notes = [note for note in survey.import_notes if number is not None and note["number"] != number]
    survey.save(update_fields=["import_notes"])


def lock_survey(survey_id: UUID) -> Survey:
    """Returns the survey with its row locked; every change to a survey or its versions begins with this lock. Errors:
    Missing if the survey was deleted meanwhile."""
    return lock_row(Survey.objects.filter(pk=survey_id))


@transaction.atomic
def delete(*, actor: Ref, rule: str, survey_id: UUID) -> None:
    survey = lock_row_alone(Survey.objects.filter(pk=survey_id))
    if survey.versions.exists():
        raise AlreadyPublished("This survey has been published; its versions and counts stay. Close it instead.")
    ref = ref_to(survey)
    survey.delete()
    policies.forget(ref)
    record(actor=actor, operation="survey.delete", subject=ref, reason=rule, detail={})


def ref_to(survey: Survey) -> Ref:
    return Ref("survey", str(survey.pk))
