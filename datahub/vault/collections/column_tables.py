"""Columns are read as Arrow tables: one block of some columns at a time, with a check at the end that every piece came
once.

The store may give the pieces of a column in any order; blocks of several columns are put side by side by the number
that was sealed with each piece.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import pyarrow as pa

from datahub.vault.collections.pieces import Piece
from datahub.vault.collections.records import Records
from datahub.vault.collections.rules.plan import Field
from datahub.vault.collections.sealing import not_as_written
from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.store.parted import REPLY_BYTES, column_of


def batches(records: Records, fields: Sequence[Field], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yields a block of these fields at a time. RecordNotAsWritten: a piece is missing, or came twice."""
    at_once = records.shape.pieces_in(REPLY_BYTES // len(fields))
    first, *others = [_Column(records, records.plan.names.index(field.name), at_once) for field in fields]
    expected = set(range(records.shape.blocks_of(records.plan.rows or 0)))
    for number in first.numbers():
        if number not in expected:
            raise first.broken(f"gave block {number} again")
        expected.remove(number)
        yield pa.RecordBatch.from_arrays([column.take(number) for column in (first, *others)], schema=schema)
    if expected:
        raise first.broken(f"gave no block {min(expected)}")
    for column in (first, *others):
        column.finish()


class _Column:
    """A column that is being read keeps the pieces that have come and whose blocks were not taken yet."""

    def __init__(self, records: Records, column: int, at_once: int) -> None:
        self._records, self._column, self._at_once = records, column, at_once
        self._items = records.shape.columns[column]
        self._came: defaultdict[int, dict[int, Piece]] = defaultdict(dict)
        self._pieces = self._read()

    def numbers(self) -> Iterator[int]:
        """Yields the number of each block once all its pieces have come, in the order of the store."""
        for piece in self._pieces:
            if self._is_whole(piece):
                yield piece.block

    def take(self, number: int) -> pa.Array:
        while not (number in self._came and self._is_whole(next(iter(self._came[number].values())))):
            if next(self._pieces, None) is None:
                raise self.broken(f"gave no block {number}")
        return self._array(self._came.pop(number))

    def finish(self) -> None:
        """Checks that no piece of the column is left over."""
        if next(self._pieces, None) is not None or self._came:
            raise self.broken("gave more pieces than there are")

    def broken(self, what: str) -> RecordNotAsWritten:
        name = self._records.plan.names[self._column]
        return RecordNotAsWritten(
            f"The store {what} of column {name!r} of {self._records.name}; nothing more was read.",
            fields={"column": name},
        )

    def _read(self) -> Iterator[Piece]:
        sealing = self._records.of_pieces
        for documents in self._records.column(self._column, self._at_once):
            for document in documents:
                if column_of(document.id) != self._column:
                    raise not_as_written(document.id)
                piece = sealing.piece(document.id, document.version, document.sealed)
                if piece.place in self._came[piece.block]:
                    raise not_as_written(document.id)
                self._came[piece.block][piece.place] = piece
                yield piece

    def _is_whole(self, piece: Piece) -> bool:
        return len(self._came[piece.block]) == self._records.shape.pieces_of(self._column, piece.rows)

    def _array(self, pieces: dict[int, Piece]) -> pa.Array:
        most = self._records.shape.piece_rows[self._column]
        rows = pieces[0].rows
        arrays = [
            self._items.array(pieces[place].content, min(most, rows - place * most)) for place in range(len(pieces))
        ]
        return arrays[0] if len(arrays) == 1 else pa.concat_arrays(arrays)
