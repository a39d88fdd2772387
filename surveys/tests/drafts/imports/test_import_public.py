"""Twenty questionnaires that others published become drafts whose every item and note is written down."""

import json
from pathlib import Path

import pytest

from surveys.drafts.limesurvey.survey import draft_of as of_limesurvey
from surveys.drafts.questionnaire import check_shape
from surveys.drafts.surveyjs.survey import draft_of as of_surveyjs
from surveys.drafts.xlsform.survey import draft_of as of_xlsform

FILES = Path(__file__).parents[1] / "public"
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))


def becomes(name: str) -> dict[str, list[list[str]]]:
    content = (FILES / name).read_bytes()
    if name.endswith(".json"):
        draft, notes = of_surveyjs(json.loads(content))
    elif name.endswith((".xlsx", ".csv")):
        draft, notes = of_xlsform(content, is_workbook=name.endswith(".xlsx"))
    else:
        draft, notes = of_limesurvey(content, is_xml=name.endswith(".lss"))
    check_shape(draft)
    return {
        "items": [[item["type"], item["id"], item["show_if"]] for item in draft["questions"]],
        "notes": [[note["path"], note["what"]] for note in notes],  # The reasons are tested where each is given.
    }


def test_there_are_eight_of_surveyjs_and_six_of_each_other_format() -> None:
    suffixes = sorted(Path(name).suffix for name in EXPECTED)
    assert suffixes == sorted([".json"] * 8 + [".xlsx"] * 5 + [".csv"] + [".lss"] * 4 + [".txt"] * 2)
    assert set(EXPECTED) == {path.name for path in FILES.iterdir()} - {"expected.json", "SOURCE.md"}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_published_questionnaire_becomes_what_is_expected_of_it(name: str) -> None:
    assert becomes(name) == EXPECTED[name]
