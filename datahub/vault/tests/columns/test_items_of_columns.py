"""These tests check that values become items of one width for each column, and come back unchanged."""

from datetime import date
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.vault.collections.codes import Codes, Packed, items_of
from datahub.vault.collections.columns import type_of
from datahub.vault.collections.rules import plan
from datahub.vault.collections.rules.plan import Field
from datahub.vault.collections.rules.values import Value
from datahub.vault.errors import ValueRefused

LARGE = 2**53 - 1


@st.composite
def fields_and_columns(draw: st.DrawFn) -> tuple[Field, list[Value]]:
    """Draws a declaration of any type, and values that it allows."""
    kind = draw(st.sampled_from(plan.TYPES))
    low = draw(st.integers(-LARGE, LARGE - 1))
    high = draw(st.integers(low, min(LARGE, low + draw(st.sampled_from([0, 1, 14, 254, 70_000, 2**40, 2 * LARGE])))))
    decimals = draw(st.integers(0, 9))
    if kind == plan.TEXT and draw(st.booleans()):
        words = tuple(draw(st.lists(st.text(st.characters(codec="utf-8"), max_size=5), min_size=1, unique=True)))
        return Field(name="f", type=kind, values=words), draw(columns_of(st.sampled_from(words)))
    if kind == plan.TEXT:
        texts = st.text(st.characters(codec="utf-8"), max_size=5)
        return Field(name="f", type=kind, width=20), draw(columns_of(texts))
    if kind == plan.INT:
        return Field(name="f", type=kind, low=low, high=high), draw(columns_of(st.integers(low, high)))
    if kind == plan.DECIMAL:
        numbers = st.integers(low, high).map(lambda number: Decimal(number).scaleb(-decimals))
        return Field(name="f", type=kind, decimals=decimals, low=low, high=high), draw(columns_of(numbers))
    if kind == plan.DATE:
        ends = date(1600, 1, 1), date(2400, 1, 1)
        low, high = (end.toordinal() for end in ends)
        return Field(name="f", type=kind, low=low, high=high), draw(columns_of(st.dates(*ends)))
    others: dict[str, st.SearchStrategy[Value]] = {
        plan.BOOL: st.booleans(),
        plan.FLOAT: st.floats(allow_nan=False),
        plan.BYTES: st.binary(max_size=8),
    }
    return Field(name="f", type=kind, width=0 if kind in plan.FIXED_WIDTHS else 8), draw(columns_of(others[kind]))


def columns_of(values: st.SearchStrategy[Value]) -> st.SearchStrategy[list[Value]]:
    return st.lists(st.none() | values, min_size=1, max_size=40)


@settings(deadline=None, max_examples=400)
@given(fields_and_columns())
def test_any_values_come_back_whatever_is_declared(drawn: tuple[Field, list[Value]]) -> None:
    field, column = drawn
    items = items_of(field)
    encoded = items.encode(column)
    filled = encoded[:0].copy()
    filled.resize(-(-len(column) // 8) * 8, refcheck=False)
    filled[: len(column)] = encoded
    raw = items.to_bytes(filled)
    assert len(raw) * 8 == items.bits * len(filled)
    array = items.array(raw, len(column))
    array.validate(full=True)
    assert array.type == type_of(field)
    assert array.to_pylist() == column


@settings(deadline=None, max_examples=400)
@given(fields_and_columns(), st.data())
def test_a_dictionary_gives_the_same_items_as_its_values(drawn: tuple[Field, list[Value]], data: st.DataObject) -> None:
    field, dictionary = drawn
    indices = data.draw(st.lists(st.integers(0, len(dictionary) - 1), max_size=60))
    column = pa.DictionaryArray.from_arrays(pa.array(indices, pa.int32()), pa.array(dictionary, type_of(field)))
    start = data.draw(st.integers(0, len(indices)))
    encoded = items_of(field).encode(column[start:])
    assert encoded.tobytes() == items_of(field).encode([dictionary[index] for index in indices[start:]]).tobytes()


@pytest.mark.parametrize(
    ("field", "bits"),
    [
        (Field(name="f", type="bool"), 2),
        (Field(name="f", type="text", values=("only",)), 1),
        (Field(name="f", type="text", values=("a", "b", "c")), 2),
        (Field(name="f", type="text", values=tuple(map(str, range(15)))), 4),
        (Field(name="f", type="text", values=tuple(map(str, range(16)))), 8),
        (Field(name="f", type="int", low=0, high=254), 8),
        (Field(name="f", type="int", low=0, high=255), 16),
        (Field(name="f", type="int", low=-LARGE, high=LARGE), 64),
        (Field(name="f", type="decimal", decimals=2, low=0, high=10**6), 32),
    ],
)
def test_the_width_is_the_least_that_numbers_what_is_declared_and_absent(field: Field, bits: int) -> None:
    assert isinstance(items_of(field), Codes)
    assert items_of(field).bits == bits


@pytest.mark.parametrize(
    "field",
    [
        Field(name="f", type="int"),
        Field(name="f", type="text", width=9),
        Field(name="f", type="decimal", decimals=9, low=-LARGE * 10**9, high=LARGE * 10**9),
    ],
)
def test_what_no_declaration_numbers_is_packed_as_in_a_record(field: Field) -> None:
    assert isinstance(items_of(field), Packed)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Field(name="f", type="int", low=0, high=9), 10),
        (Field(name="f", type="int", low=0, high=9), "1"),
        (Field(name="f", type="int", low=0, high=1), True),
        (Field(name="f", type="text", values=("a",)), "b"),
        (Field(name="f", type="decimal", decimals=1, low=0, high=9), Decimal("0.25")),
        (Field(name="f", type="date", low=700_000, high=700_001), date.fromordinal(700_002)),
        (Field(name="f", type="text", width=2), "abc"),
    ],
)
def test_a_value_that_is_not_declared_is_refused(field: Field, value: Value) -> None:
    with pytest.raises(ValueRefused, match="f"):
        items_of(field).encode([None, value])


@pytest.mark.parametrize(
    ("field", "values"),
    [
        (Field(name="f", type="int", low=0, high=9), pa.array([1, None, 10])),
        (Field(name="f", type="int", low=0, high=9), pa.array([-1])),
        (Field(name="f", type="int", low=0, high=9), pa.array(["1"])),
        (Field(name="f", type="text", values=("a",)), pa.array(["b"])),
        (Field(name="f", type="decimal", decimals=1, low=0, high=9), pa.array([Decimal(1)], pa.decimal128(38, 2))),
        (Field(name="f", type="decimal", decimals=1, low=0, high=9), pa.array([Decimal(2**70)], pa.decimal128(38, 1))),
        (Field(name="f", type="date", low=700_000, high=700_001), pa.array([date.fromordinal(700_002)])),
        (Field(name="f", type="text", width=2), pa.array(["abc"])),
    ],
)
def test_a_dictionary_of_values_that_are_not_declared_is_refused(field: Field, values: pa.Array) -> None:
    with pytest.raises(ValueRefused, match="f"):
        items_of(field).encode(pa.DictionaryArray.from_arrays(pa.array([0] * len(values), pa.int32()), values))
