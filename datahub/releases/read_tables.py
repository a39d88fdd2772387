"""Reading the tables that a verifier is handed, none of them trusted: CSV with Python's own library alone, Parquet with
pyarrow.

Refusals name file, line and rule, and no cell. Lines that are alike are held once, and in them each text of a column:
memory grows by four bytes for each cell of the different rows, and by eight for each row.
"""

import csv
import hashlib
import io
import json
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count, islice
from pathlib import Path
from typing import TypeAlias

from datahub.releases.promises import NUMBER

try:
    import pyarrow
    from pyarrow import compute, parquet, types
except ImportError:  # a recipient may have Python alone; CSV needs no more
    parquet = None

MOST_COLUMNS = 1_000
LARGEST_KEY = 2**62
BLOCK_BYTES = 1 << 20
ROWS_AT_ONCE = 256
HARMFUL = re.compile(r"[-=+@]|.*[\x00-\x1f\x7f]", re.DOTALL)  # a spreadsheet would run it, or nobody would see it
ASSIGNMENT = ["original", "released"]
ROW_NUMBER = re.compile(r"[1-9]\d{0,17}", re.ASCII)
PLAIN_PAIRS = re.compile(r"original,released\n(?:[1-9]\d{0,17},[1-9]\d{0,17}\n)*+", re.ASCII)
Integers: TypeAlias = "array[int]"


class Refused(Exception):
    """A file is not what it must be, or could do harm: nothing is said about its promises."""


@dataclass(frozen=True)
class Column:
    """These are the cells of a column in the different rows of a table: `values` has each text once, in the order of
    their first rows, and `codes` says of each row which of them it has."""

    values: list[str]
    codes: Integers

    def cells(self) -> list[str]:
        return list(map(self.values.__getitem__, self.codes))

    def rows(self, is_wanted: Callable[[str], bool]) -> set[int]:
        """Returns the rows with such a text."""
        wanted = {code for code, text in enumerate(self.values) if is_wanted(text)}
        return {row for row, code in enumerate(self.codes) if code in wanted} if wanted else set()


@dataclass(frozen=True)
class Table:
    """This is a table that was read from a file: its different rows in columns, in the order of their first lines.
    `places` says of each line after the names which of them it is."""

    file: str
    names: list[str]
    columns: list[Column]
    places: Integers

    @cached_property
    def counts(self) -> Counter[int]:
        """Returns how many lines each row is."""
        return Counter(self.places)

    @cached_property
    def suppressed(self) -> set[int]:
        """Returns the rows that are `*` in every column."""
        return set.intersection(*(column.rows("*".__eq__) for column in self.columns))

    def column(self, name: str) -> Column:
        if name not in self.names:
            raise Refused(f"{self.file} line 1: lacks the column {name!r} of the card")
        return self.columns[self.names.index(name)]

    def rows(self) -> list[tuple[str, ...]]:
        return list(zip(*(column.cells() for column in self.columns), strict=True))

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
    table = _parquet_table(path) if data.startswith(b"PAR1") else _csv_table(path.name, data)
    names = table.names
    if not 0 < len(names) <= MOST_COLUMNS or not all(names) or len(set(names)) < len(names):
        raise Refused(f"{path.name} line 1: {len(names)} columns; 1 to {MOST_COLUMNS}, each with a name of its own")
    return table


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
        bad = table.column(name).rows(harmful)
        if bad:
            line = table.line(bad)
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
    pairs: list[Integers] = []
    for column in table.columns:
        of_code = [int((ROW_NUMBER.fullmatch(cell) and cell) or 0) for cell in column.values]
        pairs.append(array("q", (of_code[column.codes[row]] for row in table.places)))
    return pairs[0], pairs[1]


def _numbers(data: bytes) -> Integers:
    numbers, lines = array("q"), io.BytesIO(data)
    lines.readline()
    while block := b",".join(lines.readlines(BLOCK_BYTES)):
        numbers.fromlist(json.loads(b"[%b]" % block))  # faster than `int` for each
    return numbers


