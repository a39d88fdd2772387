"""Files of synthetic rows are read again as they are written, and held to the declaration of their owner.

It is the declaration that cells are loaded by: nothing of the model, and nothing that drew the rows, is asked.
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

import pyarrow.parquet as pq

from datahub.datasets.rules.columns import Column
from datahub.datasets.rules.domain import Outside, reader
from datahub.releases.findings import FAILS, HOLDS, Finding, finding
from datahub.releases.reading import harmful

Lines = tuple[list[str], list[tuple[str, ...]]]


def checks_of(form: str, content: bytes, columns: Sequence[Column], rows: int) -> list[Finding]:
    """Whether it has these columns, as many rows, and in each cell a value that is declared."""
    names, lines = _READ[form](content)
    wanted = [column.name for column in columns]
    is_as_asked = names == wanted and not any(map(harmful, names))
    said = {"wanted": ", ".join(wanted), "columns": ", ".join(names)}
    found = [
        finding("columns", HOLDS if is_as_asked else FAILS, "columns", **said),
        finding("rows", HOLDS if len(lines) == rows else FAILS, "rows", promised=rows, rows=len(lines)),
    ]
    if not is_as_asked:
        return found
    cells = list(zip(*lines, strict=True)) or [()] * len(wanted)
    return [*found, *(_declared(column, of) for column, of in zip(columns, cells, strict=True))]


def _declared(column: Column, cells: Sequence[str]) -> Finding:
    different = frozenset(cells)
    for why, is_bad in (("alien", _is_alien(column)), ("formula", harmful)):
        bad = {cell for cell in different if is_bad(cell)}
        if bad:
            line = 2 + next(place for place, cell in enumerate(cells) if cell in bad)  # below the names
            return finding("declared", FAILS, why, column=column.name, line=line)
    return finding("declared", HOLDS, "known", column=column.name)


def _is_alien(column: Column) -> Callable[[str], bool]:
    read, may_lack = reader(column), bool(column.missing) or column.outside == "missing"

    def is_alien(cell: str) -> bool:
        if cell == "":
            return not may_lack
        value = read(cell)
        if isinstance(value, Decimal):  # written to the decimals that are declared, and no further
            return Decimal(cell) != value
        return isinstance(value, Outside)

    return is_alien


def _csv(content: bytes) -> Lines:
    names, *lines = csv.reader(io.StringIO(content.decode(), newline=""), strict=True)
    return names, [tuple(line) for line in lines]


def _parquet(content: bytes) -> Lines:
    table = pq.read_table(io.BytesIO(content))
    return table.column_names, list(zip(*(column.to_pylist() for column in table.columns), strict=True))


_READ: Mapping[str, Callable[[bytes], Lines]] = {"csv": _csv, "parquet": _parquet}
