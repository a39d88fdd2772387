"""The bench measures what packed reports cost until they are estimates: one report, and a million people with a hundred
questions."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.ldp.people import ANSWERS, EPSILON, MECHANISMS, after_zipf
from benchmarks.line import Line, RunFailed
from mechanisms.common.entropy import SystemEntropy

PEOPLE, ALL_PEOPLE, REPETITIONS = 200_000, 1_000_000, 5
GOALS_NANOSECONDS = {"OUE": 40.0, "SS": 40.0, "HR": 3.0}
GOAL_CPU_SECONDS, GOAL_MEGABYTES, GOAL_TWICE = 20.0, 2_000.0, 1.7
ROOT = Path(__file__).resolve().parents[2]


def run() -> Iterator[Line]:
    yield from _measured(PEOPLE, ALL_PEOPLE)


def small() -> Iterator[Line]:
    yield from _measured(people=2_000, all_people=2_000)


def _measured(people: int, all_people: int) -> Iterator[Line]:
    for name, goal in GOALS_NANOSECONDS.items():
        yield _line(f"{name}, decoding", ours=_nanoseconds(name, people), unit="CPU ns a report", goal=goal)
    whole = [sys.executable, "-m", "benchmarks.ldp.whole", str(all_people)]
    done = subprocess.run(whole, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RunFailed(f"the reports of {all_people} people were not decoded: {done.stderr}")
    measured = json.loads(done.stdout)
    case = f"{all_people:,} people x 100 questions of 32 answers"
    yield _line(f"{case}, decoding", ours=measured["cpu_seconds"], unit="CPU s", goal=GOAL_CPU_SECONDS)
    yield _line(f"{case}, most memory", ours=measured["megabytes"], unit="MB", goal=GOAL_MEGABYTES)
    yield _line(
        f"{case}, two processes",
        ours=measured["two"],
        peer=measured["one"],
        peer_name="one process",
        unit="s",
        goal=GOAL_TWICE,
    )


def _line(
    case: str, *, ours: float, unit: str, goal: float, peer: float | None = None, peer_name: str | None = None
) -> Line:
    return Line(bench="ldp", case=case, ours=ours, peer=peer, peer_name=peer_name, unit=unit, goal=goal, better="lower")


def _nanoseconds(mechanism: str, people: int) -> float:
    oracle = MECHANISMS[mechanism](answers=ANSWERS, epsilon=EPSILON)
    packed = oracle.perturb_many(after_zipf(people), SystemEntropy())
    spent = []
    for _ in range(REPETITIONS):
        started = time.process_time()
        oracle.estimate(oracle.count(packed), people)
        spent.append(time.process_time() - started)
    return 1e9 * statistics.median(spent) / people
