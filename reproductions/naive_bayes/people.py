"""The people of six public data sets, halved anew for each repetition into those who are asked and those foretold."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import SeededEntropy
from reproductions.data.tables import data_set

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

SEED = 20_261_122
UNITS = 1000  # Each column has so many units between its smallest and largest number.
CLASS_COLUMNS = {"diabetes": "diabetes"}


@dataclass(frozen=True, kw_only=True)
class People:
    """People have `values` [people, features] from 0 on; in data sets of numbers these are in units."""

    name: str
    labels: Integers
    values: Integers
    many: tuple[int, ...]

    @property
    def classes(self) -> int:
        return int(self.labels.max()) + 1

    @property
    def usual(self) -> float:
        """Returns the share of people in the largest class: what is right without any feature."""
        return float(np.bincount(self.labels).max() / len(self.labels))


@dataclass(frozen=True)
class Share:
    """This is a share of people who were predicted right: the mean over repetitions and its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} ± {100 * self.error:.1f} %"


def discrete(name: str) -> People:
    labels, table = _columns(name)
    coded = [np.unique(column, return_inverse=True) for column in table]
    values = np.stack([code for _, code in coded], axis=1).astype(np.int64)
    return People(name=name, labels=labels, values=values, many=tuple(len(categories) for categories, _ in coded))


def numeric(name: str) -> People:
    """Returns each column from its smallest to its largest number, as published: bounds that local privacy could not
    know."""
    labels, table = _columns(name)
    numbers = np.array(table, dtype=np.float64).T
    low, high = numbers.min(axis=0), numbers.max(axis=0)
    units = np.round((numbers - low) / (high - low) * UNITS).astype(np.int64)
    return People(name=name, labels=labels, values=units, many=(UNITS + 1,) * units.shape[1])


def _columns(name: str) -> tuple[Integers, list[tuple[str, ...]]]:
    """Classes as numbers, and the other columns; who lacks a value is left out."""
    table = data_set(name)
    place = table.columns.index(CLASS_COLUMNS.get(name, "class"))
    rows = [row for row in table.rows if "" not in row]
    labels = np.unique([row[place] for row in rows], return_inverse=True)[1]
    columns = [column for which, column in enumerate(zip(*rows, strict=True)) if which != place]
    return labels.astype(np.int64), columns


@dataclass(frozen=True)
class Round:
    """A round is one repetition: four fifths of the people are asked, one fifth is predicted; `entropy` is for
    noise.
    """

    training: NDArray[np.bool_]
    entropy: SeededEntropy


def rounds(people: People, repetitions: int) -> Iterator[Round]:
    """Yields the same rounds for every mechanism compared, so that only the mechanisms differ."""
    for repetition in range(repetitions):
        stream = SeededEntropy(SEED + repetition)
        order = np.argsort(stream.words(len(people.labels)), kind="stable")
        training = np.ones(len(order), dtype=bool)
        training[order[: len(order) // 5]] = False
        yield Round(training, stream)


def share_right(people: People, repetitions: int, foretell: Callable[[Round], ArrayLike]) -> Share:
    """Returns the share of right predictions; `foretell` gives the classes of people who were not asked."""
    right = [
        float((np.asarray(foretell(repetition)) == people.labels[~repetition.training]).mean())
        for repetition in rounds(people, repetitions)
    ]
    return Share(float(np.mean(right)), float(np.std(right, ddof=1) / np.sqrt(repetitions)))


def points(change: float) -> str:
    """Returns a change in points of a hundred, with its sign: −3.8."""
    return f"{change:+.1f}".replace("-", "−")
