"""What a mechanism does to people whose answers are known: its error for each answer, measured over repetitions.

The three figures are those with which sketches are compared in the literature; for our mechanisms the variance is also
known in closed form, and a test holds the two together.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Counts

Floats = NDArray[np.float64]
EXPONENTIAL_BASE = 1.3


def harmonic(answers: int) -> Floats:
    """The answer in place i is given 1/i as often as the first: [answers], sums to 1."""
    return _scaled(1 / np.arange(1, answers + 1))


def exponential(answers: int) -> Floats:
    """Each answer is given 1.3 times as often as the next: [answers], sums to 1."""
    return _scaled(EXPONENTIAL_BASE ** -np.arange(answers, dtype=np.float64))


def even(answers: int) -> Floats:
    """All answers are given as often: [answers], sums to 1."""
    return _scaled(np.ones(answers))


LAWS: Mapping[str, Callable[[int], Floats]] = {"harmonic": harmonic, "exponential": exponential, "even": even}


def people_of(shares: ArrayLike, people: int) -> Counts:
    """How many of so many people give each answer, by largest remainders: whole numbers that add up to `people`."""
    given = np.asarray(shares, dtype=np.float64)
    if given.ndim != 1 or not (given >= 0).all() or abs(given.sum() - 1) > 1e-9:
        raise ValueError("shares must be a list of numbers, none below 0, that add up to 1")
    if people < 1:
        raise ValueError(f"there are {people} people; an evaluation needs at least 1")
    counts = np.floor(given * people).astype(np.int64)
    left = np.argsort(counts - given * people, kind="stable")
    counts[left[: people - int(counts.sum())]] += 1
    return counts


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """Of one mechanism over `repetitions` surveys of the same people; every array has a place for each answer.

    shares                  what was true
    expectation_bias        |mean estimate - truth| / truth; infinite for an answer that nobody gave and some estimate
                            does not say 0 of, else 0. Of an unbiased mechanism it is what its error leaves of it after
                            so many repetitions.
    rank_bias               mean |estimated rank - true rank|; answers that are alike share the mean of their ranks
    squared_error           mean (estimate - truth)^2, in shares squared
    """

    repetitions: int
    people: int
    shares: Floats
    expectation_bias: Floats
    rank_bias: Floats
    squared_error: Floats

    def of_top(self, size: int) -> tuple[float, float, float]:
        """The means of the three figures over the answers given most; the first of equals."""
        if not 1 <= size <= len(self.shares):
            raise ValueError(f"the top {size} of {len(self.shares)} answers cannot be taken")
        top = np.argsort(-self.shares, kind="stable")[:size]
        figures = (self.expectation_bias, self.rank_bias, self.squared_error)
        bias, rank, error = (float(figure[top].mean()) for figure in figures)
        return bias, rank, error


def evaluate(oracle: FrequencyOracle, counts: ArrayLike, *, repetitions: int, entropy: Entropy) -> Evaluation:
    """Perturb, count and estimate the answers of the same people so many times.

    counts[answers] are people; they are given in an order that says nothing, since no mechanism here looks at it. Costs
    a report for each person and repetition. Errors: ValueError for counts that are none, and without a repetition.
    """
    given = np.asarray(counts)
    if given.shape != (oracle.answers,) or given.dtype.kind not in "iu" or (given < 0).any() or given.sum() < 1:
        raise ValueError(f"counts must be {oracle.answers} whole numbers, none below 0, not all of them 0")
    if repetitions < 1:
        raise ValueError(f"there are {repetitions} repetitions; an evaluation needs at least 1")
    people = int(given.sum())
    answers, shares = np.repeat(np.arange(oracle.answers), given), given / people
    found = np.stack(
        [oracle.estimate(oracle.count(oracle.perturb_many(answers, entropy)), people) for _ in range(repetitions)]
    )
    ranks, rank = np.stack([_ranks(one) for one in found]), _ranks(shares)
    missed = np.abs(found.mean(axis=0) - shares)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(missed == 0, 0.0, missed / shares)
    return Evaluation(
        repetitions=repetitions,
        people=people,
        shares=shares,
        expectation_bias=relative,
        rank_bias=np.abs(ranks - rank).mean(axis=0),
        squared_error=((found - shares) ** 2).mean(axis=0),
    )


def _ranks(values: Floats) -> Floats:
    """1 for the largest; equal values share the mean of the ranks they take."""
    _, which, many = np.unique(-values, return_inverse=True, return_counts=True)
    last = np.cumsum(many)
    return np.asarray((last - (many - 1) / 2)[which])


def _scaled(weights: Floats) -> Floats:
    return np.asarray(weights / weights.sum())
