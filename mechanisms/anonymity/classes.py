"""Rows that cannot be told apart by what is released about them, as counts: all that a model looks at."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True, eq=False)
class Classes:
    """Classes are counted by `sizes[class]` rows; `sensitive[column][class, value]` rows; `population[class]` people
    who would match.

    The population is that of which the rows are a sample; only k-map and delta-presence ask for it.
    """

    sizes: Integers
    sensitive: Mapping[str, Integers] = field(default_factory=dict)
    population: Integers | None = None

    def __post_init__(self) -> None:
        """Checks the counts. Errors: ValueError for counts that are negative or do not add up, and for a population
        below the rows."""
        if self.sizes.ndim != 1 or (self.sizes < 0).any():
            raise ValueError("the sizes of classes are a list of whole numbers from 0 on")
        for column, counts in self.sensitive.items():
            if counts.ndim != 2 or (counts < 0).any() or not np.array_equal(counts.sum(axis=1), self.sizes):
                raise ValueError(f"the counts of {column} do not add up to the sizes of their classes")
        if self.population is not None and (
            self.population.shape != self.sizes.shape or (self.population < self.sizes).any()
        ):
            raise ValueError(
                "the population has fewer people in a class than the table has rows; it must hold them all"
            )

    def counts(self, column: str) -> Integers:
        """Returns the counts of a sensitive column by class and value. Errors: ValueError for a column that was not
        counted."""
        if column not in self.sensitive:
            raise ValueError(
                f"{column} was not counted; counted were {sorted(self.sensitive) or 'no sensitive columns'}"
            )
        return self.sensitive[column]

    def people(self) -> Integers:
        """Returns how many people of the population each class may be about. Errors: ValueError where no population was
        given."""
        if self.population is None:
            raise ValueError("this model compares with a population, and no counts of one were given")
        return self.population

    def whole(self) -> "Classes":
        """Returns all rows as one class."""
        return Classes(
            sizes=self.sizes.sum(keepdims=True),
            sensitive={name: counts.sum(axis=0, keepdims=True) for name, counts in self.sensitive.items()},
            population=None if self.population is None else self.population.sum(keepdims=True),
        )

    def some(self, chosen: Integers | Booleans) -> "Classes":
        return unchecked(
            sizes=self.sizes[chosen],
            sensitive={name: counts[chosen] for name, counts in self.sensitive.items()},
            population=None if self.population is None else self.population[chosen],
        )


def unchecked(sizes: Integers, sensitive: Mapping[str, Integers], population: Integers | None = None) -> Classes:
    """Counts that add up by how they were made: a search asks about millions of classes."""
    classes = object.__new__(Classes)
    for name, value in (("sizes", sizes), ("sensitive", sensitive), ("population", population)):
        object.__setattr__(classes, name, value)
    return classes
