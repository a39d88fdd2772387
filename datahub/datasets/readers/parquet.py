"""Parquet: what footer and pages say is checked before any of it is unpacked, and rows are unpacked a few at a time."""

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers.parquet_pages import DICTIONARY, pages_of
from datahub.datasets.readers.table import LONGEST_CELL, Table, check_cells, checked_names, text_of

MAGIC = b"PAR1"
ROWS_AT_ONCE = 4096
MOST_BYTES = 8 * 1024**3  # unpacked
MOST_ROWS = 10**8
MOST_TIMES = 200  # how often larger than the file the unpacked table may be
MOST_IN_A_GROUP = 64 * 1024**2  # unpacked bytes of one column in one group: a reader holds that many
MOST_IN_A_DICTIONARY = 16 * 1024**2  # unpacked bytes of its page: a reader makes several times as many of them


def read(source: BinaryIO, size: int) -> Table:
    if size < 12 or _bytes_at(source, size - 4) != MAGIC:
        raise FileRefused(
            "truncated", "the end of the file", "a Parquet file ends with its footer, and this one does not."
        )
    try:
        footer = pq.ParquetFile(source, pre_buffer=False)
        texts = [field.name for field in footer.schema_arrow if _is_text(field.type)]
        source.seek(0)
        file = pq.ParquetFile(source, pre_buffer=False, read_dictionary=texts)
        schema = file.schema_arrow
    except (pa.ArrowException, OSError, ValueError):
        raise FileRefused("damaged", "the footer", "it cannot be read as that of a Parquet file.") from None
    _check_size(source, file.metadata, size)
    names = checked_names(schema.names, "the footer")
    for number, field in enumerate(schema, 1):
        if pa.types.is_nested(field.type) or pa.types.is_binary(field.type) or pa.types.is_large_binary(field.type):
            place = f"the footer, column {number}"
            raise FileRefused("nested", place, "the column holds lists, objects or bytes. A cell holds one value.")
    return Table(names, lambda: _rows(file))


def _rows(file: pq.ParquetFile) -> Iterator[Sequence[str]]:
    number = 0
    try:
        for batch in file.iter_batches(batch_size=ROWS_AT_ONCE, use_threads=False):
            for column in batch.columns:
                _check_texts(column, f"rows from {number + 1} on")
            columns = [column.to_pylist() for column in batch.columns]
            for row in zip(*columns, strict=True):
                number += 1
                place = f"row {number}"
                cells = [text_of(value, place) for value in row]
                check_cells(cells, place)
                yield cells
    except (pa.ArrowException, OSError, ValueError, OverflowError):
        raise FileRefused("damaged", f"row {number + 1}", "from here on the file cannot be unpacked.") from None


def _is_text(type: pa.DataType) -> bool:
    return bool(pa.types.is_string(type) or pa.types.is_large_string(type))


def _check_texts(column: pa.Array, place: str) -> None:
    """One long text that a few bytes repeat a thousand times is seen while it is there once: in the dictionary."""
    if pa.types.is_dictionary(column.type) and len(column.dictionary):
        longest = pc.max(pc.binary_length(column.dictionary)).as_py() or 0
        if longest > 4 * LONGEST_CELL:
            raise FileRefused("long_cell", place, f"a cell has {longest} bytes; {LONGEST_CELL} characters are allowed.")


def _check_size(source: BinaryIO, footer: "pq.FileMetaData", size: int) -> None:
    if footer.num_rows > MOST_ROWS:
        raise FileRefused("too_large", "the footer", f"it speaks of {footer.num_rows} rows; {MOST_ROWS} are read.")
    expanded = 0
    for place in range(footer.num_row_groups):
        group = footer.row_group(place)
        for column in range(group.num_columns):
            where = f"row group {place + 1}, column {column + 1}"
            expanded += _unpacked(source, size, group.column(column), where)
            if expanded > min(MOST_BYTES, size * MOST_TIMES):
                said = f"{size} bytes would unpack to {expanded}. A table grows to at most {MOST_TIMES} times its file."
                raise FileRefused("zip_bomb", where, said)


def _unpacked(source: BinaryIO, size: int, column: Any, place: str) -> int:
    """By the column's own pages; FileRefused as soon as they are too many bytes."""
    unpacked = 0
    for page in pages_of(source, size, column, place):
        unpacked += page.unpacked
        if unpacked > MOST_IN_A_GROUP:
            said = f"one column of the group would unpack to more than {MOST_IN_A_GROUP} bytes. Write smaller groups."
            raise FileRefused("too_large", place, said)
        if page.type == DICTIONARY and page.unpacked > MOST_IN_A_DICTIONARY:
            said = f"its dictionary would unpack to more than {MOST_IN_A_DICTIONARY} bytes. Write smaller groups."
            raise FileRefused("too_large", place, said)
    return unpacked


def _bytes_at(source: BinaryIO, place: int) -> bytes:
    source.seek(place)
    return source.read(4)
