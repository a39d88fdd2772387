"""pyxform, which ODK and Kobo convert forms with, is the judge of what an XLSForm may hold. ODK Validate is not asked:
it needs Java."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from pyxform.errors import PyXFormError
from pyxform.xls2xform import convert

from surveys.drafts.exporting.xlsform import exported_form
from surveys.drafts.xlsform.survey import draft_of
from surveys.tests.drafts.drafts_of_every_kind import drafts
from surveys.tests.drafts.test_export_drafts import FILES, Draft, imported

HEADER = ["type", "name", "label", "relevant", "constraint"]
DRINKS = [["d", "tea", "Tea"], ["d", "coffee", "Coffee"]]
Rows = Sequence[Sequence[str]]


def judge(form: bytes) -> None:
    """Raises PyXFormError for a form that pyxform refuses."""
    convert(io.BytesIO(form), file_type=".xlsx")


def workbook(survey: Rows, choices: Rows = DRINKS) -> bytes:
    book = openpyxl.Workbook()
    del book["Sheet"]
    for name, header, rows in (("survey", HEADER, survey), ("choices", ["list_name", "name", "label"], choices)):
        sheet = book.create_sheet(name)
        for row in (header, *rows):
            sheet.append([cell or None for cell in row])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


@pytest.mark.parametrize("path", [path for path in FILES if path.parent.name == "public"], ids=lambda path: path.name)
def test_what_came_in_goes_out_as_a_form_that_pyxform_takes(path: Path) -> None:
    draft = imported(path)
    if draft["questions"]:  # A form without questions is none.
        judge(exported_form(draft)[0])


@pytest.mark.slow
@pytest.mark.depends_on("surveys")
@settings(max_examples=200, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(draft=drafts())
def test_every_kind_of_draft_goes_out_as_a_form_that_pyxform_takes(draft: Draft) -> None:
    judge(exported_form(draft)[0])


@pytest.mark.parametrize("text", ["Costs ${{price}", "Costs ${{drink}", "Costs ${{", "$ {{drink}", "{drink}: ${drink}"])
def test_a_text_with_a_sign_of_references_is_no_reference_there(text: str) -> None:
    draft = draft_of(workbook([["select_one d", "drink", "Which?"], ["select_one d", "cost", "?"]]), is_workbook=True)[
        0
    ]
    draft["questions"][1]["text"] = text
    form, notes = exported_form(draft)
    judge(form)
    back = draft_of(form, is_workbook=True)[0]["questions"][1]["text"]
    assert back == text.replace("${{", "$ {{")
    assert [note["path"] for note in notes] == ([] if back == text else ["cost.text"])


@pytest.mark.parametrize(
    ("survey", "choices"),
    [
        ([["begin_group", "g", "G"], ["select_one d", "q", "Q"]], DRINKS),
        ([["select_one d", "q", "Q"], ["end_group", "", ""]], DRINKS),
        ([["begin_group", "g", "G"], ["select_one d", "q", "Q"], ["end_repeat", "", ""]], DRINKS),
        ([["select_one d", "", "Q"]], DRINKS),
        ([["select_one d", "my q", "Q"]], DRINKS),
        ([["select_one d", "q", "Q"], ["select_one d", "q", "R"]], DRINKS),
        ([["select_one x", "q", "Q"]], DRINKS),
        ([["selct_one d", "q", "Q"]], DRINKS),
        ([["", "q", "Q"]], DRINKS),
        ([["select_one d", "q", ""]], DRINKS),
        ([["select_one d", "q", "Q ${nobody}"]], DRINKS),
        ([["select_one d", "q", "Q ${nobody"]], DRINKS),
        ([["select_one d", "q", "Q", "${nobody} = 'tea'"]], DRINKS),
        ([["integer", "q", "Q", "", ". < ${nobody}"]], DRINKS),
        ([["select_one d", "q", "Q"], ["calculate", "c", ""]], DRINKS),
        ([["select_one d", "q", "Q"]], [*DRINKS, ["d", "tea", "Green tea"]]),
        ([["select_one d", "q", "Q"]], [*DRINKS, ["d", "", "Water"]]),
        ([["select_multiple d", "q", "Q"]], [*DRINKS, ["d", "green tea", "Green tea"]]),
    ],
)  # fmt: skip
def test_what_pyxform_refuses_is_noted(survey: Rows, choices: Rows) -> None:
    form = workbook(survey, choices)
    with pytest.raises(PyXFormError):
        judge(form)
    notes: list[dict[str, Any]] = draft_of(form, is_workbook=True)[1]
    usual = ("no question that was taken names this list", "it has no least and most value")
    assert [note for note in notes if not note["why"].startswith(usual)]
