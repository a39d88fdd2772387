"""This module loads a table in columns: rows become items of their columns, are put in a random order window by window,
and are sealed piece by piece. No unsealed row is written to the disk."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from datahub.vault.collections.codes import Column, Items
from datahub.vault.collections.loading import Progress
from datahub.vault.collections.pieces import id_of, new_block
from datahub.vault.collections.records import Records
from datahub.vault.collections.rules.plan import Plan
from datahub.vault.collections.rules.values import Value
from datahub.vault.store.parted import REPLY_BYTES
from datahub.vault.store.port import Document

ROWS_AT_ONCE = 8192
KEY_BYTES = 8  # rows are sorted into a random order by random keys of this length


class ColumnLoad:
    """A load fills one empty collection of columns, as `loading.Load` fills one of records."""

    def __init__(self, records: Records) -> None:
        self._records, self._shape = records, records.shape
        self._blocks = 0
        self.count = 0

    def take(self, rows: Iterable[Sequence[Value]], progress: Progress) -> None:
        """Seals and stores every row. ValueRefused: a value is not as the plan declares it."""
        self.take_columns(_in_chunks(rows), progress)

    def take_columns(self, chunks: Iterable[Sequence[Column]], progress: Progress) -> None:
        """Seals and stores chunks that have the values of some rows column by column."""
        for _ in self._records.put_all(self._batches(chunks, progress)):
            progress(self.count, 0)

    def finish_plan(self) -> Plan:
        """Returns the plan with the number of rows, by which a reader notices what is missing."""
        return replace(self._records.plan, rows=self.count)

    def store(self, progress: Progress) -> None:
        """Reports that everything is stored: a load of columns stores its pieces while rows come."""
        progress(self.count, self.count)

    def close(self) -> None:
        """Does nothing: a load of columns keeps no temporary file."""

    def _batches(self, chunks: Iterable[Sequence[Column]], progress: Progress) -> Iterator[list[Document]]:
        """Yields documents that fit into one write."""
        batch: list[Document] = []
        size = 0
        for window in self._windows(chunks, progress):
            for document in self._documents(window):
                if size + len(document.sealed) > REPLY_BYTES and batch:
                    yield batch
                    batch, size = [], 0
                batch.append(document)
                size += len(document.sealed)
        if batch:
            yield batch

    def _windows(self, chunks: Iterable[Sequence[Column]], progress: Progress) -> Iterator[list[Items]]:
        """Yields the items of each column for as many rows as are put in a random order together; each window uses the
        same memory as the one before."""
        most, many = self._shape.window_rows, 0
        window = [np.empty(most, own.dtype) for own in self._shape.columns]
        for columns in chunks:
            start = 0
            while start < len(columns[0]):
                stop = min(len(columns[0]), start + most - many)
                for own, items, column in zip(self._shape.columns, window, columns, strict=True):
                    items[many : many + stop - start] = own.encode(column[start:stop])
                many, start, self.count = many + stop - start, stop, self.count + stop - start
                progress(self.count, 0)
                if many == most:
                    yield _in_an_order_of_chance(window, many)
                    many = 0
        if many:
            yield _in_an_order_of_chance(window, many)

    def _documents(self, window: Sequence[Items]) -> Iterator[Document]:
        block_rows = self._shape.block_rows
        for start in range(0, len(window[0]), block_rows):
            block = new_block()
            for column, items in enumerate(window):
                pieces = self._shape.cut(column, self._blocks, items[start : start + block_rows])
                for place, content in enumerate(pieces):
                    yield self._records.document(id_of(block, place, column), 1, [content])
            self._blocks += 1


def _in_an_order_of_chance(window: Sequence[Items], rows: int) -> list[Items]:
    """Returns the first rows of a window in a random order, written over the window's own memory."""
    order = _order(rows)
    columns = [items[:rows] for items in window]
    for column in columns:
        column[:] = column[order]
    return columns


def _order(rows: int) -> NDArray[np.intp]:
    """Returns a random order of so many rows: they are sorted by keys of the operating system's randomness."""
    return np.argsort(np.frombuffer(os.urandom(KEY_BYTES * rows), dtype=np.uint64), kind="stable")


def _in_chunks(rows: Iterable[Sequence[Value]]) -> Iterator[list[tuple[Value, ...]]]:
    remaining = iter(rows)
    while some := list(islice(remaining, ROWS_AT_ONCE)):
        yield list(zip(*some, strict=True))
