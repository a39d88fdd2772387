"""This module provides made-up rows with the columns of Adult: as many values, as unevenly spread, and no person's."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from datahub.engine.domains import Domain

SIZES = {
    "age": 74, "workclass": 9, "education": 16, "marital": 7, "race": 5, "sex": 2, "country": 42, "occupation": 15,
}  # fmt: skip
DOMAINS = {
    name: Domain(
        name, pa.array(range(17, 91)) if name == "age" else pa.array([f"{name} {code}" for code in range(size)])
    )
    for name, size in SIZES.items()
}
QUASI = tuple(DOMAINS.values())[:7]
SENSITIVE = tuple(DOMAINS.values())[7:]
ROWS_AT_ONCE = 1 << 20


def write(path: Path, rows: int) -> None:
    draw = np.random.default_rng(1994)
    schema = pa.schema([(domain.column, domain.values.type) for domain in DOMAINS.values()])
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, rows, ROWS_AT_ONCE):
            writer.write_table(pa.table(list(_columns(draw, min(ROWS_AT_ONCE, rows - start))), schema=schema))


def _columns(draw: np.random.Generator, rows: int) -> Iterator[pa.Array]:
    """Shares fall as 1/rank^2, ages are spread as in a census; a hundredth of all cells is drawn again, evenly."""
    for name, domain in DOMAINS.items():
        ranks = np.arange(1, SIZES[name] + 1)
        shares = 1.0 / ranks**2 if name != "age" else np.exp(-(((ranks - 20) / 22.0) ** 2))
        codes = draw.choice(SIZES[name], rows, p=shares / shares.sum())
        again = draw.random(rows) < 0.01
        codes[again] = draw.integers(0, SIZES[name], int(again.sum()))
        yield domain.values.take(pa.array(codes))
