"""XLSForms become drafts, from CSV and from workbooks alike, and every part that was not imported is named with its row
and the reason."""

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from surveys.drafts.questionnaire import check_complete
from surveys.drafts.xlsform.sheets import SHEETS
from surveys.drafts.xlsform.survey import draft_of
from surveys.questions.all import QUESTION_TYPES

FILES = Path(__file__).parents[1] / "xlsform"
FORMS = sorted(path.stem for path in FILES.glob("*.csv"))
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def content(name: str) -> bytes:
    return (FILES / f"{name}.csv").read_bytes()


def workbook_of(source: bytes) -> bytes:
    """Writes the CSV of a form as a workbook; each of its rows keeps its number."""
    written = io.BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    sheet, is_named = None, False
    for number, line in enumerate(csv.reader(io.StringIO(source.decode()))):
        if line and line[0] in SHEETS:
            sheet, is_named = book.add_worksheet(line[0]), True
            continue
        cells = line[1:] if is_named else line
        sheet = sheet or book.add_worksheet("survey")
        for column, cell in enumerate(cells):
            sheet.write(number, column, int(cell) if cell.isdigit() else cell)
    book.close()
    return written.getvalue()


def form(survey: Sequence[Sequence[str]], choices: Sequence[Sequence[str]] = (), **settings: str) -> bytes:
    """Writes a form in CSV, each sheet with its header first."""
    sheets = {"survey": survey, "choices": choices, "settings": [list(settings), list(settings.values())]}
    text = io.StringIO()
    writer = csv.writer(text)
    for name, lines in sheets.items():
        if lines and lines[0]:
            writer.writerow([name])
            writer.writerows(["", *line] for line in lines)
    return text.getvalue().encode()


def imported(
    *rows: Sequence[str], header: str, choices: Sequence[Sequence[str]] = ()
) -> tuple[dict[str, Any], list[str]]:
    """Returns the draft of a form, and the reasons of the notes."""
    lists = [["list_name", "name", "label"], *choices]
    draft, notes = draft_of(form([header.split(), *rows], lists), is_workbook=False)
    return draft, [note["why"] for note in notes]


TEA = [["drinks", "tea", "Tea"], ["drinks", "coffee", "Coffee"], ["drinks", "3", "Water"]]


def shown_if(relevant: str, kind: str = "select_multiple drinks") -> tuple[str, list[str]]:
    rows = [
        [kind, "q", "?", "", ". >= 0 and . <= 99" if kind == "integer" else ""],
        ["note", "later", "words", relevant, ""],
    ]
    draft, notes = imported(*rows, header="type name label relevant constraint", choices=TEA)
    check_complete(draft | {"title": "T"}, NOW)  # This check reads the condition as the answer page does.
    return draft["questions"][-1]["show_if"], notes


def test_there_are_six() -> None:
    assert len(FORMS) == 6
    assert set(EXPECTED) == set(FORMS)


@pytest.mark.parametrize("name", FORMS)
def test_a_form_imports_or_says_exactly_what_could_not_be(name: str) -> None:
    draft, notes = draft_of(content(name), is_workbook=False)
    items = [[item["type"], item["id"], item["show_if"]] for item in draft["questions"]]
    assert {"items": items, "notes": [list(note.values()) for note in notes]} == EXPECTED[name]


@pytest.mark.parametrize("name", FORMS)
def test_a_workbook_becomes_the_same_draft_as_csv(name: str) -> None:
    assert draft_of(workbook_of(content(name)), is_workbook=True) == draft_of(content(name), is_workbook=False)


@pytest.mark.parametrize("name", FORMS)
def test_what_was_imported_can_be_published_once_its_numbers_have_edges(name: str) -> None:
    draft, _ = draft_of(content(name), is_workbook=False)
    for item in draft["questions"]:
        for kind, edge in (("number", "5"), ("date", "2024-01-01")):
            if kind in item and not item[kind]["edges"]:
                item[kind]["edges"] = [edge]
    assert any(item["type"] in QUESTION_TYPES for item in draft["questions"])
    check_complete(draft | {"title": draft["title"] or "Title"}, NOW)


@pytest.mark.parametrize(
    ("relevant", "condition"),
    [
        ("selected(${q}, 'tea')", "q includes 'tea'"),
        ("not(selected(${q}, 'tea')) and selected(${q},'3')", "not (q includes 'tea') and q includes 'o_3'"),
        ("${q} != ''", "q answered"),
        ("${q}=''", "not q answered"),
        ("count-selected(${q}) >= 1", "q answered"),
        ("(selected(${q}, 'tea') or selected(${q}, 'coffee')) and ${q} != ''",
         "(q includes 'tea' or q includes 'coffee') and q answered"),
        ("true()", ""),
    ],
)  # fmt: skip
def test_a_condition_on_a_multiple_choice_keeps_its_meaning(relevant: str, condition: str) -> None:
    assert shown_if(relevant) == (condition, [])


@pytest.mark.parametrize(
    ("relevant", "condition"),
    [
        ("${q} = 'tea'", "q = 'tea'"),
        ("'tea' = ${q}", "q = 'tea'"),
        ("selected(${q}, 'tea')", "q = 'tea'"),
        ("${q} != 'tea'", "not q = 'tea'"),
        ("${q} = 3", "q = 'o_3'"),
    ],
)
def test_a_condition_on_a_single_choice_keeps_its_meaning(relevant: str, condition: str) -> None:
    assert shown_if(relevant, "select_one drinks")[0] == condition


