"""The rows of a table that are read are those for which every comparison of a plan is true.

Each row is judged by itself, from its own cells: whether it is read hangs on no other row, so that what one row more or
less changes is what it was, and a bound on the rows of a key counts what is left.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from datahub.datasets.rules.columns import COMPARED_AS, Column
from datahub.policies.decide.conditions import Comparison, Truth, judge_row
from datahub.policies.write.policy_json import read_rows


def types_of(columns: Sequence[Column]) -> dict[str, str]:
    """Returns the types by which rules compare the columns."""
    return {column.name: COMPARED_AS[column.type] for column in columns}


def rows_in(written: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> frozenset[Comparison]:
    """Returns the comparisons that were stored with a plan of these columns."""
    return read_rows("rows", written, types_of(columns))


def columns_needed(names: Sequence[str], rows: Collection[Comparison]) -> list[str]:
    """Returns the columns of a plan, and after them the other columns that its comparisons need."""
    return list(dict.fromkeys((*names, *sorted(row.subject for row in rows))))


def read_of(batch: pa.RecordBatch, rows: Collection[Comparison], types: Mapping[str, str]) -> pa.RecordBatch:
    """Returns the rows of the batch for which all comparisons are true."""
    if not rows:
        return batch
    kept = np.ones(batch.num_rows, dtype=np.bool_)
    for row in rows:
        kept &= _true_of(row, batch.column(row.subject), types)
    return batch.filter(pa.array(kept))


def _true_of(row: Comparison, column: pa.Array, types: Mapping[str, str]) -> NDArray[np.bool_]:
    """Returns for each row whether a comparison is true. Each value of the column is judged once."""
    packed = column.dictionary_encode(null_encoding="encode")
    values = [_compared(value) for value in packed.dictionary.to_pylist()]
    judged = [judge_row(row, {row.subject: value}, types) is Truth.TRUE for value in values]
    of_rows: NDArray[np.bool_] = np.array(judged, dtype=np.bool_)[packed.indices.to_numpy(zero_copy_only=False)]
    return of_rows


def _compared(value: object) -> object:
    """Returns a value of the vault in the type that a rule compares: a day is its first moment, in UTC."""
    if isinstance(value, date):
        return datetime.combine(value, time(), UTC)
    return Decimal(str(value)) if isinstance(value, int | float) else value
