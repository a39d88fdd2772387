"""Rows in blocks, column by column: cells of a column are one Arrow array, which takes no Python object for each."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import pyarrow as pa

ROWS_AT_ONCE = 8192
LETTERS_AT_ONCE = 4_000_000

Cells: TypeAlias = pa.StringArray | Sequence[str]  # of one column; a sequence where a cell is no text of Unicode
Block: TypeAlias = Sequence[Cells]


def in_blocks(rows: Iterator[Sequence[str]]) -> Iterator[Block]:
    """Yields so many rows that neither they nor their letters are too many to hold."""
    some: list[Sequence[str]] = []
    letters = 0
    for row in rows:
        some.append(row)
        letters += sum(map(len, row), len(row))
        if len(some) == ROWS_AT_ONCE or letters > LETTERS_AT_ONCE:
            yield [_cells(column) for column in zip(*some, strict=True)]
            some, letters = [], 0
    if some:
        yield [_cells(column) for column in zip(*some, strict=True)]


def joined(blocks: Iterator[Sequence[pa.StringArray]]) -> Iterator[Block]:
    """Yields fewer and larger blocks of the same rows."""
    waiting: list[Sequence[pa.StringArray]] = []
    size = 0
    for block in blocks:
        waiting.append(block)
        size += sum(cells.nbytes for cells in block)
        if size > LETTERS_AT_ONCE:
            yield from _joined(waiting)
            waiting, size = [], 0
    yield from _joined(waiting)


def _joined(blocks: Sequence[Sequence[pa.StringArray]]) -> list[Block]:
    return [[pa.concat_arrays(parts) for parts in zip(*blocks, strict=True)]] if blocks else []


def _cells(column: Sequence[str]) -> Cells:
    try:
        return pa.array(column, pa.string())
    except UnicodeEncodeError:  # half a letter (a lone surrogate), which only JSON can write
        return column
