"""The estimates of a version as a file: each row with its intervals and its guarantee."""

from collections.abc import Callable, Mapping
from typing import Any

from surveys.files.spss import sav_of
from surveys.files.table import Column, Table
from surveys.files.write import csv_of, parquet_of, xlsx_of
from surveys.rules.export import NUMBERS, labels_of, rows

FORMS: Mapping[str, tuple[str, Callable[[Table], bytes]]] = {  # by the name of the form: media type, writer
    "csv": ("text/csv; charset=utf-8", csv_of),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", lambda table: xlsx_of([table])),
    "parquet": ("application/vnd.apache.parquet", parquet_of),
    "sav": ("application/x-spss-sav", sav_of),
}


def table_of(shown: Mapping[str, Any]) -> Table:
    labels = labels_of(shown).items()
    columns = tuple(Column(name, label, "number" if name in NUMBERS else "text") for name, label in labels)
    return Table("estimates", columns, list(rows(shown)), shown["method"])


def file_of(shown: Mapping[str, Any], form: str) -> tuple[bytes, str]:
    """Content and media type."""
    media_type, write = FORMS[form]
    return write(table_of(shown)), media_type
