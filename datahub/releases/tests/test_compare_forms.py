"""The other form of a release has the same rows in the same order, or is found by the first line that differs."""

import dataclasses
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.releases import table_runs
from datahub.releases.findings import Finding
from datahub.releases.read_tables import read_table
from datahub.releases.table_runs import Refused
from datahub.releases.tests.factories import card, findings_by_promise, release_files, written
from datahub.releases.verifier import Files, verify

Table = list[tuple[str, ...]]

ROLES = {"place": "quasi", "secret": "sensitive"}
ROWS: Table = [("north", "cough"), ("north", "flu"), ("north", "flu"), ("south", "flu"), ("south", "ulcer")]
CELLS = st.sampled_from(["north", "south", "*", "1", "é, è", 'a "b"'])
PROMISE = "the other form of the file has the same rows"


def as_parquet(path: Path, rows: Table, names: list[str], lines_of_group: int = 1000) -> Path:
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    table = pa.table([pa.array(column, pa.string()) for column in columns], names=names)
    parquet.write_table(table, path, row_group_size=lines_of_group)
    return path


def both_forms(folder: Path, of_parquet: Table, names: list[str] | None = None) -> Files:
    files = release_files(folder, card(ROLES, len(ROWS), {"model": "k-anonymity", "k": 2}), ROWS)
    other_form = as_parquet(folder / "release.parquet", of_parquet, names or list(ROLES))
    return dataclasses.replace(files, other_form=other_form)


def found(files: Files) -> Finding:
    return findings_by_promise(files)[PROMISE]


def test_equal_rows_in_both_forms_hold_beside_every_other_promise(tmp_path: Path) -> None:
    files = both_forms(tmp_path, ROWS)
    assert found(files).outcome == "holds"
    alone = verify(dataclasses.replace(files, other_form=None))
    assert [finding for finding in verify(files) if finding.promise != PROMISE] == alone


PLANTED: dict[str, tuple[Callable[[Table], Table], int]] = {
    "a cell": (lambda rows: [*rows[:3], ("south", "cough"), *rows[4:]], 5),
    "two rows swapped": (lambda rows: [rows[0], rows[1], rows[3], rows[2], rows[4]], 4),
    "a row left out": (lambda rows: rows[:4], 6),
    "a row twice": (lambda rows: [*rows, rows[4]], 7),
    "no row": (lambda _: [], 2),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_difference_is_named_by_its_first_line(fault: str, tmp_path: Path) -> None:
    change, line = PLANTED[fault]
    finding = found(both_forms(tmp_path, change(ROWS)))
    assert (finding.outcome, finding.about) == ("fails", {"line": str(line)})


def test_other_columns_are_found(tmp_path: Path) -> None:
    finding = found(both_forms(tmp_path, ROWS, ["secret", "place"]))
    assert (finding.outcome, finding.found) == ("fails", "its columns are others")


def test_a_missing_cell_or_a_fraction_is_refused_in_parquet(tmp_path: Path) -> None:
    for cells in (["north", None], [1.5, 2.0]):
        parquet.write_table(pa.table({"place": cells}), tmp_path / "release.parquet")
        with pytest.raises(Refused, match="column 1: holds more than text and whole numbers"):
            read_table(tmp_path / "release.parquet")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=20), st.integers(1, 8))
def test_parquet_is_read_as_csv_is_whatever_its_row_groups_are(
    tmp_path_factory: pytest.TempPathFactory, rows: Table, lines_of_group: int
) -> None:
    folder, names = tmp_path_factory.mktemp("forms"), ["a", "b", "c"]
    of_csv = read_table(written(folder / "release.csv", names, rows))
    of_parquet = read_table(as_parquet(folder / "release.parquet", rows, names, lines_of_group))
    assert cells_of(of_csv) == cells_of(of_parquet) == rows
    assert len(of_parquet.rows()) == len(set(rows))  # each different row is held once


def cells_of(table: table_runs.Table) -> Table:
    rows = table.rows()
    return [rows[place] for place in table.places]


def test_memory_follows_the_runs_of_lines_and_not_the_lines(tmp_path: Path) -> None:
    assert most_bytes(tmp_path, 400_000) < 1.2 * most_bytes(tmp_path, 200_000)


def most_bytes(folder: Path, lines: int) -> int:
    """Returns the most memory that reading so many sorted lines takes, of which 100 are different."""
    path = folder / "release.csv"
    rows = [(f"{number:02}", "a long text that makes the file long", "c") for number in range(100)]
    written(path, list("abc"), [row for row in rows for _ in range(lines // 100)])
    tracemalloc.start()
    table = read_table(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (table.lines, len(table.runs), len(table.rows())) == (lines, 100, 100)
    return most
