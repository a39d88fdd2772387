"""OpenDP's AIM, whose workload is all pairs of columns, beside ours for the same budget. Apart: AIM takes hours.

AIM is run once for each epsilon and given up after DATAHUB_BENCH_HOURS (4 without it); that is said. Ours is run as
often as in the other bench, and the upper end of a 95 % bootstrap interval of its mean must be no more than AIM's
error; the largest is told beside it.
"""

import os
import tempfile
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.line import Line
from benchmarks.peers import Peer, running
from benchmarks.synthesis.adult import adult
from benchmarks.synthesis.bench import (
    DELTA,
    LEARNT,
    OURS,
    PROGRAM,
    REQUIREMENTS,
    RUNS,
    THEIRS,
    error_of,
    ours,
    upper_end_of_ratio,
)
from mechanisms.central.gaussian import largest_rho

PEER = "OpenDP AIM"
EPSILONS = ("1", "0.1", "10")
ASKED, HOURS = "DATAHUB_BENCH_HOURS", 4.0

line = partial(Line, bench="synthesis-aim", better="lower")


def run() -> Iterator[Line]:
    with (
        tempfile.TemporaryDirectory(prefix="datahub-bench-", dir="/var/tmp") as name,
        running(PROGRAM, REQUIREMENTS) as peer,
    ):
        folder = Path(name)
        np.save(folder / LEARNT, np.array(adult().learnt))
        for epsilon in EPSILONS:
            yield from _beside(epsilon, folder, peer)


def small() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="datahub-bench-", dir="/var/tmp") as name:
        [error], seconds = _own(Path(name), largest_rho(Fraction("0.1"), DELTA), runs=1)
    yield line(case="epsilon 0.1: mean three-way total variation", ours=error, unit="of 1")
    yield line(case="epsilon 0.1: CPU", ours=seconds, unit="CPU s")


def _own(folder: Path, rho: Decimal, runs: int) -> tuple[list[float], float]:
    """Returns the errors of our runs, and the CPU seconds of the last one."""
    errors, seconds = [], 0.0
    for _ in range(runs):
        seconds = ours(folder, rho)["cpu"]
        errors.append(error_of(folder / OURS))
    return errors, seconds


def _beside(epsilon: str, folder: Path, peer: Peer) -> Iterator[Line]:
    rho, hours = largest_rho(Fraction(epsilon), DELTA), float(os.environ.get(ASKED, HOURS))
    own, seconds = _own(folder, rho, RUNS)
    case = f"epsilon {epsilon}: mean three-way total variation"
    arguments = {"learnt": str(folder / LEARNT), "synthetic": str(folder / THEIRS), "sizes": adult().domain.sizes}
    theirs = peer.ask(act="aim", rho=float(rho), hours=hours, **arguments)
    if theirs is None:
        yield line(case=f"{case}; {PEER} did not finish within {hours:g} hours", ours=float(np.mean(own)), unit="of 1")
        return
    error = error_of(folder / THEIRS)
    yield line(case=case, ours=float(np.mean(own)), peer=error, peer_name=PEER, unit="of 1")
    upper = upper_end_of_ratio(np.array(own), np.array([error]))
    yield line(
        case=f"epsilon {epsilon}: its ratio to the peer's, upper end of 95 %", ours=upper, unit="times", goal=1.0
    )
    yield line(case=f"epsilon {epsilon}: the largest of {RUNS} runs", ours=max(own), unit="of 1")
    yield line(case=f"epsilon {epsilon}: CPU", ours=seconds, peer=theirs["cpu"], peer_name=PEER, unit="CPU s")
