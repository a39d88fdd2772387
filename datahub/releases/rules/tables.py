"""This module is about a released table as the bytes of a file, and as what is left of it when somebody gets fewer
columns."""

import csv
import io
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import mul
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

Row = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Lines:
    """These are the lines of a table, in order: its different rows, and of how many lines each is."""

    rows: Sequence[Row]
    counts: NDArray[np.int64]


def lines_of(rows: Iterable[Row]) -> Lines:
    """Returns rows in their order, from the least to the greatest."""
    counts = sorted(Counter(rows).items())
    return Lines(rows=[row for row, _ in counts], counts=np.array([count for _, count in counts], np.int64))


def as_csv(names: Sequence[str], rows: Iterable[Row]) -> bytes:
    """Returns a table of which few rows are alike as CSV."""
    return "".join(_written([names, *rows])).encode()


def lines_as_csv(names: Sequence[str], lines: Lines) -> bytes:
    """Returns a table as CSV; rows that are alike are written once and repeated."""
    head, *rows = map(str.encode, _written([names, *lines.rows]))
    return b"".join(chain((head,), map(mul, rows, lines.counts.tolist())))


def _written(rows: Iterable[Sequence[str]]) -> list[str]:
    written: list[str] = []
    csv.writer(SimpleNamespace(write=written.append), lineterminator="\n").writerows(rows)
    return written


def lines_as_parquet(names: Sequence[str], lines: Lines) -> bytes:
    """Returns a table as Parquet: texts alone, in one row group, without anything about who wrote it or when."""
    buffer = io.BytesIO()
    columns = list(zip(*lines.rows, strict=True)) or [()] * len(names)
    places = pa.array(np.repeat(np.arange(len(lines.rows)), lines.counts))
    texts = [pa.array(column, pa.string()).take(places) for column in columns]
    pq.write_table(pa.table(texts, names=list(names)), buffer, compression="zstd", store_schema=False)
    return buffer.getvalue()


FORMS = {"csv": lines_as_csv, "parquet": lines_as_parquet}


def projected(table: bytes, columns: Sequence[str]) -> Lines:
    """Returns these columns of a CSV file of ours. Its rows are sorted anew, because their old order tells of the other
    columns."""
    rows: Iterator[list[str]] = csv.reader(io.StringIO(table.decode(), newline=""))
    names = next(rows)
    places = [index for index, name in enumerate(names) if name in columns]
    return lines_of(tuple(row[index] for index in places) for row in rows)


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
