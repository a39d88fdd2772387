"""These tests check that a column read as a whole has the values of its records, read one by one."""

import math
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.vault.collections.columns import array_of, type_of
from datahub.vault.collections.rules import plan
from datahub.vault.collections.rules.plan import Field
from datahub.vault.collections.rules.values import LARGEST_INT, Value, packing_of

FIELDS: dict[str, tuple[Field, st.SearchStrategy[Value]]] = {
    plan.BOOL: (Field(name="f", type=plan.BOOL), st.booleans()),
    plan.INT: (Field(name="f", type=plan.INT), st.integers(-LARGEST_INT - 1, LARGEST_INT)),
    plan.FLOAT: (Field(name="f", type=plan.FLOAT), st.floats(allow_nan=False)),
    plan.DATE: (Field(name="f", type=plan.DATE), st.dates()),
    plan.TEXT: (Field(name="f", type=plan.TEXT, width=40), st.text(st.characters(codec="utf-8"), max_size=10)),
    plan.BYTES: (Field(name="f", type=plan.BYTES, width=12), st.binary(max_size=12)),
    plan.DECIMAL: (
        Field(name="f", type=plan.DECIMAL, decimals=2),
        st.decimals(-(10**9), 10**9, places=2, allow_nan=False),
    ),
}
ENDS: dict[str, list[Value]] = {
    plan.BOOL: [False, True],
    plan.INT: [-LARGEST_INT - 1, LARGEST_INT, 0],
    plan.FLOAT: [-0.0, float("inf"), float("-inf"), 5e-324],
    plan.DATE: [date.min, date(1969, 12, 31), date(1970, 1, 1), date.max],
    plan.TEXT: ["", "\0", "a\0", "\N{GRINNING FACE}" * 10],
    plan.BYTES: [b"", b"\0" * 12, bytes(range(12))],
    plan.DECIMAL: [Decimal("0.01"), Decimal(-10) ** 21],
}


def read(field: Field, values: list[Value]) -> list[Value]:
    array = array_of(field, [packing_of(field).pack(value) for value in values])
    array.validate(full=True)
    assert array.type == type_of(field)
    kept: list[Value] = array.to_pylist()
    return kept


@pytest.mark.parametrize("kind", FIELDS)
@settings(deadline=None)  # the first Arrow array loads half of Arrow, which takes long
@given(data=st.data())
def test_any_values_come_out_as_they_went_in(kind: str, data: st.DataObject) -> None:
    field, values_of_kind = FIELDS[kind]
    values: list[Value] = data.draw(st.lists(st.none() | values_of_kind, min_size=1, max_size=20))
    assert read(field, values) == values


@pytest.mark.parametrize("kind", FIELDS)
def test_the_ends_of_a_type_and_nothing_at_all_come_out_too(kind: str) -> None:
    field, _ = FIELDS[kind]
    nothing: list[Value] = [None]
    for values in (ENDS[kind], nothing, [None, *ENDS[kind], None]):
        values_read = read(field, values)
        assert values_read == values
        assert [math.copysign(1, value) for value in values_read if isinstance(value, float)] == [
            math.copysign(1, value) for value in values if isinstance(value, float)
        ]
