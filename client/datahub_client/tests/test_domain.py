"""The name of an answer on the wire is decided here, before chance touches it."""

import json
from pathlib import Path
from typing import Any

import pytest

from datahub_client import questionnaire as ask
from datahub_client.domain import NOT_ASKED, SKIPPED, bounded, domain, position, positions, ranks
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
        (ask.ranking("q1", "?", ["tea", "milk", "cola"]), True, ["p1", "p2", "p3", SKIPPED, NOT_ASKED]),
        (ask.slider("q1", "?", 0, 9, edges=[5]), False, ["below", "above"]),
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
        (ask.slider("q1", "?", 0, 9, edges=[5], step=3), 6, "above"),
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
        (ask.slider("q1", "?", 0, 9, edges=[5], step=3), 5),
        (ask.slider("q1", "?", 0, 9, edges=[5], step=3), 12),
        (ask.ranking("q1", "?", ["tea", "milk", "cola"]), 4),
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


def test_an_order_is_the_rank_of_each_option() -> None:
    drinks = ask.ranking("q1", "?", ["tea", "milk", "cola"])
    assert ranks(drinks, ["milk", "cola", "tea"]) == {"q1.milk": 1, "q1.cola": 2, "q1.tea": 3}
    assert ranks(drinks, SKIPPED) == {"q1.tea": SKIPPED, "q1.milk": SKIPPED, "q1.cola": SKIPPED}


@pytest.mark.parametrize(
    "order", [[], ["tea", "milk"], ["tea", "tea", "milk"], ["tea", "milk", "gin"], "tea", {"tea": 1}]
)
def test_what_is_no_order_is_refused(order: object) -> None:
    with pytest.raises(BadAnswer, match="takes a list of tea, milk, cola in their order"):
        ranks(ask.ranking("q1", "?", ["tea", "milk", "cola"]), order)


@pytest.mark.parametrize("value", [-10, 60, 5.5, 12])
def test_a_slider_takes_no_number_that_its_track_does_not_have(value: object) -> None:
    with pytest.raises(BadAnswer, match="q1 was answered"):
        bounded(ask.slider("q1", "?", 0, 50, step=5), value)
    assert bounded(ask.slider("q1", "?", 0, 50, step=5), 45) == 45


def test_points_of_a_scale_have_labels() -> None:
    item = ask.scale("q1", "?", 1, 5, labels={3: "neither"})
    assert item["scale"]["labels"] == [{"point": 3, "label": "neither"}]
    assert "labels" not in SCALE["scale"]


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
