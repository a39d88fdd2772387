"""Rows are handled in blocks, column by column: the cells of a column are one Arrow array, without a Python object for
each."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import pyarrow as pa

ROWS_AT_ONCE = 8192
LETTERS_AT_ONCE = 4_000_000

# The cells of a column are an Arrow array, or a sequence where a cell is not valid Unicode.
Cells: TypeAlias = pa.StringArray | Sequence[str]
Block: TypeAlias = Sequence[Cells]


def in_blocks(rows: Iterator[Sequence[str]]) -> Iterator[Block]:
    """Yields blocks of rows that are small enough to hold, by their number and by their letters."""
    some: list[Sequence[str]] = []
    letters = 0
    for row in rows:
        some.append(row)
        letters += sum(map(len, row), len(row))
        if len(some) == ROWS_AT_ONCE or letters > LETTERS_AT_ONCE:
            block, some, letters = _block(some), [], 0
            yield block
    if some:
        yield _block(some)


def joined(blocks: Iterator[Sequence[pa.StringArray]]) -> Iterator[Block]:
    """Yields fewer and larger blocks of the same rows."""
    waiting: list[Sequence[pa.StringArray]] = []
    size = 0
    for block in blocks:
        waiting.append(block)
        size += sum(cells.nbytes for cells in block)
        if size > LETTERS_AT_ONCE:
            whole, waiting, size = _joined(waiting), [], 0
            yield whole
    if waiting:
        yield _joined(waiting)


def _block(rows: Sequence[Sequence[str]]) -> Block:
    return [_cells(column) for column in zip(*rows, strict=True)]


def _joined(blocks: Sequence[Sequence[pa.StringArray]]) -> Block:
    return [pa.concat_arrays(parts) for parts in zip(*blocks, strict=True)]


def _cells(column: Sequence[str]) -> Cells:
    try:
        return pa.array(column, pa.string())
    except UnicodeEncodeError:  # a cell holds half a letter (a lone surrogate), which only JSON can write
        return column
