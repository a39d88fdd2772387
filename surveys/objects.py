"""Other rooms see a survey through these functions. Its owner is a role in policies, so no function here names one."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils import timezone

from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids
from datahub.api.writes.locking import lock_row
from surveys.models import Survey
from surveys.schedule import state_of, state_of_survey


def describe(ids: Sequence[str]) -> dict[Ref, Facts]:
    columns = ("pk", "title", "simulated", "versions__state", "versions__paused", "versions__opens_at")
    rows = Survey.objects.filter(pk__in=uuids(ids)).order_by("pk").values(*columns)
    return dict(_facts(list(of_survey)) for _, of_survey in groupby(rows, key=itemgetter("pk")))


def lock(id: str) -> None:
    """Locks a survey; for settings.LOCKS."""
    lock_row(Survey.objects.filter(pk__in=uuids([id])))


def _facts(rows: list[dict[str, Any]]) -> tuple[Ref, Facts]:
    """Returns the facts of a survey from a row for each of its versions; a draft has one row without."""
    survey, now = rows[0], timezone.now()
    states = [
        state_of(
            stored=row["versions__state"], paused=row["versions__paused"], opens_at=row["versions__opens_at"], now=now
        )
        for row in rows
        if row["versions__state"] is not None
    ]
    return Ref("survey", str(survey["pk"])), Facts(
        name=survey["title"],
        url=f"/surveys/{survey['pk']}/build",
        owner=None,
        parent=None,
        state=state_of_survey(states),
        attributes={"simulated": survey["simulated"]},
    )
