"""Rows and how often each stands there, written out in groups of one length: no group depends on how they arrived."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

ROWS_A_GROUP = 1 << 18


def groups_of(batches: Iterator[pa.RecordBatch], count: str, rows_a_group: int = ROWS_A_GROUP) -> Iterator[pa.Table]:
    """Yields rows in groups, with repeated rows written out. Every group but the last has `rows_a_group` rows, however
    often one row repeats."""
    tables: list[pa.Table] = []
    room = rows_a_group
    for batch in batches:
        ends = np.cumsum(batch.column(count).cast(pa.int64()).to_numpy())
        rows = int(ends[-1]) if len(ends) else 0
        start = 0
        while start < rows:
            end = min(start + room, rows)
            places = np.searchsorted(ends, np.arange(start, end), side="right")
            tables.append(pa.Table.from_batches([batch.take(pa.array(places))]))
            room -= end - start
            start = end
            if not room:
                yield pa.concat_tables(tables)
                tables, room = [], rows_a_group
    if tables:
        yield pa.concat_tables(tables)
