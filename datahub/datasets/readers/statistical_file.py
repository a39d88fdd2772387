"""A file of SPSS, Stata or SAS is read by pyreadstat, some rows at a time: it holds what it has read as Python objects.

pyreadstat asks for bytes through an object with `read` and `seek`, so that no file has to lie on a disk.
"""

import struct
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

import pyreadstat

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import END, FILE
from datahub.datasets.readers.encodings import SAMPLE_BYTES, guessed_encoding
from datahub.datasets.readers.statistical_cells import Value
from datahub.datasets.readers.statistical_kinds import DTA, POR, SAS, SAV, XPORT, states_encoding
from datahub.datasets.rules.proposals import ROWS

READERS: dict[str, Callable[..., Any]] = {
    SAV: pyreadstat.read_sav,
    POR: pyreadstat.read_por,
    DTA: pyreadstat.read_dta,
    SAS: pyreadstat.read_sas7bdat,
    XPORT: pyreadstat.read_xport,
}
WITH_MISSING_VALUES = {SAV, DTA, SAS}  # kinds whose reader tells which value is missing in which way
HEAD_BYTES = 4 * 1024**2  # a file of SPSS states its encoding in them
NUMBER_BYTES, TEXT_BYTES = 48, 80  # so many bytes of memory a number takes at most, and a text beyond its letters
CHUNK_BYTES = 256 * 1024**2  # the rows of a chunk may take as many bytes of memory
MOST_CHUNKS = 200  # for each the rows before are passed over, which some kinds unpack
MOST_ROWS = 10**8
MOST_TIMES = 200  # the rows of a file may take so many times its bytes
LEAST_BYTES = 1024**2
RECORD_BYTES = 80  # a file of XPORT consists of records of this length
ICONV_NAMES = {"mac-roman": "MACINTOSH"}
LAYOUT_PLACE, ROWS_PLACE = 64, 80  # where a file of SPSS has a small number, and the number of its rows
ANY_BYTES = "ISO-8859-1"  # in which each byte is a letter


