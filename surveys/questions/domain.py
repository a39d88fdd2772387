"""This module is about the domain of a question: every answer that a report can stand for, in the order of its index.

Twin: the page derives the same domains from the same items; tests/vectors/domains.json holds both to it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from surveys.questions.all import QUESTION_TYPES, item_type, question_type
from surveys.questions.bins import binned_of
from surveys.questions.number_estimate import estimate_of
from surveys.questions.question_type import Answer

SKIP_ID, SKIP_LABEL = "prefer_not_to_say", "Prefer not to say"
NOT_ASKED_ID, NOT_ASKED_LABEL = "not_asked", "Not asked"
MOST_CELLS = 1024  # A pair with more cells would have long records and cells with hardly any people.

Item = Mapping[str, Any]


def conditional(items: Sequence[Item]) -> frozenset[str]:
    """Returns the ids of the items that some respondents may not be asked: they, or the page they stand on, have a
    condition."""
    ids, page = set(), False
    for item in items:
        if item_type(item).begins_page:
            page = bool(item["show_if"])
        if page or item["show_if"]:
            ids.add(str(item["id"]))
    return frozenset(ids)


def answers_of(item: Item, *, may_be_unasked: bool) -> tuple[Answer, ...]:
    """Returns the answers to an item; for a matrix those of each row. Empty for an item that sends nothing or a
    position on a grid."""
    kind = QUESTION_TYPES.get(item["type"])
    if kind is None or estimate_of(item) is not None:
        return ()
    skip = [Answer(id=SKIP_ID, label=SKIP_LABEL)] if item["may_skip"] else []
    unasked = [Answer(id=NOT_ASKED_ID, label=NOT_ASKED_LABEL)] if may_be_unasked else []
    return (*kind.answers(item), *skip, *unasked)


def bin_of(item: Item, value: str) -> str:
    """Returns the answer that a typed number, or a day, stands for: a bin begins with its edge and ends before the
    next."""
    read = question_type(item).read
    if read is None:
        raise TypeError(f"{item['id']} is of type {item['type']}, whose values have no bins")
    edges = binned_of(item)["edges"]
    reached = sum(read(edge) <= read(value) for edge in edges)
    return "below" if reached == 0 else "above" if reached == len(edges) else f"b{reached}"


def has_limits(item: Item) -> bool:
    """Returns whether a typed value may lie outside what the page takes."""
    kind = question_type(item)
    return kind.is_typed and any(binned_of(item)[name] is not None for name in ("least", "most"))


def questions_asked(items: Sequence[Item]) -> int:
    """Returns how many questions' epsilon a report spends; each row of a matrix counts as a question."""
    return sum(len(question_type(item).rows(item)) for item in items if item["type"] in QUESTION_TYPES)
