"""Re-identification risk is how likely it is that somebody finds a person's row, when classes are all they can tell
apart.

Source: El Emam 2013, "Guide to the De-Identification of Personal Health Information", ch. 16; the marketer is Dankar,
El Emam 2010, "A method for evaluating marketer re-identification risk". A class has f rows in the table and fits F
people of the population; of people known to be in the table F is f.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Risk:
    """Chances from 0 to 1. `greatest` is of the likeliest row to be found, `mean` over all rows.

    `share_above` is the share of rows that are found with a chance above the threshold that was given.
    """

    greatest: float
    mean: float
    share_above: float


def class_sizes(classes: ArrayLike) -> Integers:
    """Returns the rows of each class, from the class of each row (whole numbers from 0, none left out)."""
    class_of_row = np.asarray(classes)
    if class_of_row.ndim != 1 or class_of_row.dtype.kind not in "iu" or (class_of_row.size and class_of_row.min() < 0):
        raise ValueError("classes must be one whole number from 0 for each row")
    sizes = np.bincount(class_of_row)
    if (sizes == 0).any():
        raise ValueError(f"class {int((sizes == 0).argmax())} has no row; classes are numbered without gaps")
    return np.asarray(sizes, dtype=np.int64)


def prosecutor(sizes: ArrayLike, *, threshold: float) -> Risk:
    """Returns the risk against somebody who knows that the person is in the table: 1/f for each row of a class of f."""
    return journalist(sizes, sizes, threshold=threshold)


def journalist(sizes: ArrayLike, population: ArrayLike, *, threshold: float) -> Risk:
    """Returns the risk against somebody who knows the population alone: 1/F for each row of a class that fits F people.

    `mean` is sum(f / F) / n: also the share of rows that a marketer, who links everybody with everybody, gets right.
    ValueError where fewer people fit a class than it has rows: then the population does not hold the table.
    """
    rows, people = _counts(sizes, "sizes"), _counts(population, "population")
    if rows.shape != people.shape or (people < rows).any():
        raise ValueError("population must say of each class how many people fit it, at least as many as it has rows")
    if not 0 <= threshold <= 1:
        raise ValueError(f"threshold is {threshold}; a chance from 0 to 1 is needed")
    chances = 1 / people
    return Risk(
        greatest=float(chances.max()),
        mean=float((rows * chances).sum() / rows.sum()),
        share_above=float(rows[chances > threshold].sum() / rows.sum()),
    )


def marketer(sizes: ArrayLike, population: ArrayLike) -> float:
    """Returns the share of rows that are linked rightly when each is linked with one of those it fits: sum(f / F) /
    n."""
    return journalist(sizes, population, threshold=1).mean


def uniques(sizes: ArrayLike) -> int:
    """Returns how many rows are alone in their class."""
    return int((_counts(sizes, "sizes") == 1).sum())


def _counts(given: ArrayLike, name: str) -> Integers:
    counts = np.asarray(given)
    if counts.ndim != 1 or not counts.size or counts.dtype.kind not in "iu" or counts.min() < 1:
        raise ValueError(f"{name} must be whole numbers from 1, one for each class, at least one class")
    return counts.astype(np.int64)
