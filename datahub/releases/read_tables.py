"""Reading the tables that a verifier is handed, none of them trusted: CSV with Python's own library alone, Parquet with
pyarrow.

Refusals name file, line and rule, and no cell. Lines that are alike are held once: memory grows with the different
rows, and by eight bytes for each row.
"""

import csv
import hashlib
import io
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path

from datahub.releases.promises import NUMBER

try:
    import pyarrow
    from pyarrow import compute, parquet, types
except ImportError:  # a recipient may have Python alone; CSV needs no more
    parquet = None

MOST_COLUMNS = 1_000
LARGEST_KEY = 2**62
BLOCK_BYTES = 1 << 20
HARMFUL = re.compile(r"[-=+@]|.*[\x00-\x1f\x7f]", re.DOTALL)  # a spreadsheet would run it, or nobody would see it
ASSIGNMENT = ["original", "released"]
ROW_NUMBER = re.compile(r"[1-9]\d{0,17}", re.ASCII)
PLAIN_PAIRS = re.compile(r"original,released\n(?:[1-9]\d{0,17},[1-9]\d{0,17}\n)*+", re.ASCII)
Integers = Sequence[int]  # an array, of eight bytes for each


class Refused(Exception):
    """A file is not what it must be, or could do harm: nothing is said about its promises."""


@dataclass(frozen=True)
class Lines:
    """These are the lines of a file: the different rows, and of each line which of those after the first it is; the
    first, which has the names of a table, is -1."""

    rows: list[list[str]]
    places: Integers


@dataclass(frozen=True)
class Table:
    """This is a table that was read from a file. `places` says of each line after the names which of `rows` it is."""

    file: str
    names: list[str]
    rows: list[list[str]]
    places: Integers

    @cached_property
    def _columns(self) -> list[tuple[str, ...]]:
        return list(zip(*self.rows, strict=True)) if self.rows else [()] * len(self.names)

    @cached_property
    def counts(self) -> Counter[int]:
        """Returns how many lines each row is."""
        return Counter(self.places)

    @cached_property
    def suppressed(self) -> set[int]:
        """Returns the rows that are `*` in every column."""
        stars = ["*"] * len(self.names)
        return {row for row, cells in enumerate(self.rows) if cells == stars}

    def column(self, name: str) -> Sequence[str]:
        if name not in self.names:
            raise Refused(f"{self.file} line 1: lacks the column {name!r} of the card")
        return self._columns[self.names.index(name)]

    def line(self, rows: set[int]) -> int:
        """Returns the number of the first line that is one of these rows."""
        return next(line for line, index in enumerate(self.places, 2) if index in rows)


def content(path: Path, sha256: str | None = None) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as why:
        raise Refused(f"{path.name}: cannot be read: {why.strerror}") from None
    if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise Refused(f"{path.name}: is not the file that the card names; its SHA-256 is another")
    return data


def read_table(path: Path, sha256: str | None = None) -> Table:
    data = content(path, sha256)
    lines = _parquet_lines(path) if data.startswith(b"PAR1") else csv_lines(path.name, data)
    names, *rows = lines.rows or [[]]
    if not 0 < len(names) <= MOST_COLUMNS or not all(names) or len(set(names)) < len(names):
        raise Refused(f"{path.name} line 1: {len(names)} columns; 1 to {MOST_COLUMNS}, each with a name of its own")
    places = lines.places[1:]
    if -1 in places:
        raise Refused(f"{path.name} line {places.index(-1) + 2}: is the line of names again")
    return Table(path.name, names, rows, places)


def read_release(path: Path, sha256: str | None, names: list[str]) -> Table:
    """Returns a table that people will open: of just these columns, and with nothing in it that a spreadsheet would
    run."""
    table = read_table(path, sha256)
    if table.names != names:
        raise Refused(
            f"{path.name} line 1: the columns are not those of the card in its order, less the identifying ones"
        )
    if any(map(harmful, names)):
        raise Refused(f"{path.name} line 1: a name begins like a formula or holds a control character")
    for name in names:
        cells = table.column(name)
        bad = {cell for cell in set(cells) if harmful(cell)}
        if bad:
            line = table.line({row for row, cell in enumerate(cells) if cell in bad})
            raise Refused(f"{path.name} line {line}, {name!r}: begins like a formula or holds a control character")
    return table


def harmful(cell: str) -> bool:
    return bool(HARMFUL.match(cell)) and not NUMBER.fullmatch(cell)


def read_assignment(path: Path) -> tuple[Integers, Integers]:
    """Returns two row numbers of each line, both from 1: of the original, and of the release. A cell that is no such
    number is 0."""
    data = content(path)
    if PLAIN_PAIRS.fullmatch(data.decode("latin-1")):
        numbers = _numbers(data)
        return numbers[::2], numbers[1::2]
    table = read_table(path)
    if table.names != ASSIGNMENT:
        raise Refused("the assignment line 1: its two columns are original and released")
    first, second = (
        [int((ROW_NUMBER.fullmatch(cell) and cell) or 0) for cell in table.column(name)] for name in ASSIGNMENT
    )
    return array("q", map(first.__getitem__, table.places)), array("q", map(second.__getitem__, table.places))


