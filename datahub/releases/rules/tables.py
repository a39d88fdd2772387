"""This module is about a released table as the bytes of a file, and as what is left of it when somebody gets fewer
columns."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from datahub.api.spreadsheet import cell_of, value_of

Row = tuple[str, ...]
BLOCK_BYTES = 1 << 20
GROUP_LINES = 1 << 20  # of a row group of Parquet


@dataclass(frozen=True, kw_only=True, eq=False)
class Lines:
    """These are the lines of a table, in order: its different rows, and of how many lines each is."""

    rows: Sequence[Row]
    counts: NDArray[np.int64]


def lines_of(rows: Iterable[Row]) -> Lines:
    """Returns rows in their order, from the least to the greatest."""
    return _in_order(Counter(rows))


def _in_order(counts: Mapping[Row, int]) -> Lines:
    ordered = sorted(counts.items())
    return Lines(rows=[row for row, _ in ordered], counts=np.array([many for _, many in ordered], np.int64))


def as_csv(names: Sequence[str], rows: Sequence[Row]) -> bytes:
    """Returns a table of which few rows are alike as CSV."""
    return "".join(_written([names, *_as_cells(rows)])).encode()


def lines_as_csv(names: Sequence[str], lines: Lines) -> bytes:
    return b"".join(csv_blocks(names, lines))


def csv_blocks(names: Sequence[str], lines: Lines) -> Iterator[bytes]:
    """Yields a table as CSV, block by block; rows that are alike are written once and repeated."""
    head, *rows = map(str.encode, _written([names, *_as_cells(lines.rows)]))
    waiting, size = [head], len(head)
    for row, many in zip(rows, lines.counts.tolist(), strict=True):
        at_once = max(1, BLOCK_BYTES // len(row))
        for done in range(0, many, at_once):
            waiting.append(row * min(at_once, many - done))
            size += len(waiting[-1])
            if size >= BLOCK_BYTES:
                yield b"".join(waiting)
                waiting, size = [], 0
    yield b"".join(waiting)


def _as_cells(rows: Sequence[Row]) -> Sequence[Row]:
    """Returns rows of values as cells that no spreadsheet program runs; only different values are looked at."""
    different = [set(column) for column in zip(*rows, strict=True)]
    changed = [{value: cell for value in values if (cell := cell_of(value)) != value} for values in different]
    if not any(changed):
        return rows
    columns = zip(*rows, strict=True)
    as_cells = ([cells.get(value, value) for value in own] for own, cells in zip(columns, changed, strict=True))
    return list(zip(*as_cells, strict=True))


def _written(rows: Iterable[Sequence[str]]) -> list[str]:
    written: list[str] = []
    csv.writer(SimpleNamespace(write=written.append), lineterminator="\n").writerows(rows)
    return written


def lines_as_parquet(names: Sequence[str], lines: Lines) -> bytes:
    return b"".join(parquet_blocks(names, lines))


def parquet_blocks(names: Sequence[str], lines: Lines) -> Iterator[bytes]:
    """Yields a table as Parquet, block by block: texts alone, without anything about who wrote it or when."""
    return _parquet_blocks(names, lines, pa.string(), lambda texts, places: texts.take(places))


def coded_parquet_blocks(names: Sequence[str], lines: Lines) -> Iterator[bytes]:
    """Yields the same table as Parquet from codes of its texts, in a third of the time, with other bytes."""
    return _parquet_blocks(names, lines, pa.dictionary(pa.int32(), pa.string()), _coded)


def _coded(texts: pa.Array, places: pa.Array) -> pa.Array:
    coded = texts.dictionary_encode()
    return pa.DictionaryArray.from_arrays(coded.indices.take(places), coded.dictionary)


def _parquet_blocks(
    names: Sequence[str], lines: Lines, kind: pa.DataType, repeated: Callable[[pa.Array, pa.Array], pa.Array]
) -> Iterator[bytes]:
    """Yields row groups of as many lines as Arrow puts into one."""
    sink, schema = _Sink(), pa.schema([(name, kind) for name in names])
    columns = list(zip(*_as_cells(lines.rows), strict=True)) or [()] * len(names)
    ends: NDArray[np.int64] = np.cumsum(lines.counts)
    with pq.ParquetWriter(pa.PythonFile(sink, "w"), schema, compression="zstd", store_schema=False) as writer:
        for start in range(0, max(1, int(ends[-1]) if len(ends) else 0), GROUP_LINES):
            first, last = np.searchsorted(ends, [start, start + GROUP_LINES - 1], side="right")
            ends_within = np.concatenate([[start], np.clip(ends[first : last + 1], start, start + GROUP_LINES)])
            within = ends_within[1:] - ends_within[:-1]
            places = pa.array(np.repeat(np.arange(len(within)), within))
            texts = [repeated(pa.array(column[first : last + 1], pa.string()), places) for column in columns]
            writer.write_table(pa.table(texts, schema=schema))
            del texts, places
            pa.default_memory_pool().release_unused()
            yield sink.taken()
    yield sink.taken()


class _Sink(io.RawIOBase):
    """Bytes that a writer of Arrow's has written wait here until they are taken."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        waiting, self._waiting = self._waiting, []
        return b"".join(waiting)


