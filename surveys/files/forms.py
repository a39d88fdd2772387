"""This module is about the forms in which a table is taken along."""

from collections.abc import Callable, Mapping

from surveys.files.spss import sav_of
from surveys.files.table import Table
from surveys.files.write import csv_of, parquet_of, xlsx_of

# Each form of a file has a media type and a writer.
FORMS: Mapping[str, tuple[str, Callable[[Table], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", csv_of),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", lambda table: xlsx_of([table])),
    "parquet": ("application/vnd.apache.parquet", parquet_of),
    "sav": ("application/x-spss-sav", sav_of),
}


def file_of(table: Table, form: str) -> tuple[bytes, str]:
    """Returns the content and the media type of a file."""
    media_type, write = FORMS[form]
    return write(table), media_type
