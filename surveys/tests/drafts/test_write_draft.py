"""These tests cover the limits of a questionnaire, to the character, and what publication requires."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from surveys.drafts.questionnaire import check_complete, check_shape, empty_draft
from surveys.errors import DraftRefused
from surveys.questions.checks import moment
from surveys.tests.factories import COLOURS, YES_NO, draft, question

NOW = datetime(2026, 6, 1, tzinfo=UTC)
Change = Callable[[dict[str, Any]], Any]


def set_at(path: str, value: object) -> Change:
    def change(whole: dict[str, Any]) -> None:
        *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        target: Any = whole
        for step in way:
            target = target[step]
        target[last] = value

    return change


def many(count: int) -> list[dict[str, str]]:
    return [{"id": f"o{number}", "label": f"Option {number}"} for number in range(count)]


SHAPELESS: list[tuple[str, Change]] = [
    ("title", set_at("title", 7)),
    ("title", set_at("title", "x" * 201)),
    ("title", set_at("title", "a\0b")),
    ("title", set_at("title", "half a pair \ud800")),
    ("title", set_at("title", "two\nlines")),
    ("title", set_at("title", "turned \u202e round")),
    ("description", set_at("description", "a byte order mark \ufeff")),
    ("questions.0.text", set_at("questions.0.text", "a line of its own \u2028")),
    ("questions.1.options.2.label", set_at("questions.1.options.2.label", "Yes\nchecksum: 00")),
    ("questions.1.options.2.label", set_at("questions.1.options.2.label", "apart \u2067")),
    ("description", set_at("description", "x" * 2001)),
    ("language", set_at("language", "English")),
    ("closes_at", set_at("closes_at", "tomorrow")),
    ("closes_at", set_at("closes_at", "2026-12-01T00:00:00+01:00")),
    ("closes_at", set_at("closes_at", "2026-2-1T00:00:00Z")),
    ("closes_at", set_at("closes_at", "2026-02-30T00:00:00Z")),
    ("questions", set_at("questions", {})),
    ("questions", set_at("questions", [question(f"q{number}") for number in range(101)])),
    ("questions.0", set_at("questions.0", "q1")),
    ("questions.0.id", set_at("questions.0.id", "Q1")),
    ("questions.0.id", set_at("questions.0.id", "q" * 33)),
    ("questions.0.type", set_at("questions.0.type", "essay")),
    ("questions.0.type", set_at("questions.0.type", [])),
    ("questions.0.type", set_at("questions.0.type", {"yes_no": 1})),
    ("questions.0.text", set_at("questions.0.text", "x" * 501)),
    ("questions.0.help", set_at("questions.0.help", None)),
    ("questions.0.may_skip", set_at("questions.0.may_skip", 1)),
    ("questions.0.weight", set_at("questions.0.weight", 1)),
    ("questions.1.options", set_at("questions.1.options", many(1001))),
    ("questions.1.options.2.label", set_at("questions.1.options.2.label", "x" * 201)),
    ("questions.1.options.2.id", set_at("questions.1.options.2.id", "1st")),
    ("levels", set_at("levels", [{"epsilon": "1"} for _ in range(4)])),
    ("levels.0.epsilon", set_at("levels.0.epsilon", 0.5)),
    ("levels.0.epsilon", set_at("levels.0.epsilon", "1e0")),
    ("levels.0.epsilon", set_at("levels.0.epsilon", "0.50000")),
    ("levels.0.epsilon", set_at("levels.0.epsilon", "-1")),
    ("steward", set_at("steward", "ana")),
    ("levels", lambda whole: whole.pop("levels")),
]
UNFINISHED: list[tuple[str, Change]] = [
    ("title", set_at("title", "  ")),
    ("questions", set_at("questions", [])),
    ("questions", set_at("questions.1.id", "q1")),
    ("questions.0.text", set_at("questions.0.text", "")),
    ("questions.0.options", set_at("questions.0.options", YES_NO[::-1])),
    ("questions.0.options", set_at("questions.0.options", many(2))),
    ("questions.1.options", set_at("questions.1.options", many(1))),
    ("questions.1.options", set_at("questions.1.options.1.id", "red")),
    ("questions.1.options", set_at("questions.1.options.1.label", " Red ")),
    ("questions.1.options.0.label", set_at("questions.1.options.0.label", "")),
    ("questions.1.options.3.id", set_at("questions.1.options.3.id", "prefer_not_to_say")),
    ("levels", set_at("levels", [])),
    ("levels.0.epsilon", set_at("levels.0.epsilon", "0")),
    ("levels.1.epsilon", set_at("levels.1.epsilon", "0.5")),
    ("levels.1.epsilon", set_at("levels.1.epsilon", "0.4")),
    ("levels.1.epsilon", set_at("levels.1.epsilon", "4.0001")),
    ("closes_at", set_at("closes_at", "2026-06-01T00:00:00Z")),
]


@pytest.mark.parametrize(("field", "change"), SHAPELESS)
def test_refuses_to_save_what_no_questionnaire_could_be(field: str, change: Change) -> None:
    whole = draft()
    change(whole)
    with pytest.raises(DraftRefused) as refused:
        check_shape(whole)
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize(("field", "change"), UNFINISHED)
def test_saves_what_is_unfinished_and_refuses_to_publish_it(field: str, change: Change) -> None:
    whole = draft()
    change(whole)
    check_shape(whole)
    with pytest.raises(DraftRefused) as refused:
        check_complete(whole, NOW)
    assert list(refused.value.fields) == [field]


def test_the_limits_themselves_are_allowed() -> None:
    questions = [question(f"q{number}", options=many(200)) for number in range(50)]
    questions[0]["text"], questions[0]["help"] = "x" * 500, "x" * 500
    whole = draft(title="x" * 200, questions=questions, levels=[{"epsilon": "0.16"}])
    whole["closes_at"] = "2026-06-01T00:00:01Z"
    check_complete(whole, NOW)
    for further in ({"title": "x" * 201}, {"closes_at": "2026-06-01T00:00:00Z"}, {"levels": [{"epsilon": "0.1601"}]}):
        with pytest.raises(DraftRefused):
            check_complete(whole | further, NOW)


def test_a_new_survey_can_be_saved_and_not_published() -> None:
    check_shape(empty_draft())
    with pytest.raises(DraftRefused):
        check_complete(empty_draft(), NOW)


def test_a_report_may_spend_the_cap_and_no_more() -> None:
    two = [question(), question("q2", options=COLOURS)]
    check_complete(draft(questions=two, levels=[{"epsilon": "4"}]), NOW)
    with pytest.raises(DraftRefused, match=r"2 x 4\.0001 = 8\.0002; at most 8"):
        check_complete(draft(questions=two, levels=[{"epsilon": "4.0001"}]), NOW)


def test_a_moment_has_one_spelling() -> None:
    assert moment("2026-12-01T00:00:00Z") == datetime(2026, 12, 1, tzinfo=UTC)
    assert moment(None) is None