FORMS = {"csv": csv_blocks, "parquet": parquet_blocks}


@dataclass(frozen=True)
class Blocks:
    """The bytes of a file, block by block; each look writes them anew."""

    write: Callable[[], Iterator[bytes]]

    def __iter__(self) -> Iterator[bytes]:
        return self.write()


def projected(table: Iterable[bytes], columns: Sequence[str]) -> Lines:
    """Returns these columns of a CSV file of ours. Its rows are sorted anew, because their old order tells of the other
    columns."""
    lines = Counter(_lines(table))
    times: Iterable[int] = islice(lines.values(), 1, None)  # the verifier refuses names that come again
    if any(line.count(b'"') % 2 for line in lines):  # a cell has several lines, so a line is no row
        rows = csv.reader(io.StringIO(b"".join(table).decode(), newline=""))
        times = repeat(1)
    else:
        rows = csv.reader(map(bytes.decode, lines))
    places = [index for index, name in enumerate(next(rows)) if name in columns]
    counts: Counter[Row] = Counter()
    for row, many in zip(rows, times, strict=False):
        counts[tuple(map(value_of, (row[index] for index in places)))] += many
    return _in_order(counts)


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for block in blocks:
        *whole, rest = (rest + block).split(b"\n")
        yield from whole
    if rest:
        yield rest


def card_of(card: Mapping[str, Any], columns: Sequence[str], sha256: str) -> dict[str, Any]:
    """Returns the card of these columns alone, with the promises that `models_of` keeps.

    Hierarchies and the population stay with the owner: they may name every value that occurs, and a hash of few people
    could be guessed.
    """
    kept_columns = [
        {name: value for name, value in column.items() if name not in {"hierarchy", "sha256"}}
        for column in card["columns"]
        if column["name"] in columns
    ]
    models = models_of(card["models"], card["columns"], columns)
    kept = {part: value for part, value in card.items() if part != "population_sha256"}
    return {**kept, "columns": kept_columns, "models": models, "sha256": sha256}


def models_of(
    models: Iterable[Mapping[str, Any]], described: Iterable[Mapping[str, Any]], columns: Container[str]
) -> list[Mapping[str, Any]]:
    """Returns the anonymity models that hold of these columns. Classes only grow when a column goes, so each model that
    is left holds.

    Presence is not promised any more when a quasi-identifying column goes: classes that were apart may then overlap,
    and no share of the population is known.
    """
    apart = all(column["name"] in columns for column in described if column["role"] == "quasi")
    return [
        model
        for model in models
        if (model.get("column") is None or model["column"] in columns) and (apart or model["model"] != "delta-presence")
    ]
