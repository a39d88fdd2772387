"""The name of an answer on the wire is decided here, before chance touches it."""

import json
from pathlib import Path
from typing import Any

import pytest

from datahub_client import questionnaire as ask
from datahub_client.domain import NOT_ASKED, SKIPPED, domain, position, positions
from datahub_client.errors import BadAnswer

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests" / "vectors" / "domains.json").read_text("utf-8"))
HOURS = ask.number("q1", "Hours?", edges=["20", "35.5"], may_skip=False)
BORN = ask.date("q1", "Born?", edges=["1980-01-01", "2000-01-01", "2010-06-30"])
SCALE = ask.scale("q1", "How?", -1, 2)
FRUIT = ask.multiple_choice("q1", "Fruit?", ["apple", "pear", "none"], exclusive=["none"], most_choices=2)


@pytest.mark.parametrize(
    ("item", "conditional", "expected"),
    [
        (ask.yes_no("q1", "?", may_skip=False), False, ["yes", "no"]),
        (ask.yes_no("q1", "?"), True, ["yes", "no", SKIPPED, NOT_ASKED]),
        (SCALE, False, ["n1", "p0", "p1", "p2", SKIPPED]),
        (HOURS, False, ["below", "b1", "above"]),
        (BORN, False, ["below", "b1", "b2", "above", SKIPPED]),
        (FRUIT, True, ["apple", "pear", "none", SKIPPED, NOT_ASKED]),
        (ask.matrix("q1", "?", ["r1"], ["good", "bad"], may_skip=False), False, ["good", "bad"]),
    ],
)
def test_a_domain_is_the_options_then_the_skip_then_not_asked(
    item: dict[str, Any], conditional: bool, expected: list[str]
) -> None:
    assert domain(item, conditional=conditional) == expected


@pytest.mark.parametrize(
    ("item", "answer", "expected"),
    [
        (HOURS, 19.99, "below"),
        (HOURS, 20, "b1"),
        (HOURS, "35.4999999999999999999", "b1"),
        (HOURS, "35.5", "above"),
        (BORN, "1979-12-31", "below"),
        (BORN, "2010-06-29", "b2"),
        (BORN, "2010-06-30", "above"),
        (SCALE, -1, "n1"),
        (SCALE, SKIPPED, SKIPPED),
        (ask.yes_no("q1", "?"), True, "yes"),
        (ask.yes_no("q1", "?"), "no", "no"),
    ],
)
def test_an_answer_falls_in_one_place(item: dict[str, Any], answer: object, expected: str) -> None:
    answers = domain(item, conditional=False)
    assert answers[position(item, answers, answer)] == expected


@pytest.mark.parametrize(
    ("item", "answer"),
    [
        (HOURS, SKIPPED),
        (HOURS, "many"),
        (HOURS, float("nan")),
        (BORN, "yesterday"),
        (SCALE, 3),
        (ask.yes_no("q1", "?"), "maybe"),
    ],
)
def test_what_is_not_offered_is_refused_by_name(item: dict[str, Any], answer: object) -> None:
    with pytest.raises(BadAnswer, match="q1 was answered"):
        position(item, domain(item, conditional=False), answer)


def test_a_set_is_its_positions_in_order() -> None:
    answers = domain(FRUIT, conditional=False)
    assert positions(FRUIT, answers, {"pear", "apple"}) == [0, 1]
    assert positions(FRUIT, answers, "none") == [2]
    assert positions(FRUIT, answers, SKIPPED) == [3]


@pytest.mark.parametrize("chosen", [[], ["none", "apple"], ["apple", "pear", "none"], ["apple", SKIPPED], ["kiwi"]])
def test_a_set_that_the_page_would_not_take_is_refused(chosen: list[str]) -> None:
    with pytest.raises(BadAnswer):
        positions(FRUIT, domain(FRUIT, conditional=False), chosen)


@pytest.mark.parametrize("answer", [0, 61, "60.01"])
def test_a_number_outside_its_limits_is_refused_as_the_page_does(answer: object) -> None:
    item = ask.number("q1", "Hours?", edges=[20], least=1, most=60)
    with pytest.raises(BadAnswer, match="its limits are 1 and 60"):
        position(item, domain(item, conditional=False), answer)


@pytest.mark.parametrize("case", [case for case in VECTORS["items"] if "may_skip" in case["item"]])
def test_its_domains_are_those_of_the_platform_and_the_page(case: dict[str, Any]) -> None:
    assert domain(case["item"], conditional=case["may_be_unasked"]) == case["answers"]


@pytest.mark.parametrize("case", VECTORS["bins"])
def test_its_bins_are_those_of_the_platform_and_the_page(case: dict[str, Any]) -> None:
    answers = domain(case["item"], conditional=False)
    assert answers[position(case["item"], answers, case["value"])] == case["answer"]
