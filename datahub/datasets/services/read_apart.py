"""Parquet, workbooks and files of SPSS, Stata and SAS are read in a process of their own, which has no key, no setting
and only so much memory.

Few bytes of either can ask a parser for many gigabytes, in more ways than anybody has listed: what the readers check
beforehand makes refusals exact, and this makes whatever they miss harmless. The process asks for the bytes it wants,
sends rows back, and is gone when the table is.
"""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, BinaryIO

import pyarrow as pa
from django.conf import settings

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import FILE, Place
from datahub.datasets.readers import detect as here
from datahub.datasets.readers.program import LENGTH_BYTES, MOST_AT_ONCE, UNSAID
from datahub.datasets.readers.read_text import read_text
from datahub.datasets.readers.statistical_kinds import STATISTICAL_KINDS
from datahub.datasets.readers.table import Format, Table
from datahub.datasets.rules.blocks import Block
from datahub.datasets.rules.dictionary import DictionaryEntry

APART = {"parquet", "xlsx", *STATISTICAL_KINDS}
ARCHIVE = b"PK"
ROOT = Path(__file__).parents[3]
BEGIN = "import sys; sys.path.insert(0, sys.argv[1]); from datahub.datasets.readers.program import main; main()"
# The process gets no other variable. Arrow's other memory pools reserve gigabytes of address space.
ALONE = {"PATH": os.defpath, "LANG": "C.UTF-8", "ARROW_DEFAULT_MEMORY_POOL": "system"}
LONGEST_MESSAGE = 256 * 1024**2  # a thousand of the longest cells take this many bytes
LAST_SECONDS = 5.0
BY_OTHERS = {-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP}


class ReaderEnded(RuntimeError):
    """The reader ended for a reason other than the file: whoever asked may try again."""


def detect(source: BinaryIO, *, name: str) -> Format:
    """Detects the format of a file. FileRefused if its format is not supported, or differs from the ending of its
    name."""
    source.seek(0)
    if source.read(len(ARCHIVE)) != ARCHIVE:
        return here.detect(source, name=name)
    with _Program(source, size=source.seek(0, io.SEEK_END), request={"detect": name}) as program:
        return Format(**program.receive("format")[0])


@contextmanager
def opened(source: BinaryIO, *, format: Format, size: int) -> Iterator[Table]:
    """Opens a file as a table. FileRefused, here or from `rows`, says what cannot be read. ReaderEnded if somebody else
    ended the process."""
    if format.kind not in APART:
        yield read_text(source, format=format)
        return
    with _Program(source, size=size, request={"read": asdict(format)}) as program:
        names, sheets, header_row, encoding, dictionary = program.receive("table")
        yield Table(
            tuple(names),
            program.rows,
            tuple(sheets),
            program.columns if format.kind in STATISTICAL_KINDS else None,
            header_row,
            encoding,
            tuple(_entry(content) for content in dictionary),
        )


class _Program:
    def __init__(self, source: BinaryIO, *, size: int, request: dict[str, Any]) -> None:
        self._source = source
        self._process = subprocess.Popen(  # noqa: S603 - the program is a constant
            [sys.executable, "-I", "-B", "-c", BEGIN, str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # an error message of the reader could quote a cell
            env=ALONE,
            cwd="/",
            process_group=0,  # Ctrl-C reaches the worker alone, which ends after its job
        )
        start = {**request, "size": size, "megabytes": settings.READER_MEGABYTES}
        self._tell(json.dumps(start).encode() + b"\n")

    def __enter__(self) -> "_Program":
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.kill()
        self._process.wait()
        with suppress(BrokenPipeError):  # the reader may have left bytes untaken
            self._in.close()
        self._out.close()

    def rows(self) -> Iterator[Sequence[str]]:
        while (message := self._next()) != ["end"]:
            word, content = message
            if word not in {"rows", "columns"}:
                raise self._how_it_ended()
            yield from content if word == "rows" else zip(*content, strict=True)

    def columns(self) -> Iterator[Block]:
        """Yields what `rows` yields, column by column."""
        while (message := self._next()) != ["end"]:
            word, columns = message
            if word != "columns" or len({len(cells) for cells in columns}) != 1:
                raise self._how_it_ended()
            yield [pa.array(cells, pa.string()) for cells in columns]

    def receive(self, word: str) -> list[Any]:
        first, *message = self._next()
        if first != word:
            raise self._how_it_ended()
        return message

    def _next(self) -> list[Any]:
        """Returns the next message of the reader about the file. Bytes that it asks for are sent meanwhile."""
        while line := self._out.readline(LONGEST_MESSAGE):
            match _read(line):
                case ["bytes", int(at), int(length)] if at >= 0:
                    self._source.seek(at)
                    part = self._source.read(min(length, MOST_AT_ONCE))
                    self._tell(len(part).to_bytes(LENGTH_BYTES, "big") + part)
                case ["refused", str(text), place, about]:
                    raise FileRefused(text, Place(*place), **about)
                case ["broke", what]:
                    raise ReaderEnded(f"the reader broke: {what}")
                case [str() as word, *message]:
                    return [word, *message]
                case _:
                    break
        raise self._how_it_ended()

    def _tell(self, what: bytes) -> None:
        with suppress(BrokenPipeError):  # the reader may have ended; `_next` then says how
            self._in.write(what)
            self._in.flush()

    def _how_it_ended(self) -> Exception:
        """Returns the error for a reader that ended without a message, or with one that no reader sends: a file can do
        that to a parser, or somebody ended the process."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(LAST_SECONDS)
            if code in BY_OTHERS:
                return ReaderEnded(f"the reader ended with {code}")
            if code == UNSAID:
                return FileRefused("memory", FILE)
            if code == -signal.SIGXCPU:
                return FileRefused("time", FILE)
        return FileRefused("damaged_file", FILE)

    @property
    def _in(self) -> IO[bytes]:
        assert self._process.stdin is not None  # noqa: S101 - Popen opened it as a pipe
        return self._process.stdin

    @property
    def _out(self) -> IO[bytes]:
        assert self._process.stdout is not None  # noqa: S101 - Popen opened it as a pipe
        return self._process.stdout


def _entry(content: Mapping[str, Any]) -> DictionaryEntry:
    categories = tuple((value, label) for value, label in content["categories"])
    return DictionaryEntry(**{**content, "categories": categories, "missing": tuple(content["missing"])})


def _read(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
