"""Every fault that is planted into rules still has its place: the long tests that plant them do not run every time."""

from pathlib import Path

from mechanisms.tests.mutants.planted import faults_in, out_of_date

HERE = Path(__file__).parent


def test_what_each_fault_replaces_stands_once_in_its_file() -> None:
    assert out_of_date(faults_in(str(HERE / "planted.toml")), HERE.parents[1]) == []
