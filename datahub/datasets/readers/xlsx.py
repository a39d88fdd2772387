"""Reads XLSX: the list of its parts is checked before any is unpacked; then one sheet is read row by row."""

import lzma
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import END, FILE, at_part, at_row
from datahub.datasets.readers import workbook
from datahub.datasets.readers.header import ROWS, header_index
from datahub.datasets.readers.table import Table, check_cells, checked_names, text_of

MOST_PARTS = 2000
MOST_BYTES = 2 * 1024**3  # all parts together may unpack to this many bytes
MOST_TIMES = 200  # a part may unpack to this many times its size; sheets of numbers grow ten times
SMALL = 1024**2  # a part that unpacks to fewer bytes may grow by any factor
MOST_ROWS = 1_048_576
NOT_AVAILABLE = "#N/A"  # the error by which a sheet says that a value is missing
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    ParseError,
    LookupError,
    ValueError,
    ArithmeticError,
    OSError,
    EOFError,
    TypeError,
    AttributeError,
    RuntimeError,  # a part has a password, or is packed in a way that is not supported
)


def read(source: BinaryIO, sheet: str, header_row: int = 0) -> Table:
    """Reads the sheet of this name, or the first sheet if no name is given. The header is its first row from
    `header_row` on that is not blank; if it is 0, the row that is proposed."""
    _check_parts(source)
    source.seek(0)
    try:
        book = workbook.opened(source)
        sheets = tuple(book.sheetnames)
        sheet_rows = book[sheet or sheets[0]]
        sheet_rows.reset_dimensions()  # the file may state any size: a row is as long as its last cell
    except DAMAGED:
        raise FileRefused("damaged_workbook", FILE) from None
    rows = ((number, cells) for number, row in _rows_of(sheet_rows, header_row) if (cells := _trimmed(row)))
    first = list(islice(rows, 1 if header_row else ROWS))
    if not first:
        raise FileRefused("no_header_in_sheet", at_row(header_row or 1))
    index = header_index([cells for _, cells in first])
    number, header = first[index]
    names = checked_names(header, at_row(number))
    rest = chain(first[index + 1 :], rows)
    return Table(names, lambda: _rows(rest, len(names)), sheets, header_row=number)


def _rows(rows: Iterator[tuple[int, list[str]]], width: int) -> Iterator[Sequence[str]]:
    for number, cells in rows:
        if len(cells) > width:
            raise FileRefused("ragged_in_sheet", at_row(number), cells=len(cells), names=width)
        check_cells(cells, at_row(number))
        yield cells + [""] * (width - len(cells))


def _rows_of(sheet: Any, first: int) -> Iterator[tuple[int, list[str]]]:
    """Yields the rows from the row `first` on, each with its number; nothing is read of the cells above."""
    number = 0
    try:
        for row in workbook.rows_of(sheet):
            number += 1
            if number > MOST_ROWS:
                raise FileRefused("too_many_rows", at_row(number), most=MOST_ROWS)
            if number >= first:
                yield number, [_cell(cell, number) for cell in row]
    except DAMAGED:
        raise FileRefused("damaged_rows", at_row(number + 1)) from None


def _cell(cell: Any, row: int) -> str:
    kind = getattr(cell, "data_type", "n")  # a cell that was never written has no type
    if kind == "f":
        raise FileRefused("no_result", at_row(row).in_column(cell.column))
    if kind == "e" and cell.value != NOT_AVAILABLE:
        raise FileRefused("error_cell", at_row(row).in_column(cell.column))
    return text_of(cell.value, at_row(row))


def _trimmed(row: list[str]) -> list[str]:
    last = len(row)
    while last and not row[last - 1]:
        last -= 1
    return row[:last]


def _check_parts(source: BinaryIO) -> None:
    try:
        with zipfile.ZipFile(source) as archive:
            parts = archive.infolist()
            _check_sizes(parts)
            for part in parts:
                workbook.refuse_document_type(archive, part)
    except DAMAGED:
        raise FileRefused("cut_archive", END) from None


def _check_sizes(parts: Sequence[zipfile.ZipInfo]) -> None:
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
        raise FileRefused("many_parts", FILE, parts=MOST_PARTS, most=MOST_BYTES)
    for part in parts:
        if part.file_size > SMALL and part.file_size > MOST_TIMES * part.compress_size:
            raise FileRefused("unpacks", at_part(part.filename), packed=part.compress_size, unpacked=part.file_size)
