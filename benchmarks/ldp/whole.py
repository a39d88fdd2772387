"""`python -m benchmarks.ldp.whole PEOPLE`: a process of its own, so that its memory is known.

The reports of so many people on a hundred questions are counted and estimated, by one process and by two that each take
half of the people. Prints seconds and megabytes as JSON.
"""

import json
import resource
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from mechanisms.catalogue import choose
from mechanisms.common.entropy import SeededEntropy

QUESTIONS, ANSWERS, EPSILON = 100, 32, "1"
# So many people draw reports; the others repeat the report of one of them, as that costs the same to count.
DRAWN = 10_000
PROCESSES, REPETITIONS = 2, 5
ORACLE = choose(ANSWERS, EPSILON).mechanism

Counts = NDArray[np.int64]


@cache  # Worker processes inherit the cached reports.
def reports(people: int) -> NDArray[np.uint8]:
    """Returns packed reports, [questions, people, bytes]."""
    entropy, chance, drawn = SeededEntropy(1), np.random.default_rng(1), min(people, DRAWN)
    packed = np.empty((QUESTIONS, people, ORACLE.report_bytes), dtype=np.uint8)
    for question in packed:
        records = ORACLE.perturb_many(chance.integers(ANSWERS, size=drawn), entropy)
        question[:] = np.tile(records, (people // drawn, 1))
    return packed


def counted(people: int, first: int, beyond: int) -> Counts:
    """Returns the counts of the people from `first` on, before `beyond`: [questions, answers]."""
    return np.stack([ORACLE.count(question[first:beyond]) for question in reports(people)])


def ready() -> None:
    """Does nothing; once it has run, the worker process exists."""


def estimated(counts: Counts, people: int) -> None:
    for of_question in counts:
        ORACLE.estimate(of_question, people)


def by_one(people: int) -> float:
    started = time.perf_counter()
    estimated(counted(people, 0, people), people)
    return time.perf_counter() - started


def by_two(pool: ProcessPoolExecutor, people: int) -> float:
    bounds = [people * part // PROCESSES for part in range(PROCESSES + 1)]
    started = time.perf_counter()
    halves = pool.map(counted, [people] * PROCESSES, bounds[:-1], bounds[1:])
    estimated(np.sum(list(halves), axis=0), people)
    return time.perf_counter() - started


def main(people: int) -> None:
    reports(people)
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("fork")) as pool:
        for worker in [pool.submit(ready) for _ in range(PROCESSES)]:
            worker.result()
        one_by_one, two, spent = [], [], []
        for _ in range(REPETITIONS):
            started = time.process_time()
            one_by_one.append(by_one(people))
            spent.append(time.process_time() - started)
            two.append(by_two(pool, people))
    figures = {
        "cpu_seconds": statistics.median(spent),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        "one": statistics.median(one_by_one),
        "two": statistics.median(two),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(int(sys.argv[1]))