def _numbers(data: bytes) -> Integers:
    numbers, lines = array("q"), io.BytesIO(data)
    lines.readline()
    while block := b"".join(lines.readlines(BLOCK_BYTES)):
        numbers.extend(map(int, block.replace(b"\n", b",").split(b",")[:-1]))
    return numbers


def csv_lines(name: str, data: bytes, delimiter: str = ",") -> Lines:
    """A release repeats its lines, so each is taken apart once; what this cannot read is read line by line instead."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise Refused(f"{name} line 1: begins with a byte order mark; plain UTF-8 is needed")
    if b"\0" in data:
        raise Refused(f"{name} line {_line(data, data.index(0))}: holds a NUL byte")
    ids: defaultdict[bytes, int] = defaultdict(count(-1).__next__)
    places = array("q", map(ids.__getitem__, io.BytesIO(data if data.endswith(b"\n") else data + b"\n")))
    try:
        rows = list(csv.reader(map(bytes.decode, ids), delimiter=delimiter, strict=True))
    except (csv.Error, UnicodeDecodeError):
        rows = []
    if len(rows) < len(ids) or len(set(map(len, rows))) > 1 or not rows[0]:
        rows = _each_line(name, data, delimiter)
        places = array("q", range(-1, len(rows) - 1))
    return Lines(rows, places)


def _each_line(name: str, data: bytes, delimiter: str) -> list[list[str]]:
    try:
        text = data.decode()
    except UnicodeDecodeError as why:
        raise Refused(f"{name} line {_line(data, why.start)}: is not UTF-8") from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    try:
        for row in reader:
            if not row or len(row) != len(rows[0] if rows else row):
                raise Refused(
                    f"{name} line {reader.line_num}: {len(row)} cells; line 1 has {len(rows[0]) if rows else 0}"
                )
            rows.append(row)
    except csv.Error as why:
        raise Refused(f"{name} line {reader.line_num}: {why}") from None
    return rows


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _parquet_lines(path: Path) -> Lines:
    if parquet is None:
        raise Refused(f"{path.name}: is Parquet, which needs the package pyarrow; or ask for the CSV file")
    try:
        table = parquet.ParquetFile(path, read_dictionary=parquet.read_schema(path).names).read()
    except (OSError, ValueError) as why:
        raise Refused(f"{path.name}: is no whole Parquet file: {type(why).__name__}") from None
    for number, column in enumerate(table.columns, 1):
        if table.num_rows and (column.null_count or not _is_known(column.type)):
            raise Refused(f"{path.name} column {number}: holds more than text and whole numbers, or a null")
    places = _numbered([_codes(column) for column in table.columns], table.num_rows)
    first_lines = dict(zip(reversed(places), range(len(places) - 1, -1, -1), strict=True))  # the last stands
    first = pyarrow.array(sorted(first_lines.values()), pyarrow.int64())
    cells = [map(str, compute.cast(column.take(first), _plain(column.type)).to_pylist()) for column in table.columns]
    rows = [table.column_names, *map(list, zip(*cells, strict=True))]
    return Lines(rows, array("q", [-1]) + places)


def _is_known(kind: "pyarrow.DataType") -> bool:
    return any(is_kind(_plain(kind)) for is_kind in (types.is_integer, types.is_string, types.is_large_string))


def _plain(kind: "pyarrow.DataType") -> "pyarrow.DataType":
    return kind.value_type if types.is_dictionary(kind) else kind


def _codes(column: "pyarrow.ChunkedArray") -> tuple["pyarrow.ChunkedArray", int]:
    """Returns which of its different values each cell of a column is, and how many of these there are."""
    coded = column if types.is_dictionary(column.type) else column.dictionary_encode()
    chunks = coded.unify_dictionaries().chunks
    codes = pyarrow.chunked_array([chunk.indices.cast(pyarrow.int64()) for chunk in chunks], pyarrow.int64())
    return codes, max((len(chunk.dictionary) for chunk in chunks), default=0)


def _numbered(columns: Sequence[tuple["pyarrow.ChunkedArray", int]], lines: int) -> "array[int]":
    """Returns a number for each line; lines that are alike have one number, and numbers begin in their order."""
    keys, many = pyarrow.chunked_array([pyarrow.nulls(lines, pyarrow.int64()).fill_null(0)]), 1
    for codes, values in columns:
        if many * values > LARGEST_KEY:
            keys, many = _codes(keys)
        keys, many = compute.add(compute.multiply(keys, values), codes), many * values
    numbers = array("q")
    for chunk in _codes(keys)[0].chunks:
        numbers.frombytes(chunk.buffers()[1][8 * chunk.offset : 8 * (chunk.offset + len(chunk))])
    return numbers
