"""An evaluation measures what a mechanism does to people whose answers are known: its error for each answer, over
repetitions.

The three figures are those with which sketches are compared in the literature; for our mechanisms the variance is also
known in closed form, and a test holds the two together.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Counts

Floats = NDArray[np.float64]
EXPONENTIAL_BASE = 1.3


def harmonic(answers: int) -> Floats:
    """Returns shares by Zipf's law, [answers], which sum to 1: answer number i is given 1 / i as often as the first."""
    return _scaled(1 / np.arange(1, answers + 1))


def exponential(answers: int) -> Floats:
    """Returns shares in which each answer is given 1.3 times as often as the next: [answers], sums to 1."""
    return _scaled(EXPONENTIAL_BASE ** -np.arange(answers, dtype=np.float64))


def even(answers: int) -> Floats:
    """Returns shares in which all answers are given as often: [answers], sums to 1."""
    return _scaled(np.ones(answers))


LAWS: Mapping[str, Callable[[int], Floats]] = {"harmonic": harmonic, "exponential": exponential, "even": even}


def people_of(shares: ArrayLike, people: int) -> Counts:
    """Returns how many of so many people give each answer, by largest remainders: whole numbers that add up to
    `people`."""
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
    """This is the result of an evaluation: how one mechanism fared over `repetitions` surveys of the same people; every
    array has a place for each answer.

    shares                  what was true
    expectation_bias        |mean estimate - truth| / truth; infinite for an answer that nobody gave and some estimate
                            does not say 0 of, else 0. Of an unbiased mechanism it is what its error leaves of it after
                            so many repetitions.
    rank_bias               mean |estimated rank - true rank|; answers that are alike share the mean of their ranks
    squared_error           mean (estimate - truth)^2, in shares squared
    survey_errors           a place for each repetition: the mean of (estimate - truth)^2 over the answers
    """

    repetitions: int
    people: int
    shares: Floats
    expectation_bias: Floats
    rank_bias: Floats
    squared_error: Floats
    survey_errors: Floats

    def mean_error(self, confidence: float) -> tuple[float, float, float]:
        """Returns the mean squared error over answers and repetitions, between limits for what ever more repetitions
        would give.

        Student's limits, to the second term of the Cornish-Fisher series; none is below 0. They hold for errors that
        are nearly normal, so of two answers and few repetitions only roughly. ValueError with one repetition.
        """
        if self.repetitions < 2:
            raise ValueError("one repetition says nothing of what another would give; limits need at least 2")
        free, z = self.repetitions - 1, normal_quantile(confidence)
        quantile = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
        mean = float(self.survey_errors.mean())
        half = quantile * float(self.survey_errors.std(ddof=1)) / math.sqrt(self.repetitions)
        return max(0.0, mean - half), mean, mean + half

    def of_top(self, size: int) -> tuple[float, float, float]:
        """Returns the means of the three figures over the `size` most frequent answers; of equally frequent ones the
        first count."""
        if not 1 <= size <= len(self.shares):
            raise ValueError(f"the top {size} of {len(self.shares)} answers cannot be taken")
        top = np.argsort(-self.shares, kind="stable")[:size]
        figures = (self.expectation_bias, self.rank_bias, self.squared_error)
        bias, rank, error = (float(figure[top].mean()) for figure in figures)
        return bias, rank, error


def expected_errors(oracle: FrequencyOracle, shares: ArrayLike, people: int) -> Floats:
    """Returns the expected squared error of each answer, [answers], by the closed form, when the same people answer
    every time.

    The variance of a mechanism is of people drawn at random from many; here they are the same in every repetition.
    """
    truth = np.asarray(shares, dtype=np.float64)
    return np.asarray(oracle.variance(truth, people) - truth * (1 - truth) / people)


def evaluate(
    oracle: FrequencyOracle,
    counts: ArrayLike,
    *,
    repetitions: int,
    entropy: Entropy,
    after_each: Callable[[], None] = lambda: None,
) -> Evaluation:
    """Perturbs, counts and estimates the answers of the same people, once for each repetition.

    counts[answers] are people; they are given in an order that says nothing, since no mechanism here looks at it. Costs
    a report for each person and repetition; `after_each` repetition may say how far it is, or raise to stop.
    Errors: ValueError for counts that are none, and without a repetition.
    """
    given = np.asarray(counts)
    if given.shape != (oracle.answers,) or given.dtype.kind not in "iu" or (given < 0).any() or given.sum() < 1:
        raise ValueError(f"counts must be {oracle.answers} whole numbers, none below 0, not all of them 0")
    if repetitions < 1:
        raise ValueError(f"there are {repetitions} repetitions; an evaluation needs at least 1")
    people = int(given.sum())
    answers, shares = np.repeat(np.arange(oracle.answers), given), given / people
    surveys: list[Floats] = []
    for _ in range(repetitions):
        surveys.append(oracle.estimate(oracle.count(oracle.perturb_many(answers, entropy)), people))
        after_each()
    estimates = np.stack(surveys)
    ranks, rank = np.stack([_ranks(estimate) for estimate in estimates]), _ranks(shares)
    missed = np.abs(estimates.mean(axis=0) - shares)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(missed == 0, 0.0, missed / shares)
    return Evaluation(
        repetitions=repetitions,
        people=people,
        shares=shares,
        expectation_bias=relative,
        rank_bias=np.abs(ranks - rank).mean(axis=0),
        squared_error=((estimates - shares) ** 2).mean(axis=0),
        survey_errors=((estimates - shares) ** 2).mean(axis=1),
    )


def _ranks(values: Floats) -> Floats:
    """Returns ranks, 1 for the largest; equal values share the mean of the ranks they take."""
    _, which, many = np.unique(-values, return_inverse=True, return_counts=True)
    last = np.cumsum(many)
    return np.asarray((last - (many - 1) / 2)[which])


def _scaled(weights: Floats) -> Floats:
    return np.asarray(weights / weights.sum())
