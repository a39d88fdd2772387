"""Reading the tables that a verifier is handed, none of them trusted: CSV with Python's own library alone, Parquet with
pyarrow.

Refusals name file, line and rule, and no cell. Files are read in blocks. Lines that are alike are held once, and in
them each text of a column; lines that are alike and follow one another are one run. So memory grows by four bytes for
each cell of the different rows, and by sixteen for each run.
"""

import csv
import hashlib
import io
import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, compress, count, islice, pairwise, repeat
from operator import ne, sub
from pathlib import Path

from datahub.releases.promises import NUMBER
from datahub.releases.table_runs import Assignment, Column, Integers, Refused, Table

try:
    import pyarrow
    from pyarrow import compute, parquet, types
except ImportError:  # a recipient may have Python alone; CSV needs no more
    parquet = None

MOST_COLUMNS = 1_000
BLOCK_BYTES = 1 << 20
ROWS_AT_ONCE = 256
CONTROL = re.compile(r"[\x00-\x1f\x7f]")  # nobody would see it
APOSTROPHES = re.compile(r"'+(?=[-=+@])")
HARMFUL = re.compile(r"[-=+@]|.*[\x00-\x1f\x7f]", re.DOTALL)  # a spreadsheet would run it, or nobody would see it
ASSIGNMENT = ["original", "released", "rows"]
ROW_NUMBER = re.compile(r"[1-9]\d{0,17}", re.ASCII)


def content(path: Path, sha256: str | None = None) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as why:
        raise Refused(f"{path.name}: cannot be read: {why.strerror}") from None
    if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise Refused(f"{path.name}: is not the file that the card names; its SHA-256 is another")
    return data


