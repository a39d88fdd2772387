"""Reads Parquet: what footer and pages say is checked before any of it is unpacked, and rows are unpacked a few at a
time."""

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import END, FILE, Place, at_row
from datahub.datasets.readers.parquet_pages import DICTIONARY, longest_text, pages_of
from datahub.datasets.readers.table import LONGEST_CELL, Table, check_cells, checked_names, text_of

MAGIC = b"PAR1"
ROWS_AT_ONCE = 4096
# A dictionary may repeat at most this many bytes of texts in the rows that are unpacked at once.
BATCH_BYTES = 32 * 1024**2
# Each column is read through a buffer; without this bound its reader takes all of a group's bytes.
BUFFER_BYTES = 64 * 1024
MOST_BYTES = 8 * 1024**3  # an unpacked table has at most this many bytes
MOST_ROWS = 10**8
MOST_TIMES = 200  # a table may unpack to at most this many times its size
# One column of one group unpacks to at most this many bytes, all of which a reader holds.
MOST_IN_A_GROUP = 64 * 1024**2
# The most unpacked bytes of a dictionary page; a reader takes several times as many.
MOST_IN_A_DICTIONARY = 16 * 1024**2


def read(source: BinaryIO, size: int) -> Table:
    if size < 12 or _bytes_at(source, size - 4) != MAGIC:
        raise FileRefused("cut_parquet", END)
    try:
        file = pq.ParquetFile(source, pre_buffer=False, buffer_size=BUFFER_BYTES)
        schema = file.schema_arrow
    except (pa.ArrowException, OSError, ValueError):
        raise FileRefused("damaged_parquet", FILE) from None
    longest = _check_size(source, file.metadata, size)
    names = checked_names(schema.names, FILE)
    for number, field in enumerate(schema, 1):
        if pa.types.is_nested(field.type) or pa.types.is_binary(field.type) or pa.types.is_large_binary(field.type):
            raise FileRefused("nested_column", FILE.in_column(number))
    return Table(names, lambda: _rows(file, max(1, min(ROWS_AT_ONCE, BATCH_BYTES // max(1, longest)))))


def _rows(file: pq.ParquetFile, at_once: int) -> Iterator[Sequence[str]]:
    number = 0
    try:
        for batch in file.iter_batches(batch_size=at_once, use_threads=False):
            columns = [column.to_pylist() for column in batch.columns]
            for values in zip(*columns, strict=True):
                number += 1
                place = at_row(number)
                cells = [text_of(value, place) for value in values]
                check_cells(cells, place)
                yield cells
    except (pa.ArrowException, OSError, ValueError, OverflowError):
        raise FileRefused("damaged_rows", at_row(number + 1)) from None


def _check_size(source: BinaryIO, footer: "pq.FileMetaData", size: int) -> int:
    """Checks the size of a Parquet file and returns how many bytes one row may have of texts in dictionaries: a text
    that stands there once may be in every row."""
    if footer.num_rows > MOST_ROWS:
        raise FileRefused("too_many_rows", FILE, most=MOST_ROWS)
    expanded = 0
    longest: dict[int, int] = {}
    for row_group in range(footer.num_row_groups):
        group = footer.row_group(row_group)
        for column in range(group.num_columns):
            place = FILE.in_column(column + 1)
            unpacked, text = _unpacked(source, size, group.column(column), place)
            expanded += unpacked
            longest[column] = max(text, longest.get(column, 0))
            if expanded > min(MOST_BYTES, size * MOST_TIMES):
                raise FileRefused("unpacks", place, packed=size, unpacked=expanded)
    return sum(longest.values())


def _unpacked(source: BinaryIO, size: int, column: Any, place: Place) -> tuple[int, int]:
    """Returns the bytes that a column unpacks to by its own pages, and those of the longest text of its dictionary;
    FileRefused as soon as it is too much."""
    unpacked = longest = 0
    for page in pages_of(source, size, column, place):
        unpacked += page.unpacked
        if unpacked > MOST_IN_A_GROUP:
            raise FileRefused("large_group", place, most=MOST_IN_A_GROUP)
        if page.type == DICTIONARY and page.unpacked > MOST_IN_A_DICTIONARY:
            raise FileRefused("large_group", place, most=MOST_IN_A_DICTIONARY)
        if page.type == DICTIONARY and column.physical_type == "BYTE_ARRAY":
            longest = max(longest, longest_text(source, page, column.compression, place))
            if longest > 4 * LONGEST_CELL and column.compression != "LZ4":
                raise FileRefused("long_cells", place, most=LONGEST_CELL)
    return unpacked, longest


def _bytes_at(source: BinaryIO, offset: int) -> bytes:
    source.seek(offset)
    return source.read(4)
