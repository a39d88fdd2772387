"""This module is about a released table as the bytes of a file, and as what is left of it when somebody gets fewer
columns."""

import csv
import io
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Rows = Sequence[tuple[str, ...]]


def as_csv(names: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Returns a table as CSV; rows that follow each other and are alike are written once and repeated."""
    lines: list[str] = []
    write = csv.writer(SimpleNamespace(write=lines.append), lineterminator="\n").writerow
    write(names)
    for row, alike in groupby(rows):
        write(row)
        lines[-1] *= sum(1 for _ in alike)
    return "".join(lines).encode()


def as_parquet(names: Sequence[str], rows: Rows) -> bytes:
    """Returns a table as Parquet: texts alone, in one row group, without anything about who wrote it or when."""
    buffer = io.BytesIO()
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    table = pa.table([pa.array(column, pa.string()) for column in columns], names=list(names))
    pq.write_table(table, buffer, compression="zstd", store_schema=False)
    return buffer.getvalue()


FORMS = {"csv": as_csv, "parquet": as_parquet}


def projected(table: bytes, columns: Sequence[str]) -> Rows:
    """Returns these columns of a CSV file of ours. Its rows are sorted anew, because their old order tells of the other
    columns."""
    lines = csv.reader(io.StringIO(table.decode(), newline=""))
    names = next(lines)
    places = [index for index, name in enumerate(names) if name in columns]
    return sorted(tuple(line[index] for index in places) for line in lines)


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