@pytest.mark.parametrize(
    ("relevant", "condition"),
    [("${q} > 5", "q > 5"), ("5 < ${q}", "q > 5"), ("${q}>=18 and ${q}<=65.5", "q >= 18 and q <= 65.5")],
)
def test_a_condition_on_a_number_keeps_its_meaning(relevant: str, condition: str) -> None:
    assert shown_if(relevant, "integer")[0] == condition


@pytest.mark.parametrize(
    ("relevant", "reason"),
    [
        ("${later} = 'x'", "asks about 'later', which is no earlier question"),
        ("${q} = 'tea'", "uses =, which is not for a multiple choice"),
        ("selected(${q}, ${q})", "has q where it should have a value"),
        ("today() > '2026-01-01'", "has today where it should have a value"),
        ("selected(${q}, 'milk')", "compares with 'milk', which is no answer of that question"),
        ("count-selected(${q}) > 2", "compares count-selected with 2"),
        ("(" * 30 + "${q} != ''" + ")" * 30, "is nested deeper than 20 times"),
        ("${q} + 1 = 2", "has + where it should compare"),
    ],
)
def test_a_condition_that_cannot_be_said_here_is_named(relevant: str, reason: str) -> None:
    condition, notes = shown_if(relevant)
    assert condition == ""
    assert notes == [f"the condition {reason}; it is shown to everybody"]


def test_questions_whose_conditions_go_in_a_circle_are_shown_to_everybody() -> None:
    rows = [["select_one drinks", "a", "?", "${b} = 'tea'"], ["select_one drinks", "b", "?", "${a} = 'tea'"]]
    draft, notes = imported(*rows, header="type name label relevant", choices=TEA)
    assert [item["show_if"] for item in draft["questions"]] == ["", "a = 'tea'"]
    assert notes == ["the condition asks about 'b', which is no earlier question; it is shown to everybody"]


def test_a_second_question_of_a_name_is_kept_and_noted() -> None:
    rows = [["select_one drinks", "q", "First"], ["select_one drinks", "q", "Second"]]
    draft, notes = imported(*rows, header="type name label", choices=TEA)
    assert [item["id"] for item in draft["questions"]] == ["q", "q_2"]
    assert notes == ["an earlier question has this name; conditions and texts mean that one"]


def test_a_list_may_have_a_thousand_answers_and_no_more() -> None:
    many = [["countries", f"c{number}", f"Country {number}"] for number in range(1001)]
    rows = [["select_one countries", "q", "?", "minimal"]]
    draft, notes = imported(*rows, header="type name label appearance", choices=many[:1000])
    assert len(draft["questions"][0]["options"]) == 1000
    assert draft["questions"][0]["type"] == "dropdown"
    assert notes == []
    draft, notes = imported(*rows, header="type name label appearance", choices=many)
    assert draft["questions"] == []
    assert notes[0] == "it has 1001 answers; at most 1000 are allowed"


def test_a_bound_that_is_not_allowed_itself_moves_by_one_for_whole_numbers() -> None:
    draft, _ = imported(["integer", "q", "?", ". > 0 and 100 > ."], header="type name label constraint")
    assert draft["questions"][0]["number"]["least"] == "1"
    assert draft["questions"][0]["number"]["most"] == "99"


def test_a_group_shown_as_a_table_becomes_a_matrix_whose_rows_conditions_know() -> None:
    rows = [
        ["begin_group", "g", "How much?", "table-list", ""],
        ["select_one drinks", "g_morning", "In the morning", "", ""],
        ["select_one drinks", "g_night", "At night", "", ""],
        ["end_group", "", "", "", ""],
        ["note", "n", "You said ${g_night}", "", "${g_morning} = 'tea'"],
    ]
    draft, notes = imported(*rows, header="type name label appearance relevant", choices=TEA)
    matrix, note = draft["questions"]
    assert [row["id"] for row in matrix["rows"]] == ["morning", "night"]
    assert note["show_if"] == "g.morning = 'tea'"
    assert note["text"] == "You said {g.night}"
    assert notes == []


def test_columns_in_a_language_without_a_code_are_named() -> None:
    rows = [["note", "n", "Hello", "Mba'éichapa"]]
    header = ["type", "name", "label", "label::Avañe'ẽ"]
    draft, notes = draft_of(form([header, *rows]), is_workbook=False)
    assert draft["languages"] == []
    assert [(note["path"], note["what"]) for note in notes] == [("survey row 2", "label::Avañe'ẽ")]


def test_bins_of_an_integer_begin_at_whole_numbers() -> None:
    rows = [["integer", "people", "?", ". >= 0 and . <= 29"], ["integer", "few", "?", ". >= 1 and . <= 4"]]
    draft, notes = imported(*rows, header="type name label constraint")
    edges = [item["number"]["edges"] for item in draft["questions"]]
    assert edges == [["3", "6", "9", "12", "15", "18", "21", "24", "27"], ["2", "3"]]
    assert [why.split(";")[0] for why in notes if "bins" in why] == [
        "the number is sent as one of 10 equal bins", "the number is sent as one of 3 equal bins",
    ]  # fmt: skip
