"""Arrow cuts whole lines of delimited text into cells, but only where it cuts as Python's `csv` does.

`cut` looks at the quotes first: each one opens a cell, closes it, or is doubled within it. Lines with any other quote,
with a carriage return alone, of too many or too few cells, or with a cell that is refused, are left to
`delimited`, whose refusals name the line.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pyarrow import csv

from datahub.datasets.readers.lines import LONGEST_LINE
from datahub.datasets.readers.table import LONGEST_CELL

BYTE_ORDER_MARK = "\ufeff"  # Arrow removes a byte order mark wherever a text begins

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Cut:
    """The result of a cut holds the cells of the records that end within a text, column by column, and how many letters
    they take."""

    columns: list[pa.StringArray]
    letters: int


def cut(text: str, *, delimiter: str, width: int) -> Cut | None:
    """Cuts the records that a text begins with and that end in it. None where Python's `csv` must do it."""
    if text.startswith(BYTE_ORDER_MARK) or ("\r" in text and text.count("\r") != text.count("\r\n")):
        return None
    whole = text if text.endswith("\n") else text + "\n"  # the last line of a file may have no line feed
    try:
        raw = whole.encode()
    except UnicodeEncodeError:
        return None
    end = _end_of_records(np.frombuffer(raw, dtype=np.uint8), ord(delimiter))
    if not end:
        return None
    columns = _cells(raw[:end], delimiter, width)
    if columns is None or any(_is_refused(column, may_be_formula="=" in text) for column in columns):
        return None
    return Cut(columns, len(text) if end == len(raw) else len(raw[:end].decode()))


def _end_of_records(letters: Bytes, delimiter: int) -> int:
    """Returns how many bytes the whole records have; 0 if there is no whole record, one may be too long, or a quote
    stands elsewhere than at the ends of a cell."""
    feeds = np.flatnonzero(letters == ord("\n"))
    quotes = np.flatnonzero(letters == ord('"'))
    if len(quotes):
        # Line feeds after an odd number of quotes stand within quotes.
        feeds = feeds[np.searchsorted(quotes, feeds) % 2 == 0]
        if not len(feeds):
            return 0
        quotes = quotes[quotes < feeds[-1]]
        if not _are_at_ends(letters, quotes, delimiter):
            return 0
    return 0 if np.diff(feeds, prepend=-1).max() > LONGEST_LINE else int(feeds[-1]) + 1


def _are_at_ends(letters: Bytes, quotes: NDArray[np.intp], delimiter: int) -> bool:
    """Returns whether quotes that open follow the end of a cell, and those that close stand before one; two side by
    side are one that is doubled."""
    ends = np.zeros(256, dtype=np.bool_)
    ends[[delimiter, ord("\n"), ord("\r"), ord('"')]] = True
    opening, closing = quotes[::2], quotes[1::2]
    before = letters[opening[opening > 0] - 1]
    return bool(ends[before].all() and ends[letters[closing + 1]].all())


def _cells(raw: bytes, delimiter: str, width: int) -> list[pa.StringArray] | None:
    names = list(map(str, range(width)))
    try:
        table = csv.read_csv(
            pa.py_buffer(raw),
            read_options=csv.ReadOptions(use_threads=False, block_size=len(raw) + 1, column_names=names),
            parse_options=csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            convert_options=csv.ConvertOptions(
                check_utf8=False, column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid:  # some rows have another number of cells
        return None
    return [pa.concat_arrays(column.chunks) for column in table.columns]


def _is_refused(cells: pa.StringArray, *, may_be_formula: bool) -> bool:
    """Returns whether a cell may be one that `check_cells` refuses."""
    if (pc.max(pc.binary_length(cells)).as_py() or 0) > LONGEST_CELL:
        return True
    return may_be_formula and bool(pc.any(pc.starts_with(cells, "=")).as_py())
