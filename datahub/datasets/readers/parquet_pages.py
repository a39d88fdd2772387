"""Reads the header of each page of a Parquet file, before any page is unpacked.

The footer may say that a column is small while a page asks its reader for gigabytes. So each page's own header is read,
in the order in which the reader will: nothing between them is left to the footer's word.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

import pyarrow as pa

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import Place

HEAD_BYTES = 16 * 1024
LONGEST_HEAD = 1024 * 1024
DATA, DICTIONARY, DATA_2 = 0, 2, 3
# In this encoding each text may repeat the one before, so that a few bytes unpack to texts of any length.
DELTA_BYTE_ARRAY = 7
TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)  # types of the compact protocol
DEEPEST = 8
# A value of each type has at least this many bytes.
WIDTHS = {"INT32": 4, "FLOAT": 4, "BYTE_ARRAY": 4, "INT64": 8, "DOUBLE": 8, "INT96": 12}


@dataclass(frozen=True, slots=True)
class Page:
    type: int
    unpacked: int
    packed: int
    values: int
    encoding: int
    at: int = 0  # the page's packed bytes begin here


class _Short(Exception):
    """The page header goes on beyond the bytes that were read."""


class _Wrong(Exception):
    """The bytes are not a page header that any writer makes."""


def pages_of(source: BinaryIO, size: int, column: Any, place: Place) -> Iterator[Page]:
    """Yields the pages of one column of one row group, as its reader will walk them. FileRefused where they are not
    what is declared."""
    at = column.data_page_offset
    if column.dictionary_page_offset and 0 < column.dictionary_page_offset < at:
        at = column.dictionary_page_offset
    end, seen = at + column.total_compressed_size, 0
    if column.file_path or not 4 <= at <= end <= size:
        raise _damaged(place)
    while seen < column.num_values:
        try:
            page, length = _head(source, at, end)
        except _Wrong:
            raise _damaged(place) from None
        page = replace(page, at=at + length)
        at += length + page.packed
        if at > end or min(page.unpacked, page.packed, page.values) < 0:
            raise _damaged(place)
        if page.type in {DATA, DATA_2}:
            seen += page.values
        if page.type == DICTIONARY and page.values * WIDTHS.get(column.physical_type, 1) > page.unpacked:
            raise _damaged(place)
        if page.encoding == DELTA_BYTE_ARRAY:
            raise FileRefused("delta_texts", place)
        yield page


def longest_text(source: BinaryIO, page: Page, packing: str, place: Place) -> int:
    """Returns the length in bytes of the longest text of a dictionary page; each such text may be repeated in every
    row.

    Two packings are called LZ4. For them it is an upper bound: the size to which the whole dictionary unpacks.
    """
    if packing == "LZ4":
        return page.unpacked
    source.seek(page.at)
    content = source.read(page.packed)
    try:
        if packing != "UNCOMPRESSED":
            content = pa.Codec(packing.lower()).decompress(content, page.unpacked).to_pybytes()
    except (pa.ArrowException, OSError, ValueError):
        raise _damaged(place) from None
    at = longest = 0
    for _ in range(page.values):
        length = int.from_bytes(content[at : at + 4], "little")
        longest, at = max(longest, length), at + 4 + length
    if at > len(content):
        raise _damaged(place)
    return longest


def _head(source: BinaryIO, at: int, end: int) -> tuple[Page, int]:
    """Returns the header of the page that begins at `at`, as a Page, and the length of the header in bytes."""
    wanted = HEAD_BYTES
    while True:
        source.seek(at)
        content = source.read(min(wanted, end - at))
        try:
            fields, length = _struct(content, 0, 0)
            return _page(fields), length
        except _Short:
            if len(content) < wanted or wanted >= LONGEST_HEAD:
                raise _Wrong from None
            wanted *= 4


def _page(fields: dict[int, Any]) -> Page:
    type, unpacked, packed = (_number(fields.get(number)) for number in (1, 2, 3))
    kind = {DATA: 5, DICTIONARY: 7, DATA_2: 8}.get(type)
    if kind is None:
        return Page(type, unpacked, packed, 0, 0)
    inner = fields.get(kind)
    if not isinstance(inner, dict):
        raise _Wrong
    return Page(type, unpacked, packed, _number(inner.get(1)), _number(inner.get(4 if kind == 8 else 2)))


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Wrong
    return value


def _struct(content: bytes, at: int, depth: int) -> tuple[dict[int, Any], int]:
    """Returns the struct of Thrift's compact protocol that begins at `at`: its fields by number, and where it ends.

    A field that stands twice is refused: another reader may believe the other one.
    """
    if depth > DEEPEST:
        raise _Wrong
    fields: dict[int, Any] = {}
    number = 0
    while True:
        head, at = _byte(content, at)
        if head == 0:
            return fields, at
        if head >> 4:
            number += head >> 4
        else:
            number, at = _zigzag(content, at)
        if number in fields:
            raise _Wrong
        fields[number], at = _value(content, at, head & 15, depth)


def _value(content: bytes, at: int, type: int, depth: int) -> tuple[Any, int]:
    if type in {TRUE, FALSE}:
        return type == TRUE, at
    if type == BYTE:
        return _byte(content, at)
    if type in {I16, I32, I64}:
        return _zigzag(content, at)
    if type == DOUBLE:
        return None, at + 8
    if type == BINARY:
        length, at = _varint(content, at)
        if at + length > len(content):
            raise _Short
        return None, at + length
    if type == STRUCT:
        return _struct(content, at, depth + 1)
    raise _Wrong  # a page's header holds no list, set or map


def _byte(content: bytes, at: int) -> tuple[int, int]:
    if at >= len(content):
        raise _Short
    return content[at], at + 1


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while shift < 70:
        byte, at = _byte(content, at)
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
    raise _Wrong


def _zigzag(content: bytes, at: int) -> tuple[int, int]:
    value, at = _varint(content, at)
    return (value >> 1) ^ -(value & 1), at


def _damaged(place: Place) -> FileRefused:
    return FileRefused("damaged_parquet", place)
