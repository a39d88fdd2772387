"""Rows as chunks of integers, coded on the caller's thread: whatever reads them keeps its connections and errors."""

from collections.abc import Callable, Iterator, Sequence

import pyarrow as pa

from datahub.engine.errors import CalledOff
from datahub.engine.rows import Rows

ROWS_A_CHUNK = 1 << 21  # 2^21 rows of two columns are 25 MB


def of_rows(
    rows: Rows, columns: Sequence[str], coded: Callable[[pa.RecordBatch], pa.Table], goes_on: Callable[[], bool]
) -> Iterator[pa.Table]:
    """Yields tables of coded rows, one chunk after the other. There is at least one, which may be empty: then there is
    a table to count."""
    tables: list[pa.Table] = []
    waiting = 0
    for batch in rows.read(columns):
        if not goes_on():
            raise CalledOff("the work was called off")
        tables.append(coded(batch))
        waiting += batch.num_rows
        if waiting >= ROWS_A_CHUNK:
            yield pa.concat_tables(tables)
            tables, waiting = [], 0
    if not tables:
        nothing = [pa.array([], rows.type_of(name)) for name in columns]
        tables = [coded(pa.RecordBatch.from_arrays(nothing, list(columns)))]
    yield pa.concat_tables(tables)
