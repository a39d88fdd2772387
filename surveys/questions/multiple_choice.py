"""This module is about a question that is answered with a set of options; an exclusive one is given alone."""

from typing import Any

from surveys.questions import schemas
from surveys.questions.checks import Faults, flag, is_object, whole
from surveys.questions.limits import MOST_CHOICES
from surveys.questions.options import (
    check_label,
    check_options_complete,
    option_answers,
    option_texts,
    options_field,
)
from surveys.questions.question_type import MAY_SKIP, SHUFFLE, Item, ItemField, Measure, QuestionType, ReportField


def most_apart(item: Item, *, may_be_unasked: bool) -> int:
    """Returns the number of positions in which two allowed sets can differ at most.

    Allowed are: up to `most_choices` options that are not exclusive, at least one; one exclusive option; the skip;
    not asked. The farthest two are either two sets of options as large and as disjoint as can be, or one of them and
    an answer that stands alone.
    """
    alone = sum(option["exclusive"] for option in item["options"]) + item["may_skip"] + may_be_unasked
    together = _together(item)
    largest = min(together, item["most_choices"] or together)
    two_sets = min(together, 2 * largest) if together > 1 else 0
    set_and_alone = largest + 1 if together and alone else 0
    two_alone = 2 if alone > 1 else 0
    return max(two_sets, set_and_alone, two_alone)


def largest_set(item: Item) -> int:
    """Returns how many answers a set can hold; one that stands alone is a set of one."""
    together = _together(item)
    return max(1, min(together, item["most_choices"] or together))


def _together(item: Item) -> int:
    return sum(not option["exclusive"] for option in item["options"])


def _check_option(option: Any, where: str, faults: Faults) -> None:
    if is_object(option, where, ("id", "label", "exclusive"), faults):
        check_label(option, where, faults)
        flag(option.get("exclusive"), f"{where}.exclusive", faults)


def _check_most(value: Any, where: str, faults: Faults) -> None:
    if value is not None:
        whole(value, where, 1, MOST_CHOICES, faults)


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    check_options_complete(item, where, faults)
    if item["most_choices"] is not None and item["most_choices"] > len(item["options"]):
        faults[f"{where}.most_choices"] = f"is {item['most_choices']}, of {len(item['options'])} options"


# QuestionType fixes this signature.
def _report_fields(id: str, item: Item, domain: int, may_be_unasked: bool) -> list[ReportField]:  # noqa: FBT001
    most = most_apart(item, may_be_unasked=may_be_unasked)
    return [{"id": id, "kind": "set", "of": [item["id"]], "answers": domain, "most": most}]


MULTIPLE_CHOICE = QuestionType(
    slug="multiple_choice",
    fields={
        "options": options_field(MOST_CHOICES, _check_option, exclusive=schemas.BOOLEAN),
        "most_choices": ItemField(check=_check_most, schema=schemas.or_null(schemas.whole_number(1, MOST_CHOICES))),
        "may_skip": MAY_SKIP,
        "shuffle": SHUFFLE,
    },
    check_complete=_check_complete,
    texts=option_texts,
    answers=option_answers,
    report_fields=_report_fields,
    measure=Measure.OPTIONS,
    largest_set=largest_set,
)
