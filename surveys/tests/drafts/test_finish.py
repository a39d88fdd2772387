"""Finishing does not depend on what people answer: every path through every small questionnaire is walked."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from surveys.drafts.expressions import Given, holds, parse
from surveys.drafts.questionnaire import check_complete
from surveys.drafts.surveyjs.survey import draft_of
from surveys.errors import DraftRefused
from surveys.tests.factories import draft
from surveys.vectors.samples import Item, item, options

NOW = datetime(2026, 11, 20, tzinfo=UTC)
OPEN = {"edges": ["5"], "unit": "", "least": None, "most": None}
TRUTHS = {  # A person's true values; None means to skip, where that is offered.
    "yes_no": ("yes", "no", None),
    "number": ("-1", "7", "11", None),
    "date": ("1999-01-01", "2020-01-01", "2030-01-01", None),
    "consent": (None,),
    "page": (None,),
}
QUESTIONS: tuple[Item, ...] = (
    item("", "yes_no", options=options("yes", "no")),
    item("", "number", number=OPEN),
    item("", "number", number=OPEN | {"least": "0"}),
    item("", "number", number=OPEN | {"most": "10"}),
    item("", "date", date={"edges": ["2010-01-01"], "least": "2000-01-01", "most": "2026-01-01"}),
)


def first_items() -> Iterator[Item]:
    for may_skip in (True, False):
        yield QUESTIONS[0] | {"id": "q1", "may_skip": may_skip}
        yield QUESTIONS[2] | {"id": "q1", "may_skip": may_skip}


def later_items(id: str, condition: str) -> Iterator[Item]:
    for show_if in ("", condition):
        for sample, may_skip in product(QUESTIONS, (True, False)):
            yield sample | {"id": id, "may_skip": may_skip, "show_if": show_if}
        yield item(id, "consent", label="I agree", show_if=show_if)
        yield item(id, "page", shuffle=False, show_if=show_if)


def questionnaires() -> Iterator[list[Item]]:
    for first in first_items():
        condition = "q1 = 'yes'" if first["type"] == "yes_no" else "q1 > 5"
        for second, third in product(later_items("q2", condition), later_items("q3", condition)):
            yield [first, second, third]


def takes(item: Item, truth: str) -> bool:
    limits = item.get("number") or item.get("date") or {"least": None, "most": None}
    value: Any = float(truth) if item["type"] == "number" else truth
    read = float if item["type"] == "number" else str
    low, high = limits["least"], limits["most"]
    return (low is None or value >= read(low)) and (high is None or value <= read(high))


def walk(items: Sequence[Item], truths: Sequence[str | None]) -> tuple[bool, frozenset[str]]:
    """Returns whether a person reaches Send, and all items that the person had to tick or answer for it."""
    given: dict[str, Given] = {}
    needed, page_shown = set(), True
    for entry, truth in zip(items, truths, strict=True):
        shown = not entry["show_if"] or holds(parse(entry["show_if"]), given)
        if entry["type"] == "page":
            page_shown = shown
        elif not (page_shown and shown):
            continue
        elif entry["type"] == "consent":
            needed.add(entry["id"])
        elif not entry["may_skip"]:
            needed.add(entry["id"])
            if truth is not None and not takes(entry, truth):
                return False, frozenset(needed)
            given[entry["id"]] = truth or TRUTHS[entry["type"]][1] or ""  # A person who cannot skip gives some answer.
        elif truth is not None and takes(entry, truth):
            given[entry["id"]] = truth
    return True, frozenset(needed)


def endings(items: Sequence[Item]) -> set[tuple[bool, frozenset[str]]]:
    return {walk(items, truths) for truths in product(*(TRUTHS[item["type"]] for item in items))}


def refusals(items: Sequence[Item]) -> list[str]:
    try:
        check_complete(draft(questions=items), NOW)
    except DraftRefused as refusal:
        return [rule for rules in refusal.fields.values() for rule in rules]
    return []


def test_in_a_questionnaire_that_is_published_everybody_can_finish_and_needs_the_same_for_it() -> None:
    published = refused = 0
    for items in questionnaires():
        ends = endings(items)
        rules = refusals(items)
        if rules:
            assert all("who can finish" in rule for rule in rules)
            assert len(ends) > 1, ("refused without a reason", items)
            refused += 1
        else:
            assert len(ends) == 1, items
            assert next(iter(ends))[0], items
            published += 1
    assert published + refused == 4 * 24 * 24
    assert min(published, refused) > 400


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        ({"type": "consent"}, "questions.1.show_if", "not allowed on a consent"),
        ({"type": "yes_no"}, "questions.1.may_skip", "not everybody is asked"),
    ],
)
def test_the_refusal_names_the_item_and_the_rule(change: Item, field: str, says: str) -> None:
    kinds = {
        "consent": item("q2", "consent", label="I agree"),
        "yes_no": QUESTIONS[0] | {"id": "q2", "may_skip": False},
    }
    later = kinds[change["type"]] | {"show_if": "q1 = 'yes'"}
    with pytest.raises(DraftRefused, match=says) as refused:
        check_complete(draft(questions=[QUESTIONS[0] | {"id": "q1", "may_skip": True}, later]), NOW)
    assert list(refused.value.fields) == [field]
    assert field in str(refused.value)


def test_what_surveyjs_requires_of_some_people_is_imported_as_skippable_and_said() -> None:
    questionnaire, notes = draft_of({
        "title": "T",
        "elements": [
            {"type": "boolean", "name": "q1", "isRequired": True},
            {"type": "boolean", "name": "q2", "isRequired": True, "visibleIf": "{q1} = true"},
            {"type": "text", "name": "q3", "inputType": "number", "isRequired": True, "min": 0, "max": 9},
        ],
    })  # fmt: skip
    assert [item["may_skip"] for item in questionnaire["questions"]] == [False, True, True]
    assert [(note["path"], note["why"]) for note in notes if note["path"].endswith("isRequired")] == [
        ("elements.1.isRequired", "not everybody is asked, so it may be skipped"),
        ("elements.2.isRequired", "not every value is taken, so it may be skipped"),
    ]
    check_complete(questionnaire, NOW)
