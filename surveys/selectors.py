"""These selectors return surveys as people with a role on them see them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.policies.decide.vocabulary import EDITOR, OWNER, ROLES
from datahub.policies.selectors import ids_with_role
from surveys.models import Batch, Survey, Version
from surveys.schedule import state_of_survey

SORTS = ("-updated_at", "updated_at", "-created_at", "created_at", "title", "-title")
ARCHIVED = ("no", "yes", "all")


def surveys_for(viewer: Person, *, search: str) -> QuerySet[Survey]:
    """Returns the viewer's own surveys, and those on which the viewer or one of the viewer's teams has a role."""
    surveys = _with_role(viewer, *ROLES["survey"])
    return surveys.filter(title__icontains=search) if search else surveys


def listed(surveys: QuerySet[Survey], archived: str) -> QuerySet[Survey]:
    shown = surveys.defer("draft")  # A draft is most of a row, and lists do not show it.
    return shown if archived == "all" else shown.filter(archived_at__isnull=archived == "no")


def versions_of_surveys(viewer: Person, hashes: set[str]) -> set[str]:
    """Returns the versions to which the viewer may send reports in bulk: those of surveys that the viewer owns or
    edits."""
    rows = Version.objects.filter(hash__in=hashes, survey__in=_with_role(viewer, OWNER, EDITOR))
    return set(rows.values_list("hash", flat=True))


def in_list(surveys: Sequence[Survey]) -> list[dict[str, Any]]:
    versions = _versions([survey.pk for survey in surveys])
    return [_summary(survey, versions.get(survey.pk, [])) for survey in surveys]


def versions(rows: Sequence[Version]) -> list[dict[str, Any]]:
    reports, now = _reports({version.survey_id for version in rows}), timezone.now()
    return [_version(version, reports, now) for version in rows]


def _with_role(viewer: Person, *roles: str) -> QuerySet[Survey]:
    own, of_teams = ids_with_role(viewer, "survey", *roles)
    return Survey.objects.filter(Q(pk__in=own) | Q(pk__in=of_teams))


def _versions(survey_ids: Sequence[UUID]) -> dict[UUID, list[dict[str, Any]]]:
    reports, now = _reports(survey_ids), timezone.now()
    by_survey: dict[UUID, list[dict[str, Any]]] = {}
    for version in Version.objects.filter(survey__in=survey_ids).defer("definition").order_by("number"):
        by_survey.setdefault(version.survey_id, []).append(_version(version, reports, now))
    return by_survey


def _reports(survey_ids: Collection[UUID]) -> dict[int, int]:
    batches = Batch.objects.filter(version__survey__in=survey_ids, left_out=False).values("version")
    return {row["version"]: row["total"] for row in batches.annotate(total=Sum("size"))}


def _version(version: Version, reports: Mapping[int, int], now: datetime) -> dict[str, Any]:
    return {
        "number": version.number,
        "hash": version.hash,
        "state": version.state_at(now),
        "published_at": version.published_at,
        "opens_at": version.opens_at,
        "closes_at": version.closes_at,
        "cap_reports": version.cap_reports,
        "closed_at": version.closed_at,
        "reports": reports.get(version.pk, 0),
    }


def _summary(survey: Survey, versions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "id": survey.pk,
        "slug": survey.slug,
        "title": survey.title,
        "state": state_of_survey([version["state"] for version in versions]),
        "versions": versions,
        "created_at": survey.created_at,
        "updated_at": survey.updated_at,
        "simulated": survey.simulated,
        "archived_at": survey.archived_at,
    }
