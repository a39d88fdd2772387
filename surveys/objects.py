"""Other rooms see a survey through these functions. Its owner is a role in policies, so no function here names one."""

from collections.abc import Sequence

from django.db.models import Prefetch
from django.utils import timezone

from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids
from datahub.api.writes.locking import lock_row
from surveys.models import Survey, Version
from surveys.schedule import state_of_survey


def describe(ids: Sequence[str]) -> dict[Ref, Facts]:
    versions = Prefetch("versions", Version.objects.only("survey_id", "state", "paused", "opens_at"))
    surveys = Survey.objects.filter(pk__in=uuids(ids)).only("title", "simulated").prefetch_related(versions)
    return dict(_facts(survey) for survey in surveys)


def lock(id: str) -> None:
    """Locks a survey; for settings.LOCKS."""
    lock_row(Survey.objects.filter(pk__in=uuids([id])))


def _facts(survey: Survey) -> tuple[Ref, Facts]:
    now = timezone.now()
    return Ref("survey", str(survey.pk)), Facts(
        name=survey.title,
        url=f"/surveys/{survey.pk}/build",
        owner=None,
        parent=None,
        state=state_of_survey([version.state_at(now) for version in survey.versions.all()]),
        attributes={"simulated": survey.simulated},
    )
