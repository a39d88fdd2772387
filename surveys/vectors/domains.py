"""These test vectors hold the page's code to the same results: the answers that each item offers, the bin of each
value, and the blocks of whole questionnaires."""

from typing import Any

from mechanisms.ldp.numbers.grid import WIDEST
from surveys.publishing.blocks import blocks_of
from surveys.questions import number_estimate
from surveys.questions.domain import answers_of, bin_of, conditional
from surveys.questions.multiple_choice import largest_set, most_apart
from surveys.vectors.samples import (
    DATE,
    EVERY,
    HOURS,
    HOURS_OR_NONE,
    LAST,
    MATRIX,
    NUMBER,
    PAGE,
    SCALE,
    SECTION,
    SEVERAL,
    SINGLE,
    SLIDER,
    YES_NO,
    Item,
    choices,
    item,
    options,
)

ONE_EDGE = item("q5", "number", number={"edges": ["0"], "unit": "", "least": None, "most": None}, may_skip=True)
ONE_DAY = item("q6", "date", date={"edges": ["2026-11-20"], "least": None, "most": None}, may_skip=False)
POINTS = item("q4", "scale", scale={"least": 0, "most": 10, "least_label": "", "most_label": ""}, may_skip=True)
LABELLED = SCALE | {"scale": SCALE["scale"] | {"labels": [{"point": 0, "label": "Sometimes"}]}}
FIVE_RANKS = item("q11", "ranking", rows=options("a", "b", "c", "d", "e"), may_skip=False, shuffle=True)
ONE_ROW = item("q8", "matrix", rows=options("mon"), options=options("home", "away"), may_skip=True)


def several(count: int, *, alone: int, most: int | None, may_skip: bool) -> Item:
    """Returns a multiple choice of which the last `alone` options are exclusive."""
    ids = [f"o{place}" for place in range(1, count + 1)]
    options = choices(*ids)
    for option in options[count - alone :]:
        option["exclusive"] = True
    return item("q7", "multiple_choice", options=options, most_choices=most, may_skip=may_skip, shuffle=False)


SETS = tuple(
    several(count, alone=alone, most=most, may_skip=may_skip)
    for count, alone in ((2, 0), (2, 1), (2, 2), (3, 1), (5, 0), (5, 1), (64, 2))
    for most in (None, 1, 2, 3)
    for may_skip in (False, True)
    if most is None or most <= count
)
VALUES: tuple[tuple[Item, tuple[str, ...]], ...] = (
    (NUMBER, ("-10", "-0.500001", "-0.5", "-0.50", "0", "17.999999", "18", "65.249999", "65.25", "999999999999")),
    (ONE_EDGE, ("-0.000001", "0", "0.0", "1")),
    (DATE, ("0001-01-01", "1999-12-30", "1999-12-31", "2000-01-01", "2024-02-28", "2024-02-29", "9999-12-31")),
    (SLIDER, ("-40", "-25", "-20", "35", "60")),
    (ONE_DAY, ("2026-11-19", "2026-11-20")),
)
WHEN_YES = {"show_if": "q1 = 'yes'"}
QUESTIONNAIRES: tuple[tuple[tuple[Item, ...], list[list[str]]], ...] = (
    (EVERY, []),
    ((YES_NO, SINGLE, SCALE), [["q1", "q2"]]),
    ((YES_NO, SINGLE, SCALE), [["q4", "q1"]]),
    ((YES_NO, SINGLE | WHEN_YES, SCALE, SEVERAL, ONE_ROW), [["q4", "q2"]]),
    ((YES_NO, SECTION | WHEN_YES, PAGE | WHEN_YES, SINGLE, SEVERAL | WHEN_YES, PAGE | {"id": "p2"}, LAST), []),
    ((YES_NO, HOURS, SCALE), [["q4", "q1"]]),
    ((YES_NO, HOURS_OR_NONE, SCALE), []),
    ((YES_NO, HOURS_OR_NONE | WHEN_YES, SCALE), [["q4", "q1"]]),
    ((YES_NO, PAGE, MATRIX | WHEN_YES, NUMBER, PAGE | {"id": "p2"} | WHEN_YES, DATE, LAST), [["q9", "q1"]]),
)


def domain_vectors() -> dict[str, object]:
    items = [*EVERY, ONE_EDGE, ONE_DAY, POINTS, LABELLED, FIVE_RANKS, ONE_ROW, *SETS]
    return {
        "items": [_domain(question, may_be_unasked=may) for question in items for may in (False, True)],
        "bins": [
            {"item": question, "value": value, "answer": bin_of(question, value)}
            for question, values in VALUES
            for value in values
        ],
        "grids": {
            "furthest": number_estimate.FURTHEST_NUMBER,
            "widest": WIDEST,
            "most_steps": number_estimate.MOST_STEPS,
        },
        "questionnaires": [_questionnaire(list(items), pairs) for items, pairs in QUESTIONNAIRES],
    }


def _domain(question: Item, *, may_be_unasked: bool) -> dict[str, object]:
    answers = [answer.id for answer in answers_of(question, may_be_unasked=may_be_unasked)]
    case: dict[str, object] = {"item": question, "may_be_unasked": may_be_unasked, "answers": answers}
    if question["type"] == "multiple_choice":
        case["most"], case["largest"] = most_apart(question, may_be_unasked=may_be_unasked), largest_set(question)
    return case


def _questionnaire(items: list[Item], pairs: list[list[str]]) -> dict[str, Any]:
    draft = {"questions": items, "pairs": pairs}
    return {**draft, "conditional": sorted(conditional(items)), "blocks": blocks_of(draft)}
