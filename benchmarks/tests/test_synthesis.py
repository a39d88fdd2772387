"""These tests run the bench of synthetic rows with a fake peer on few rows, and check what it compares."""

import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import peers
from benchmarks.synthesis import bench
from benchmarks.synthesis.adult import adult, mean_total_variation

PEER = """
import numpy as np
def measure(act, **arguments):
    columns = np.load(arguments["learnt"])
    generator = np.random.default_rng(0)
    np.save(arguments["synthetic"], np.array([generator.permutation(column) for column in columns]))
    return {"cpu": 1000.0, "megabytes": 1000.0}
"""


def test_a_total_variation_is_half_of_the_differences_of_shares_over_all_marginals() -> None:
    first = [np.array(column, np.uint16) for column in ([0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0])]
    other = [np.array(column, np.uint16) for column in ([0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 0, 0])]
    assert mean_total_variation(first, other, (2, 2, 1), 1) == 0
    assert mean_total_variation(first, other, (2, 2, 1), 2) == pytest.approx((0.5 + 0 + 0) / 3)
    assert mean_total_variation(first, other, (2, 2, 1), 3) == pytest.approx(0.5)


def test_adult_has_fourteen_columns_and_a_fifth_of_its_rows_are_held_out() -> None:
    split = adult()
    assert len(split.domain.sizes) == len(split.learnt) == len(split.held_out) == 14
    assert (len(split.learnt[0]), len(split.held_out[0])) == (39_073, 9_769)
    assert [attribute.name for attribute in split.domain.attributes][-1] == "income"


def test_the_upper_end_of_a_ratio_lies_above_it_and_is_it_where_runs_agree() -> None:
    assert bench.upper_end_of_ratio(np.full(5, 0.06), np.full(5, 0.1)) == pytest.approx(0.6)
    spread = bench.upper_end_of_ratio(np.array([0.05, 0.07]), np.array([0.1, 0.1]))
    assert 0.6 < spread < 0.71


def test_columns_shuffled_apart_are_beaten_and_a_figure_has_the_goal_of_its_epsilon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "peer.py").write_text(PEER, encoding="utf-8")
    monkeypatch.setattr(peers, "environment", lambda _: Path(sys.executable))
    monkeypatch.setattr(bench, "PROGRAM", tmp_path / "peer.py")
    monkeypatch.setattr(bench, "RUNS", 1)
    # This epsilon needs little fitting, and still beats independent columns.
    monkeypatch.setattr(bench, "EPSILONS", ("0.3",))
    monkeypatch.setitem(bench.GOAL_RATIO, "0.3", 0.9)
    for longer in ("_learning", "_many_rows"):
        monkeypatch.setattr(bench, longer, lambda *_: iter(()))
    lines = {line.case: line for line in bench.run()}
    error = lines["epsilon 0.3: mean three-way total variation"]
    assert error.peer is not None
    assert 0.1 < error.peer < 0.2  # The peer uses independent columns.
    assert error.ours < 0.9 * error.peer
    assert error.meets_goal
    assert (lines["epsilon 0.3: CPU"].goal, bench.GOAL_CPU["1"]) == (None, 20)
    assert lines["epsilon 0.3: its ratio to the peer's, upper end of 95 %"].ours == pytest.approx(
        error.ours / error.peer
    )
