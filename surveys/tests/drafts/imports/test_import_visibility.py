"""What a SurveyJS questionnaire shows at some time is kept with its condition; the rest is named one by one."""

from datetime import UTC, datetime
from typing import Any

import pytest

from surveys.drafts.questionnaire import check_complete
from surveys.drafts.surveyjs.survey import draft_of

NOW = datetime(2026, 6, 1, tzinfo=UTC)
PETS = {"type": "radiogroup", "name": "pets", "choices": ["cat", "dog", "none"]}
CATS = {"type": "boolean", "name": "cats", "title": "Does it hunt?", "visible": False}
LONG = " or ".join("{pets} = 'cat'" for _ in range(12))


def conditions(survey: dict[str, Any]) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Returns the condition of each item, and the notes."""
    draft, notes = draft_of(survey)
    check_complete(draft | {"title": "Pets"}, NOW)
    return {item["id"]: item["show_if"] for item in draft["questions"]}, [
        (note["path"], note["what"], note["why"]) for note in notes
    ]


@pytest.mark.parametrize(
    "trigger",
    [
        {"type": "visible", "expression": "{pets} = 'cat'", "questions": ["cats"]},
        {"type": "visible", "name": "pets", "operator": "equal", "value": "cat", "questions": ["cats"]},
    ],
)
def test_a_hidden_question_that_a_trigger_shows_has_the_condition_of_the_trigger(trigger: dict[str, Any]) -> None:
    shown, notes = conditions({"elements": [PETS, CATS], "triggers": [trigger]})
    assert (shown["cats"], notes) == ("pets = 'cat'", [])


def test_two_triggers_show_a_question_by_either() -> None:
    triggers = [
        {"type": "visible", "expression": f"{{pets}} = '{pet}'", "questions": ["cats"]} for pet in ("cat", "dog")
    ]
    assert conditions({"elements": [PETS, CATS], "triggers": triggers})[0]["cats"] == "(pets = 'cat') or (pets = 'dog')"


def test_a_trigger_that_cannot_be_said_lets_everybody_answer_whatever_the_others_ask() -> None:
    triggers = [
        {"type": "visible", "expression": expression, "questions": ["cats"]}
        for expression in ("{pets} = 'cat'", "age({pets}) > 3")
    ]
    shown, notes = conditions({"elements": [PETS, CATS], "triggers": triggers})
    assert shown["cats"] == ""
    assert notes[0][0] == "triggers.1"
    assert notes[0][2].endswith("; the question is asked of everybody")


def test_a_hidden_page_and_a_hidden_panel_are_kept_with_their_conditions() -> None:
    panel = {"type": "panel", "name": "more", "visible": False, "visibleIf": "{pets} = 'dog'"}
    pages = [
        {"name": "first", "elements": [PETS, {**panel, "elements": [{"type": "boolean", "name": "walks"}]}]},
        {"name": "second", "visible": False, "visibleIf": "{pets} notempty", "elements": [{**CATS, "visible": True}]},
        {"name": "third", "visible": False, "elements": [{"type": "boolean", "name": "last"}]},
    ]
    trigger = {"type": "visible", "expression": "{pets} = 'none'", "pages": ["third"]}
    shown, notes = conditions({"pages": pages, "triggers": [trigger]})
    assert shown == {
        "first": "", "pets": "", "walks": "pets = 'dog'", "second": "pets answered", "cats": "",
        "third": "pets = 'none'", "last": "",
    }  # fmt: skip
    assert notes == []


def test_a_condition_of_its_own_decides_before_a_trigger() -> None:
    trigger = {"type": "visible", "expression": "{pets} = 'dog'", "questions": ["cats"]}
    shown, notes = conditions({"elements": [PETS, {**CATS, "visibleIf": "{pets} = 'cat'"}], "triggers": [trigger]})
    assert shown["cats"] == "pets = 'cat'"
    assert notes == [("triggers.0", "cats", "what it shows has a condition of its own, which decides")]


def test_what_is_never_shown_is_named_question_by_question() -> None:
    inner = {"type": "panel", "name": "inner", "elements": [CATS, {"type": "boolean", "name": "dogs"}]}
    _, notes = conditions({"pages": [{"elements": [PETS]}, {"name": "never", "visible": False, "elements": [inner]}]})
    assert notes == [
        ("pages.1", "never", "it is never shown"),
        ("pages.1.elements.0", "inner", "what it stands in is left out"),
        ("pages.1.elements.0.elements.0", "cats", "what it stands in is left out"),
        ("pages.1.elements.0.elements.1", "dogs", "what it stands in is left out"),
    ]


def test_a_trigger_that_shows_what_is_not_in_the_file_is_named() -> None:
    trigger = {"type": "visible", "expression": "{pets} = 'cat'", "questions": ["birds"], "pages": ["p9"]}
    _, notes = conditions({"elements": [PETS], "triggers": [trigger]})
    why = "it is to be shown by this trigger, and is not in the file"
    assert notes == [("triggers.0", "p9", why), ("triggers.0", "birds", why)]


def test_what_is_said_of_a_question_in_a_panel_is_true_of_the_panel() -> None:
    inner = {"type": "boolean", "name": "inner", "visibleIf": "{nobody} = 1"}
    panel = {"type": "panel", "name": "p", "visibleIf": "{pets} = 'cat'", "elements": [inner]}
    shown, notes = conditions({"elements": [PETS, panel]})
    assert shown["inner"] == "pets = 'cat'"
    assert notes[0][2].endswith("; the question is asked of everybody who sees its panel")


def test_two_conditions_too_long_for_one_keep_that_of_the_panel() -> None:
    inner = {"type": "boolean", "name": "inner", "visibleIf": f"{LONG} or {LONG}"}
    panel = {"type": "panel", "name": "p", "visibleIf": f"{LONG} or {LONG}", "elements": [inner]}
    shown, notes = conditions({"elements": [PETS, panel]})
    assert shown["inner"] == LONG.replace("{pets}", "pets") + " or " + LONG.replace("{pets}", "pets")
    assert "at most 500 are allowed, so its own condition is left out" in notes[0][2]


def test_questions_beside_pages_stand_on_a_page_of_their_own() -> None:
    shown, _ = conditions({"pages": [{"name": "a", "elements": [PETS]}], "elements": [{**CATS, "visible": True}]})
    assert list(shown) == ["a", "pets", "page", "cats"]


def test_the_words_of_the_only_page_and_of_a_panel_without_a_title_are_kept() -> None:
    panel = {"type": "panel", "name": "p", "description": "About dogs", "elements": [{"type": "boolean", "name": "d"}]}
    draft, notes = draft_of({"pages": [{"name": "a", "title": "Pets at home", "elements": [PETS, panel]}]})
    assert [item["text"] for item in draft["questions"]] == ["Pets at home", "pets", "About dogs", "d"]
    assert notes == []


@pytest.mark.parametrize(("of_page", "shuffle"), [({}, True), ({"questionsOrder": "initial"}, False)])
def test_the_order_of_a_page_decides_before_that_of_the_survey(of_page: dict[str, str], shuffle: bool) -> None:
    pages = [{"elements": [PETS], **of_page}, {"elements": [{**CATS, "visible": True}]}]
    draft, _ = draft_of({"pages": pages, "questionsOrder": "random"})
    assert [item["shuffle"] for item in draft["questions"] if item["type"] == "page"] == [shuffle, True]