def blocks(path: Path, sha256: str | None = None) -> Iterator[list[bytes]]:
    """Yields the lines of a file in blocks, each line with its end; the last one has one too. Raises Refused after the
    last block where the file is another than the card names."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while lines := file.readlines(BLOCK_BYTES):
                if sha256 is not None:
                    digest.update(b"".join(lines))
                if not lines[-1].endswith(b"\n"):
                    lines[-1] += b"\n"
                yield lines
    except OSError as why:
        raise Refused(f"{path.name}: cannot be read: {why.strerror}") from None
    if sha256 is not None and digest.hexdigest() != sha256:
        raise Refused(f"{path.name}: is not the file that the card names; its SHA-256 is another")


def read_table(path: Path, sha256: str | None = None) -> Table:
    """Returns a table of values. A value that a spreadsheet program would run as a formula stands in the file with an
    apostrophe before it."""
    return _as_declared(_read_cells(path, sha256))


def _read_cells(path: Path, sha256: str | None) -> Table:
    table = _parquet_table(path, sha256) if _begin(path) == b"PAR1" else _csv_table(path, sha256)
    names = table.names
    if not 0 < len(names) <= MOST_COLUMNS or not all(names) or len(set(names)) < len(names):
        raise Refused(f"{path.name} line 1: {len(names)} columns; 1 to {MOST_COLUMNS}, each with a name of its own")
    return table


def _begin(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(4)
    except OSError as why:
        raise Refused(f"{path.name}: cannot be read: {why.strerror}") from None


def read_release(path: Path, sha256: str | None, names: list[str]) -> Table:
    """Returns a table that people will open: of just these columns, and with nothing in it that a spreadsheet would
    run."""
    table = _read_cells(path, sha256)
    if table.names != names:
        raise Refused(
            f"{path.name} line 1: the columns are not those of the card in its order, less the identifying ones"
        )
    return _as_declared(_without_formulas(table))


def read_other_form(path: Path) -> Table:
    """Returns the same release in another form, of whatever columns, with nothing in it that a spreadsheet would
    run."""
    return _as_declared(_without_formulas(_read_cells(path, None)))


def _without_formulas(table: Table) -> Table:
    if any(map(harmful, table.names)):
        raise Refused(f"{table.file} line 1: a name begins like a formula or holds a control character")
    for name, column in zip(table.names, table.columns, strict=True):
        bad = column.rows(harmful)
        if bad:
            line = table.line(bad)
            raise Refused(f"{table.file} line {line}, {name!r}: begins like a formula or holds a control character")
    return table


def _as_declared(table: Table) -> Table:
    columns = [_column_as_declared(table, *named) for named in zip(table.names, table.columns, strict=True)]
    return replace(table, columns=columns)


def _column_as_declared(table: Table, name: str, column: Column) -> Column:
    if not any(map(APOSTROPHES.match, column.values)):
        return column
    values = list(map(value_of, column.values))
    if len(set(values)) < len(values):
        raise Refused(f"{table.file} column {name!r}: a value stands there in two forms, with an apostrophe")
    return Column(values, column.codes)


def value_of(cell: str) -> str:
    """Returns what a cell says: less one apostrophe where a formula, or apostrophes and a formula, follow it."""
    apostrophes = APOSTROPHES.match(cell)
    return cell[1:] if apostrophes and harmful(cell[apostrophes.end() :]) else cell


def harmful(cell: str) -> bool:
    return bool(HARMFUL.match(cell)) and not NUMBER.fullmatch(cell)


def read_assignment(path: Path) -> Assignment:
    """Returns three numbers of each line: the first row of the original, from 1, that of the release, and how many rows
    follow one another from there, one where the file does not say. A cell that is no such number is 0."""
    table = read_table(path)
    if table.names not in (ASSIGNMENT, ASSIGNMENT[:2]):
        raise Refused("the assignment line 1: its columns are original and released, and of how many rows, rows")
    numbers: list[Integers] = []
    for column in table.columns:
        of_code = [int((ROW_NUMBER.fullmatch(cell) and cell) or 0) for cell in column.values]
        numbers.append(array("q", (of_code[column.codes[row]] for row in table.places)))
    original, released, *rows = numbers
    return Assignment(original, released, rows[0] if rows else array("q", repeat(1, table.lines)))


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


def _csv_table(path: Path, sha256: str | None) -> Table:
    """A release repeats its lines, so each is taken apart once; what this cannot read is read line by line instead."""
    ids, runs, lengths = defaultdict[bytes, int](count().__next__), array("q"), array("q")
    first, last, plain = b"", b"", True
    for lines in blocks(path, sha256):
        if not first:
            first, *lines = lines
            plain = not first.startswith(b"\xef\xbb\xbf") and b"\0" not in first
        starts = [*compress(count(), map(ne, lines, chain((last,), lines))), len(lines)]
        if lines and starts[0]:  # the block begins within a run
            lengths[-1] += starts[0]
        runs.extend(map(ids.__getitem__, map(lines.__getitem__, starts[:-1])))
        lengths.extend(map(sub, islice(starts, 1, None), starts))
        last = lines[-1] if lines else last
    texts = csv.reader(map(bytes.decode, chain((first,), ids)), strict=True)
    try:
        names = next(texts)
        columns = _columns(texts, len(names))
    except (csv.Error, ValueError):
        columns = []
    if not plain or not columns or len(columns[0].codes) < len(ids) or any(b"\0" in line for line in ids):
        names, *rows = csv_rows(path.name, content(path, sha256)) or [[]]
        return Table(path.name, names, _columns(rows, len(names)), array("q", range(len(rows))), _ones(len(rows)))
    table = Table(path.name, names, columns, runs, lengths)
    if first in ids:
        raise Refused(f"{path.name} line {table.line({ids[first]})}: is the line of names again")
    return table


def _ones(many: int) -> Integers:
    return array("q", repeat(1, many))


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


def _parquet_table(path: Path, sha256: str | None) -> Table:
    if parquet is None:
        raise Refused(f"{path.name}: is Parquet, which needs the package pyarrow; or ask for the CSV file")
    for _ in blocks(path, sha256) if sha256 is not None else ():
        pass
    ids, runs, lengths = defaultdict[tuple[str, ...], int](count().__next__), array("q"), array("q")
    try:
        names = parquet.read_schema(path).names
        file = parquet.ParquetFile(path, read_dictionary=names)
        for group in range(file.num_row_groups):
            rows, of_group = _runs_of_group(path, file.read_row_group(group, use_threads=False))
            for place, (row, length) in enumerate(zip(rows, of_group, strict=True)):
                number = ids[row]
                if not place and runs and runs[-1] == number:  # the group begins within a run
                    lengths[-1] += length
                else:
                    runs.append(number)
                    lengths.append(length)
    except (OSError, ValueError) as why:
        raise Refused(f"{path.name}: is no whole Parquet file: {type(why).__name__}") from None
    return Table(path.name, names, _columns(ids, len(names)), runs, lengths)


def _runs_of_group(path: Path, table: "pyarrow.Table") -> tuple[list[tuple[str, ...]], list[int]]:
    """Returns the row of each run of lines that are alike in a row group, and of how many lines it is."""
    for number, column in enumerate(table.columns, 1):
        if table.num_rows and (column.null_count or not _is_known(column.type)):
            raise Refused(f"{path.name} column {number}: holds more than text and whole numbers, or a null")
    if not table.num_rows:
        return [], []
    columns = [_codes(column) for column in table.columns]
    changes = [compute.not_equal(codes.slice(1), codes.slice(0, table.num_rows - 1)) for codes, _ in columns]
    is_first = reduce(compute.or_, changes, pyarrow.repeat(False, table.num_rows - 1))
    starts = [0, *compute.add(compute.indices_nonzero(is_first), 1).to_pylist()]
    first = pyarrow.array(starts, pyarrow.int64())
    cells = [map(str, values.take(codes.take(first)).to_pylist()) for codes, values in columns]
    return list(zip(*cells, strict=True)), [end - start for start, end in pairwise([*starts, table.num_rows])]


def _is_known(kind: "pyarrow.DataType") -> bool:
    return any(is_kind(_plain(kind)) for is_kind in (types.is_integer, types.is_string, types.is_large_string))


def _plain(kind: "pyarrow.DataType") -> "pyarrow.DataType":
    return kind.value_type if types.is_dictionary(kind) else kind


def _codes(column: "pyarrow.ChunkedArray") -> tuple["pyarrow.Array", "pyarrow.Array"]:
    """Returns which of its different values each cell of a column is, and these."""
    coded = column if types.is_dictionary(column.type) else column.dictionary_encode()
    chunk = coded.unify_dictionaries().combine_chunks()
    chunk = chunk.chunk(0) if isinstance(chunk, pyarrow.ChunkedArray) else chunk
    return chunk.indices, chunk.dictionary
