"""These tests cover the plan, its guard-rails, values as bytes, and the code that keeps order: pure rules."""

from bisect import bisect_right
from collections import Counter
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.vault.collections.rules import plan as plans
from datahub.vault.collections.rules import values
from datahub.vault.collections.rules.order_preserving import CODE_BYTES, NOWHERE, OrderPreserving, position_of
from datahub.vault.collections.rules.plan import Column, Field, Plan
from datahub.vault.errors import PlanRefused

CODE = OrderPreserving(b"k" * 32)
NUMBERS = st.floats(allow_nan=False)
SAMPLES: dict[str, st.SearchStrategy[Any]] = {
    "bool": st.booleans(),
    "int": st.integers(-(2**63), 2**63 - 1),
    "float": st.floats(),
    "decimal": st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**20), max_value=10**20),
    "text": st.text(st.characters(exclude_categories=["Cs"]), max_size=15),
    "date": st.dates(),
    "bytes": st.binary(max_size=62),
}


@pytest.mark.parametrize("type", plans.TYPES)
def test_every_value_of_a_field_has_one_length_and_comes_back(type: str) -> None:
    packing = values.packing_of(Field(name="f", type=type))

    @given(st.none() | SAMPLES[type])
    def holds(value: values.Value) -> None:
        packed = packing.pack(value)
        assert len(packed) == packing.length
        assert repr(packing.unpack(packed)) == repr(value)

    holds()


@pytest.mark.parametrize(("a", "b"), [(0.0, -0.0), (Decimal("1.5"), Decimal("1.50")), (Decimal(0), Decimal("-0"))])
def test_equal_values_are_alike(a: values.Value, b: values.Value) -> None:
    assert a == b
    assert repr(values.alike(a)) == repr(values.alike(b))


@given(NUMBERS, NUMBERS)
def test_the_code_keeps_the_order_of_numbers(a: float, b: float) -> None:
    codes = CODE.code(a), CODE.code(b)
    assert (a < b) == (codes[0] < codes[1])
    assert (a == b) == (codes[0] == codes[1])
    assert min(codes) > NOWHERE
    assert {len(code) for code in codes} == {CODE_BYTES}


@given(st.binary(min_size=32, max_size=32))
def test_whatever_the_key_the_code_grows_strictly(key: bytes) -> None:
    """The test is exact: it covers a whole domain of 256 values, in the tightest range possible and in a wide one."""
    for bits in (9, 20):
        codes = [OrderPreserving(key).code_of_place(number, places=8, code_bits=bits) for number in range(256)]
        assert all(a < b for a, b in pairwise(codes))
        assert 1 <= codes[0] <= codes[-1] < 2**bits


def test_another_key_gives_another_code() -> None:
    assert CODE.code(1.0) != OrderPreserving(b"j" * 32).code(1.0)
    assert CODE.code(1.0) == OrderPreserving(b"k" * 32).code(1.0)


def test_what_is_absent_or_no_number_stands_nowhere() -> None:
    assert CODE.code(values.order_of(None)) == CODE.code(float("nan")) == NOWHERE


@given(NUMBERS, NUMBERS)
def test_places_of_numbers_grow_with_them(a: float, b: float) -> None:
    assert (a < b) == (position_of(a) < position_of(b))


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=60), st.integers(1, 9))
def test_every_token_has_enough_rows_and_one_bit_more_would_be_too_many(marks: list[int], enough: int) -> None:
    rows = [mark for mark in marks for _ in range(1 + mark % 4)]
    bits = plans.bits_for(rows, 64, enough)

    def fewest(some: int) -> int:
        return min(Counter(row >> (64 - some) for row in rows).values())

    assert fewest(bits) >= min(enough, len(rows))
    assert bits == plans.MOST_BITS or len(rows) < enough or fewest(bits + 1) < enough


