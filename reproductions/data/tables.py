"""The public data sets that reproductions are made on, as text; README.md beside this says where they are from."""

import csv
import gzip
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class DataSet:
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def data_set(name: str) -> DataSet:
    """Returns one data set of this folder. Its class, if it has one, is the last column, and `?` is a missing value."""
    with gzip.open(FOLDER / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        return DataSet(columns=tuple(next(reader)), rows=tuple(tuple(row) for row in reader))
