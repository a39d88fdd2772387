"""The people of three public data sets, with bounds that were chosen without looking at the extreme values."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.gaussian.declared import Declared, Number, half_of_the_corners
from reproductions.data.tables import data_set

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CLASSES = {"diabetes": ("diabetes", "pos"), "breast": ("class", "malignant"), "australian": ("class", "1")}
GRADES = (1, 10)  # The clinic graded nine findings on this scale.
# The bounds for diabetes follow from the units and the human body. The credit office withheld the meaning of its
# columns, so theirs are round numbers.
BOUNDS: dict[str, dict[str, tuple[float, float]]] = {
    "diabetes": {
        "pregnant": (0, 20),
        "glucose": (0, 200),
        "pressure": (0, 130),
        "triceps": (0, 100),
        "insulin": (0, 900),
        "mass": (0, 70),
        "pedigree": (0, 2.5),
        "age": (20, 85),
    },
    "breast": {},
    "australian": {
        "A1": (0, 1),
        "A2": (10, 80),
        "A3": (0, 30),
        "A4": (1, 3),
        "A5": (1, 14),
        "A6": (1, 9),
        "A7": (0, 30),
        "A8": (0, 1),
        "A9": (0, 1),
        "A10": (0, 70),
        "A11": (0, 1),
        "A12": (1, 3),
        "A13": (0, 2000),
        "A14": (0, 100_000),
    },
}


@dataclass(frozen=True, kw_only=True, eq=False)
class People:
    """People have `numbers` [people, columns] in clear, `labels` of 0 and 1, and a declaration."""

    name: str
    numbers: Floats
    labels: Integers
    declared: Declared

    @property
    def usual(self) -> float:
        """Returns the share of people in the larger class: what is right without any number."""
        return float(max(self.labels.mean(), 1 - self.labels.mean()))

    def scaled(self, numbers: Floats) -> Floats:
        """Returns the numbers scaled from -1 to 1 at the declared bounds, also for rows that others made."""
        columns = zip(self.declared.numbers, numbers.T, strict=True)
        return np.stack([number.scaled(values.tolist()) for number, values in columns], axis=1)


@cache
def people(name: str) -> People:
    """Returns the people of a data set without those who lack a value. In diabetes 0 stands for some of them, and
    stays."""
    table = data_set(name)
    label, positive = CLASSES[name]
    place = table.columns.index(label)
    rows = [row for row in table.rows if not {"", "?"} & set(row)]
    columns = tuple(column for column in table.columns if column != label)
    numbers = tuple(Number(name=column, low=low, high=high) for column, (low, high) in bounds(name, columns).items())
    return People(
        name=name,
        numbers=np.array([[float(cell) for at, cell in enumerate(row) if at != place] for row in rows]),
        labels=np.array([row[place] == positive for row in rows], dtype=np.int64),
        declared=Declared(numbers=numbers, groups=(half_of_the_corners(*columns),), classes=("0", "1")),
    )


def bounds(name: str, columns: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    return {column: BOUNDS[name].get(column, GRADES) for column in columns}
