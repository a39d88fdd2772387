"""The findings of an evaluation are rows that say what each number is worth, with the closed form beside them."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from datahub.evaluations.rules.study import Study
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.advice.evaluation import expected_errors
from mechanisms.ldp.advice.sweep import Trial, recommended, sweep
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Counts

CONFIDENCE = 0.95
# The ranks of at most this many answers are compared: too few people give the others to tell them apart.
TOP = 20
CURVE_POINTS = 33

Row = dict[str, Any]


def rows(study: Study, counts: Counts, *, after_each: Callable[[], None]) -> Iterator[tuple[Trial, Row]]:
    """Yields a row for each epsilon and mechanism, as it is done. `after_each` survey may say how far it is, or
    raise."""
    entropy = SeededEntropy(study.seed)
    trials = sweep(
        study.kinds, study.epsilons, counts, repetitions=study.repetitions, entropy=entropy, after_each=after_each
    )
    for trial in trials:
        yield trial, row(trial, top_of(counts))


def surveys(study: Study) -> int:
    """Returns how many surveys will be simulated: those of combinations that no mechanism refuses."""
    return sum(_takes(kind, study, epsilon) for epsilon in study.epsilons for kind in study.kinds) * study.repetitions


def _takes(kind: type[FrequencyOracle], study: Study, epsilon: str) -> bool:
    try:
        return kind(answers=study.answers, epsilon=epsilon).channel is not None
    except ValueError:
        return False


def row(trial: Trial, top: int) -> Row:
    """Returns the guarantee and the figures of one trial; errors are in shares squared, or shares where it says
    root."""
    figures: Row = {
        "mechanism": trial.slug,
        "version": trial.version,
        "epsilon": trial.epsilon,
        "refused": trial.refused,
    }
    evaluation = trial.evaluation
    if evaluation is None:
        return figures | dict.fromkeys(FIGURES)
    low, mean, high = evaluation.mean_error(CONFIDENCE)
    bias, rank, _ = evaluation.of_top(top)
    return figures | {
        "epsilon_spent": trial.spent,
        "report_bytes": trial.report_bytes,
        "people": evaluation.people,
        "repetitions": evaluation.repetitions,
        "mean_squared_error": mean,
        "mean_squared_error_low": low,
        "mean_squared_error_high": high,
        "expected_squared_error": trial.expected_error,
        "expectation_bias": bias,
        "rank_bias": rank,
    }


FIGURES = (
    "epsilon_spent",
    "report_bytes",
    "people",
    "repetitions",
    "mean_squared_error",
    "mean_squared_error_low",
    "mean_squared_error_high",
    "expected_squared_error",
    "expectation_bias",
    "rank_bias",
)
COLUMNS = ("mechanism", "version", "epsilon", *FIGURES, "refused")


def csv_lines(rows: Sequence[Row]) -> list[str]:
    """Returns a heading and a line for each row; a figure that does not exist is an empty cell."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().splitlines()


def top_of(counts: Counts) -> int:
    """Returns the number of answers over which biases are averaged: an answer that nobody gives has no relative
    error."""
    return min(TOP, int(np.count_nonzero(counts)))


def best(trials: Sequence[Trial]) -> Mapping[str, str]:
    """Returns for each epsilon the mechanism that erred least over all answers, where any could be tried."""
    tried = [trial for trial in trials if trial.evaluation is not None]
    if not tried or tried[0].evaluation is None:
        return {}
    answers = len(tried[0].evaluation.shares)
    return {epsilon: trial.slug for epsilon, trial in recommended(tried, top=answers).items()}


def curves(study: Study, counts: Counts) -> list[dict[str, Any]]:
    """Returns the closed form of each mechanism between the smallest and the largest epsilon, for the line under the
    dots."""
    low, high = float(study.epsilons[0]), float(study.epsilons[-1])
    steps = CURVE_POINTS if high > low else 1
    epsilons = [f"{epsilon:.4f}" for epsilon in np.geomspace(low, high, steps)]
    shares, people = counts / counts.sum(), int(counts.sum())
    curves_shown = []
    for kind in study.kinds:
        points = []
        for epsilon in dict.fromkeys([study.epsilons[0], *epsilons[1:-1], study.epsilons[-1]]):
            try:
                oracle = kind(answers=study.answers, epsilon=epsilon)
                error = float(expected_errors(oracle, shares, people).mean())
            except ValueError:  # the trial at a neighbouring epsilon has the reason
                continue
            points.append({"epsilon": epsilon, "expected_squared_error": error})
        curves_shown.append({"mechanism": kind.slug, "points": points})
    return curves_shown
