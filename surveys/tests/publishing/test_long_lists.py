"""A list as long as that of all countries, and the longest that is allowed, can be asked, paired and published."""

from datetime import UTC, datetime
from typing import Any

import pytest

from surveys.drafts.questionnaire import check_complete, empty_draft
from surveys.drafts.surveyjs.survey import draft_of
from surveys.errors import DraftRefused
from surveys.publishing.build import build
from surveys.questions.limits import MOST_OPTIONS

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def draft_with(options: int, **parts: Any) -> dict[str, Any]:
    listed = [{"id": f"c{number}", "label": f"Country {number}"} for number in range(options)]
    question = {
        "id": "country", "type": "dropdown", "text": "Where were you born?", "help": "", "show_if": "",
        "options": listed, "may_skip": True, "shuffle": False,
    }  # fmt: skip
    level = {"levels": [{"epsilon": "2"}], "aim": None, "send": {"questions": "all"}}
    return empty_draft() | level | {"title": "Birthplaces", "questions": [question]} | parts


@pytest.mark.parametrize("options", [249, MOST_OPTIONS])
def test_a_long_list_is_published(options: int) -> None:
    draft = {name: part for name, part in draft_with(options).items() if name not in ("send", "aim")}
    check_complete(draft, NOW)
    definition = build(draft, survey="6a2f41a3-c54c-4ce8-a2d2-0324e1c32e22", number=1, bundle="0" * 64, simulated=False)
    assert definition["blocks"][0]["fields"][0]["answers"] == options + 1


def test_one_option_more_than_the_most_is_refused() -> None:
    with pytest.raises(DraftRefused, match=f"has {MOST_OPTIONS + 1} entries; at most {MOST_OPTIONS} are allowed"):
        check_complete(draft_with(MOST_OPTIONS + 1), NOW)


def test_all_countries_come_in_from_a_file() -> None:
    choices = [{"value": number, "text": f"Country {number}"} for number in range(249)]
    draft, notes = draft_of({"elements": [{"type": "dropdown", "name": "country", "choices": choices}]})
    assert (len(draft["questions"][0]["options"]), notes) == (249, [])
