"""The bounds of a number are read wherever a form says them: as properties of its field, or as a check of it."""

from typing import Any

import pytest

from surveys.drafts.limesurvey.survey import draft_of as of_limesurvey
from surveys.drafts.surveyjs.survey import draft_of

BINS = "the number is sent as one of 10 equal bins; set edges that fit the question"


def imported(**element: Any) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Returns the least and most value of each number, and the reason at each place of a note."""
    draft, notes = draft_of({"elements": [{"type": "text", "name": "n"} | element]})
    numbers = [(item["number"]["least"], item["number"]["most"]) for item in draft["questions"]]
    return numbers, {note["path"].removeprefix("elements.0").lstrip("."): note["why"] for note in notes}


def check(**bounds: Any) -> dict[str, Any]:
    return {"type": "numeric"} | bounds


@pytest.mark.parametrize(
    "element",
    [
        {"inputType": "number", "validators": [check(minValue=1900, maxValue=2022)]},
        {"validators": [check(minValue=1900, maxValue=2022, text="A year, please")]},
        {"inputType": "number", "min": 1900, "validators": [check(maxValue=2022)]},
        {"inputType": "number", "min": 1900, "max": 2022, "validators": [check(minValue=1900)]},
    ],
)
def test_bounds_stand_in_the_field_or_in_its_check(element: dict[str, Any]) -> None:
    assert imported(**element) == ([("1900", "2022")], {"": BINS})


def test_a_check_with_other_bounds_than_the_field_is_noted() -> None:
    element = {"inputType": "number", "min": 0, "max": 10, "validators": [check(minValue=1)]}
    assert imported(**element) == (
        [("0", "10")], {"": BINS, "validators": "this check of an answer does not exist here"},
    )  # fmt: skip


@pytest.mark.parametrize("checks", [[check(minValue=1)], [check(minValue=1, maxValue=2), {"type": "email"}], [], "x"])
def test_a_field_without_both_bounds_is_left_out(checks: Any) -> None:
    element = {"type": "text", "inputType": "number", "name": "n", "validators": checks}
    draft, notes = draft_of({"elements": [element, {"type": "boolean", "name": "later"}]})
    assert [item["id"] for item in draft["questions"]] == ["later"]
    assert "no least and most value" in notes[0]["why"]


@pytest.mark.parametrize(
    ("equation", "bounds"),
    [
        ("self >= 18 and self <= 120", ("18", "120")),
        ("(this.NAOK <= 120.5 && this.NAOK >= -3)", ("-3", "120.5")),
        ("self > 18 and self <= 120", None),
        ("self >= 18", None),
        ("self >= 18 or self <= 120", None),
        ("self >= 18 and self <= 120 and self != 99", None),
    ],
)
def test_an_equation_of_limesurvey_that_says_both_bounds_is_read(equation: str, bounds: tuple[str, str] | None) -> None:
    header = "class\ttype/scale\tname\trelevance\ttext\tlanguage\tem_validation_q\n"
    survey = f"{header}G\t0\tA\t\t\ten\t\nQ\tN\tn\t1\tHow old?\ten\t{equation}\n"
    draft, notes = of_limesurvey(survey.encode(), is_xml=False)
    number = draft["questions"][-1]["number"]
    assert (number["least"], number["most"]) == (bounds or (None, None))
    assert ("em_validation_q" in str(notes)) == (bounds is None)


def test_an_equation_beside_attributes_with_bounds_is_noted() -> None:
    header = "class\ttype/scale\tname\trelevance\ttext\tlanguage\tem_validation_q\tmin_num_value_n\n"
    survey = f"{header}G\t0\tA\t\t\ten\t\t\nQ\tN\tn\t1\tHow old?\ten\tself >= 18 and self <= 120\t21\n"
    draft, notes = of_limesurvey(survey.encode(), is_xml=False)
    assert draft["questions"][-1]["number"]["least"] == "21"
    assert "em_validation_q" in str(notes)
