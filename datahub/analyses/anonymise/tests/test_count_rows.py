"""Rows that are counted piece by piece give the release that all rows together give, in memory that follows the
different ones."""

import datetime
import tracemalloc
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from datahub.analyses.anonymise.rules import row_counts
from datahub.analyses.anonymise.rules.figures import before, figures, find_release
from datahub.analyses.anonymise.rules.release_files import assignment, original, written
from datahub.analyses.anonymise.rules.row_counts import RowCounts, ValueCounts
from datahub.analyses.anonymise.rules.side_by_side import side_by_side
from datahub.analyses.anonymise.rules.table import Prepared, prepared
from datahub.analyses.anonymise.tests.test_write_rows import DECLARED, K3, PLAN, ROW, of
from datahub.analyses.drawing import KeyedEntropy
from datahub.analyses.errors import PlanRefused
from datahub.releases.rules.tables import lines_as_csv, lines_as_parquet

NAMES = [column.name for column in DECLARED]
DIVERSE = [*K3, {"model": "distinct-l-diversity", "column": "illness", "l": 2}]
CELL = st.one_of(st.none(), st.integers(-3, 3))
PIECE_ROWS = 1 << 16


def pieces_of(rows: Sequence[Sequence[object]], names: Sequence[str], many: int) -> list[pa.RecordBatch]:
    """Returns rows in pieces of so many; `?` is missing."""
    return [
        pa.RecordBatch.from_arrays(
            [pa.array([None if cell == "?" else cell for cell in column]) for column in zip(*block, strict=True)],
            names=list(names),
        )
        for block in (rows[start : start + many] for start in range(0, len(rows), many))
    ]


def counted(rows: Sequence[tuple[str, ...]], many: int) -> Prepared:
    counts = RowCounts(NAMES)
    for piece in pieces_of(rows, NAMES, many):
        counts.add(piece)
    columns, times = counts.result(PLAN.missing)
    return prepared(PLAN, DECLARED, columns, times=times)


def outcome(rows: Prepared, models: list[dict[str, object]]) -> object:
    """Returns all that is made of rows, or why nothing is."""
    try:
        result = find_release(rows, models, KeyedEntropy(b"secret", {}))
    except ValueError as why:
        return str(why)
    table = written(rows, result)
    return (
        lines_as_csv(table.names, table.lines),
        lines_as_parquet(table.names, table.lines),
        parquet.read_table(pa.BufferReader(b"".join(original(rows)))).to_pylist(),
        assignment(rows, table),
        figures(rows, result, models),
        before(rows),
        side_by_side(rows, result),
    )


@pytest.mark.parametrize("models", [K3, DIVERSE], ids=["k", "k and l"])
@settings(max_examples=60, deadline=None)
@given(rows=st.lists(ROW, min_size=6, max_size=60), many=st.integers(1, 70), waiting=st.integers(0, 30))
def test_counting_by_piece_and_whole_give_the_same_files_and_figures(
    models: list[dict[str, object]], rows: list[tuple[str, ...]], many: int, waiting: int
) -> None:
    if sum(row[1] != "?" for row in rows) < 6:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_counts, "_WAITING", waiting)
        by_piece = counted(rows, many)
    assert outcome(by_piece, models) == outcome(of(rows), models)


@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(st.tuples(*[CELL] * 3), min_size=1, max_size=60),
    many=st.integers(1, 70),
    largest=st.sampled_from([2, 2**62]),
)
def test_each_row_is_counted_once_whatever_the_pieces_are(
    rows: list[tuple[int | None, ...]], many: int, largest: int
) -> None:
    counts, names = RowCounts("abc"), list("abc")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_counts, "LARGEST_CODE", largest)  # more combinations than a whole number has room for
        for piece in pieces_of(rows, names, many):
            counts.add(piece)
    columns, times = counts.result("none")
    cells = zip(*(texts.of_rows() for texts in columns.values()), strict=True)
    texts = sorted(tuple("none" if cell is None else str(cell) for cell in row) for row in rows)
    assert [row for row, many in zip(cells, times.tolist(), strict=True) for _ in range(many)] == texts


def test_values_of_every_type_are_counted_as_their_texts() -> None:
    days, amounts = [datetime.date(2026, 1, 2), None], [Decimal("1.50"), Decimal("-2.00")]
    piece = pa.RecordBatch.from_arrays([pa.array(days), pa.array(amounts), pa.array([True, False])], names=list("abc"))
    counts = RowCounts("abc")
    counts.add(piece)
    counts.add(piece)
    columns, times = counts.result("-")
    assert [texts.of_rows() for texts in columns.values()] == [
        ["-", "2026-01-02"],
        ["-2.00", "1.50"],
        ["False", "True"],
    ]
    assert times.tolist() == [2, 2]


def test_no_rows_and_a_missing_sign_that_is_a_value_are_refused() -> None:
    with pytest.raises(PlanRefused):
        RowCounts("a").result("-")
    counts = RowCounts("a")
    counts.add(pa.RecordBatch.from_arrays([pa.array(["-", None])], names=["a"]))
    with pytest.raises(PlanRefused):
        counts.result("-")


def test_more_different_rows_than_are_held_are_refused_while_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_counts, "MOST_DIFFERENT_ROWS", 1000)
    monkeypatch.setattr(row_counts, "_WAITING", 500)
    counts = RowCounts("a")
    for start in (0, 100, 200, 300, 400):
        counts.add(pa.RecordBatch.from_arrays([pa.array(range(start, start + 100))], names=["a"]))
    with pytest.raises(PlanRefused, match="More than 1000"):
        counts.add(pa.RecordBatch.from_arrays([pa.array(range(500, 1100))], names=["a"]))


def most_bytes(pieces: int) -> int:
    """Returns the most memory that counting so many pieces takes, of rows of which 4 096 are different."""
    generator, counts = np.random.Generator(np.random.PCG64(1)), RowCounts("abc")
    tracemalloc.start()
    for _ in range(pieces):
        columns = [pa.array(generator.integers(0, 16, PIECE_ROWS)) for _ in "abc"]
        counts.add(pa.RecordBatch.from_arrays(columns, names=list("abc")))
    assert counts.result("-")[1].sum() == pieces * PIECE_ROWS
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def test_memory_follows_the_different_rows_and_not_all() -> None:
    assert most_bytes(120) < 1.3 * most_bytes(80) < 40_000_000  # 8 bytes for each row would be 21 MB more


def test_values_of_a_column_are_counted_up_to_a_number() -> None:
    counts = ValueCounts(3)
    for values in (["b", None], ["a", "b"]):
        counts.add(pa.array(values))
    assert counts.result(str) == [("a", 1), ("b", 2), (None, 1)]
    counts.add(pa.array(["c"]))
    assert counts.result(str) is None
    counts.add(pa.array(["d"]))
    assert counts.result(str) is None
