"""A type of item says what its items look like. Each type stands in a file of its own; `all.py` is the list of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from surveys.questions.checks import Check, Faults, flag
from surveys.questions.schemas import BOOLEAN, Schema

Item = Mapping[str, Any]
ReportField = dict[str, Any]  # The JSON of a field in a definition.


@dataclass(frozen=True, kw_only=True)
class Answer:
    id: str
    label: str


class ItemText(NamedTuple):
    """This is a text that people read: its path in translations, its path in the item, the text, and its maximal
    length."""

    path: str
    where: str
    base: str
    most: int


class Measure(Enum):
    """A measure is what conditions compare an answer with."""

    OPTION = "the id of an option"
    OPTIONS = "the ids of several options"
    POINT = "a point of a scale"
    NUMBER = "a number"
    DAY = "a day"


@dataclass(frozen=True, kw_only=True)
class ItemField:
    """This is a field that items of some types hold: how its value is checked while it is written, and its JSON
    Schema."""

    check: Check
    schema: Schema


@dataclass(frozen=True, kw_only=True)
class ItemType:
    """This is a type of item. `check_complete` names what an item that has passed `check_item` lacks, beside its
    text."""

    slug: str
    fields: Mapping[str, ItemField]
    check_complete: Callable[[Item, str, Faults], None]
    texts: Callable[[Item], Iterable[ItemText]]
    begins_page: bool = False
    needs_tick: bool = False  # The page asks for a tick before it sends anything.


@dataclass(frozen=True, kw_only=True)
class QuestionType(ItemType):
    """This is a type of item that is answered.

    `rows` are the ids of what is answered apart: `None` is the item itself. `answers` are the domain of each, in the
    order of their indices, without those that a survey adds. `report_fields` are written into a block of that id, of
    which each has a domain of so many answers; the last argument says whether somebody may not be asked.
    """

    answers: Callable[[Item], Sequence[Answer]]
    report_fields: Callable[[str, Item, int, bool], list[ReportField]]
    measure: Measure
    rows: Callable[[Item], Sequence[Item | None]] = lambda item: (None,)  # noqa: ARG005 - most types have no rows
    is_pairable: bool = False
    read: Callable[[str], Any] | None = None  # Reads a typed value, where the report holds only its bin.
    is_typed: bool = False  # A typed value may lie outside the bounds that the page accepts.
    is_order: bool = False  # The answers rank the rows, so the results have mean ranks.
    largest_set: Callable[[Item], int] | None = None  # The largest set, where an answer is a set of options.
    scores: Callable[[Item], Sequence[int]] | None = None  # The number of each answer, where answers are numbers.


# QuestionType fixes this signature.
def one_field(id: str, item: Item, domain: int, _: bool) -> list[ReportField]:  # noqa: FBT001
    """Returns the report of one answer."""
    return [{"id": id, "kind": "one", "of": [item["id"]], "answers": domain}]


def no_faults(_: Item, __: str, ___: Faults) -> None:
    """Finds no faults; for items that need nothing but their text."""


def no_texts(_: Item) -> Sequence[ItemText]:
    return ()


MAY_SKIP = ItemField(check=flag, schema=BOOLEAN)
SHUFFLE = ItemField(check=flag, schema=BOOLEAN)
