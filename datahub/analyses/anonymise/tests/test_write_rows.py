"""Released values cover the rows they are written of, and the order of rows leaves no trace."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from datahub.analyses.anonymise.rules.figures import figures, find_release
from datahub.analyses.anonymise.rules.hierarchies import paths_of
from datahub.analyses.anonymise.rules.plan import OVERLAPPING, Declared, Plan, PlannedColumn
from datahub.analyses.anonymise.rules.release_files import Written, assignment, original, written
from datahub.analyses.anonymise.rules.table import Prepared, Texts, prepared
from datahub.analyses.drawing import KeyedEntropy
from datahub.analyses.errors import PlanRefused
from datahub.releases.promises import covers
from datahub.releases.rules.tables import Lines, lines_as_csv, lines_as_parquet, projected

AGES = tuple(map(str, range(20, 40)))
DECLARED = [
    Declared(name="age", type="integer", role="quasi", values=AGES),
    Declared(name="town", type="text", role="quasi", values=()),
    Declared(name="illness", type="text", role="sensitive", values=()),
    Declared(name="note", type="text", role="insensitive", values=()),
]
INTERVALS = {"kind": "intervals", "start": 20, "widths": [5, 10]}
TOWNS = {"kind": "csv", "text": "Bern;West;*\nThun;West;*\nBasel;North;*\n"}
K3 = [{"model": "k-anonymity", "k": 3}]
ROW = st.tuples(
    st.sampled_from(AGES),
    st.sampled_from(("Bern", "Thun", "Basel", "?")),
    st.sampled_from("xyz"),
    st.sampled_from(("a", "b", "c, d", 'e "f"', "é", "")),
)


def column(name: str, role: str, hierarchy: Mapping[str, object], unlisted: str = "suppress") -> PlannedColumn:
    return PlannedColumn(name=name, role=role, hierarchy=hierarchy, unlisted=unlisted, weight=1, order=())


PLAN = Plan(
    columns=(
        column("age", "quasi", INTERVALS),
        column("town", "quasi", TOWNS),
        column("illness", "sensitive", {}),
        column("note", "insensitive", {}),
    ),
    missing="?",
    boxes=OVERLAPPING,
)


def texts(cells: Sequence[str]) -> Texts:
    values, codes = np.unique(np.array(cells), return_inverse=True)
    return Texts(values=[str(value) for value in values], codes=codes.astype(np.int32))


def of(rows: Sequence[tuple[str, ...]]) -> Prepared:
    cells = zip(*rows, strict=True)
    return prepared(
        PLAN,
        DECLARED,
        {column.name: texts(texts_of_column) for column, texts_of_column in zip(DECLARED, cells, strict=True)},
    )


def release_of(rows: Sequence[tuple[str, ...]]) -> Written:
    table = of(rows)
    return written(table, find_release(table, K3, KeyedEntropy(b"secret", {})))


def rows_in(lines: Lines) -> list[tuple[str, ...]]:
    return [row for row, many in zip(lines.rows, lines.counts.tolist(), strict=True) for _ in range(many)]


def row_by_row(names: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    return text.getvalue().encode()


def lines_of_assignment(content: bytes) -> Iterator[tuple[int, int]]:
    """Yields which row of the original is which of the release, one by one."""
    for runs in csv.DictReader(io.StringIO(content.decode())):
        for place in range(int(runs["rows"])):
            yield int(runs["original"]) + place, int(runs["released"]) + place


@settings(max_examples=60, deadline=None)
@given(st.lists(ROW, min_size=6, max_size=60), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_leaves_no_trace(rows: list[tuple[str, ...]], random: object) -> None:
    if sum(row[1] != "?" for row in rows) < 3:
        return
    turned = list(rows)
    random.shuffle(turned)  # type: ignore[attr-defined]  # Hypothesis gives a random.Random
    assert rows_in(release_of(turned).lines) == rows_in(release_of(rows).lines)


@settings(max_examples=60, deadline=None)
@given(st.lists(ROW, min_size=6, max_size=60))
def test_every_value_covers_the_one_it_came_from_and_what_is_not_listed_is_suppressed(
    rows: list[tuple[str, ...]],
) -> None:
    kept = [row for row in rows if row[1] != "?"]
    if len(kept) < 3:
        return
    table, result = of(rows), release_of(rows)
    written_rows = rows_in(result.lines)
    trees = {name: {path[0]: path for path in paths_of(tree)} for name, tree in table.trees.items()}
    assert table.suppressed == len(rows) - len(kept) == written_rows.count(("*",) * 4)
    assert sorted(result.row) == list(range(len(rows)))
    for line, source in zip(result.line, result.row, strict=True):
        cells = result.lines.rows[line]
        if rows[source][1] == "?":
            assert cells == ("*",) * 4
            continue
        assert cells[2:] == rows[source][2:]
        for index, name in enumerate(("age", "town")):
            assert covers(cells[index], rows[source][index], trees[name])


@settings(max_examples=60, deadline=None)
@given(st.lists(ROW, min_size=6, max_size=60))
def test_every_file_has_the_bytes_of_its_rows_written_one_by_one(rows: list[tuple[str, ...]]) -> None:
    if sum(row[1] != "?" for row in rows) < 3:
        return
    result, names = release_of(rows), ("age", "town", "illness", "note")
    cells = rows_in(result.lines)
    assert cells == sorted(cells)
    assert lines_as_csv(names, result.lines) == row_by_row(names, cells)
    assert parquet.read_table(pa.BufferReader(lines_as_parquet(names, result.lines))).to_pylist() == [
        dict(zip(names, row, strict=True)) for row in cells
    ]
    before = parquet.read_table(pa.BufferReader(b"".join(original(of(rows)))))
    assert [tuple(row.values()) for row in before.to_pylist()] == sorted(rows)
    pairs = list(lines_of_assignment(assignment(of(rows), result)))
    assert [line for _, line in pairs] == list(range(1, len(rows) + 1))
    changes = Counter((rows[row], result.lines.rows[line]) for row, line in zip(result.row, result.line, strict=True))
    assert Counter((sorted(rows)[row - 1], cells[line - 1]) for row, line in pairs) == changes
    kept = [(row[0], row[3]) for row in cells]
    assert rows_in(projected([lines_as_csv(names, result.lines)], ("age", "note"))) == sorted(kept)


def test_a_suppressed_row_has_lost_everything() -> None:
    rows = [("20", "Bern", "x", "a")] * 4 + [("20", "?", "x", "a")]
    table = of(rows)
    shown = figures(table, find_release(table, K3, KeyedEntropy(b"secret", {})), K3)
    assert (shown["utility"]["suppressed"], shown["utility"]["gcp"]) == (1, 0.2)
    assert shown["utility"]["discernibility"] == 4 * 4 + 1 * 5


def test_equal_rows_are_one_class_and_say_that_nothing_is_hidden() -> None:
    table = of([("20", "Bern", "x", "a")] * 5)
    shown = figures(table, find_release(table, K3, KeyedEntropy(b"secret", {})), K3)
    assert (shown["utility"]["classes"], shown["utility"]["gcp"]) == (1, 0.0)
    assert shown["risk"]["sensitive"][0]["homogeneous_rows"] == 1.0


def test_one_row_makes_no_class() -> None:
    with pytest.raises(ValueError, match="3-anonymous cannot be reached"):
        find_release(of([("20", "Bern", "x", "a")]), K3, KeyedEntropy(b"secret", {}))


def test_a_table_of_which_no_row_is_left_is_refused() -> None:
    with pytest.raises(PlanRefused, match="No row is left"):
        of([("20", "?", "x", "a")] * 5)


def test_a_table_of_more_different_rows_than_are_held_is_refused_and_one_that_repeats_them_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("datahub.analyses.anonymise.rules.table.MOST_DIFFERENT", 2)
    rows = [("20", "Bern", "x", "a"), ("21", "Bern", "x", "a")]
    assert of(rows * 5).rows == 10
    with pytest.raises(PlanRefused, match="More than 2 combinations of values occur"):
        of([*rows, ("21", "Bern", "x", "b")])


def test_a_draw_needs_the_secret_and_is_of_its_plan() -> None:
    words = KeyedEntropy(b"secret", {"k": 1}).words(4).tolist()
    assert words == KeyedEntropy(b"secret", {"k": 1}).words(4).tolist()
    assert words != KeyedEntropy(b"secret", {"k": 2}).words(4).tolist()
    assert words != KeyedEntropy(b"other", {"k": 1}).words(4).tolist()
