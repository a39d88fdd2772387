"""The page about conditions agrees with the code: its examples parse, and its list of error codes is complete."""

import re
from pathlib import Path

import pytest

from surveys.drafts.expressions import parse
from surveys.drafts.piping import piped
from surveys.drafts.references import check_condition
from surveys.vectors.conditions import condition_vectors
from surveys.vectors.samples import choices, item, options

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "reference" / "expressions.md").read_text(encoding="utf-8")
YES_NO, PLACES = options("yes", "no"), options("home", "office")
ITEMS = [
    item("smokes", "yes_no", options=YES_NO, may_skip=True),
    item("age", "number", number={"edges": ["18"], "unit": "", "least": None, "most": None}, may_skip=True),
    item("sleep", "scale", scale={"least": 1, "most": 5, "least_label": "", "most_label": ""}, may_skip=True),
    item("moved", "date", date={"edges": ["2025-01-01"], "least": None, "most": None}, may_skip=True),
    item(
        "drinks", "multiple_choice", options=choices("tea", "coffee", "water"), most_choices=None, may_skip=True,
        shuffle=False,
    ),
    item("work", "single_choice", options=PLACES, may_skip=True, shuffle=False),
    item("week", "matrix", rows=options("mon", "tue"), options=PLACES, may_skip=True),
    item("last", "section"),
]  # fmt: skip


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


EXAMPLES = re.findall(r"^\| .* \| `(.*)` \|$", section("Examples"), flags=re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 12


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_read_and_is_about_questions_that_come_before(example: str) -> None:
    condition = parse(example)
    check_condition(condition, ITEMS, "last")
    assert str(condition) == example


def test_every_code_of_a_refusal_is_explained_and_no_other() -> None:
    cases = condition_vectors()["cases"]
    assert isinstance(cases, list)
    codes = {case["refused"]["code"] for case in cases if "refused" in case}
    rows = re.findall(r"^\| (`.*?`) \|", section("What is refused"), flags=re.MULTILINE)
    assert {code for row in rows for code in re.findall(r"`(.*?)`", row)} == codes | {"shuffled_page"}


@pytest.mark.parametrize(
    ("written", "shown"),
    re.findall(
        r"^\| `(.*?)`[^|]*\| (.*?)(?:: a number.*)? \|$", section("Earlier answers in later texts"), flags=re.MULTILINE
    ),
)
def test_a_piped_example_becomes_what_the_page_says(written: str, shown: str) -> None:
    answers = {"smokes": ["Yes"], "age": ["34"], "drinks": ["Tea", "Water"], "week.mon": ["Office"]}
    assert piped(written, answers) == shown
