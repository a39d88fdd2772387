"""This module is about a survey with its draft."""

from typing import Any

from surveys.drafts.translations import completeness
from surveys.models import Survey
from surveys.selectors import in_list


def whole(survey: Survey) -> dict[str, Any]:
    return in_list([survey])[0] | {
        "draft": survey.draft,
        "draft_revision": survey.draft_revision,
        "translations": completeness(survey.draft),
    }
