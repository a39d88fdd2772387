"""Surveys of LimeSurvey become drafts, and every part that was not imported is named with its question and the
reason."""

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from surveys.drafts.limesurvey.questions import MAKERS
from surveys.drafts.limesurvey.survey import draft_of
from surveys.drafts.limesurvey.usual import NAMES, WHY_NOT
from surveys.drafts.questionnaire import check_complete
from surveys.errors import DraftRefused

FILES = Path(__file__).parents[1] / "limesurvey"
SURVEYS = sorted(path.name for path in FILES.iterdir() if path.suffix in (".lss", ".txt"))
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
NOW = datetime(2026, 6, 1, tzinfo=UTC)
HEADER = "class\ttype/scale\tname\trelevance\ttext\tlanguage\tmandatory"


def read(name: str) -> tuple[dict[str, Any], list[dict[str, str]]]:
    return draft_of((FILES / name).read_bytes(), is_xml=name.endswith(".lss"))


def imported(*rows: str, language: str = "en") -> tuple[dict[str, Any], list[str]]:
    """Returns the draft of rows written as `class type name relevance text`, with bars between, and the reasons of the
    notes."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t")
    writer.writerow(HEADER.split("\t"))
    writer.writerow(["S", "", "language", "", language])
    writer.writerows([*row.split("|"), language] for row in ("G|0|Group||", *rows))
    draft, notes = draft_of(text.getvalue().encode(), is_xml=False)
    return draft, [note["why"] for note in notes]


def shown_if(relevance: str, *question: str) -> tuple[str, list[str]]:
    draft, notes = imported(*question, f"Q|X|later|{relevance}|words")
    check_complete(draft | {"title": "T"}, NOW)
    return draft["questions"][-1]["show_if"], notes


def test_there_are_six() -> None:
    assert len(SURVEYS) == 6
    assert set(EXPECTED) == set(SURVEYS)


@pytest.mark.parametrize("name", SURVEYS)
def test_a_survey_imports_or_says_exactly_what_could_not_be(name: str) -> None:
    draft, notes = read(name)
    items = [[item["type"], item["id"], item["show_if"]] for item in draft["questions"]]
    assert {"items": items, "notes": [list(note.values()) for note in notes]} == EXPECTED[name]


@pytest.mark.parametrize("name", SURVEYS)
def test_what_was_imported_can_be_published_once_its_numbers_have_edges(name: str) -> None:
    draft, _ = read(name)
    for item in draft["questions"]:
        for kind, edge in (("number", "5"), ("date", "2024-01-01")):
            if kind in item and not item[kind]["edges"]:
                item[kind]["edges"] = [edge]
    check_complete(draft, NOW)


@pytest.mark.parametrize(
    ("relevance", "condition"),
    [
        ('q.NAOK == "A1"', "q = 'a1'"),
        ('q eq "A1" or q.NAOK == "A2"', "q = 'a1' or q = 'a2'"),
        ('!(q.NAOK == "A1") && !is_empty(q)', "not (q = 'a1') and not not q answered"),
        ('"A1" == q', "q = 'a1'"),
        ('q != ""', "q answered"),
        ("1", ""),
    ],
)
def test_an_equation_on_a_list_keeps_its_meaning(relevance: str, condition: str) -> None:
    assert shown_if(relevance, "Q|L|q|1|?", "A|0|A1||One", "A|0|A2||Two") == (condition, [])


@pytest.mark.parametrize(
    ("relevance", "condition"),
    [
        ('m_a.NAOK == "Y"', "m includes 'a'"),
        ('m_a == "" and m_b != ""', "not m includes 'a' and m includes 'b'"),
        ('is_empty(m_b) or m_a != "Y"', "not m includes 'b' or not m includes 'a'"),
    ],
)
def test_an_equation_on_a_tick_keeps_its_meaning(relevance: str, condition: str) -> None:
    assert shown_if(relevance, "Q|M|m|1|?", "SQ|0|a||A", "SQ|0|b||B") == (condition, [])


@pytest.mark.parametrize(
    ("relevance", "reason"),
    [
        ("q", "takes the answer 'q' itself for true or false"),
        ("strlen(q) > 2", "uses the function strlen"),
        ("q == other", "has other where it should have a value"),
        ('later.NAOK == "Y"', "asks about 'later.NAOK', which is no earlier question"),
        ('q == "A9"', "compares with 'A9', which is no answer of that question"),
        ("(q == 'A1'", "leaves a bracket open"),
    ],
)
def test_an_equation_that_cannot_be_said_here_is_named(relevance: str, reason: str) -> None:
    condition, notes = shown_if(relevance, "Q|L|q|1|?", "A|0|A1||One", "A|0|A2||Two")
    assert condition == ""
    assert notes == [f"the condition {reason}; it is shown to everybody"]


def test_words_that_the_file_does_not_hold_are_named_where_the_survey_is_not_in_english() -> None:
    assert imported("Q|Y|q|1|?", language="de")[1] == [
        "the file does not hold these words, so they are English; write them in the survey's language"
    ]
    assert imported("Q|Y|q|1|?")[1] == []


def test_every_type_that_limesurvey_has_is_taken_or_has_a_reason() -> None:
    assert set(MAKERS) | set(WHY_NOT) == set(NAMES)
    assert not set(MAKERS) & set(WHY_NOT)


def test_a_group_that_is_never_shown_is_named_with_its_questions() -> None:
    content = f"{HEADER}\nG\t0\tHidden\t0\t\ten\nQ\tY\tq\t1\t?\ten\nG\t1\tB\t\t\ten\nQ\tY\tr\t1\t?\ten\n"
    draft, notes = draft_of(content.encode(), is_xml=False)
    assert [item["id"] for item in draft["questions"]] == ["b", "r"]
    assert [(note["path"], note["why"]) for note in notes] == [
        ("group Hidden", "it is never shown"),
        ("question q", "what it stands in is left out"),
    ]


@pytest.mark.parametrize(
    ("content", "is_xml", "words"),
    [
        (b"<a/>", True, "no survey of LimeSurvey"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', True, "document type"),
        (b"<document>", True, "is no survey of LimeSurvey"),
        (b"<a>" * 1000, True, "nested deeper"),
        (b"", False, "is no survey of LimeSurvey"),
        (b"class\tname\ttext\tlanguage\n", False, "no group"),
        (b"\xff", False, "not in UTF-8"),
    ],
)
def test_what_is_no_survey_is_refused(content: bytes, *, is_xml: bool, words: str) -> None:
    with pytest.raises(DraftRefused, match=words):
        draft_of(content, is_xml=is_xml)
