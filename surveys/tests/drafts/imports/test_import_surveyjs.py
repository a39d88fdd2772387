"""SurveyJS questionnaires become drafts, and every part that was not imported is named with its path and the reason."""

import json
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from datahub.accounts.models import Person
from surveys.drafts.questionnaire import check_complete
from surveys.drafts.surveyjs.elements import MAKERS, WHY_NOT
from surveys.drafts.surveyjs.survey import draft_of
from surveys.models import Survey
from surveys.questions.all import QUESTION_TYPES
from surveys.tests.client import Visitor

FILES = Path(__file__).parents[1] / "surveyjs"
PUBLISHED = sorted(path.stem for path in FILES.glob("*.json") if path.stem != "expected")
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def read(name: str) -> dict[str, Any]:
    file: dict[str, Any] = json.loads((FILES / f"{name}.json").read_text(encoding="utf-8"))
    return file


def imported_item(**element: Any) -> tuple[dict[str, Any], list[str]]:
    """Returns the item that a single element becomes, and the reasons of the notes."""
    draft, notes = draft_of({"elements": [{"name": "q", "title": "?"} | element]})
    return draft["questions"][0], [note["why"] for note in notes]


def shown_if(condition: str, **element: Any) -> tuple[str, list[str]]:
    question = {"type": "checkbox", "name": "Tea or coffee", "choices": ["tea", "Coffee", 3]} | element
    later = {"type": "boolean", "name": "later", "visibleIf": condition}
    draft, notes = draft_of({"elements": [question, later]})
    check_complete(draft | {"title": "T"}, NOW)  # This check reads the condition as the answer page does.
    return draft["questions"][-1]["show_if"], [note["why"] for note in notes]


