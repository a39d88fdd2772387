"""A file of synthetic rows is typed as its owner declared, and a check that shares nothing with its writer notices
whatever is not."""

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from datahub.analyses.synthesise.rules.checks import checks_of
from datahub.analyses.synthesise.rules.files import WRITTEN
from datahub.analyses.synthesise.tests.test_take_synthetic_rows import AGE, DAY, JOB, WORTH
from datahub.datasets.rules.columns import Column
from datahub.releases.rules.synthetic import as_typed, typed_part

MAY_LACK = replace(WORTH, missing=("NA",))
COLUMNS = (AGE, DAY, MAY_LACK, JOB)
CELLS: dict[str, Sequence[str | None]] = {
    "age": ["3", None, "9"],
    "day": ["2026-01-31", "2026-12-31", None],
    "worth": ["-0.07", "0.10", None],
    "job": ["cook", "nurse", "cook"],
}
CARD: dict[str, Any] = {"synthetic": True, "rows": 3, "expected_errors": {"alone": (0.1, 0.25)}}
GOOD: dict[str, tuple[pa.DataType, Sequence[Any]]] = {
    "age": (pa.int64(), [3, None, 9]),
    "day": (pa.date32(), [date(2026, 1, 31), date(2026, 12, 31), None]),
    "worth": (pa.float64(), [-0.07, 0.1, None]),
    "job": (pa.string(), ["cook", "nurse", "cook"]),
}
LONG = replace(WORTH, name="long", minimum="0", maximum="9007199254740991", decimals=9)


def table_of(**changed: tuple[pa.DataType, Sequence[Any]]) -> pa.Table:
    columns = GOOD | changed
    return pa.table([pa.array(values, type) for type, values in columns.values()], names=list(columns))


def failing(content: bytes, columns: Sequence[Column] = COLUMNS, form: str = "parquet") -> list[tuple[str, str]]:
    findings = checks_of(form, content, columns, CARD)
    return [
        (finding.about.get("column", finding.of), finding.found) for finding in findings if finding.outcome != "holds"
    ]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_what_is_written_as_declared_holds(form: str) -> None:
    assert failing(WRITTEN[form](CELLS, COLUMNS, CARD), form=form) == []


def test_each_column_has_its_declared_type_and_what_is_missing_is_null() -> None:
    table = pq.read_table(io.BytesIO(WRITTEN["parquet"](CELLS, COLUMNS, CARD)))
    assert table.schema.equals(table_of().schema)
    assert table.to_pydict() == {name: list(values) for name, (_, values) in GOOD.items()}


def test_a_number_that_no_double_holds_is_written_as_a_decimal() -> None:
    written = WRITTEN["parquet"]({"long": ["9007199254740990.123456789", "0.000000001", None]}, [LONG], CARD)
    assert pq.read_table(io.BytesIO(written)).column("long").to_pylist() == [
        Decimal("9007199254740990.123456789"), Decimal("0.000000001"), None,
    ]  # fmt: skip
    assert failing(written, [replace(LONG, missing=("NA",))]) == []


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"age": (pa.string(), ["3", None, "9"])}, "it is written as string, "),
        ({"age": (pa.float64(), [3.0, None, 9.0])}, "it is written as double, "),
        ({"day": (pa.string(), ["2026-01-31", "2026-12-31", None])}, "it is written as string, "),
        ({"worth": (pa.float32(), [-0.07, 0.1, None])}, "it is written as float, "),
        ({"worth": (pa.decimal128(5, 3), [Decimal("0.100")] * 3)}, "it is written as decimal128(5, 3), "),
        ({"age": (pa.int64(), [3, 10, None])}, "line 3 is"),
        ({"day": (pa.date32(), [date(2026, 1, 31), None, date(2027, 1, 1)])}, "line 4 is"),
        ({"worth": (pa.float64(), [0.1, 0.105, None])}, "line 3 is"),
        ({"worth": (pa.float64(), [0.1, None, 0.1 + 2**-50])}, "line 4 is"),
        ({"worth": (pa.float64(), [float("nan"), 0.1, None])}, "line 2 is"),
        ({"worth": (pa.float64(), [0.1, float("inf"), None])}, "line 3 is"),
        ({"worth": (pa.decimal128(5, 2), [Decimal("1.01")] * 3)}, "line 2 is"),
        ({"job": (pa.string(), ["cook", None, "nurse"])}, "line 3 is"),
        ({"job": (pa.string(), ["cook", "", "nurse"])}, "line 3 is"),
    ],
)
def test_a_cell_or_a_type_that_is_not_declared_is_noticed(changed: dict[str, Any], why: str) -> None:
    (name,) = changed
    assert [(column, fault[: len(why)]) for column, fault in failing(as_typed(table_of(**changed), CARD))] == [
        (name, why)
    ]


def test_a_double_is_refused_where_it_cannot_hold_what_is_declared() -> None:
    table = pa.table({"long": pa.array([1.5, 2.5, 3.5])})
    assert [name for name, _ in failing(as_typed(table, CARD), [LONG])] == ["long"]


def test_what_is_missing_is_written_as_nothing_and_not_in_words() -> None:
    column = replace(JOB, missing=("NA",))
    assert failing(as_typed(table_of(job=(pa.string(), ["cook", None, "nurse"])), CARD), [*COLUMNS[:3], column]) == []
    in_words = as_typed(table_of(job=(pa.string(), ["cook", "NA", "nurse"])), CARD)
    assert failing(in_words, [*COLUMNS[:3], column]) == [("job", "line 3 is the first of another kind")]


@pytest.mark.parametrize("card", [CARD | {"rows": 4}, CARD | {"synthetic": False}, {}])
def test_a_file_without_its_card_is_noticed(card: dict[str, Any]) -> None:
    assert failing(as_typed(table_of(), card)) == [("carried", "it does not, or carries another")]
    buffer = io.BytesIO()
    pq.write_table(table_of(), buffer)
    assert failing(buffer.getvalue()) == [("carried", "it does not, or carries another")]


def test_a_part_keeps_the_types_and_has_the_card_of_the_part_in_an_order_of_its_own() -> None:
    part = typed_part(as_typed(table_of(), CARD), ["worth", "age"], {"of": "a part"})
    table = pq.read_table(io.BytesIO(part))
    assert [(field.name, str(field.type)) for field in table.schema] == [("age", "int64"), ("worth", "double")]
    assert table.to_pydict() == {"age": [3, 9, None], "worth": [-0.07, None, 0.1]}
    assert table.schema.metadata[b"datahub"] == b'{"of": "a part"}'
