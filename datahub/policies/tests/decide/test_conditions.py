"""Comparisons are true, false or unknown, each by its type. These tests need no Django; mutants run against them."""

import dataclasses
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from datahub.policies.decide import conditions
from datahub.policies.decide.conditions import (
    ATTRIBUTES,
    COLUMN_TYPES,
    NOTHING_KNOWN,
    NOW,
    RELATIONS,
    Comparison,
    Context,
    Truth,
    Value,
    judge,
    judge_row,
    refusal_of,
    truth_of,
)

EARLY, LATE = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)
A, B, AB, NONE = frozenset({"a"}), frozenset({"b"}), frozenset({"a", "b"}), frozenset[str]()
T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
CASES: list[tuple[str, str, object, Value, Truth]] = [
    ("subject.verified", "is", True, True, T),
    ("subject.verified", "is", False, True, F),
    ("subject.verified", "is", False, False, T),
    ("subject.verified", "is", 1, True, U),
    ("object.state", "is", "open", "open", T),
    ("object.state", "is", "open", "shut", F),
    ("object.state", "is", "open", True, U),
    ("object.state", "is", EARLY, EARLY, U),
    ("object.state", "is", Decimal(1), Decimal(1), U),
    ("object.sensitivity", "in", "a", AB, T),
    ("object.sensitivity", "in", "c", AB, F),
    ("object.sensitivity", "in", "a", "abc", U),
    ("subject.role", "has", AB, "a", T),
    ("subject.role", "has", B, "a", F),
    ("subject.role", "has", "abc", "a", U),
    ("subject.organisation", "meets", AB, A, T),
    ("subject.organisation", "meets", B, A, F),
    ("subject.organisation", "meets", NONE, A, F),
    ("subject.organisation", "within", A, AB, T),
    ("subject.organisation", "within", AB, A, F),
    ("subject.organisation", "within", NONE, A, T),
    ("subject.organisation", "within", ["a"], A, U),
    ("context.time", "before", EARLY, LATE, T),
    ("context.time", "before", EARLY, EARLY, F),
    ("context.time", "not_before", EARLY, EARLY, T),
    ("context.time", "not_before", EARLY, LATE, F),
    ("context.time", "before", EARLY.replace(tzinfo=None), LATE, U),
    ("context.time", "before", EARLY, LATE.replace(tzinfo=None), U),
    ("subject.training_until", "not_before", LATE, EARLY, T),
    ("subject.training_until", "before", EARLY, "tomorrow", U),
    ("subject.shoe_size", "is", "a", "a", U),
    ("subject.verified", "at_most", True, True, U),
    ("object.state", "has", "open", "o", U),
]
NUMBERS: list[tuple[str, object, Value, Truth]] = [  # only columns are numbers
    ("at_most", Decimal(1), Decimal(1), T),
    ("at_most", Decimal("1.01"), Decimal(1), F),
    ("at_most", Decimal("NaN"), Decimal(1), U),
    ("at_most", Decimal("sNaN"), Decimal(1), U),
    ("at_most", Decimal("-Infinity"), Decimal(1), U),
    ("at_most", 0.5, Decimal(1), U),
    ("at_most", Decimal(1), Decimal("Infinity"), U),
    ("at_least", Decimal(5), Decimal(5), T),
    ("at_least", Decimal(4), Decimal(5), F),
]


@pytest.mark.parametrize(("name", "relation", "left", "right", "truth"), CASES)
def test_a_comparison_is_as_true_as_its_types_allow(
    name: str, relation: str, left: object, right: Value, truth: Truth
) -> None:
    assert judge(Comparison(name, relation, right), {name: left}) is truth


@pytest.mark.parametrize(("relation", "left", "right", "truth"), NUMBERS)
def test_a_number_of_a_row_is_compared_exactly_and_one_that_is_none_is_unknown(
    relation: str, left: object, right: Value, truth: Truth
) -> None:
    assert judge_row(Comparison("age", relation, right), {"age": left}, {"age": "number"}) is truth


def test_every_relation_is_tried_both_ways() -> None:
    of_attributes = {(relation, ATTRIBUTES[name], truth) for name, relation, _, _, truth in CASES if name in ATTRIBUTES}
    tried = of_attributes | {(relation, Decimal, truth) for relation, _, _, truth in NUMBERS}
    assert {(relation, kind, truth) for relation, kind in RELATIONS for truth in (T, F)} <= tried | {
        ("is", str, T),
        ("is", str, F),
    }
    assert set(ATTRIBUTES) == {name for name, *_ in CASES} - {"subject.shoe_size"}


