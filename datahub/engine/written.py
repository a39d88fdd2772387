"""This module is about a file that is whole or not there: written under another name beside its own, synced, then
renamed."""

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pyarrow as pa
import pyarrow.csv as pc
import pyarrow.parquet as pq

from datahub.engine.errors import CalledOff, OutOfRoom

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # the disk, somebody's share of it, the longest file


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """An existing file is replaced. Raises OutOfRoom if the disk is full; then, as after any error, nothing is left."""
    aside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
        _sync(path.parent)
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise OutOfRoom(f"the file could not be written: {os.strerror(error.errno)}") from None
    finally:
        aside.unlink(missing_ok=True)


def write_parquet(path: Path, schema: pa.Schema, pieces: Iterator[pa.Table], goes_on: Callable[[], bool]) -> int:
    """Writes a Parquet file with one row group a piece; gives the number of rows. In it are names, types, values and
    the version of Arrow."""
    with whole_file(path) as file:
        writer = pq.ParquetWriter(file, schema, compression="zstd", store_schema=False)
        try:
            rows = _each(pieces, writer.write_table, goes_on)
        finally:
            writer.close()
    return rows


def write_csv(path: Path, schema: pa.Schema, pieces: Iterator[pa.Table], goes_on: Callable[[], bool]) -> int:
    """Writes a CSV file in UTF-8 with names in the first line; texts are quoted, a missing value is not. Gives the
    number of rows."""
    plain = pa.schema([pa.field(field.name, _plain(field.type)) for field in schema])
    with whole_file(path) as file, pc.CSVWriter(file, plain) as writer:
        return _each(pieces, lambda piece: writer.write_table(piece.cast(plain)), goes_on)


def _each(pieces: Iterator[pa.Table], write: Callable[[pa.Table], None], goes_on: Callable[[], bool]) -> int:
    rows = 0
    for piece in pieces:
        if not goes_on():
            raise CalledOff("the work was called off")
        write(piece)
        rows += piece.num_rows
    return rows


def _plain(type: pa.DataType) -> pa.DataType:
    return type.value_type if pa.types.is_dictionary(type) else type


def _sync(folder: Path) -> None:
    """A rename is on the disk once its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
