"""These selectors return published versions as everybody may see them, the files of their pages, and the differences
between versions."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from surveys.drafts.questionnaire import check_complete
from surveys.errors import NoSuchVersion, UnknownLink, UnknownVersion
from surveys.models import BundleFile, Survey, Version
from surveys.publishing.build import build
from surveys.publishing.built_page import PAGE, files, hash_of
from surveys.publishing.diff import differences


def by_hash(hash: str) -> dict[str, Any]:
    version = Version.objects.filter(hash=hash).first()
    if version is None:
        raise UnknownVersion("No version with this hash was published here.")
    return _public(version)


def behind_link(slug: str) -> dict[str, Any]:
    return _public(_behind_link(slug))


def file_behind_link(slug: str, name: str) -> BundleFile | None:
    """Returns a file of the current version behind the link, or of an earlier version whose page a respondent still has
    open."""
    files = BundleFile.objects.filter(name=name)
    current = _behind_link(slug)
    file = files.filter(bundle=current.bundle_id).first()
    if file is None and name != PAGE:
        earlier = current.survey.versions.order_by("-number").values("bundle")
        file = files.filter(bundle__in=earlier).first()
    return file


def _behind_link(slug: str) -> Version:
    """Returns the open version behind a link, else the newest closed one."""
    version = Version.objects.filter(survey__slug=slug).order_by("-number").first()
    if version is None:
        raise UnknownLink("No survey stands behind this link.")
    return version


def _public(version: Version) -> dict[str, Any]:
    return {
        "hash": version.hash,
        "state": version.state_at(timezone.now()),
        "definition": json.loads(version.definition),
    }


def as_it_would_be_published(survey: Survey) -> Mapping[str, Any]:
    check_complete(survey.draft, timezone.now())
    return build(
        survey.draft,
        survey=str(survey.pk),
        number=0,
        bundle=hash_of(files()),
        simulated=survey.simulated,
    )


DRAFT = 0  # A comparison of versions takes this number for the draft.


def diff(survey: Survey, first: int, second: int) -> dict[str, Any]:
    before, after = _definition(survey, first), _definition(survey, second)
    return {"from": first, "to": second, "changes": differences(before, after)}


def _definition(survey: Survey, number: int) -> Mapping[str, Any]:
    if number == DRAFT:
        return as_it_would_be_published(survey)
    version = Version.objects.filter(survey=survey, number=number).only("definition").first()
    if version is None:
        raise NoSuchVersion(f"This survey has no version {number}.")
    definition: dict[str, Any] = json.loads(version.definition)
    return definition
