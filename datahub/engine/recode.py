"""Rows with the released values of their tuple, in an order that says nothing about the rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
from ibis.expr.types import Table
from numpy.typing import NDArray

from datahub.engine import chunks, expressions
from datahub.engine.carried import Carried
from datahub.engine.count import Counts, check_columns
from datahub.engine.database import Database, Limits, private_database
from datahub.engine.domains import Codes, Domain
from datahub.engine.errors import ColumnRefused, RowsChanged
from datahub.engine.packing import Packing
from datahub.engine.parts import gather
from datahub.engine.repeat import groups_of
from datahub.engine.rows import Rows

DROPPED = -1


@dataclass(frozen=True, kw_only=True, eq=False)
class Recoding:
    """A recoding says what is released in place of each tuple of values that was counted."""

    quasi: tuple[Domain, ...]  # as they were counted
    counts: Counts
    released: tuple[Domain, ...]  # the columns of the release and the nodes they may hold, in the order they sort in
    nodes: Codes  # [tuples, released columns]
    dropped: NDArray[np.bool_]  # [tuples]; their rows are suppressed

    def __post_init__(self) -> None:
        tuples = len(self.counts.counts)
        if self.nodes.shape != (tuples, len(self.released)) or self.dropped.shape != (tuples,):
            raise ValueError(f"{tuples} tuples need as many rows of nodes and of marks")
        most = [domain.missing for domain in self.released]
        if ((self.nodes < 0) | (self.nodes > most)).any():
            raise ValueError("a node is not among those of its column")

    @cached_property
    def classes(self) -> tuple[Codes, NDArray[np.int32]]:
        """Returns the nodes of each class, in the order of its nodes, and the class of each tuple."""
        kept = self.nodes[~self.dropped]
        packing = Packing(tuple(domain.categories for domain in self.released))
        words = np.stack(packing.pack(list(kept.T), len(kept)), axis=1)
        keys = words[:, 0] if words.shape[1] == 1 else words
        _, first, of_kept = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        of_tuple = np.full(len(self.nodes), DROPPED, dtype=np.int32)
        of_tuple[~self.dropped] = of_kept.reshape(-1)
        return kept[first], of_tuple

    @cached_property
    def rows_of_class(self) -> NDArray[np.int64]:
        """The last one counts rows that are dropped."""
        nodes, of_tuple = self.classes
        rows = np.zeros(len(nodes) + 1, dtype=np.int64)
        np.add.at(rows, of_tuple, self.counts.counts)
        return rows


def schema_of(recoding: Recoding, carried: Sequence[Carried]) -> pa.Schema:
    nodes = [pa.field(column.column, pa.dictionary(pa.int32(), column.values.type)) for column in recoding.released]
    schema = pa.schema([*nodes, *(pa.field(column.column, column.gives) for column in carried)])
    if len(set(schema.names)) != len(schema.names):
        raise ColumnRefused("two columns of the release have one name")
    return schema


def recode(
    rows: Rows, recoding: Recoding, *, carried: Sequence[Carried] = (), limits: Limits, goes_on: Callable[[], bool]
) -> Iterator[pa.Table]:
    """Yields the release in pieces of one length, sorted by its own columns from left to right and by nothing else.

    Rows that are equal in everything that is released are one row and a count until they are given out, so that any
    order of the same rows gives the same pieces. Raises RowsChanged after the last piece if a class has not as many
    rows as were counted: keep nothing before. Else as `count`.
    """
    check_columns(rows, [(domain.column, domain.values.type) for domain in recoding.quasi])
    check_columns(rows, [(column.column, column.takes) for column in carried])
    schema = schema_of(recoding, carried)
    with private_database(limits, goes_on) as database:
        by = [expressions.CLASS, *(f"k{number}" for number in range(len(carried)))]
        parts = _joined(database, rows, recoding, carried, by, goes_on)
        rows_found = np.zeros_like(recoding.rows_of_class)
        kept = _kept(database.read(expressions.added(parts, by)), rows_found)
        for piece in groups_of(kept, expressions.COUNT):
            yield _opened(piece, recoding, carried, schema)
    if (rows_found != recoding.rows_of_class).any():
        raise RowsChanged("the rows are not those that were counted")


def _joined(
    database: Database,
    rows: Rows,
    recoding: Recoding,
    carried: Sequence[Carried],
    by: Sequence[str],
    goes_on: Callable[[], bool],
) -> Table:
    packing = Packing(tuple(domain.categories for domain in recoding.quasi))
    words = [f"w{number}" for number in range(len(packing.words))]

    def coded(batch: pa.RecordBatch) -> pa.Table:
        codes = [domain.codes(batch.column(domain.column)) for domain in recoding.quasi]
        beside = [column.to_engine(batch.column(column.column)) for column in carried]
        packed = packing.pack(codes, batch.num_rows)
        return pa.table(dict(zip([*words, *by[1:]], [*packed, *beside], strict=True)))

    tuples = packing.pack(list(recoding.counts.tuples.T), len(recoding.counts.tuples))
    classes = pa.table(dict(zip([*words, expressions.CLASS], [*tuples, recoding.classes[1]], strict=True)))
    database.add("classes", classes, expressions.table("chunk", classes.schema))
    of_tuples = expressions.table("classes", classes.schema)
    names = list(dict.fromkeys([column.column for column in (*recoding.quasi, *carried)]))
    read = chunks.of_rows(rows, names, coded, goes_on)
    return gather(database, read, lambda chunk: expressions.classed(chunk, of_tuples, words, by[1:]), by)


def _kept(batches: Iterator[pa.RecordBatch], counts: NDArray[np.int64]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        classes = batch.column(expressions.CLASS).to_numpy()
        np.add.at(counts, classes, batch.column(expressions.COUNT).cast(pa.int64()).to_numpy())
        yield batch.slice(int(np.searchsorted(classes, 0)))  # DROPPED sorts before every class


def _opened(piece: pa.Table, recoding: Recoding, carried: Sequence[Carried], schema: pa.Schema) -> pa.Table:
    nodes = recoding.classes[0][piece[expressions.CLASS].to_numpy()]
    released = [column.values_of(nodes[:, number]) for number, column in enumerate(recoding.released)]
    beside = [column.from_engine(piece[f"k{number}"].combine_chunks()) for number, column in enumerate(carried)]
    return pa.Table.from_arrays([*released, *beside], schema=schema)
