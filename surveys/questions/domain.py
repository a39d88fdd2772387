"""The domain of a question: every answer that a report can stand for, in the order of its index.

Twin: the page derives the same domains from the same items; tests/vectors/domains.json holds both to it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

from surveys.questions.items import ANSWERED
from surveys.questions.numbers import estimate_of

SKIP_ID, SKIP_LABEL = "prefer_not_to_say", "Prefer not to say"
NOT_ASKED_ID, NOT_ASKED_LABEL = "not_asked", "Not asked"
MOST_CELLS = 1024  # of a planned pair: more would make records long, and cells that hardly anybody is in

Item = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Answer:
    id: str
    label: str


def conditional(items: Sequence[Item]) -> frozenset[str]:
    """Ids of the items that some respondents may not be asked: they, or the page they stand on, have a condition."""
    found, page = set(), False
    for item in items:
        if item["type"] == "page":
            page = bool(item["show_if"])
        if page or item["show_if"]:
            found.add(str(item["id"]))
    return frozenset(found)


def answers_of(item: Item, *, may_be_unasked: bool) -> tuple[Answer, ...]:
    """Of a matrix: those of each of its rows. Empty for an item that sends nothing, or a place on a grid."""
    if item["type"] not in ANSWERED or estimate_of(item) is not None:
        return ()
    skip = [Answer(id=SKIP_ID, label=SKIP_LABEL)] if item["may_skip"] else []
    unasked = [Answer(id=NOT_ASKED_ID, label=NOT_ASKED_LABEL)] if may_be_unasked else []
    return (*_own_answers(item), *skip, *unasked)


def bin_of(item: Item, value: str) -> str:
    """The answer that a typed number, or a day, stands for: a bin begins with its edge and ends before the next."""
    read: Callable[[str], Any] = Decimal if item["type"] == "number" else date.fromisoformat
    edges = item[item["type"]]["edges"]
    reached = sum(read(edge) <= read(value) for edge in edges)
    return "below" if reached == 0 else "above" if reached == len(edges) else f"b{reached}"


def most_apart(item: Item, *, may_be_unasked: bool) -> int:
    """In how many positions two allowed sets of a multiple choice can differ at most.

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
    """How many answers a set of a multiple choice can hold; one that stands alone is a set of one."""
    together = _together(item)
    return max(1, min(together, item["most_choices"] or together))


def _together(item: Item) -> int:
    return sum(not option["exclusive"] for option in item["options"])


def _own_answers(item: Item) -> list[Answer]:
    match item["type"]:
        case "scale":
            return [Answer(id=point_id(value), label=_point_label(item["scale"], value)) for value in _points(item)]
        case "number":
            unit = f" {item['number']['unit']}" if item["number"]["unit"] else ""
            edges = [f"{edge}{unit}" for edge in item["number"]["edges"]]
            return _bins(edges, "under {}", "{} to under {}", "{} and more")
        case "date":
            return _bins(item["date"]["edges"], "before {}", "{} to before {}", "{} and later")
        case _:
            return [Answer(id=option["id"], label=option["label"]) for option in item["options"]]


def point_id(value: int) -> str:
    return f"n{-value}" if value < 0 else f"p{value}"


def _points(item: Item) -> range:
    return range(item["scale"]["least"], item["scale"]["most"] + 1)


def _point_label(scale: Item, value: int) -> str:
    said = {scale["least"]: scale["least_label"], scale["most"]: scale["most_label"]}.get(value, "")
    return f"{value} ({said})" if said else str(value)


def _bins(edges: Sequence[str], below: str, between: str, above: str) -> list[Answer]:
    inner = [
        Answer(id=f"b{place}", label=between.format(edge, following))
        for place, (edge, following) in enumerate(pairwise(edges), 1)
    ]
    first, last = Answer(id="below", label=below.format(edges[0])), Answer(id="above", label=above.format(edges[-1]))
    return [first, *inner, last]


def questions_asked(items: Sequence[Item]) -> int:
    """How many questions' epsilon a report spends: a row of a matrix is one."""
    return sum(len(item["rows"]) if item["type"] == "matrix" else 1 for item in items if item["type"] in ANSWERED)
