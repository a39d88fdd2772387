"""Rows that can be read again and again, some columns at a time, and never all at once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from datahub.engine.errors import ColumnRefused

READ_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class Rows:
    """Rows are a source that can be read several times. `read(names)` begins at the first row each time, on the thread
    of its caller."""

    schema: pa.Schema
    read: Callable[[Sequence[str]], Iterator[pa.RecordBatch]]

    def type_of(self, column: str) -> pa.DataType:
        """Returns the type of a column without its dictionary: how a column is packed says nothing about its values."""
        places = self.schema.get_all_field_indices(column)
        if len(places) != 1:
            raise ColumnRefused(f"{column!r} names {len(places)} columns of the rows; it needs to name one")
        arrow_type = self.schema.field(places[0]).type
        return arrow_type.value_type if pa.types.is_dictionary(arrow_type) else arrow_type


def of_table(table: pa.Table) -> Rows:
    return Rows(table.schema, lambda names: iter(table.select(list(names)).to_batches(READ_AT_ONCE)))


def of_parquet(paths: Sequence[Path]) -> Rows:
    """Reads one Parquet file after the other; all have the columns of the first."""

    def read(names: Sequence[str]) -> Iterator[pa.RecordBatch]:
        for path in paths:
            with pq.ParquetFile(path, read_dictionary=texts) as file:
                yield from file.iter_batches(READ_AT_ONCE, columns=list(names))

    schema = pq.read_schema(paths[0])
    texts = [field.name for field in schema if pa.types.is_string(field.type)]  # their pages hold dictionaries already
    return Rows(schema, read)
