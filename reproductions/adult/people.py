"""The people of the published runs are the 32 561 training rows of Adult, with their answers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from reproductions.drawing.dots import Row
from tests.adult.rows import Cell, columns, rows

SEED = 1994  # The seed is the year of the census; each experiment starts the stream again.
CONFIDENCES = (0.5, 0.8, 0.95)

Floats = NDArray[np.float64]


def cells(column: str) -> list[Cell]:
    """Returns people's answers in a column, without people who gave none."""
    place, split = columns().index(column), columns().index("split")
    return [row[place] for row in rows() if row[split] == "train" and row[place] is not None]


@dataclass(frozen=True, kw_only=True)
class Poll:
    """A poll is one question asked of everybody through a mechanism; all its numbers are people, not shares."""

    oracle: FrequencyOracle
    truth: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def people(self) -> int:
        return int(self.truth.sum())

    @property
    def estimate(self) -> Floats:
        return self.oracle.estimate(self.counts, self.people) * self.people

    def rows(self, labels: Sequence[str], reported: Sequence[float | None]) -> list[Row]:
        """Returns the rows of a picture, one for each answer."""
        return self._rows(labels, reported, self.truth * 0)

    def rows_beside_truth(self, labels: Sequence[str], reported: Sequence[float]) -> list[Row]:
        """Returns the rows with the truth subtracted from all figures; the truth is then 0 everywhere."""
        return self._rows(labels, reported, self.truth)

    def _rows(self, labels: Sequence[str], reported: Sequence[float | None], origin: NDArray[np.int64]) -> list[Row]:
        limits = [
            self.oracle.interval(self.counts, self.people, confidence) * self.people for confidence in CONFIDENCES
        ]
        limits = [of - origin[:, None] for of in limits]
        return [
            Row(
                label=label,
                ours=float(self.estimate[place] - origin[place]),
                intervals=[(float(of[place, 0]), float(of[place, 1])) for of in limits],
                reported=None if (beside := reported[place]) is None else beside - float(origin[place]),
                truth=float(self.truth[place] - origin[place]),
            )
            for place, label in enumerate(labels)
        ]

    def error(self, place: int) -> float:
        """Returns the standard error of an estimate for these very people: their answers are fixed, only noise is
        drawn."""
        p, q, count = float(self.oracle.p), float(self.oracle.q), int(self.truth[place])
        noise = count * p * (1 - p) + (self.people - count) * q * (1 - q)
        return math.sqrt(noise) / (p - q)


def ask(oracle: FrequencyOracle, answers: list[int]) -> Poll:
    given = np.asarray(answers, dtype=np.int64)
    counts = oracle.count(oracle.perturb_many(given, SeededEntropy(SEED)))
    return Poll(oracle=oracle, truth=np.bincount(given, minlength=oracle.answers), counts=counts)
