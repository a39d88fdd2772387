"""Judges the comparisons in an owner's rules, over a closed list of typed attributes. No eval, no I/O, no clock.

All attributes are known whenever somebody asks. No rule compares what is known only of a use (its price,
mechanisms, columns, purpose): limits speak of that (decide.obligations), and whoever acts keeps to them.

A comparison is true, false or unknown. It is unknown when the attribute has no value, a value of another type, or no
place in the list. Only true permits; only false keeps a rule that forbids from forbidding.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from operator import eq, ge, le, lt

from mechanisms.accounting.zcdp import Cost

Value = bool | str | Decimal | datetime | frozenset[str]


class Truth(StrEnum):
    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison is one condition of a rule, as `subject relation value`. `subject` is an attribute or, where rows
    are limited, a column. A time may be compared with "context.time", the time of the use."""

    subject: str
    relation: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A context has the facts about the use that is asked about; None means that a fact is not known (yet)."""

    time: datetime | None = None
    cost: Cost | None = None
    mechanisms: frozenset[str] | None = None  # the use's noise is drawn by the mechanisms of these slugs
    purpose: str | None = None
    columns: frozenset[str] | None = None
    rows: frozenset[Comparison] | None = None  # every row that is read meets these comparisons
    cohort: int | None = None
    combined: bool | None = None  # true if the use reads another data set too
    approved: bool | None = None  # true if a second person has approved the use


NOTHING_KNOWN = Context()
NOW = "context.time"
ATTRIBUTES: Mapping[str, type] = {
    "subject.role": frozenset,
    "subject.organisation": frozenset,
    "subject.verified": bool,
    "subject.training_until": datetime,
    "object.sensitivity": str,
    "object.state": str,
    NOW: datetime,
}
COLUMN_TYPES: Mapping[str | None, type] = {"boolean": bool, "text": str, "number": Decimal, "time": datetime}

# Each relation, by its name and the type of its left side, gives the type of its right side, and whether it holds.
RELATIONS: Mapping[tuple[str, type | None], tuple[type, Callable[..., bool]]] = {
    ("is", bool): (bool, eq),
    ("is", str): (str, eq),
    ("in", str): (frozenset, lambda left, right: left in right),
    ("has", frozenset): (str, lambda left, right: right in left),
    ("meets", frozenset): (frozenset, lambda left, right: not left.isdisjoint(right)),
    ("within", frozenset): (frozenset, le),
    ("at_most", Decimal): (Decimal, le),
    ("at_least", Decimal): (Decimal, ge),
    ("before", datetime): (datetime, lt),
    ("not_before", datetime): (datetime, ge),
}


def truth_of(*, met: bool | None) -> Truth:
    if met is None:
        return Truth.UNKNOWN
    return Truth.TRUE if met else Truth.FALSE


def judge(comparison: Comparison, known: Mapping[str, object]) -> Truth:
    """Returns whether a comparison holds for a subject, an object and a context; `known` maps attributes to values."""
    kind = ATTRIBUTES.get(comparison.subject)
    right = known.get(NOW) if kind is datetime and comparison.value == NOW else comparison.value
    return _compare(kind, comparison.relation, known.get(comparison.subject), right)


def judge_row(comparison: Comparison, row: Mapping[str, object], types: Mapping[str, str]) -> Truth:
    """Returns whether a comparison holds for one row of a data set whose columns have these declared types."""
    kind = COLUMN_TYPES.get(types.get(comparison.subject))
    return _compare(kind, comparison.relation, row.get(comparison.subject), comparison.value)


def refusal_of(comparison: Comparison, kind: type | None) -> str:
    """Returns why a comparison can never be true: its subject does not exist, its relation does not fit the type, or
    its value has another type.

    Empty: it may stand.
    """
    if kind is None:
        return f"{comparison.subject!r} is nothing that a rule can look at."
    relations = {name: right for (name, left), (right, _) in RELATIONS.items() if left is kind}
    if comparison.relation not in relations:
        offered = ", ".join(relations)
        return f"{comparison.subject} cannot be compared by {comparison.relation!r}; it can by {offered}."
    with_now = kind is datetime and comparison.value == NOW and comparison.subject != NOW
    if with_now or _fits(comparison.value, relations[comparison.relation]):
        return ""
    return f"{comparison.subject} {comparison.relation} needs another type of value."


def _compare(kind: type | None, relation: str, left: object, right: object) -> Truth:
    known = RELATIONS.get((relation, kind))
    if known is None:
        return Truth.UNKNOWN
    wanted, holds = known
    return truth_of(met=holds(left, right)) if _fits(left, kind) and _fits(right, wanted) else Truth.UNKNOWN


def _fits(value: object, kind: type | None) -> bool:
    """Returns whether a value is of exactly this type, and comparable: a time with its zone, a number that is one."""
    if isinstance(value, datetime):
        return kind is datetime and value.tzinfo is not None
    if isinstance(value, Decimal):
        return kind is Decimal and value.is_finite()
    return type(value) is kind