def test_there_are_ten() -> None:
    assert len(PUBLISHED) == 10
    assert set(EXPECTED) == set(PUBLISHED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_questionnaire_imports_or_says_exactly_what_could_not_be(name: str) -> None:
    draft, notes = draft_of(read(name))
    items = [[item["type"], item["id"], item["show_if"]] for item in draft["questions"]]
    assert {"items": items, "notes": [list(note.values()) for note in notes]} == EXPECTED[name]
    if any(item["type"] in QUESTION_TYPES for item in draft["questions"]):
        check_complete(draft | {"title": draft["title"] or "Title"}, NOW)


def objects(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields every object of a questionnaire but texts by language."""
    if isinstance(value, dict):
        if "default" not in value:
            yield path, value
        for name, inner in value.items():
            yield from objects(inner, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from objects(inner, f"{path}.{place}".lstrip("."))


@pytest.mark.parametrize("name", PUBLISHED)
def test_nothing_is_dropped_in_silence(name: str) -> None:
    """An unknown property is put into every object in turn: the notes must name it, or the object that holds it."""
    for place, _ in objects(read(name)):
        changed = deepcopy(read(name))
        next(object_of_file for path, object_of_file in objects(changed) if path == place)["zzz"] = {"a": 1}
        _, notes = draft_of(changed)
        named = {note["path"] for note in notes}
        around = {place} | {place.rsplit(".", cut)[0] for cut in range(1, place.count(".") + 1)}
        assert f"{place}.zzz".lstrip(".") in named or around & named, place


def test_answers_of_one_become_one_question_each() -> None:
    item, why = imported_item(type="radiogroup", choices=["a", {"value": "b", "text": "Bee"}, "c|Sea"], isRequired=True)
    assert [option["label"] for option in item["options"]] == ["a", "Bee", "Sea"]
    assert (item["may_skip"], why) == (False, [])
    assert imported_item(type="dropdown", choices=["a", "b"])[0]["type"] == "dropdown"
    assert imported_item(type="boolean", labelTrue="Ja", labelFalse="Nein")[0]["options"] == [
        {"id": "yes", "label": "Ja"},
        {"id": "no", "label": "Nein"},
    ]


def test_several_answers_keep_their_limits_and_what_stands_alone() -> None:
    item, why = imported_item(
        type="checkbox", choices=["a", "b", "c"], maxSelectedChoices=2, showNoneItem=True, choicesOrder="random"
    )
    assert [(option["id"], option["exclusive"]) for option in item["options"]][-1] == ("none", True)
    assert (item["most_choices"], item["shuffle"], why) == (2, True, [])


def test_a_rating_is_a_scale_while_its_points_are_whole() -> None:
    item, _ = imported_item(type="rating", rateMin=0, rateMax=10, minRateDescription="no", maxRateDescription="yes")
    assert item["scale"] == {"least": 0, "most": 10, "least_label": "no", "most_label": "yes"}
    with pytest.raises(IndexError):
        imported_item(type="rating", rateMax=100)


def test_a_rating_whose_values_follow_each_other_is_a_scale_with_labels() -> None:
    values = [{"value": 1, "text": "never"}, 2, {"value": 3, "text": {"default": "at times", "fr": "parfois"}}, 4, 5]
    draft, notes = draft_of({"elements": [{"name": "q", "type": "rating", "rateValues": values}]})
    assert draft["questions"][0]["scale"] == {
        "least": 1, "most": 5, "least_label": "never", "most_label": "",
        "labels": [{"point": 3, "label": "at times"}],
    }  # fmt: skip
    assert draft["translations"] == {"fr": {"q.scale.p3": "parfois"}}
    assert notes == []
    check_complete(draft | {"title": "T"}, NOW)
    for others in ([1, 2, 4], ["a", "b"], [1, 2.5], [True, False], list(range(12))):
        assert imported_item(type="rating", rateValues=others)[0]["type"] == "single_choice"


def test_a_ranking_is_an_order_of_three_to_five() -> None:
    item, notes = imported_item(type="ranking", choices=["tea", {"value": "c", "text": "Coffee"}, "milk"])
    assert item["rows"] == [
        {"id": "tea", "label": "tea"}, {"id": "c", "label": "Coffee"}, {"id": "milk", "label": "milk"},
    ]  # fmt: skip
    assert (item["type"], item["shuffle"], notes) == ("ranking", False, [])
    for further, why in (
        ({"choices": ["a", "b"]}, "has 2 choices; a ranking has 3 to 5"),
        ({"choices": ["a", "b", "c"], "selectToRankEnabled": True}, "leaves out of an order"),
    ):
        draft, reasons = draft_of({"elements": [{"type": "ranking", "name": "q"} | further]})
        assert draft["questions"] == []
        assert why in reasons[0]["why"]


def test_a_slider_of_whole_steps_is_one_and_any_other_is_a_number() -> None:
    item, _ = imported_item(type="slider", min=0, max=50, step=5)
    assert item["slider"] == {"step": 5, "least_label": "", "most_label": ""}
    assert (item["type"], item["number"]["least"], item["number"]["most"]) == ("slider", "0", "50")
    assert imported_item(type="slider")[0]["type"] == "slider"
    for further in ({"step": 0.5}, {"step": 7}, {"min": 0.5}, {"max": 5000}):
        assert imported_item(type="slider", **further)[0]["type"] == "number"


def test_a_number_needs_bounds_and_is_cut_into_bins() -> None:
    item, why = imported_item(type="text", inputType="number", min=0, max=100)
    assert item["number"]["edges"] == ["10", "20", "30", "40", "50", "60", "70", "80", "90"]
    assert why == ["the number is sent as one of 10 equal bins; set edges that fit the question"]
    draft, notes = draft_of({"elements": [{"type": "text", "inputType": "number", "name": "n"}]})
    assert draft["questions"] == []
    assert "no least and most value" in notes[0]["why"]


@pytest.mark.parametrize("kind", sorted(WHY_NOT))
def test_what_has_no_mechanism_is_left_out_with_its_reason(kind: str) -> None:
    draft, notes = draft_of({"elements": [{"type": kind, "name": "q"}]})
    assert draft["questions"] == []
    assert notes[0] == {"path": "elements.0", "what": f"{kind} q", "why": WHY_NOT[kind], "item": ""}
    assert kind not in MAKERS


def test_texts_by_language_become_translations() -> None:
    title = {"default": "Sleep", "de": "Schlaf", "zh-cn": "睡眠"}
    choices = [{"value": 1, "text": {"default": "Yes", "de": "Ja"}}, "No"]
    draft, _ = draft_of(
        {"title": title, "elements": [{"type": "dropdown", "name": "q", "title": title, "choices": choices}]}
    )
    assert (draft["title"], draft["languages"]) == ("Sleep", ["de", "zh-cn"])
    assert draft["translations"]["de"] == {"title": "Schlaf", "q.text": "Schlaf", "q.options.o_1": "Ja"}
    check_complete(draft, NOW)


def test_a_panel_is_its_title_and_what_it_holds() -> None:
    inner = {"type": "boolean", "name": "in", "visibleIf": "{first} = true"}
    panel = {"type": "panel", "name": "p", "title": "Part", "visibleIf": "{first} = false", "elements": [inner]}
    draft, notes = draft_of({"elements": [{"type": "boolean", "name": "first"}, panel]})
    assert [(item["type"], item["show_if"]) for item in draft["questions"]] == [
        ("yes_no", ""),
        ("section", "first = 'no'"),
        ("yes_no", "(first = 'no') and (first = 'yes')"),
    ]
    assert notes == []


def test_piped_names_become_ids_and_other_braces_stay() -> None:
    elements = [
        {"type": "boolean", "name": "Do You"},
        {"type": "html", "name": "h", "html": "<b>{Do You}</b> {nobody} {"},
    ]
    draft, notes = draft_of({"elements": elements})
    assert draft["questions"][1]["text"] == "{do_you} {{nobody} {{"
    assert [note["what"] for note in notes] == ["text", "{nobody}"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("{Tea or coffee} contains 'tea'", "tea_or_coffee includes 'tea'"),
        ("{Tea or coffee} notcontains 'coffee'", "not (tea_or_coffee includes 'coffee')"),
        ("{Tea or coffee} anyof ['tea', 3]", "(tea_or_coffee includes 'tea' or tea_or_coffee includes 'o_3')"),
        (
            "{Tea or coffee} allof ['tea', 'Coffee']",
            "(tea_or_coffee includes 'tea' and tea_or_coffee includes 'coffee')",
        ),
        (
            "{Tea or coffee} notempty && !({Tea or coffee} contains tea)",
            "tea_or_coffee answered and not (tea_or_coffee includes 'tea')",
        ),
        (
            "{Tea or coffee} empty or {Tea or coffee} contains 3",
            "not tea_or_coffee answered or tea_or_coffee includes 'o_3'",
        ),
    ],
)
def test_a_condition_on_several_answers(condition: str, expected: str) -> None:
    assert shown_if(condition) == (expected, [])


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("{n} > 2", "n in ('o_3', 'o_4')"),
        ("{n} = 2", "n = 'o_2'"),
        ("{n} != 2", "not n = 'o_2'"),
        (
            "{n} anyof [1, 2] and ({n} <= 3 or {n} = 4)",
            "n in ('o_1', 'o_2') and (n in ('o_1', 'o_2', 'o_3') or n = 'o_4')",
        ),
    ],
)
def test_a_condition_on_answers_that_are_numbers(condition: str, expected: str) -> None:
    assert shown_if(condition, type="dropdown", name="n", choices=[1, 2, 3, 4]) == (expected, [])


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("{nobody} = 1", "asks about 'nobody', which is no earlier question"),
        ("{later} = true", "asks about 'later', which is no earlier question"),
        ("{Tea or coffee} = 'tea'", "uses =, which is not for a multiple choice"),
        ("{Tea or coffee} contains 'milk'", "compares with 'milk', which is no answer of that question"),
        ("{Tea or coffee} contains 'tea' )", "goes on with ')' where it should end"),
        ("iif({Tea or coffee} = 1, 2, 3)", "has iif where it should name a question"),
        ("(" * 30 + "{Tea or coffee} notempty", "is nested deeper than 20 times"),
        ("\\", "has \\ where it should name a question"),
    ],
)
def test_a_condition_that_cannot_be_said_is_named_and_the_question_kept(condition: str, why: str) -> None:
    assert shown_if(condition) == ("", [f"the condition {why}; the question is asked of everybody"])


def test_more_than_a_survey_holds_is_named() -> None:
    draft, notes = draft_of({"elements": [{"type": "boolean", "name": f"!{number}"} for number in range(20_000)]})
    assert len(draft["questions"]) == 100
    assert len(notes) == 1001
    assert notes[-1] == {"path": "", "what": "18900 more", "why": "were not taken; the list ends here", "item": ""}


def test_a_list_of_a_hundred_thousand_answers_is_left_out_at_once() -> None:
    draft, notes = draft_of(
        {"elements": [{"type": "dropdown", "name": "q", "choices": ["!" * (n % 7) for n in range(100_000)]}]}
    )
    assert draft["questions"] == []
    assert notes[0]["why"] == "it has 100000 answers or rows; at most 1000 are allowed"


@pytest.mark.django_db
def test_an_import_is_a_new_survey_with_its_notes(ana: Person) -> None:
    answer = Visitor(ana).post("surveys/import/surveyjs/", read("kids"))
    assert answer.status_code == 201
    assert answer.json()["survey"]["draft"]["questions"][1]["show_if"] == "havekids = 'yes'"
    assert answer.json()["notes"][0]["what"] == "showQuestionNumbers"
    assert Visitor(ana).get(f"surveys/{answer.json()['survey']['id']}/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{}, {"title": "T"}, {"pages": 1}])
def test_what_is_no_questionnaire_is_refused(ana: Person, sent: dict[str, Any]) -> None:
    answer = Visitor(ana).post("surveys/import/surveyjs/", sent)
    assert (answer.status_code, answer.json()["code"], answer.json()["fields"]) == (400, "invalid", {})
    assert Survey.objects.count() == 0


@pytest.mark.django_db
def test_a_questionnaire_nested_too_deep_is_refused_before_it_is_read(ana: Person) -> None:
    deep: dict[str, Any] = {"type": "panel"}
    for _ in range(40):
        deep = {"type": "panel", "elements": [deep]}
    answer = Visitor(ana).post("surveys/import/surveyjs/", {"elements": [deep]})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
