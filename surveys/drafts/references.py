"""Conditions and piped texts may refer to answers that were given before."""

from collections.abc import Mapping, Sequence
from typing import Any

from surveys.drafts.expressions import COMPARISONS, Condition, Literal, Test, TextRefused, leaves
from surveys.questions.all import QUESTION_TYPES, item_type, question_type
from surveys.questions.checks import day
from surveys.questions.question_type import Measure
from surveys.questions.scale import point_text

Item = Mapping[str, Any]

_OPERATORS = {
    Measure.OPTION: ("=", "!=", "in"),
    Measure.OPTIONS: ("includes",),
    Measure.POINT: (*COMPARISONS, "in"),
    Measure.NUMBER: (*COMPARISONS, "in"),
    Measure.DAY: (*COMPARISONS, "in"),
}


def check_condition(condition: Condition, items: Sequence[Item], asking: str) -> None:
    """Refuses unless every test is about an answer given before the item `asking`, and fits its type."""
    for test in leaves(condition):
        item = referred(test.operand, items, asking, test.place)
        allowed = _OPERATORS[question_type(item).measure]
        if test.operator != "answered" and test.operator not in allowed:
            rule = f"{test.operand} is of type {item['type']}, which takes {', '.join(allowed)} and answered"
            raise TextRefused(test.operator_place, "wrong_operator", rule)
        for literal in test.literals:
            _check_literal(literal, test, item)


def referred(operand: str, items: Sequence[Item], asking: str, place: int) -> Item:
    """Returns the item behind an id, or behind item.row; refuses whatever has no answer yet when `asking` is shown."""
    id, _, row = operand.partition(".")
    places = {item["id"]: number for number, item in reversed(list(enumerate(items)))}
    if id not in places:
        raise TextRefused(place, "unknown_item", f"{id} is no question of this survey")
    if places[id] >= places[asking]:
        raise TextRefused(place, "later_item", f"{id} does not stand before this item")
    item = items[places[id]]
    if _order_is_drawn(items[places[id] + 1 : places[asking] + 1], items[: places[id]]):
        rule = f"{id} stands on the same page, whose order is drawn: it may come later"
        raise TextRefused(place, "shuffled_page", rule)
    if item["type"] not in QUESTION_TYPES:
        raise TextRefused(place, "no_question", f"{id} is of type {item['type']}, which has no answer")
    if "rows" in item and not row:
        raise TextRefused(place, "needs_row", f"{id} has an answer for each row: write {id}.{_first_row(item)}")
    if row and row not in [entry["id"] for entry in item.get("rows", [])]:
        raise TextRefused(place, "unknown_row", f"{row} is no row of {id}")
    return item


def _order_is_drawn(after: Sequence[Item], before: Sequence[Item]) -> bool:
    """Returns whether an item and all items after it are on one page whose order is shuffled."""
    pages = [item for item in before if item_type(item).begins_page]
    return bool(pages) and pages[-1]["shuffle"] and all(not item_type(item).begins_page for item in after)


def _points(item: Item, text: str) -> Sequence[str]:
    """Returns the texts with which a condition may compare a question: its points or ranks; for a number question the
    given text."""
    kind = question_type(item)
    return [point_text(answer.id) for answer in kind.answers(item)] if kind.measure is Measure.POINT else [text]


def _first_row(item: Item) -> str:
    return str(item["rows"][0]["id"]) if item["rows"] else "row"


def _check_literal(literal: Literal, test: Test, item: Item) -> None:
    match question_type(item).measure:
        case Measure.POINT | Measure.NUMBER:
            if not literal.is_number:
                raise TextRefused(literal.place, "wrong_literal", f"{test.operand} is compared with a number")
            if test.operator in ("=", "!=", "in") and literal.text not in _points(item, literal.text):
                raise TextRefused(literal.place, "unknown_option", f"{literal} is no point of {test.operand}")
        case Measure.DAY:
            if literal.is_number or day(literal.text) is None:
                rule = f"{test.operand} is compared with a day that exists, written '2026-12-01'"
                raise TextRefused(literal.place, "wrong_literal", rule)
        case _:
            if literal.is_number:
                rule = f"{test.operand} is compared with the id of an option, written 'id'"
                raise TextRefused(literal.place, "wrong_literal", rule)
            if literal.text not in [answer.id for answer in question_type(item).answers(item)]:
                raise TextRefused(literal.place, "unknown_option", f"{literal} is no option of {test.operand}")
