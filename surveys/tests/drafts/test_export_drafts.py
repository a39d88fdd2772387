"""A draft that is exported and imported again is the same, or a note names each part that is not."""

import base64
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings

from datahub.accounts.models import Person
from surveys.drafts.exporting.conditions import same_condition
from surveys.drafts.exporting.form_file import file_name_of
from surveys.drafts.exporting.surveyjs import exported_questionnaire
from surveys.drafts.exporting.xlsform import exported_form
from surveys.drafts.limesurvey.survey import draft_of as of_limesurvey
from surveys.drafts.questionnaire import check_shape
from surveys.drafts.surveyjs.survey import draft_of as of_surveyjs
from surveys.drafts.xlsform.survey import draft_of as of_xlsform
from surveys.tests.client import Visitor
from surveys.tests.drafts.drafts_of_every_kind import drafts
from surveys.tests.factories import draft as draft_with
from surveys.vectors.samples import item as an_item

HERE = Path(__file__).parent
Draft = Mapping[str, Any]
FILES = sorted(
    path
    for path in HERE.glob("*/*")
    if path.suffix in (".json", ".csv", ".xlsx", ".lss", ".txt") and path.stem != "expected"
)


def imported(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    if path.suffix == ".json":
        return of_surveyjs(json.loads(content))[0]
    if path.suffix in (".csv", ".xlsx"):
        return of_xlsform(content, is_workbook=path.suffix == ".xlsx")[0]
    return of_limesurvey(content, is_xml=path.suffix == ".lss")[0]


def through(form: str, draft: Draft) -> tuple[dict[str, Any], set[str]]:
    """Returns the draft that comes back, and the places of the notes."""
    if form == "xlsform":
        content, notes = exported_form(draft)
        back, _ = of_xlsform(content, is_workbook=True)
    else:
        questionnaire, notes = exported_questionnaire(draft)
        back, _ = of_surveyjs(json.loads(json.dumps(questionnaire)))
    check_shape(back)
    return back, {note["path"] for note in notes}


def differences(draft: Draft, back: Draft) -> set[str]:
    """Returns the places of a draft at which another one differs; conditions may be written in other words."""
    places = {name for name in ("title", "description", "language") if draft[name] != back[name]}
    places |= {"languages"} if set(draft["languages"]) - set(back["languages"]) else set()
    items = {item["id"]: item for item in back["questions"]}
    for item in draft["questions"]:
        other = items.pop(item["id"], None)
        if other is None:
            places.add(item["id"])
            continue
        for name in {*item, *other}:
            same = same_condition(item[name], other[name]) if name == "show_if" else item.get(name) == other.get(name)
            places |= set() if same else {f"{item['id']}.{name}"}
    places |= set(items)
    for language in draft["languages"]:
        texts = back["translations"].get(language, {})
        for path, text in draft["translations"].get(language, {}).items():
            places |= {f"translations.{language}.{path}"} if text and texts.get(path) != text else set()
    return places


@pytest.mark.parametrize("form", ["xlsform", "surveyjs"])
@settings(
    max_examples=250, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(draft=drafts())
def test_out_and_in_is_the_same_draft_or_a_note_each(form: str, draft: Draft) -> None:
    check_shape(draft)
    back, noted = through(form, draft)
    assert differences(draft, back) <= noted
    if not noted:  # What came back once comes back again.
        assert differences(back, through(form, back)[0]) == set()


@pytest.mark.parametrize("form", ["xlsform", "surveyjs"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_that_came_in_goes_out_and_in_whole(form: str, path: Path) -> None:
    draft = imported(path)
    back, noted = through(form, draft)
    changed = references_that_are_none(draft) if form == "xlsform" else set()
    assert differences(draft, back) == changed
    whole = {f"{item['id']}.number" for item in draft["questions"] if item["type"] == "number"}
    assert noted == changed | (noted & whole if form == "xlsform" else set())


def references_that_are_none(draft: Draft) -> set[str]:
    """Returns the places of texts with `${`, which stands for a reference in an XLSForm: a blank is put into it."""
    places = {f"{item['id']}.{name}" for item in draft["questions"] for name in item if "${{" in str(item[name])}
    for language, texts in draft["translations"].items():
        places |= {f"translations.{language}.{path}" for path, text in texts.items() if "${{" in text}
    return places


def test_there_are_files_of_all_formats() -> None:
    assert len(FILES) >= 42


@pytest.mark.django_db
def test_a_draft_and_a_version_are_exported_with_notes(ana: Person) -> None:
    visitor = Visitor(ana)
    name, content = "form.csv", (HERE / "xlsform" / "household_water.csv").read_bytes()
    file = {"name": name, "content": base64.b64encode(content).decode()}
    survey = visitor.post("surveys/import/form/", file).json()["survey"]
    visitor.patch(f"surveys/{survey['id']}/", {"opens_at": "2040-01-01T00:00:00Z"})
    answer = visitor.get(f"surveys/{survey['id']}/form/")
    assert answer.status_code == 200, answer.content
    assert answer.json()["name"] == "Household-water.xlsx"
    assert [(note["path"], note["item"]) for note in answer.json()["notes"]] == [
        ("opens_at", ""), ("minutes.number", "minutes"), ("people.number", "people"),
    ]  # fmt: skip
    back, _ = of_xlsform(base64.b64decode(answer.json()["content"]), is_workbook=True)
    assert differences(survey["draft"], back) == set()
    published = visitor.post(f"surveys/{survey['id']}/versions/", {})
    assert published.status_code == 201, published.content
    version = visitor.get(f"surveys/{survey['id']}/form/", **{"as": "surveyjs", "version": "1"}).json()
    back, _ = of_surveyjs(json.loads(base64.b64decode(version["content"])))
    assert differences(survey["draft"], back) == set()
    assert visitor.get(f"surveys/{survey['id']}/form/", version="2").status_code == 404
    assert visitor.get(f"surveys/{survey['id']}/form/", **{"as": "word"}).status_code == 400


def sheets_of(draft: Draft) -> dict[str, list[list[Any]]]:
    book = openpyxl.load_workbook(io.BytesIO(exported_form(draft)[0]))
    return {sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in book}


def test_a_number_with_whole_bounds_and_edges_is_an_integer_there_and_a_note_says_so() -> None:
    age = an_item(
        "age",
        "number",
        may_skip=True,
        number={"edges": ["20"], "unit": "", "least": "0", "most": "99"},
        text="How old?",
    )
    height = an_item(
        "height", "number", may_skip=True, number={"edges": ["1.5"], "unit": "", "least": None, "most": None}
    )
    sheets = sheets_of(draft_with(questions=[age, height]))
    assert [row[0] for row in sheets["survey"][1:]] == ["integer", "decimal"]
    assert ["1. How old?", "age.number", "integer"] in [row[:3] for row in sheets["datahub_notes"]]


def test_a_form_without_notes_has_no_sheet_of_notes() -> None:
    draft = of_xlsform(b"type,name,label\nacknowledge,ok,I agree\n", is_workbook=False)[0]
    assert set(sheets_of(draft)) == {"survey", "choices", "settings"}


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Water at home: 2026/27", "Water-at-home-2026-27"),
        ("家庭用水", "家庭用水"),
        ("../..", "questionnaire"),
        ("", "questionnaire"),
    ],
)
def test_a_file_is_named_after_the_title_in_letters_and_digits(title: str, name: str) -> None:
    assert file_name_of(title) == name
