"""The bench measures how far the error of each mechanism differs from the error that its formula gives."""

from collections.abc import Iterator

import numpy as np

from benchmarks.ldp.people import ANSWERS, EPSILON, MECHANISMS, after_zipf, shares
from benchmarks.line import Line
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

# Over 128 answers chance moves the mean squared error by 0.6 % (one standard error).
PEOPLE, REPETITIONS = 2_000, 400
GOAL_PERCENT = 5.0


def run() -> Iterator[Line]:
    yield from _measured(REPETITIONS)


def small() -> Iterator[Line]:
    yield from _measured(repetitions=2)


def _measured(repetitions: int) -> Iterator[Line]:
    for name, oracle in MECHANISMS.items():
        yield Line(
            bench="ldp",
            case=f"{name}, squared error beside theory",
            ours=percent_off(oracle(answers=ANSWERS, epsilon=EPSILON), repetitions),
            unit="% off",
            goal=GOAL_PERCENT,
            better="lower",
        )


def percent_off(oracle: FrequencyOracle, repetitions: int) -> float:
    """Returns by how many percent the measured squared error differs from the theoretical one. Each repetition draws
    other people, as the formula of `variance` assumes. The words come from a seed, so a second run gives the same
    number."""
    entropy = SeededEntropy(2026)
    errors = [
        oracle.estimate(oracle.count(oracle.perturb_many(after_zipf(PEOPLE, seed), entropy)), PEOPLE) - shares()
        for seed in range(repetitions)
    ]
    theory = float(np.mean(oracle.variance(shares(), PEOPLE)))
    return 100 * abs(float(np.mean(np.square(errors))) / theory - 1)
