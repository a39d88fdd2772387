"""This module is about a whole collection at once: sealed as rows come, put aside, and stored in the order of random
ids.

Put aside, because only the last row tells how many rows share a token, and because stored in the order of loading
the documents' places would tell what the rows' order told. What is put aside on the disk is sealed a second time,
under a key that never leaves this process.
"""

import os
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import BinaryIO

import pyarrow as pa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from datahub.vault.collections.codes import Column
from datahub.vault.collections.indexing import Index
from datahub.vault.collections.records import Records
from datahub.vault.collections.rules.plan import Plan
from datahub.vault.collections.rules.values import Value
from datahub.vault.store.port import ID_BYTES, Document

TOLD_EVERY = 1000
WRITTEN_AT_ONCE = 2000
PARTS = 64
HELD_BYTES = 48 * 1024 * 1024
NONCE_BYTES = 12

# A progress function is told the rows done and their total, which is 0 while it is not known.
Progress = Callable[[int, int], None]


def untold(done: int, of: int) -> None:
    """Ignores the progress of a load, for callers that do not show it."""


class Aside:
    """This buffer keeps pieces of one length, in parts by the first bits of their ids; what exceeds the memory goes to
    disk."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._parts = [bytearray() for _ in range(PARTS)]
        self._held = 0
        self._cipher = AESGCM(os.urandom(32))
        self._count = 0
        self._on_disk: list[list[tuple[int, int]]] = [[] for _ in range(PARTS)]
        self._file: BinaryIO | None = None

    def add(self, piece: bytes) -> None:
        self._parts[piece[0] * PARTS // 256] += piece
        self._held += self._length
        if self._held > HELD_BYTES:
            self._to_disk()

    def in_order(self) -> Iterator[bytes]:
        for number in range(PARTS):
            whole = b"".join([*self._from_disk(number), self._parts[number]])
            self._parts[number] = bytearray()
            yield from sorted(whole[at : at + self._length] for at in range(0, len(whole), self._length))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _to_disk(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile(dir=settings.DATA)  # noqa: SIM115 - close() closes the file
        for number, part in enumerate(self._parts):
            sealed = self._cipher.encrypt(self._count.to_bytes(NONCE_BYTES, "big"), bytes(part), None)
            self._on_disk[number].append((self._file.tell(), self._count))
            self._file.write(len(sealed).to_bytes(8, "big") + sealed)
            self._count += 1
            self._parts[number] = bytearray()
        self._held = 0

    def _from_disk(self, number: int) -> Iterator[bytes]:
        for start, count in self._on_disk[number]:
            assert self._file is not None  # noqa: S101 - tells the type checker that it is set
            self._file.seek(start)
            sealed = self._file.read(int.from_bytes(self._file.read(8), "big"))
            yield self._cipher.decrypt(count.to_bytes(NONCE_BYTES, "big"), sealed, None)


class Load:
    """A load fills one empty collection."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._indexes: list[tuple[int, Index]] = [
            (records.plan.names.index(name), index) for name, index in records.indexes.items()
        ]
        self._drafts = [array("B") for _ in self._indexes]
        length = ID_BYTES + records.of_records.length + sum(index.draft_bytes for _, index in self._indexes)
        self._aside = Aside(length)
        self.count = 0

    def take(self, rows: Iterable[Sequence[Value]], progress: Progress) -> None:
        """Seals every row of a load. ValueRefused names the row, counted from 1."""
        seal, add, indexes = self._records.sealing.seal, self._aside.add, self._indexes
        for row in rows:
            id = os.urandom(ID_BYTES)
            sealed = seal(id, 1, row)
            drafts = [index.draft(row[position]) for position, index in indexes]
            for kept, draft in zip(self._drafts, drafts, strict=True):
                kept.frombytes(draft)
            add(b"".join((id, sealed, *drafts)))
            self.count += 1
            if self.count % TOLD_EVERY == 0:
                progress(self.count, 0)

    def take_columns(self, chunks: Iterable[Sequence[Column]], progress: Progress) -> None:
        """Seals every row of chunks that have the values of some rows column by column."""
        self.take((row for columns in chunks for row in zip(*map(_values, columns), strict=True)), progress)

    def finish_plan(self) -> Plan:
        """Returns the plan with the parameters that the rows decide; PlanRefused where det or ope would say what they
        are."""
        changed = {}
        for (_, index), kept in zip(self._indexes, self._drafts, strict=True):
            whole, length = kept.tobytes(), index.draft_bytes
            index.field = index.finished(whole[at : at + length] for at in range(0, len(whole), length))
            changed[index.field.name] = index.field
        self._drafts = []
        return self._records.plan.with_fields(changed)

    def store(self, progress: Progress) -> None:
        records = self._records
        records.store.ensure_index(records.stored_as, [index.stored_as for _, index in self._indexes])
        done = 0
        for written in records.put_all(self._batches()):
            done += written
            progress(done, self.count)

    def _batches(self) -> Iterator[list[Document]]:
        pieces = self._aside.in_order()
        while some := [self._document(piece) for piece in islice(pieces, WRITTEN_AT_ONCE)]:
            yield some

    def close(self) -> None:
        self._aside.close()

    def _document(self, piece: bytes) -> Document:
        at = ID_BYTES + self._records.of_records.length
        sealed = piece[ID_BYTES:at]
        tokens = {}
        for _, index in self._indexes:
            tokens[index.stored_as] = index.token(piece[at : at + index.draft_bytes])
            at += index.draft_bytes
        return self._records.tagged(piece[:ID_BYTES], 1, sealed, tokens)


def _values(column: Column) -> Sequence[Value]:
    values: Sequence[Value] = column.to_pylist() if isinstance(column, pa.DictionaryArray) else column
    return values
