"""A released table as the bytes of a file, and as what is left of it when somebody gets fewer columns."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Rows = Sequence[tuple[str, ...]]


def as_csv(names: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Rows that follow each other and are alike are written once and repeated."""
    lines: list[str] = []
    write = csv.writer(SimpleNamespace(write=lines.append), lineterminator="\n").writerow
    write(names)
    for row, alike in groupby(rows):
        write(row)
        lines[-1] *= sum(1 for _ in alike)
    return "".join(lines).encode()


def as_parquet(names: Sequence[str], rows: Rows) -> bytes:
    """Texts alone, in one row group, without anything about who wrote it or when."""
    held = io.BytesIO()
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    table = pa.table([pa.array(column, pa.string()) for column in columns], names=list(names))
    pq.write_table(table, held, compression="zstd", store_schema=False)
    return held.getvalue()


FORMS = {"csv": as_csv, "parquet": as_parquet}


def projected(table: bytes, columns: Sequence[str]) -> Rows:
    """Of a CSV file of ours, these columns in its order; sorted anew, because the order tells of the others."""
    lines = csv.reader(io.StringIO(table.decode(), newline=""))
    names = next(lines)
    places = [place for place, name in enumerate(names) if name in columns]
    return sorted(tuple(line[place] for place in places) for line in lines)


def card_of(card: Mapping[str, Any], columns: Sequence[str], sha256: str) -> dict[str, Any]:
    """What is promised of these columns alone. Classes only grow when a column goes, so each model that is left holds.

    Hierarchies stay with the owner: they may name every value that occurs.
    """
    said = [
        {name: value for name, value in column.items() if name not in {"hierarchy", "sha256"}}
        for column in card["columns"]
        if column["name"] in columns
    ]
    models = [model for model in card["models"] if model.get("column") is None or model["column"] in columns]
    return {**card, "columns": said, "models": models, "sha256": sha256}
