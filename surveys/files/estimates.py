"""The estimates of a version as files: shares of answers, and what is known of numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from surveys.files.export import NUMBERS, OF_ANSWERS, OF_NUMBERS, Cell, rows_of_answers, rows_of_numbers
from surveys.files.spss import sav_of
from surveys.files.table import Column, Table
from surveys.files.write import csv_of, parquet_of, xlsx_of

FORMS: Mapping[str, tuple[str, Callable[[Table], bytes]]] = {  # by the name of the form: media type, writer
    "csv": ("text/csv; charset=utf-8", csv_of),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", lambda table: xlsx_of([table])),
    "parquet": ("application/vnd.apache.parquet", parquet_of),
    "sav": ("application/x-spss-sav", sav_of),
}


def answers_of(shown: Mapping[str, Any]) -> Table:
    return _table("estimates", OF_ANSWERS, list(rows_of_answers(shown)), shown)


def numbers_of(shown: Mapping[str, Any]) -> Table:
    return _table("numbers", OF_NUMBERS, list(rows_of_numbers(shown)), shown)


def file_of(table: Table, form: str) -> tuple[bytes, str]:
    """Content and media type."""
    media_type, write = FORMS[form]
    return write(table), media_type


def _table(name: str, labels: Mapping[str, str], rows: Sequence[Sequence[Cell]], shown: Mapping[str, Any]) -> Table:
    columns = tuple(Column(name, label, "number" if name in NUMBERS else "text") for name, label in labels.items())
    return Table(name, columns, rows, shown["method"])
