"""The engine counts exactly which tuples of quasi-identifiers there are, how often, and with which sensitive values."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from datahub.engine import chunks, expressions
from datahub.engine.database import Limits, private_database
from datahub.engine.domains import Codes, Domain
from datahub.engine.errors import ColumnRefused
from datahub.engine.packing import Packing, Words
from datahub.engine.parts import gather
from datahub.engine.rows import Rows


@dataclass(frozen=True, eq=False)
class Sparse:
    """Sparse counts are rows of one tuple with one sensitive value: three arrays of one length, in the order of tuples,
    then of codes."""

    tuples: NDArray[np.int64]  # which row of Counts.tuples
    codes: Codes
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Counts:
    """Tuples are in the order of their codes, so nothing tells in which order the rows came."""

    tuples: Codes  # [tuples, quasi-identifiers]
    counts: NDArray[np.int64]  # [tuples], rows
    sensitive: tuple[Sparse, ...]  # one for each sensitive column

    @property
    def rows(self) -> int:
        return int(self.counts.sum())


def count(
    rows: Rows,
    *,
    quasi: Sequence[Domain],
    sensitive: Sequence[Domain] = (),
    limits: Limits,
    goes_on: Callable[[], bool],
) -> Counts:
    """Reads the rows once. Memory grows with distinct tuples and their sensitive values, not with the rows.

    Raises UndeclaredValue, ColumnRefused, OutOfRoom, CalledOff; an error of whatever reads the rows passes unchanged.
    """
    domains = (*quasi, *sensitive)
    check_columns(rows, [(domain.column, domain.values.type) for domain in domains])
    packing = Packing(tuple(domain.categories for domain in quasi))
    words = [f"w{number}" for number in range(len(packing.words))]
    others = [f"s{number}" for number in range(len(sensitive))]

    def coded(batch: pa.RecordBatch) -> pa.Table:
        codes = [domain.codes(batch.column(domain.column)) for domain in domains]
        packed = packing.pack(codes[: len(quasi)], batch.num_rows)
        return pa.table(dict(zip([*words, *others], [*packed, *codes[len(quasi) :]], strict=True)))

    names = list(dict.fromkeys(domain.column for domain in domains))
    with private_database(limits, goes_on) as database:
        by = [*words, *others]
        read = chunks.of_rows(rows, names, coded, goes_on)
        parts = gather(database, read, lambda chunk: expressions.counted(chunk, by), by)
        questions = ([*words, other] for other in others) if others else [words]
        tables = (database.whole(expressions.added(parts, by)) for by in questions)
        packed_words, counts, sparse = _tuples(tables, words, others)
    return Counts(packing.unpack(packed_words), counts, sparse)


def check_columns(rows: Rows, columns: Sequence[tuple[str, pa.DataType]]) -> None:
    """Refuses columns that are not as declared before the first row is read, so that nobody waits for what cannot be
    done."""
    for column, declared in columns:
        if (type_in_rows := rows.type_of(column)) != declared:
            raise ColumnRefused(f"{column!r} is {type_in_rows} in the rows and {declared} where it was declared")


def _tuples(
    tables: Iterable[pa.Table], words: Sequence[str], others: Sequence[str]
) -> tuple[Words, NDArray[np.int64], tuple[Sparse, ...]]:
    """Returns the tuples, their counts and the sparse counts, from one table for each sensitive column, in the order of
    tuples. Each has all tuples, so the first tells them."""
    sparse: list[Sparse] = []
    for number, table in enumerate(tables):
        counts, packed = _whole(table, expressions.COUNT), [_whole(table, word) for word in words]
        begins = np.zeros(len(table), dtype=bool)
        begins[:1] = True
        for word in packed:
            begins[1:] |= word[1:] != word[:-1]
        if number == 0:
            starts = np.flatnonzero(begins)
            starting_words = [word[starts] for word in packed]
            of_tuples = np.add.reduceat(counts, starts) if len(starts) else counts
        if others:
            codes = table[others[number]].to_numpy().astype(np.int32, copy=False)
            sparse.append(Sparse(np.cumsum(begins, dtype=np.int64) - 1, codes, counts))
    return starting_words, of_tuples, tuple(sparse)


def _whole(table: pa.Table, column: str) -> NDArray[np.int64]:
    """Returns a column as int64, because DuckDB adds in 128 bits."""
    codes: NDArray[np.int64] = table[column].cast(pa.int64()).to_numpy()
    return codes
