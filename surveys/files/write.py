"""This module is about a table as CSV, as a workbook and as Parquet; SPSS has a file of its own."""

import csv
import io
import zipfile
from collections.abc import Mapping, Sequence

import pyarrow
import xlsxwriter
from pyarrow import parquet

from surveys.files.table import Table, as_written, without_formula

_BEGINNING = (1980, 1, 1, 0, 0, 0)  # Every entry of a zip file has this time, so none tells when it was written.
_SHEET_NAME = 31


def csv_of(table: Table) -> bytes:
    """Returns UTF-8 with a byte order mark, without which Excel reads letters beyond ASCII as those of another code."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(column.name for column in table.columns)
    writer.writerows([as_written(without_formula(cell)) for cell in row] for row in table.rows)
    return text.getvalue().encode("utf-8-sig")


def xlsx_of(tables: Sequence[Table]) -> bytes:
    """Returns a sheet for each table; its note is in the file's properties and over the names of its columns."""
    raw = io.BytesIO()
    with xlsxwriter.Workbook(raw, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        book.set_properties({"title": tables[0].name, "comments": tables[0].note})
        bold = book.add_format({"bold": True})
        for table in tables:
            sheet = book.add_worksheet(table.name[:_SHEET_NAME])
            sheet.freeze_panes(1, 0)
            for place, column in enumerate(table.columns):
                sheet.write_string(0, place, column.name, bold)
                sheet.write_comment(0, place, f"{column.label}\n{table.note}")
            for line, row in enumerate(table.rows, 1):
                for place, cell in enumerate(row):
                    if isinstance(cell, str):
                        sheet.write_string(line, place, str(without_formula(cell)))
                    elif cell is not None:
                        sheet.write_number(line, place, cell)
    return raw.getvalue()


def parquet_of(table: Table) -> bytes:
    columns = {
        column.name: pyarrow.array([row[place] for row in table.rows], type=_arrow_type(table, place))
        for place, column in enumerate(table.columns)
    }
    labels = {f"label:{column.name}": column.label for column in table.columns}
    whole = pyarrow.table(columns).replace_schema_metadata({"note": table.note, **labels})
    raw = io.BytesIO()
    parquet.write_table(whole, raw)
    return raw.getvalue()


def zip_of(files: Mapping[str, bytes]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, content in files.items():
            whole.writestr(zipfile.ZipInfo(name, _BEGINNING), content, zipfile.ZIP_DEFLATED)
    return raw.getvalue()


def _arrow_type(table: Table, place: int) -> pyarrow.DataType:
    if table.columns[place].kind == "text":
        return pyarrow.string()
    return pyarrow.float64() if any(isinstance(row[place], float) for row in table.rows) else pyarrow.int64()
