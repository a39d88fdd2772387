"""Three tasks of the published study: what is learnt of some rows, and how well it does on others.

Numbers are from -1 to 1 at declared bounds, labels 0 and 1. None of the three draws anything.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from reproductions.gaussian_model.people import Floats, Integers

MARGIN_WEIGHT = 1.0  # The weight of rows within the margin against the length of the line.
RIDGE = 1e-3  # With this penalty a column of one value still has a solution.
STEPS = 30

Foretold = Callable[[Floats], Floats]


@dataclass(frozen=True, kw_only=True)
class Task:
    """A task has two functions: `learnt` makes a predictor from rows; `score` compares its predictions with labels, the
    higher the better."""

    name: str
    unit: str
    learnt: Callable[[Floats, Integers], Foretold]
    score: Callable[[Floats, Integers], float]


def right(foretold: Floats, labels: Integers) -> float:
    """Returns the share of rows whose class is foretold."""
    return float(((foretold > 0.5) == labels).mean())


def explained(foretold: Floats, labels: Integers) -> float:
    """Returns one less the squared error, as a share of that of the mean class of all these rows: R squared, 0 for
    nothing learnt and below for worse. Rows of one class alone have no such share: 0."""
    spread = float(((labels - labels.mean()) ** 2).sum())
    return 1 - float(((foretold - labels) ** 2).sum()) / spread if spread else 0.0


def support_vectors(numbers: Floats, labels: Integers) -> Foretold:
    """Returns a linear support vector machine with the squared hinge, by Newton's method: rows within the margin are
    found, the line is solved for, until they are the same rows (Keerthi and DeCoste 2005)."""
    rows, signs = _with_one(numbers), 2.0 * labels - 1
    line: Floats = np.zeros(rows.shape[1])
    penalty = np.eye(rows.shape[1]) * (1.0 / MARGIN_WEIGHT)
    penalty[0, 0] = RIDGE
    within = np.ones(len(rows), dtype=np.bool_)
    for _ in range(STEPS):
        met = rows[within]
        line = np.asarray(np.linalg.solve(met.T @ met + penalty, met.T @ signs[within]), dtype=np.float64)
        after = signs * (rows @ line) < 1
        if (after == within).all():
            break
        within = after
    return lambda others: np.asarray(_with_one(others) @ line > 0, dtype=np.float64)


def linear_regression(numbers: Floats, labels: Integers) -> Foretold:
    """Least squares of the class as a number."""
    rows = _with_one(numbers)
    line = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ labels)
    return lambda others: np.asarray(_with_one(others) @ line)


def two_means(numbers: Floats, labels: Integers) -> Foretold:
    """Lloyd's k-means with two centres, from the mean and the row furthest from it; each is named by the class that most of its
    rows have. The class is not used before that."""
    centres = np.stack([numbers.mean(axis=0), numbers[np.argmax(_squares(numbers, numbers.mean(axis=0)))]])
    nearest = np.zeros(len(numbers), dtype=np.int64)
    for _ in range(STEPS):
        after = np.argmin([_squares(numbers, centre) for centre in centres], axis=0)
        if (after == nearest).all():
            break
        nearest = after
        centres = np.stack(
            [numbers[nearest == at].mean(axis=0) if (nearest == at).any() else centres[at] for at in (0, 1)]
        )
    names = np.array([labels[nearest == at].mean() > 0.5 if (nearest == at).any() else 0.0 for at in (0, 1)])
    return lambda others: np.asarray(
        names[np.argmin([_squares(others, centre) for centre in centres], axis=0)], dtype=np.float64
    )


def _with_one(numbers: Floats) -> Floats:
    return np.hstack([np.ones((len(numbers), 1)), numbers])


def _squares(numbers: Floats, centre: Floats) -> Floats:
    return np.asarray(((numbers - centre) ** 2).sum(axis=1))


TASKS = (
    Task(name="support vectors", unit="share rightly foretold", learnt=support_vectors, score=right),
    Task(name="linear regression", unit="R squared", learnt=linear_regression, score=explained),
    Task(name="k-means", unit="share rightly assigned", learnt=two_means, score=right),
)
