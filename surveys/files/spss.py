"""This module is about a table as an SPSS system file, uncompressed, in UTF-8.

pyreadstat writes one only from a pandas or polars frame, and neither is needed for anything else here. The layout is
that of the PSPP developer's guide, "System File Format": header, variables, value labels, document, machine integers
and floats, long names, encoding, end of the dictionary, cases.
"""

import struct
import sys
import textwrap
from collections.abc import Sequence

from surveys.files.table import Cell, Column, Table

LONGEST_TEXT = 255  # A text is cut after 255 bytes, as longer ones need a further record; a code is never cut.
_NUMBER, _TEXT = 5, 1  # The print formats F (number) and A (text).
_NOTE_LINE = 80
_MISSING = -sys.float_info.max  # The file declares this value as missing.


def sav_of(table: Table) -> bytes:
    widths = [_width(table, place) for place in range(len(table.columns))]
    parts = [_header(table, widths)]
    parts += [_variable(place, column, widths[place]) for place, column in enumerate(table.columns)]
    parts += [_value_labels(column, 1 + sum(map(_units, widths[:place]))) for place, column in enumerate(table.columns)]
    parts += [_document(table.note), _machine(), _long_names(table), _extension(20, 1, b"UTF-8")]
    parts.append(struct.pack("<ii", 999, 0))
    parts += [_case(row, widths) for row in table.rows]
    return b"".join(parts)


def _header(table: Table, widths: list[int]) -> bytes:
    """Returns the header of the file. Its date is fixed, so a file does not tell when it was made."""
    return struct.pack(
        "<4s60siiiiid9s8s64s3x",
        b"$FL2",
        _padded("@(#) SPSS DATA FILE DataHub", 60),
        2,
        sum(map(_units, widths)),
        0,
        0,
        len(table.rows),
        100.0,
        b"01 Jan 80",
        b"00:00:00",
        _padded(table.note, 64),
    )


def _variable(place: int, column: Column, width: int) -> bytes:
    label = _cut(column.label)
    form = (_TEXT << 16 | width << 8) if width else (_NUMBER << 16 | 24 << 8 | 16)
    record = struct.pack("<iiiiii8s", 2, width, 1, 0, form, form, _short(place))
    record += struct.pack("<i", len(label)) + label.ljust(-(-len(label) // 4) * 4)
    rest = struct.pack("<iiiiii8s", 2, -1, 0, 0, form, form, b" " * 8)
    return record + rest * (_units(width) - 1)


def _value_labels(column: Column, index: int) -> bytes:
    if not column.values:
        return b""
    record = struct.pack("<ii", 3, len(column.values))
    for value, words in column.values.items():
        label = _cut(words, 120)
        record += struct.pack("<dB", value, len(label)) + label.ljust(-(-(len(label) + 1) // 8) * 8 - 1)
    return record + struct.pack("<iii", 4, 1, index)


def _document(note: str) -> bytes:
    lines = textwrap.wrap(note, _NOTE_LINE // 3)  # A UTF-8 character in these texts has at most three bytes.
    return struct.pack("<ii", 6, len(lines)) + b"".join(_padded(line, _NOTE_LINE) for line in lines)


def _machine() -> bytes:
    whole = struct.pack("<iiiiiiii", 1, 0, 0, -1, 1, 1, 2, 65001)  # The codes mean: IEEE numbers, little-endian, UTF-8.
    lowest = struct.unpack("<d", b"\xfe\xff\xff\xff\xff\xff\xef\xff")[0]
    real = struct.pack("<ddd", -sys.float_info.max, sys.float_info.max, lowest)
    return _extension(3, 4, whole) + _extension(4, 8, real)


def _long_names(table: Table) -> bytes:
    names = [f"{_short(place).decode().strip()}={column.name}" for place, column in enumerate(table.columns)]
    return _extension(13, 1, "\t".join(names).encode())


def _extension(subtype: int, size: int, data: bytes) -> bytes:
    return struct.pack("<iiii", 7, subtype, size, len(data) // size) + data


def _case(row: Sequence[Cell], widths: list[int]) -> bytes:
    cells = [
        _padded(str(cell), _units(width) * 8) if width else struct.pack("<d", _MISSING if cell is None else float(cell))
        for cell, width in zip(row, widths, strict=True)
    ]
    return b"".join(cells)


def _width(table: Table, place: int) -> int:
    """Returns the width of a column of text in bytes; 0 for a number."""
    if table.columns[place].kind == "number":
        return 0
    return max([1, *(min(LONGEST_TEXT, len(str(row[place]).encode())) for row in table.rows)])


def _units(width: int) -> int:
    return max(1, -(-width // 8))


def _short(place: int) -> bytes:
    return f"V{place + 1}".encode().ljust(8)


def _cut(text: str, most: int = LONGEST_TEXT) -> bytes:
    """Cuts a text to a number of bytes, never inside a character."""
    return text.encode()[:most].decode(errors="ignore").encode()


def _padded(text: str, width: int) -> bytes:
    return _cut(text, min(width, LONGEST_TEXT)).ljust(width)
