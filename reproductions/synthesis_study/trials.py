"""Rows are made of some people, by a model with a guarantee and by the published algorithm, and tried in both settings."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from mechanisms.common.entropy import SeededEntropy
from reproductions.gaussian_model.people import Floats, Integers, people
from reproductions.gaussian_model.trials import ours, published, rounds
from reproductions.synthesis_study.tasks import TASKS, Task

REPETITIONS = 4
EPSILONS = ("0.1", "0.4", "1")
SIZES = (25, 50, 75, 100)
SMALLEST, LARGEST = SIZES[0], SIZES[-1]


@dataclass(frozen=True)
class Maker:
    """`least` people in a group of the published algorithm; none for ours, which has no groups."""

    name: str
    least: int | None
    coded: bool = False


OURS = Maker("ours", None)
DESCRIBED = {least: Maker(f"as described, k = {least}", least) for least in SIZES}
CODED = {least: Maker(f"as coded, k = {least}", least, coded=True) for least in (SMALLEST, LARGEST)}


@dataclass(frozen=True)
class Score:
    """The mean over repetitions and its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.error:.2f}".replace("-", "−")


@dataclass(frozen=True)
class Outcome:
    """An outcome holds two scores: on real people after training on synthetic rows, and on synthetic rows after
    training on real people."""

    on_real: Score
    on_made: Score


@cache
def outcomes(name: str, maker: Maker, epsilon: str) -> tuple[Outcome, ...]:
    """Returns one outcome for each task."""
    who = people(name)
    scaled = who.scaled(who.numbers)
    scores = []
    for training, others, seed in rounds(name)[:REPETITIONS]:
        entropy = SeededEntropy(seed)
        if maker.least is None:
            synthetic, labels = ours(who, training, epsilon, entropy)
        else:
            synthetic, labels = published(who, training, epsilon, entropy, coded=maker.coded, least=maker.least)
        there = who.scaled(synthetic)
        scores.append(
            [
                (
                    tried(task, there, labels, scaled[others], who.labels[others]),
                    tried(task, scaled[training], who.labels[training], there, labels),
                )
                for task in TASKS
            ]
        )
    return tuple(Outcome(_score(each[:, 0]), _score(each[:, 1])) for each in np.array(scores).transpose(1, 0, 2))


@cache
def of_real(name: str) -> tuple[Score, ...]:
    """Returns the scores on real people after training on other real people, for each task."""
    who = people(name)
    scaled = who.scaled(who.numbers)
    scores = [
        [tried(task, scaled[training], who.labels[training], scaled[others], who.labels[others]) for task in TASKS]
        for training, others, _ in rounds(name)[:REPETITIONS]
    ]
    return tuple(_score(each) for each in np.array(scores).T)


def tried(task: Task, numbers: Floats, labels: Integers, others: Floats, theirs: Integers) -> float:
    return task.score(task.learnt(numbers, labels)(others), theirs)


def _score(each: Floats) -> Score:
    return Score(float(np.mean(each)), float(np.std(each, ddof=1) / np.sqrt(len(each))))
