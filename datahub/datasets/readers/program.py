"""This program is started by `services.read_apart`: it reads one file, of which it asks for bytes, and says what it
holds as JSON.

Neither Django nor a key is in this process. It can write no file, take no more memory than it is told, and not work for
ever without a word: a parser that runs out of memory sometimes does, in Python's own handling of that.
"""

import io
import json
import math
import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import IO, Any, BinaryIO

import pyarrow as pa

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import FILE
from datahub.datasets.readers.detect import detect
from datahub.datasets.readers.read import read
from datahub.datasets.readers.table import Format, Table
from datahub.vault.collections.rules.parts import FileOfParts

LENGTH_BYTES = 4  # the length of an answer is sent as a number of this many bytes
MOST_AT_ONCE = 2 * 1024**2
BUFFER_BYTES = 256 * 1024
MESSAGE_LETTERS = 256 * 1024  # the reader sends rows once their message has this many letters
MESSAGE_ROWS = 1000
COLUMN_LETTERS = 2 * 1024**2  # of a table that comes in columns a message has about so many letters
# So many bytes are kept to report that memory ran out, while what filled it may still be held.
LAST_BYTES = 16 * 1024**2
UNSAID = 1  # the reader exits with this code after an error it could not report
SILENT_SECONDS = 60  # the reader may compute for this long between two messages


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # a library that prints must not write into the answers
    bytes_in = sys.stdin.buffer
    request = json.loads(bytes_in.readline())
    megabytes = request["megabytes"]
    _bound(resource.RLIMIT_DATA, megabytes * 10**6, megabytes * 10**6 + LAST_BYTES)
    _bound(resource.RLIMIT_FSIZE, 0, 0)
    _bound(resource.RLIMIT_CORE, 0, 0)  # a core dump would be a file with rows
    source: Any = io.BufferedReader(_FileOnRequest(bytes_in, answers, request["size"]), BUFFER_BYTES)
    try:
        _read(source, answers, request)
    except FileRefused as refusal:
        _say(answers, "refused", refusal.reason.code, refusal.at, refusal.reason.about)
    except MemoryError:  # if even this handler fails, the process ends with UNSAID
        _bound(resource.RLIMIT_DATA, megabytes * 10**6 + LAST_BYTES, megabytes * 10**6 + LAST_BYTES)
        _say(answers, "refused", "memory", FILE, {})
    except Exception as error:  # noqa: BLE001 - the worker raises an error of this kind; the text could quote a cell
        _say(answers, "broke", type(error).__name__)


def _read(source: BinaryIO, answers: IO[bytes], request: dict[str, Any]) -> None:
    if "detect" in request:
        _say(answers, "format", asdict(detect(source, name=request["detect"])))
        return
    table = read(source, format=Format(**request["read"]), size=request["size"])
    dictionary = [asdict(entry) for entry in table.dictionary]
    _say(answers, "table", table.names, table.sheets, table.header_row, table.encoding, dictionary)
    _send(table, answers) if table.cut is None else _send_columns(table.cut(), answers)
    _say(answers, "end")


def _send(table: Table, answers: IO[bytes]) -> None:
    rows: list[list[str]] = []
    letters = 0
    for row in table.rows():
        rows.append(list(row))
        letters += sum(map(len, row))
        if letters > MESSAGE_LETTERS or len(rows) == MESSAGE_ROWS:
            _say(answers, "rows", rows)
            rows, letters = [], 0
    if rows:
        _say(answers, "rows", rows)


def _send_columns(blocks: Iterator[Sequence[pa.StringArray]], answers: IO[bytes]) -> None:
    for block in blocks:
        rows, size = len(block[0]), sum(cells.nbytes for cells in block)
        at_once = max(1, rows * COLUMN_LETTERS // max(1, size))
        for start in range(0, rows, at_once):
            _say(answers, "columns", [cells[start : start + at_once].to_pylist() for cells in block])


def _say(answers: IO[bytes], *what: Any) -> None:
    _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
    _bound(resource.RLIMIT_CPU, math.ceil(time.process_time()) + SILENT_SECONDS, hardest)
    answers.write(json.dumps(what, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")
    answers.flush()


def _bound(limit: int, most: int, hardest: int) -> None:
    """Sets a limit of the process; macOS does not enforce a limit of memory."""
    with suppress(ValueError):  # a lower limit may be set already
        resource.setrlimit(limit, (most, hardest))


class _FileOnRequest(FileOfParts):
    """A file on request asks the worker for each of its parts."""

    def __init__(self, bytes_in: IO[bytes], answers: IO[bytes], size: int) -> None:
        super().__init__(size)
        self._in, self._answers = bytes_in, answers

    def part(self, at: int, most: int) -> bytes:
        _say(self._answers, "bytes", at, min(most, MOST_AT_ONCE))
        return _exactly(self._in, int.from_bytes(_exactly(self._in, LENGTH_BYTES), "big"))


def _exactly(bytes_in: IO[bytes], length: int) -> bytes:
    content = bytes_in.read(length)
    if len(content) < length:
        raise SystemExit(2)  # the worker has closed the pipe
    return content
