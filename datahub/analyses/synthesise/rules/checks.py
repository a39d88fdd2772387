"""Files of synthetic rows are read again as they are written, and held to the declaration of their owner.

It is the declaration that cells are loaded by: nothing of the model, and nothing that drew the rows, is asked.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from datahub.datasets.rules.columns import Column
from datahub.datasets.rules.domain import Outside, reader
from datahub.releases.findings import FAILS, HOLDS, Finding, finding
from datahub.releases.read_tables import harmful, value_of
from datahub.releases.rules.synthetic import INSIDE

Cells = Sequence[str | None]  # cells are texts; None is missing
SURE_DIGITS = 15  # decimals of so many digits survive the conversion to a double


@dataclass(frozen=True, kw_only=True)
class FileContents:
    """These are the contents of a file of synthetic rows: cells by column, and, for formats that have them, the type of
    each column and the card."""

    names: Sequence[str]
    rows: int
    cells: Sequence[Cells]
    types: Sequence[pa.DataType] | None
    card: Mapping[str, Any] | None


def checks_of(form: str, content: bytes, columns: Sequence[Column], card: Mapping[str, Any]) -> list[Finding]:
    """Checks that a file has these columns, as many rows as the card says, and in each cell a value that is declared;
    in Parquet also whether each column has a type that says as much as its declaration, and the file this card."""
    file = _READ[form](content)
    wanted = [column.name for column in columns]
    is_as_asked = list(file.names) == wanted and not any(map(harmful, file.names))
    names = {"wanted": ", ".join(wanted), "columns": ", ".join(file.names)}
    findings = [
        finding("columns", HOLDS if is_as_asked else FAILS, "columns", **names),
        finding("rows", HOLDS if file.rows == card["rows"] else FAILS, "rows", promised=card["rows"], rows=file.rows),
    ]
    if file.types is not None:
        is_carried = file.card == json.loads(json.dumps(card))
        findings.append(finding("carried", *((HOLDS, "carried") if is_carried else (FAILS, "not_carried"))))
    if not is_as_asked:
        return findings
    types = file.types or [None] * len(wanted)
    return [*findings, *(_declared(*parts) for parts in zip(columns, file.cells, types, strict=True))]


def _declared(column: Column, cells: Cells, type: pa.DataType | None) -> Finding:
    if type is not None and not _says_as_much(type, column):
        return finding("declared", FAILS, "mistyped", column=column.name, type=type)
    different = frozenset(cells)
    is_alien = _is_alien(column)
    faults: list[tuple[str, Callable[[str | None], bool]]] = [("alien", is_alien)]
    if type is None:  # a text of CSV says a value as `cell_of` writes it; Parquet holds the value, and runs nothing
        faults = [("formula", _is_harmful), ("alien", lambda cell: is_alien(cell and value_of(cell)))]
    for why, is_bad in faults:
        bad = {cell for cell in different if is_bad(cell)}
        if bad:
            line = 2 + next(index for index, cell in enumerate(cells) if cell in bad)  # the first line holds the names
            return finding("declared", FAILS, why, column=column.name, line=line)
    return finding("declared", HOLDS, "known", column=column.name)


def _says_as_much(type: pa.DataType, column: Column) -> bool:
    """Returns whether a type holds every declared value of a column; a double does if it holds each to its last
    decimal."""
    if column.type == "number" and pa.types.is_decimal(type):
        return bool(type.scale == column.decimals)
    if column.type == "number":
        ends = [Decimal(end).quantize(Decimal(1).scaleb(-column.decimals)) for end in (column.minimum, column.maximum)]
        return bool(type == pa.float64()) and max(len(end.as_tuple().digits) for end in ends) <= SURE_DIGITS
    return bool(type == {"integer": pa.int64(), "date": pa.date32(), "category": pa.string()}[column.type])


def _is_alien(column: Column) -> Callable[[str | None], bool]:
    read, may_lack = reader(column), bool(column.missing) or column.outside == "missing"

    def is_alien(cell: str | None) -> bool:
        if cell is None:
            return not may_lack
        value = read(cell)
        if isinstance(value, Decimal):  # a number must not have more decimals than are declared
            return Decimal(cell) != value
        return value is None or isinstance(value, Outside)  # a missing value must be an empty cell, and not a text

    return is_alien


def _is_harmful(cell: str | None) -> bool:
    return cell is not None and harmful(cell)


def _csv(content: bytes) -> FileContents:
    names, *lines = csv.reader(io.StringIO(content.decode(), newline=""), strict=True)
    cells = list(zip(*lines, strict=True)) or [()] * len(names)
    return FileContents(
        names=names, rows=len(lines), cells=[[cell or None for cell in of] for of in cells], types=None, card=None
    )


def _parquet(content: bytes) -> FileContents:
    table = pq.read_table(io.BytesIO(content))
    card = (table.schema.metadata or {}).get(INSIDE.encode())
    return FileContents(
        names=table.column_names,
        rows=table.num_rows,
        cells=[_texts(column.to_pylist()) for column in table.columns],
        types=table.schema.types,
        card=None if card is None else json.loads(card),
    )


def _texts(values: Sequence[Any]) -> Cells:
    written = {value: None if value is None else _text(value) for value in set(values)}
    return [written[value] for value in values]


def _text(value: object) -> str:
    """Returns the shortest text that is read as this value and as no other."""
    if isinstance(value, date):
        return value.isoformat()
    return f"{Decimal(str(value)):f}" if isinstance(value, float | Decimal) else str(value)


_READ: Mapping[str, Callable[[bytes], FileContents]] = {"csv": _csv, "parquet": _parquet}
