"""`python -m benchmarks.vault.columns ROWS`: loads a table in columns as an upload does, opens four columns of it, and
does the same with pyarrow and AES-GCM alone; prints JSON."""

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any

from benchmarks.vault.inside import TURNS, collection_of, cpu

# This import must stay after django.setup().
import pyarrow as pa  # isort: skip
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.db import connection

from datahub.vault.collections.rules.plan import COLUMNS, Field, Plan
from datahub.vault.services import Collection
from tests.adult.rows import NUMBERS, Cell, columns, rows

READ = ["age", "education", "sex", "hours-per-week"]
ROWS_A_PIECE = 65_536
NONCE_BYTES = 12


def adult_plan() -> Plan:
    """Returns Adult as its owner would declare it: numbers between bounds, and the categories of every text."""
    fields = []
    for at, name in enumerate(columns()):
        values = {row[at] for row in rows() if row[at] is not None}
        if name in NUMBERS:
            numbers = [int(value) for value in values if value is not None]
            fields.append(Field(name=name, type="int", low=min(numbers), high=max(numbers)))
        else:
            fields.append(Field(name=name, type="text", values=tuple(sorted(map(str, values)))))
    return Plan(tuple(fields), COLUMNS)


def table(many: int) -> Iterator[tuple[Cell, ...]]:
    """Yields a number of rows: those of Adult, repeated."""
    return islice(chain.from_iterable(repeat(rows())), many)


def ours(collection: Collection, many: int) -> dict[str, Any]:
    load = cpu(lambda: collection.bulk_load(table(many)))
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(length(body)) FROM vault_storeddocument")
        (stored,) = cursor.fetchone()
    scan = statistics.median(cpu(lambda: list(collection.scan(READ))) for _ in range(TURNS))
    declared = sum(own.bits for own in collection._records.shape.columns) / 8  # The bench measures below the services.
    return {"load": load, "open": scan, "stored": stored / (many * declared)}


def peer(folder: Path, many: int) -> dict[str, float]:
    """Returns the figures of pyarrow and AES-GCM with a file for each column, in chunks of as many rows."""
    cipher = AESGCM(os.urandom(32))

    def load() -> None:
        remaining = table(many)
        files = [(folder / name).open("wb") for name in columns()]
        while some := list(islice(remaining, ROWS_A_PIECE)):
            for file, column in zip(files, zip(*some, strict=True), strict=True):
                sealed = cipher.encrypt(nonce := os.urandom(NONCE_BYTES), _written(column), None)
                file.write((len(sealed) + NONCE_BYTES).to_bytes(8, "big") + nonce + sealed)
        for file in files:
            file.close()

    def read() -> list[pa.Table]:
        return [pa.concat_tables(map(_read, _opened(cipher, folder / name))) for name in READ]

    return {"peer_load": cpu(load), "peer_open": statistics.median(cpu(read) for _ in range(TURNS))}


def _written(column: tuple[Cell, ...]) -> bytes:
    array = pa.array(column)
    batch = pa.RecordBatch.from_arrays([array.dictionary_encode() if pa.types.is_string(array.type) else array], ["c"])
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())


def _opened(cipher: AESGCM, path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while head := file.read(8):
            sealed = file.read(int.from_bytes(head, "big"))
            yield cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], None)


def _read(written: bytes) -> pa.Table:
    return pa.ipc.open_stream(written).read_all()


def measure(many: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return {"rows": many} | ours(collection_of(adult_plan()), many) | peer(Path(folder), many)


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
