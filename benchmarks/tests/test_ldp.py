"""These tests run the ldp bench with a fake peer: the requests it gets, and the use of its answers."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from benchmarks import peers
from benchmarks.ldp import bench, decode, theory, twins, whole
from benchmarks.ldp.people import ANSWERS, EPSILON, MECHANISMS
from benchmarks.ldp.plain import plain_mechanism
from benchmarks.line import RunFailed
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse

SLOW_PEER = """
def measure(people, answers, epsilon, library, mechanism):
    print("no answer")
    share = [people.count(v) / len(people) + 0.1 for v in range(answers)]
    return {"client": 3.0, "server": 1.0, "estimate": share}
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(peers, "environment", lambda _: Path(sys.executable))
    monkeypatch.setattr(bench, "PEOPLE", 2000)
    monkeypatch.setattr(bench, "PROGRAM", tmp_path / "peer.py")
    return tmp_path / "peer.py"


def test_every_mechanism_is_measured_beside_both_peers(program: Path) -> None:
    program.write_text(SLOW_PEER)
    lines = list(bench.beside_peers())
    beside_numpy = [line for line in lines if line.peer_name == "NumPy, PCG64"]
    assert [line.goal for line in beside_numpy] == [1, 1.5, 1.5, 1, 1, 1, 1.5]
    assert all(line.ours > 0 and line.peer for line in beside_numpy)
    lines = [line for line in lines if line not in beside_numpy]
    assert len(lines) == 5 * 8 + 2 * 4  # Only one library has the last two mechanisms.
    times = [line for line in lines if line.unit == "CPU us a person" and "server alone" not in line.case]
    assert {line.peer for line in times} == {2000.0}  # The slow peer takes 4 s for 2 000 people.
    assert {line.peer for line in lines if "server alone" in line.case} == {500.0}
    assert all(line.ratio is not None and line.ratio > 1 for line in times)
    assert {(line.case, line.peer_name, line.goal) for line in lines if line.goal} == {
        ("GRR, AES-256-CTR", "multi-freq-ldpy", 40.0),
        ("OUE, AES-256-CTR", "multi-freq-ldpy", 10.0),
        ("SUE, AES-256-CTR", "multi-freq-ldpy", 10.0),
        ("SS, AES-256-CTR", "multi-freq-ldpy", 15.0),
        ("SHE, AES-256-CTR", "multi-freq-ldpy", 3.0),
        ("HR, AES-256-CTR", "pure-ldp", 200.0),
        ("OLH, AES-256-CTR", "multi-freq-ldpy", 50.0),
    }


def test_the_error_is_the_mean_square_distance_from_the_truth_times_people(program: Path) -> None:
    program.write_text(SLOW_PEER)
    errors = [line.peer for line in bench.beside_peers() if "error" in line.case]
    assert errors == pytest.approx([2000 * 0.1**2] * 12)


def test_a_peer_that_ends_fails_the_run(program: Path) -> None:
    program.write_text("raise SystemExit('no such library')")
    with pytest.raises(RunFailed, match="the peers' program ended"):
        list(bench.beside_peers())


def test_peers_that_cannot_be_installed_fail_the_run_and_are_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tried: list[list[str]] = []

    def no_network(command: list[str], **_: object) -> None:
        tried.append(command)
        if "pip" in command:
            raise subprocess.CalledProcessError(1, command)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(subprocess, "run", no_network)
    for _ in range(2):
        with pytest.raises(RunFailed, match="could not be installed"):
            peers.environment(peers.REQUIREMENTS)
    assert ["pip" in command for command in tried] == [False, True] * 2


@pytest.mark.parametrize("name", MECHANISMS)
def test_plain_numpy_estimates_what_the_mechanism_estimates(name: str) -> None:
    """All answers but the last two are given; squared errors over 128 answers add up to less than twice the formula."""
    people = np.random.default_rng(1).choice(ANSWERS - 2, size=4_000)
    truth = np.bincount(people, minlength=ANSWERS) / len(people)
    plain = plain_mechanism(name, ANSWERS, float(EPSILON))
    shares = plain.estimate(plain.perturb_many(people, np.random.default_rng(2)))
    theory = MECHANISMS[name](answers=ANSWERS, epsilon=EPSILON).variance(truth, len(people))
    assert 0.5 < np.square(shares - truth).sum() / theory.sum() < 2


def test_an_error_as_the_formula_has_it_is_near_it_and_another_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theory, "REPETITIONS", 40)  # The seed is fixed, so the figures are always the same.

    class Overstating(GeneralizedRandomizedResponse):
        def variance(self, share: ArrayLike, reports: int) -> NDArray[np.float64]:
            return 2 * super().variance(share, reports)

    assert theory.percent_off(GeneralizedRandomizedResponse(answers=ANSWERS, epsilon=EPSILON), 400) < 5
    assert theory.percent_off(Overstating(answers=ANSWERS, epsilon=EPSILON), 400) > 45


def test_reports_are_decoded_one_by_one_and_of_a_million_people(monkeypatch: pytest.MonkeyPatch) -> None:
    output = '{"cpu_seconds": 1, "megabytes": 500, "one": 2.0, "two": 1.0}'
    done = subprocess.CompletedProcess([], 0, stdout=output, stderr="")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    monkeypatch.setattr(decode, "PEOPLE", 2000)
    lines = list(decode.run())
    assert [line.goal for line in lines] == [40.0, 40.0, 3.0, 20.0, 2000.0, 1.7]
    assert all(line.ours > 0 for line in lines)
    assert lines[-1].ratio == 2


def test_a_million_people_that_were_not_decoded_fail_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    killed = subprocess.CompletedProcess([], 1, stdout="", stderr="no memory")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: killed)
    monkeypatch.setattr(decode, "PEOPLE", 2000)
    with pytest.raises(RunFailed, match="no memory"):
        list(decode.run())


def test_the_halves_of_the_people_add_up_to_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "DRAWN", 100)
    monkeypatch.setattr(whole, "QUESTIONS", 2)
    whole.reports.cache_clear()
    halves = whole.counted(200, 0, 70) + whole.counted(200, 70, 200)
    assert (halves == whole.counted(200, 0, 200)).all()
    assert halves.sum() == 200 * 2 * whole.ORACLE.client_spec()["size"]
    whole.reports.cache_clear()


def test_every_twin_is_measured_against_its_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "_measured", lambda mechanisms: [7.0 + place for place in range(len(mechanisms))])
    lines = list(twins.run())
    assert len(lines) == len(twins.cases())
    assert {line.case: line.goal for line in lines if line.goal != 1000} == {"twin in Node: OUE, 128 answers": 8.0}
    shapes = {case.shape for case in twins.cases().values()}
    assert shapes == {"choice", "bits", "subset", "ends", "window", "window-or-ends"}


def test_twins_that_cannot_be_built_fail_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = subprocess.CompletedProcess([], 1, stdout="", stderr="no rolldown")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: broken)
    with pytest.raises(RunFailed, match="no rolldown"):
        list(twins.run())