class StatisticalFile:
    """A file of a statistics program gives its metadata, and its rows chunk by chunk, column by column."""

    def __init__(self, source: BinaryIO, *, kind: str, size: int, encoding: str) -> None:
        self._source, self.kind, self.size = source, kind, size
        source.seek(0)
        head = source.read(HEAD_BYTES)
        if kind == XPORT and size % RECORD_BYTES:
            raise FileRefused("cut_rows", END)
        is_stated = bool(encoding) or states_encoding(kind, head)
        self.encoding = encoding if is_stated else ANY_BYTES
        self.meta = self._read(metadataonly=True)[1]
        self.rows: int | None = _stated_rows(head) if kind == SAV else self.meta.number_rows
        self._check_size()
        if not is_stated:
            self.encoding = self._guessed_encoding()
            self.meta = self._read(metadataonly=True)[1]
        self.names: list[str] = [name or "" for name in self.meta.column_names]

    @property
    def rows_at_once(self) -> int:
        return max(1, CHUNK_BYTES // self._row_bytes, (self.rows or 0) // MOST_CHUNKS)

    @property
    def _widths(self) -> list[int]:
        return [int(self.meta.variable_storage_width[name] or 0) for name in self.meta.column_names]

    @property
    def _row_bytes(self) -> int:
        texts = [self.meta.readstat_variable_types[name] == "string" for name in self.meta.column_names]
        each = zip(self._widths, texts, strict=True)
        return sum(TEXT_BYTES + 2 * width if is_text else NUMBER_BYTES for width, is_text in each) or 1

    def chunks(self) -> Iterator[list[Sequence[Value]]]:
        """Yields the rows, some at a time. The first chunk has at most as many as proposals are made of."""
        done, chunk_rows = 0, min(ROWS, self.rows_at_once)
        while self.rows is None or done < self.rows:
            limit = chunk_rows if self.rows is None else min(chunk_rows, self.rows - done)
            columns = self._chunk(done, limit)
            rows = len(columns[0])
            if rows:
                yield columns
            del columns  # two chunks would take the memory of two
            done += rows
            self._check_unpacked(done)
            chunk_rows = self.rows_at_once
            if rows < limit:
                break
        if self.rows is not None and done != self.rows:
            raise _wrong_count(self.rows)
        if self.rows is not None and self.kind == SAV and self._has_row(self.rows):
            raise _wrong_count(self.rows)

    def _chunk(self, offset: int, limit: int) -> list[Sequence[Value]]:
        columns = list(self._read(row_offset=offset, row_limit=limit)[0].values())
        if len(columns) != len(self.names):  # pyreadstat names a second column of a name anew, and a third like it
            raise FileRefused("duplicate_names", FILE)
        return columns

    def _read(self, source: Any = None, **how: Any) -> tuple[Any, Any]:
        options: dict[str, Any] = {"output_format": "dict", "disable_datetime_conversion": True, **how}
        if self.kind in WITH_MISSING_VALUES:
            options["user_missing"] = True
        if self.encoding and self.kind != POR:
            options["encoding"] = ICONV_NAMES.get(self.encoding, self.encoding)
        source = source or self._source
        source.seek(0)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                answer: tuple[Any, Any] = READERS[self.kind](source, **options)
        except MemoryError:
            raise
        except UnicodeDecodeError:
            raise _wrong_encoding() from None
        except Exception as error:  # noqa: BLE001 - a damaged file raises errors of many classes
            raise _refusal(str(error)) from None
        return answer

    def _guessed_encoding(self) -> str:
        """Returns the encoding in which the texts of the first rows are words."""
        columns, meta = self._read(row_limit=min(ROWS, self.rows_at_once))
        texts = {text for text in _texts_in(columns, meta) if not text.isascii()}
        sample = "\n".join(sorted(texts)).encode("latin-1", "ignore")[:SAMPLE_BYTES]
        try:
            sample.decode("utf-8")
        except UnicodeDecodeError as error:
            if error.end < len(sample) or len(sample) < SAMPLE_BYTES:
                return guessed_encoding(sample) or "windows-1252"
        return "utf-8"

    def _check_size(self) -> None:
        rows = self.rows or 0
        if not self.meta.column_names:
            raise FileRefused("no_columns", FILE)
        if rows > MOST_ROWS:
            raise FileRefused("too_many_rows", FILE, most=MOST_ROWS)
        self._check_unpacked(rows)

    def _check_unpacked(self, rows: int) -> None:
        unpacked = rows * sum(self._widths)
        if unpacked > max(LEAST_BYTES, self.size * MOST_TIMES):
            raise FileRefused("unpacks", FILE, packed=self.size, unpacked=unpacked)

    def _has_row(self, index: int) -> bool:
        """Returns whether a file of SPSS has this row, whatever its header says of their number."""
        try:
            columns = self._read(_WithoutCount(self._source), row_offset=index, row_limit=1, usecols=self.names[:1])[0]
        except FileRefused:
            return False
        return any(len(column) for column in columns.values())


class _WithoutCount:
    """A file of SPSS without the number of its rows in the header is read to its end."""

    UNKNOWN = b"\xff\xff\xff\xff"

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.seek, self.tell = source.seek, source.tell

    def read(self, size: int) -> bytes:
        begin = self._source.tell()
        content = bytearray(self._source.read(size))
        for index, byte in enumerate(self.UNKNOWN, ROWS_PLACE - begin):
            if 0 <= index < len(content):
                content[index] = byte
        return bytes(content)


def _stated_rows(head: bytes) -> int | None:
    """Returns the number of rows that the header of a file of SPSS states; pyreadstat takes a large one for none."""
    order = "<" if head[LAYOUT_PLACE : LAYOUT_PLACE + 1] in {b"\2", b"\3"} else ">"
    [rows] = struct.unpack_from(f"{order}i", head.ljust(ROWS_PLACE + 4, b"\0"), ROWS_PLACE)
    return rows if rows >= 0 else None


def _texts_in(columns: Any, meta: Any) -> Iterator[str]:
    yield from (name for name in meta.column_names if name)
    yield from (label for label in meta.column_labels if label)
    for labels in meta.variable_value_labels.values():
        yield from labels.values()
    for column in columns.values():
        yield from (value for value in column if isinstance(value, str))


def _wrong_count(rows: int) -> FileRefused:
    return FileRefused("wrong_count", FILE, rows=rows)


def _wrong_encoding() -> FileRefused:
    return FileRefused("other_encoding", FILE)


def _refusal(message: str) -> FileRefused:
    """Returns the refusal for an error of pyreadstat, which has one class for all; its texts tell which."""
    if "Unable to convert" in message or "character set" in message:
        return _wrong_encoding()
    if "Unable to read" in message or "Unable to seek" in message:
        return FileRefused("cut_rows", END)
    if "expected number of rows" in message:
        return FileRefused("cut_rows", END)
    if "allocate memory" in message:
        raise MemoryError
    return FileRefused("damaged_file", FILE)
