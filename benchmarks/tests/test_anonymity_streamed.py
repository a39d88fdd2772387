"""These tests run the streaming bench on few rows."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from benchmarks.anonymity import streamed
from benchmarks.engine import people


def test_rows_are_streamed_into_a_file_of_classes_that_are_large_enough(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people.write(tmp_path / "people.parquet", 3000)
    streamed.main(tmp_path, 3000)
    assert list(json.loads(capsys.readouterr().out)) == ["counted", "divided", "written", "counted again"]
    before, after = (pq.read_table(tmp_path / f"{name}.parquet").to_pandas() for name in ("people", "release"))
    quasi = [domain.column for domain in people.QUASI]
    assert after.groupby(quasi, observed=True).size().min() >= streamed.K
    assert before["occupation"].value_counts().to_dict() == after["occupation"].value_counts().to_dict()
    assert after.columns.tolist() == [*quasi, "occupation"]