@given(st.lists(st.integers(0, 40), min_size=1, max_size=300), st.integers(1, 30))
def test_every_bucket_has_enough_rows(numbers: list[int], enough: int) -> None:
    rows = [float(number) for number in numbers]
    edges = plans.edges_for(rows, enough)
    rows_by_bucket = Counter(bisect_right(edges, row) for row in rows)
    assert set(rows_by_bucket) == set(range(len(edges) + 1))
    assert min(rows_by_bucket.values()) >= min(enough, len(rows))
    assert len(rows_by_bucket) <= plans.MOST_BUCKETS


def test_spread_counts_the_distinct_and_the_commonest() -> None:
    assert plans.spread([3, 1, 3, 2]) == (3, 0.5)
    assert plans.spread([]) == (0, 0.0)


SPREAD_OUT = Column(role="insensitive", distinct=100, top_share=0.05)


@pytest.mark.parametrize("kind", ["det", "ope"])
@pytest.mark.parametrize(
    ("column", "problem"),
    [
        (SPREAD_OUT, ""),
        (Column(role="insensitive", distinct=99, top_share=0.05), "99 different"),
        (Column(role="insensitive", distinct=100, top_share=0.051), "5%"),
        (Column(role="quasi", distinct=100, top_share=0.05), "quasi"),
        (Column(role="sensitive", distinct=100, top_share=0.05), "sensitive"),
        (Column(role="identifying", distinct=100, top_share=0.05), "identifying"),
        (Column(role="", distinct=100, top_share=0.05), "without a role"),
        (None, "needs to know"),
    ],
)
def test_guard_rails(kind: str, column: Column | None, problem: str) -> None:
    plan = Plan((Field(name="pay", type="int", kind=kind), Field(name="note", type="text")))
    columns = {} if column is None else {"pay": column}
    if not problem:
        plans.check_guard_rails(plan, columns)
        return
    with pytest.raises(PlanRefused, match=problem) as refused:
        plans.check_guard_rails(plan, columns)
    assert list(refused.value.fields) == ["pay"]


@pytest.mark.parametrize(("kind", "problem"), [("rnd", ""), ("eq", ""), ("range", ""), ("det", "sex"), ("ope", "sex")])
def test_guard_rails_stand_before_the_kinds_that_leak_and_before_no_other(kind: str, problem: str) -> None:
    plan = Plan((Field(name="sex", type="int", kind=kind),))
    refused: list[str] = []
    try:
        plans.check_guard_rails(plan, {})
    except PlanRefused as refusal:
        refused.extend(refusal.fields)
    assert refused == ([problem] if problem else [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"type": "number"},
        {"kind": "hom"},
        {"width": 65_536},
        {"decimals": 19},
        {"rows_a_token": 0},
        {"bits": 33},
        {"type": "text", "kind": "range"},
        {"type": "text", "kind": "ope"},
        {"type": "text", "kind": "det", "width": 513},
        {"edges": (2.0, 1.0)},
    ],
)
def test_refuses_a_field_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(PlanRefused):
        Field(**{"name": "f", "type": "int", **wrong})


def test_refuses_two_orders_and_two_of_a_name_and_no_field() -> None:
    field = Field(name="a", type="int", kind="ope")
    for fields in ((field, Field(name="b", type="date", kind="ope")), (field, field), ()):
        with pytest.raises(PlanRefused):
            Plan(fields)


def test_a_plan_comes_back_from_its_json() -> None:
    plan = Plan(
        (
            Field(name="a", type="text", kind="eq", bits=7, width=9),
            Field(name="b", type="date", kind="range", edges=(1.0, 2.5)),
            Field(name="c", type="float", kind="range"),
        )
    )
    assert Plan.from_json(plan.to_json()) == plan
    assert plan.unfinished == ["c"]


def test_dates_have_an_order() -> None:
    assert values.order_of(date(2020, 1, 1)) + 1 == values.order_of(date(2020, 1, 2))
