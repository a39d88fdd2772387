"""This module is about a survey with its draft."""

import json
from typing import Any

from surveys.drafts.portable import draft_in
from surveys.drafts.translations import completeness
from surveys.errors import NoResults
from surveys.models import Survey, Version
from surveys.selectors import in_list


def whole(survey: Survey) -> dict[str, Any]:
    return in_list([survey])[0] | {
        "draft": survey.draft,
        "draft_revision": survey.draft_revision,
        "translations": completeness(survey.draft),
        "import_notes": survey.import_notes,
    }


def draft_of_version(survey: Survey, number: int) -> dict[str, Any]:
    """Returns a published version as a draft. NoResults if the survey has no such version."""
    version = Version.objects.filter(survey=survey, number=number).first()
    if version is None:
        raise NoResults("This survey has no such version.")
    return draft_in(json.loads(version.definition))