@pytest.mark.parametrize(("name", "relation", "left", "right", "truth"), CASES)
def test_what_is_not_known_is_unknown(name: str, relation: str, left: object, right: Value, truth: Truth) -> None:
    comparison = Comparison(name, relation, right)
    assert judge(comparison, {}) is U
    assert judge(comparison, {name: None}) is U


def test_a_time_is_compared_with_the_time_of_the_question() -> None:
    valid = Comparison("subject.training_until", "not_before", NOW)
    assert judge(valid, {"subject.training_until": LATE, NOW: EARLY}) is T
    assert judge(valid, {"subject.training_until": EARLY, NOW: LATE}) is F
    assert judge(valid, {"subject.training_until": LATE}) is U
    assert judge(Comparison("object.state", "is", NOW), {"object.state": NOW, NOW: EARLY}) is T


def test_a_row_is_judged_by_the_declared_types_of_its_columns() -> None:
    types = {"age": "number", "city": "text", "born": "time", "well": "boolean", "odd": "blob"}
    row: dict[str, object] = {"age": Decimal(40), "city": "Melbourne", "born": EARLY, "well": True, "odd": "x"}
    assert judge_row(Comparison("age", "at_least", Decimal(40)), row, types) is T
    assert judge_row(Comparison("age", "at_least", Decimal(41)), row, types) is F
    assert judge_row(Comparison("city", "in", frozenset({"Melbourne"})), row, types) is T
    assert judge_row(Comparison("born", "before", LATE), row, types) is T
    assert judge_row(Comparison("well", "is", False), row, types) is F
    assert judge_row(Comparison("age", "at_least", Decimal(40)), row, {"age": "text"}) is U
    assert judge_row(Comparison("age", "at_least", Decimal(40)), {}, types) is U
    assert judge_row(Comparison("odd", "is", "x"), row, types) is U
    assert judge_row(Comparison("city", "is", "Melbourne"), row, {}) is U
    assert judge_row(Comparison("born", "before", NOW), row, types) is U
    assert set(COLUMN_TYPES) == {"number", "text", "time", "boolean"}


def test_says_why_a_comparison_could_never_be_true() -> None:
    def refusal(name: str, relation: str, value: Value) -> str:
        return refusal_of(Comparison(name, relation, value), ATTRIBUTES.get(name))

    assert refusal("subject.shoe_size", "is", "x") == "'subject.shoe_size' is nothing that a rule can look at."
    assert (
        refusal("context.time", "is", EARLY) == "context.time cannot be compared by 'is'; it can by before, not_before."
    )
    assert refusal("object.state", "is", True) == "object.state is needs another type of value."
    assert refusal("object.state", "in", frozenset({"a"})) == ""
    assert refusal("context.time", "before", EARLY) == ""
    assert refusal("subject.training_until", "before", "tomorrow").endswith("needs another type of value.")
    assert refusal("subject.training_until", "before", NOW) == ""
    assert refusal("context.time", "before", NOW) == "context.time before needs another type of value."
    assert refusal("object.state", "is", NOW) == ""
    assert refusal("subject.verified", "is", NOW) == "subject.verified is needs another type of value."


def test_truth_has_three_values() -> None:
    assert [truth_of(met=met) for met in (True, False, None)] == [T, F, U]
    assert [str(truth) for truth in Truth] == ["true", "false", "unknown"]


def test_a_context_says_nothing_of_itself() -> None:
    assert Context() == NOTHING_KNOWN
    assert all(getattr(NOTHING_KNOWN, field.name) is None for field in dataclasses.fields(Context))


@pytest.mark.parametrize("kept", [Comparison, Context])
def test_what_is_compared_cannot_change_meanwhile(kept: type) -> None:
    assert kept.__dataclass_params__.frozen  # type: ignore[attr-defined]  # Comparison and Context are dataclasses
    assert set(kept.__slots__) == {field.name for field in dataclasses.fields(kept)}  # type: ignore[attr-defined]  # Comparison and Context are dataclasses


def test_a_context_is_spelt_out() -> None:
    assert all(field.kw_only for field in dataclasses.fields(conditions.Context))
