"""These tests run the bench of the verifier with a fake peer: agreement is counted, and a wrong figure ends the run."""

import sys
from pathlib import Path

import pytest

from benchmarks import peers
from benchmarks.anonymity_verifier import bench
from benchmarks.line import RunFailed

PEER = """
import csv
from collections import Counter
def measure(path, quasi, requests):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    sizes = Counter(tuple(row[name] for name in quasi) for row in rows)
    figures = [min(sizes.values())] + [%s] * (len(requests) - 1)
    return {"figures": figures, "seconds": 2.0}
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(peers, "environment", lambda _: Path(sys.executable))
    monkeypatch.setattr(bench, "PROGRAM", tmp_path / "peer.py")
    monkeypatch.setattr(bench, "CONFIGURATIONS", 2)
    monkeypatch.setattr(bench, "ROWS", 40)
    monkeypatch.setattr(bench, "ADULT", {"sex": 0})
    return tmp_path / "peer.py"


def test_a_release_on_which_the_peer_differs_does_not_count_and_fails_the_figure_of_speed(program: Path) -> None:
    program.write_text(PEER % "-1")
    lines = bench.run()
    assert (next(lines).ours, bench.CONFIGURATIONS) == (0, 2)
    with pytest.raises(RunFailed, match="the verifier finds"):
        next(lines)


def test_a_release_is_the_people_made_coarser_and_without_small_classes() -> None:
    release = bench._released(range(200), {"age": 20, "sex": 0}, ["income"], 3)
    assert release.rows == sorted(release.rows)
    assert {row[0] for row in release.rows} <= {"[0, 20)", "[20, 40)", "[40, 60)", "[60, 80)", "[80, 100)"}
    assert min([row[:2] for row in release.rows].count(row[:2]) for row in release.rows) >= 3
