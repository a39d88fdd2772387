"""The bench measures synthetic rows of Adult beside OpenDP's MST for the same budget: error, CPU time, memory; and what
can be learnt."""

import json
import os
import tempfile
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import servers
from benchmarks.line import Line
from benchmarks.peers import Peer, running
from benchmarks.synthesis.adult import TARGET, adult, mean_total_variation
from mechanisms.central.gaussian import largest_rho

RUNS, ROWS = 5, 1_000_000
EPSILONS = ("1", "0.1", "10")
DELTA = Fraction(1, 10**9)
PEER = "OpenDP MST"
PROGRAM, REQUIREMENTS = Path(__file__).with_name("peer.py"), Path(__file__).with_name("requirements.txt")
GOAL_RATIO = {"1": 0.9, "0.1": 1.0, "10": 1.0}
GOAL_CPU = {"1": 20.0}  # Only epsilon 1 has a goal for CPU time.
GOAL_MEGABYTES, GOAL_F1_LOST, GOAL_SECONDS = 300.0, 0.03, 60.0
OURS, THEIRS, LEARNT = "ours.npy", "theirs.npy", "learnt.npy"
_RESAMPLED = 10_000

Floats = NDArray[np.float64]
line = partial(Line, bench="synthesis", better="lower")


def run() -> Iterator[Line]:
    with (
        tempfile.TemporaryDirectory(prefix="datahub-bench-", dir="/var/tmp") as name,
        running(PROGRAM, REQUIREMENTS) as peer,
    ):
        folder = Path(name)
        split = adult()
        np.save(folder / "learnt.npy", np.array(split.learnt))
        np.save(folder / "held_out.npy", np.array(split.held_out))
        for epsilon in EPSILONS:
            yield from _beside(epsilon, folder, peer)
        yield from _learning(folder, peer)
        yield from _many_rows(folder)


def small() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="datahub-bench-", dir="/var/tmp") as name:
        taken = ours(Path(name), largest_rho(Fraction(1), DELTA))
        yield line(case="epsilon 1: mean three-way total variation", ours=error_of(Path(name) / OURS), unit="of 1")
    yield line(case="epsilon 1: CPU", ours=taken["cpu"], unit="CPU s")


def _beside(epsilon: str, folder: Path, peer: Peer) -> Iterator[Line]:
    """Yields the lines of ours and of the peer, run in turns, so that other work on the machine troubles both alike."""
    rho = largest_rho(Fraction(epsilon), DELTA)
    own, theirs = [], []
    for _ in range(RUNS):
        own.append(ours(folder, rho) | {"error": error_of(folder / OURS)})
        taken = peer.ask(
            act="mst",
            learnt=str(folder / LEARNT),
            synthetic=str(folder / THEIRS),
            rho=float(rho),
            sizes=adult().domain.sizes,
        )
        theirs.append(taken | {"error": error_of(folder / THEIRS)})
    mean, other = ({what: float(np.mean([run[what] for run in runs])) for what in runs[0]} for runs in (own, theirs))
    case = f"epsilon {epsilon}: mean three-way total variation"
    yield line(
        case=case, ours=mean["error"], peer=other["error"], peer_name=PEER, unit="of 1", goal=1 / GOAL_RATIO[epsilon]
    )
    yield line(
        case=f"epsilon {epsilon}: its ratio to the peer's, upper end of 95 %",
        ours=upper_end_of_ratio(
            np.array([trial["error"] for trial in own]), np.array([trial["error"] for trial in theirs])
        ),
        unit="times",
        goal=GOAL_RATIO[epsilon],
    )
    yield line(
        case=f"epsilon {epsilon}: CPU",
        ours=mean["cpu"],
        peer=other["cpu"],
        peer_name=PEER,
        unit="CPU s",
        goal=GOAL_CPU.get(epsilon),
    )
    yield line(case=f"epsilon {epsilon}: most memory", ours=mean["megabytes"], unit="MB", goal=GOAL_MEGABYTES)


def _learning(folder: Path, peer: Peer) -> Iterator[Line]:
    rho, held_out = largest_rho(Fraction(1), DELTA), str(folder / "held_out.npy")
    real = peer.ask(act="learn", rows=str(folder / LEARNT), held_out=held_out)
    scores = []
    for _ in range(RUNS):
        ours(folder, rho, target=TARGET)
        scores.append(peer.ask(act="learn", rows=str(folder / OURS), held_out=held_out))
    yield line(case=f"F1 of {TARGET} learnt of the rows themselves", ours=real, unit="of 1", better="higher")
    yield line(case="learnt of synthetic ones, epsilon 1", ours=float(np.mean(scores)), unit="of 1", better="higher")
    yield line(case="what that loses", ours=real - float(np.mean(scores)), unit="of 1", goal=GOAL_F1_LOST)


def _many_rows(folder: Path) -> Iterator[Line]:
    taken = ours(folder, largest_rho(Fraction(1), DELTA), rows=ROWS)
    yield line(case=f"{ROWS:,} rows to as many, seconds", ours=taken["seconds"], unit="s", goal=GOAL_SECONDS)
    yield line(case="the same, CPU", ours=taken["cpu"], unit="CPU s")
    yield line(case="the same, most memory", ours=taken["megabytes"], unit="MB")


def ours(folder: Path, rho: Decimal, *, rows: int = 0, target: str = "") -> dict[str, float]:
    """Writes synthetic rows of Adult, or of a number of `rows`, beside those of the peers; returns what making them
    took."""
    words = [str(folder / OURS), f"{rho:f}", str(rows), *([target] if target else [])]
    output = servers.run(["-m", "benchmarks.synthesis.inside", *words], os.environ)
    taken: dict[str, dict[str, float]] = json.loads(output)
    return taken["made"]


def error_of(path: Path) -> float:
    split = adult()
    return mean_total_variation(split.learnt, list(np.load(path)), split.domain.sizes, 3)


def upper_end_of_ratio(ours: Floats, theirs: Floats) -> float:
    """Returns the upper end of a 95 % bootstrap interval of the ratio: the runs of each side are resampled
    separately.
    """
    generator = np.random.default_rng(0)
    means = [generator.choice(runs, (_RESAMPLED, len(runs))).mean(axis=1) for runs in (ours, theirs)]
    return float(np.quantile(means[0] / means[1], 0.975))