def csv_rows(name: str, data: bytes, delimiter: str = ",") -> list[list[str]]:
    """Returns the cells of each line; Refused names the line that is none."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise Refused(f"{name} line 1: begins with a byte order mark; plain UTF-8 is needed")
    if b"\0" in data:
        raise Refused(f"{name} line {_line(data, data.index(0))}: holds a NUL byte")
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


def _csv_table(name: str, data: bytes) -> Table:
    """A release repeats its lines, so each is taken apart once; what this cannot read is read line by line instead."""
    lines, ids = io.BytesIO(data if data.endswith(b"\n") else data + b"\n"), defaultdict[bytes, int](count().__next__)
    first = lines.readline()
    places = array("q", map(ids.__getitem__, lines))
    texts = csv.reader(map(bytes.decode, chain((first,), ids)), strict=True)
    try:
        names = next(texts)
        columns = _columns(texts, len(names))
    except (csv.Error, ValueError):
        columns = []
    if not columns or len(columns[0].codes) < len(ids) or data.startswith(b"\xef\xbb\xbf") or b"\0" in data:
        names, *rows = csv_rows(name, data) or [[]]
        return Table(name, names, _columns(rows, len(names)), array("q", range(len(rows))))
    if first in ids:
        raise Refused(f"{name} line {places.index(ids[first]) + 2}: is the line of names again")
    return Table(name, names, columns, places)


def _columns(rows: Iterable[Sequence[str]], width: int) -> list[Column]:
    """Returns rows as columns; ValueError for one that is not of this width. Few rows stand in memory at once: each is
    a list for the garbage collector to look at, again and again."""
    ids, codes = [defaultdict[str, int](count().__next__) for _ in range(width)], [array("i") for _ in range(width)]
    waiting = iter(rows)
    while block := list(islice(waiting, ROWS_AT_ONCE)):
        for of_text, of_rows, cells in zip(ids, codes, zip(*block, strict=True), strict=True):
            of_rows.extend(map(of_text.__getitem__, cells))
    return [Column(list(of_text), of_rows) for of_text, of_rows in zip(ids, codes, strict=True)]


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _parquet_table(path: Path) -> Table:
    if parquet is None:
        raise Refused(f"{path.name}: is Parquet, which needs the package pyarrow; or ask for the CSV file")
    try:
        table = parquet.ParquetFile(path, read_dictionary=parquet.read_schema(path).names).read(use_threads=False)
    except (OSError, ValueError) as why:
        raise Refused(f"{path.name}: is no whole Parquet file: {type(why).__name__}") from None
    for number, column in enumerate(table.columns, 1):
        if table.num_rows and (column.null_count or not _is_known(column.type)):
            raise Refused(f"{path.name} column {number}: holds more than text and whole numbers, or a null")
    places = _numbered(map(_codes, table.columns), table.num_rows)
    known = compute.cumulative_max(pyarrow.concat_arrays([pyarrow.array([-1], pyarrow.int64()), places]))
    first = compute.indices_nonzero(compute.not_equal(known.slice(1), known.slice(0, len(places))))
    cells = [map(str, compute.cast(column.take(first), _plain(column.type)).to_pylist()) for column in table.columns]
    of_lines = array("q")
    of_lines.frombytes((places.buffers()[1] or b"")[8 * places.offset : 8 * (places.offset + len(places))])
    return Table(path.name, table.column_names, [_columns(zip(column), 1)[0] for column in cells], of_lines)


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


def _numbered(columns: Iterable[tuple["pyarrow.ChunkedArray", int]], lines: int) -> "pyarrow.Int64Array":
    """Returns a number for each line; lines that are alike have one number, and numbers begin in their order.
    The codes of one column are at hand at a time."""
    keys, many = pyarrow.chunked_array([pyarrow.nulls(lines, pyarrow.int64()).fill_null(0)]), 1
    for codes, values in columns:
        if many * values > LARGEST_KEY:
            keys, many = _codes(keys)
        keys, many = compute.add(compute.multiply(keys, values), codes), many * values
    return _codes(keys)[0].combine_chunks()
