"""A draft that is exported and imported again is the same, or a note names each part that is not."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from datahub.accounts.models import Person
from surveys.drafts.exporting.conditions import same_condition
from surveys.drafts.exporting.surveyjs import exported_questionnaire
from surveys.drafts.exporting.xlsform import exported_form
from surveys.drafts.limesurvey.survey import draft_of as of_limesurvey
from surveys.drafts.questionnaire import check_shape
from surveys.drafts.surveyjs.survey import draft_of as of_surveyjs
from surveys.drafts.xlsform.survey import draft_of as of_xlsform
from surveys.tests.client import Visitor
from surveys.tests.drafts.drafts_of_every_kind import drafts

HERE = Path(__file__).parent
Draft = Mapping[str, Any]
FILES = sorted(
    path for path in HERE.glob("*/*") if path.suffix in (".json", ".csv", ".lss", ".txt") and path.stem != "expected"
)


def imported(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    if path.suffix == ".json":
        return of_surveyjs(json.loads(content))[0]
    if path.suffix == ".csv":
        return of_xlsform(content, is_workbook=False)[0]
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
    assert differences(draft, back) == set()
    assert noted == set()


def test_there_are_files_of_all_formats() -> None:
    assert len(FILES) >= 22


@pytest.mark.django_db
def test_a_draft_and_a_version_are_exported_with_notes(ana: Person) -> None:
    visitor = Visitor(ana)
    name, content = "form.csv", (HERE / "xlsform" / "household_water.csv").read_bytes()
    file = {"name": name, "content": base64.b64encode(content).decode()}
    survey = visitor.post("surveys/import/form/", file).json()["survey"]
    visitor.patch(f"surveys/{survey['id']}/", {"opens_at": "2040-01-01T00:00:00Z"})
    answer = visitor.get(f"surveys/{survey['id']}/form/")
    assert answer.status_code == 200, answer.content
    assert answer.json()["name"].endswith(".xlsx")
    assert [note["path"] for note in answer.json()["notes"]] == ["opens_at"]
    back, _ = of_xlsform(base64.b64decode(answer.json()["content"]), is_workbook=True)
    assert differences(survey["draft"], back) == set()
    published = visitor.post(f"surveys/{survey['id']}/versions/", {})
    assert published.status_code == 201, published.content
    version = visitor.get(f"surveys/{survey['id']}/form/", **{"as": "surveyjs", "version": "1"}).json()
    back, _ = of_surveyjs(json.loads(base64.b64decode(version["content"])))
    assert differences(survey["draft"], back) == set()
    assert visitor.get(f"surveys/{survey['id']}/form/", version="2").status_code == 404
    assert visitor.get(f"surveys/{survey['id']}/form/", **{"as": "word"}).status_code == 400
