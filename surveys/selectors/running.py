"""A survey over its versions: what changed from one to the next, and the picture of its link."""

import io
import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import segno

from surveys.errors import NoSuchVersion
from surveys.models import Survey, Version
from surveys.rules.diff import differences
from surveys.selectors.surveys import as_it_would_be_published

DRAFT = 0  # the number a draft goes by


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


def slug_of(survey_id: UUID) -> str:
    return str(Survey.objects.values_list("slug", flat=True).get(pk=survey_id))


def picture_of(link: str) -> bytes:
    """A QR code as SVG, black on white with its quiet zone, so that it can be printed; error correction Q: a quarter
    may be dirty."""
    picture = io.BytesIO()
    segno.make(link, error="q", micro=False).save(
        picture, kind="svg", scale=8, border=4, dark="#000", light="#fff", svgns=True, title=link
    )
    return picture.getvalue()
