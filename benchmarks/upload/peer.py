"""`python -m benchmarks.upload.peer FILE COLUMNS FOLDER`: pyarrow reads the table as it is declared, and AES-GCM seals
each column of 65 536 rows into a file; prints CPU seconds as JSON."""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from pyarrow import csv

from benchmarks.upload.table import declared

ROWS_A_PIECE = 65_536
BLOCK_BYTES = 4 * 2**20
NONCE_BYTES = 12
TYPES = {
    "integer": pa.int32(), "number": pa.decimal128(12, 2), "date": pa.date32(), "text": pa.string(),
    "category": pa.dictionary(pa.int32(), pa.string()),
}  # fmt: skip


def seal(file: Path, columns: int, folder: Path) -> None:
    cipher = AESGCM(os.urandom(32))
    files = [(folder / str(number)).open("wb") for number in range(columns)]
    for piece in _pieces(file, columns):
        for out, column in zip(files, piece.columns, strict=True):
            nonce = os.urandom(NONCE_BYTES)
            sealed = cipher.encrypt(nonce, _written(column), None)
            out.write(len(sealed).to_bytes(8, "big") + nonce + sealed)
    for out in files:
        out.close()


def _pieces(file: Path, columns: int) -> Iterator[pa.Table]:
    types = {name: TYPES[column["type"]] for name, column in declared(columns).items()}
    with csv.open_csv(
        file,
        read_options=csv.ReadOptions(use_threads=False, block_size=BLOCK_BYTES),
        convert_options=csv.ConvertOptions(column_types=types),
    ) as reader:
        waiting, rows = [], 0
        for batch in reader:
            waiting.append(batch)
            rows += len(batch)
            if rows >= ROWS_A_PIECE:
                table = pa.Table.from_batches(waiting)
                whole = rows // ROWS_A_PIECE * ROWS_A_PIECE
                for start in range(0, whole, ROWS_A_PIECE):
                    yield table.slice(start, ROWS_A_PIECE)
                waiting, rows = table.slice(whole).to_batches(), rows - whole
        if rows:
            yield pa.Table.from_batches(waiting)


def _written(column: pa.ChunkedArray) -> bytes:
    table = pa.table({"c": column}).combine_chunks()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


if __name__ == "__main__":
    before = time.process_time()
    seal(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
    print(json.dumps({"cpu_seconds": time.process_time() - before}))
