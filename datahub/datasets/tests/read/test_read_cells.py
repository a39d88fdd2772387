"""A declaration says what a cell is: inside, missing, or outside and handled by the stated rule."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from datahub.datasets.errors import SchemaRefused
from datahub.datasets.rules.blocks import in_blocks
from datahub.datasets.rules.columns import EMPTY, declared
from datahub.datasets.rules.domain import Outside, reader
from datahub.datasets.rules.intake import Intake, Values
from datahub.datasets.rules.mock import rows

AGE = {"name": "age", "type": "integer", "role": "quasi", "minimum": "0", "maximum": "120"}
PRICE = {"name": "price", "type": "number", "role": "quasi", "minimum": "0", "maximum": "9.99", "decimals": 2}
DAY = {"name": "day", "type": "date", "role": "quasi", "minimum": "2000-01-01", "maximum": "2009-12-31"}
TOWN: dict[str, Any] = {"name": "town", "type": "category", "role": "quasi",
        "categories": [{"value": "Bern", "label": ""}, {"value": "Basel", "label": ""}]}  # fmt: skip
NOTE = {"name": "note", "type": "text", "role": "identifying", "longest": 5}
EVERY = (AGE, PRICE, DAY, TOWN, NOTE)


def column(declaration: dict[str, Any], **more: Any) -> Any:
    return declared([{**EMPTY, **declaration, **more}])[0]


@pytest.mark.parametrize(
    ("declaration", "cell", "value"),
    [
        (AGE, "39", 39), (AGE, " 39 ", 39), (AGE, "39.0", 39), (AGE, "4e1", 40), (AGE, "", None), (AGE, "?", None),
        (AGE, "39.5", Outside()), (AGE, "x", Outside()), (AGE, "121", Outside(120)), (AGE, "-1", Outside(0)),
        (AGE, "NaN", Outside()), (AGE, "Infinity", Outside()), (AGE, "1" * 50, Outside()),
        (PRICE, "1.5", Decimal("1.50")), (PRICE, "1.005", Decimal("1.00")), (PRICE, "1.015", Decimal("1.02")),
        (PRICE, "10", Outside(Decimal("9.99"))),
        (DAY, "2005-06-07", date(2005, 6, 7)), (DAY, "2010-01-01", Outside(date(2009, 12, 31))),
        (DAY, "7.6.2005", Outside()), (DAY, "20050607", Outside()), (DAY, "2005-02-30", Outside()),
        (TOWN, "Bern", "Bern"), (TOWN, "bern", Outside()), (TOWN, "Genf", Outside()),
        (NOTE, "abcde", "abcde"), (NOTE, "abcdef", Outside()), (NOTE, "äbcd", "äbcd"), (NOTE, "äbcde", Outside()),
        (NOTE, "汉字", Outside()),
    ],
)  # fmt: skip
def test_a_cell_is_read_as_declared(declaration: dict[str, Any], cell: str, value: object) -> None:
    assert reader(column(declaration, missing=["", "?"]))(cell) == value


def taken(intake: Intake, *rows: Sequence[str]) -> list[list[Any]]:
    """Returns the values of the rows that are kept."""
    (block,) = in_blocks(iter(rows))
    return [list(row) for row in zip(*map(listed, intake.take_block(block)), strict=True)]


def listed(values: Values) -> list[Any]:
    return values if isinstance(values, list) else values.to_pylist()


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("reject", [[39]]),
        ("clamp", [[39], [120], [0], [None]]),
        ("missing", [[39], [None], [None], [None]]),
    ],
)
def test_what_lies_outside_is_counted_and_handled_by_the_rule(rule: str, kept: list[list[int | None]]) -> None:
    intake = Intake([column(AGE, outside=rule)])
    assert taken(intake, ["39"], ["130"], ["-5"], ["old"]) == kept
    assert (intake.counted.read, intake.counted.kept, intake.counted.outside) == (4, len(kept), [3])


def test_a_row_that_two_columns_reject_is_counted_at_both_and_dropped_once() -> None:
    intake = Intake([column(AGE), column(TOWN)])
    assert taken(intake, ["200", "Genf"]) == []
    assert (intake.counted.outside, intake.counted.kept) == ([1, 1], 0)


@pytest.mark.parametrize(
    ("declaration", "field"),
    [
        (AGE | {"role": ""}, "role"), (AGE | {"type": ""}, "type"), (AGE | {"minimum": ""}, "minimum"),
        (AGE | {"maximum": "x"}, "maximum"), (AGE | {"maximum": "0"}, "maximum"), (AGE | {"minimum": "0.5"}, "minimum"),
        (AGE | {"maximum": "1e300"}, "maximum"), (AGE | {"bins": ["50", "20"]}, "bins"),
        (AGE | {"type": "number", "minimum": "1e-999999999"}, "minimum"),
        (AGE | {"bins": ["0"]}, "bins"), (AGE | {"bins": ["x"]}, "bins"), (DAY | {"minimum": "2000"}, "minimum"),
        (NOTE | {"longest": 0}, "longest"),
        (TOWN | {"categories": []}, "categories"), (TOWN | {"missing": ["Bern"]}, "missing"),
        (TOWN | {"categories": TOWN["categories"] * 2}, "categories"),
        (TOWN | {"outside": "clamp"}, "outside"),
    ],
)  # fmt: skip
def test_a_declaration_that_is_not_whole_is_refused_by_its_place(declaration: dict[str, Any], field: str) -> None:
    with pytest.raises(SchemaRefused) as refusal:
        declared([{**EMPTY, **AGE}, {**EMPTY, **declaration}])
    assert list(refusal.value.fields) == [f"columns.1.{field}"]


def test_a_mock_lies_in_the_declared_domain_and_is_the_same_each_time() -> None:
    columns = [column(declaration, missing=["", "?"]) for declaration in EVERY]
    intake = Intake(columns)
    mock_rows = list(rows(columns, 500))
    assert len(taken(intake, *mock_rows)) == 500
    assert sum(intake.counted.outside) == 0
    assert mock_rows == list(rows(columns, 500))
    assert {row[3] for row in mock_rows} == {"Bern", "Basel", ""}


def test_a_mock_depends_on_the_declaration_alone() -> None:
    """`rows` has no other argument; that another domain gives other rows shows that it is used."""
    assert list(rows([column(AGE)], 20)) != list(rows([column(AGE, maximum="119")], 20))
