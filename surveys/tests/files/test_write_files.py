"""Files that others open: pandas, openpyxl and pyreadstat read back what was written."""

import io
from pathlib import Path

import openpyxl
import pandas
import pyreadstat

from surveys.files.spss import sav_of
from surveys.files.table import Column, Table
from surveys.files.write import csv_of, parquet_of, xlsx_of, zip_of

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"]
LONG = "Wie oft haben Sie während der Arbeit Hunger? " * 12
TABLE = Table(
    "estimates",
    (
        Column("answer", "What people said: 数据", "text"),
        Column("share", "Estimate", "number"),
        Column("reports", "How many", "number"),
        Column("code", "Code", "number", {1: "Yes", 2: "是"}),
    ),
    [*[(text, 0.1, 3, 1) for text in FORMULAS], ("多选", -1 / 3, 4, 2), (LONG, 1e-17, 5, 2), ("", 1.0, 6, 1)],
    "Each number with its guarantee. 每个数字都带有保证。",
)


def test_a_table_is_read_back_from_csv_with_every_digit() -> None:
    frame = pandas.read_csv(io.BytesIO(csv_of(TABLE)), keep_default_na=False)
    assert frame["share"].tolist() == [row[1] for row in TABLE.rows]
    assert frame["answer"].tolist()[6:] == ["多选", LONG, ""]


def test_excel_is_told_that_a_csv_file_is_utf_8() -> None:
    written = csv_of(TABLE)
    assert written.startswith(b"\xef\xbb\xbf" + TABLE.columns[0].name.encode())
    assert written.count(b"\xef\xbb\xbf") == 1


def test_no_cell_of_a_spreadsheet_begins_like_a_formula() -> None:
    text = csv_of(TABLE).decode()
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx_of([TABLE])))["estimates"]
    kept = [row[0] for row in sheet.iter_rows(min_row=2, max_row=7, values_only=True)]
    for formula, cell in zip(FORMULAS, kept, strict=True):
        assert f"'{formula}" in text
        assert str(cell).startswith("'")
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} == {"s", "n"}


def test_a_workbook_keeps_numbers_as_numbers_and_says_what_they_are() -> None:
    book = openpyxl.load_workbook(io.BytesIO(xlsx_of([TABLE])))
    assert book["estimates"]["B8"].value == -1 / 3
    assert TABLE.note in str(book["estimates"]["A1"].comment.text)
    assert book.properties.description == TABLE.note


def test_parquet_keeps_types_labels_and_the_note() -> None:
    raw = io.BytesIO(parquet_of(TABLE))
    frame = pandas.read_parquet(raw)
    assert frame["share"].tolist() == [row[1] for row in TABLE.rows]
    assert frame["reports"].dtype == "int64"
    # A CSV file keeps the texts as they are; only spreadsheets escape formulas.
    assert frame["answer"].tolist() == [row[0] for row in TABLE.rows]


def test_spss_keeps_names_labels_and_texts(tmp_path: Path) -> None:
    path = tmp_path / "estimates.sav"
    path.write_bytes(sav_of(TABLE))
    frame, meta = pyreadstat.read_sav(path)
    assert frame["share"].tolist() == [row[1] for row in TABLE.rows]
    assert meta.column_names_to_labels == {column.name: column.label for column in TABLE.columns}
    assert meta.variable_value_labels == {"code": {1.0: "Yes", 2.0: "是"}}
    assert frame["answer"].tolist()[6] == "多选"
    assert LONG.encode().startswith(frame["answer"].tolist()[7].encode())
    assert len(frame["answer"].tolist()[7]) > 200
    assert " ".join(meta.notes) == TABLE.note
    assert meta.file_encoding == "UTF-8"


def test_spss_reads_a_table_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "nothing.sav"
    path.write_bytes(sav_of(Table("nothing", TABLE.columns, [], "")))
    frame, _ = pyreadstat.read_sav(path)
    assert list(frame.columns) == ["answer", "share", "reports", "code"]


def test_a_zip_is_the_same_whenever_it_is_made() -> None:
    assert zip_of({"a.csv": b"1"}) == zip_of({"a.csv": b"1"})
