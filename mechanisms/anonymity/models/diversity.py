"""Diversity limits how many values of a sensitive column a class holds, and how evenly: distinct, entropy and recursive
diversity.

Source: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam 2007, doi 10.1145/1217299.1217302.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from mechanisms.anonymity.classes import Booleans, Classes, Integers
from mechanisms.anonymity.models.model import Asking, Exact, decimal, exact
from mechanisms.anonymity.models.whole_numbers import CERTAIN, LARGEST_EXACT, at_most


@dataclass(frozen=True)
class DistinctDiversity(Asking):
    """Distinct l-diversity holds if every class has at least l different values of the column. One of them may still be
    nearly certain."""

    column: str
    l: int  # noqa: E741 - its name in the field
    grows: ClassVar[bool] = True

    @property
    def rows(self) -> int:
        return self.l

    def __post_init__(self) -> None:
        _refuse_no_count(self.l)

    def holds(self, classes: Classes, whole: Classes) -> Booleans:  # noqa: ARG002 - the shape of a model
        return np.asarray((classes.counts(self.column) > 0).sum(axis=1) >= self.l)

    def words(self) -> str:
        return f"{self.l}-diverse in {self.column}"


@dataclass(frozen=True, init=False)
class EntropyDiversity(Asking):
    """The entropy of the column in every class is at least log l, as if l values were equally frequent."""

    column: str
    l: Fraction  # noqa: E741 - its name in the field

    def __init__(self, column: str, l: Exact) -> None:  # noqa: E741 - its name in the field
        least = exact("l", l)
        if least < 1:
            raise ValueError(f"l is {l}; a class has at least 1 value")
        object.__setattr__(self, "column", column)
        object.__setattr__(self, "l", least)

    def holds(self, classes: Classes, whole: Classes) -> Booleans:  # noqa: ARG002 - the shape of a model
        counts = classes.counts(self.column)
        sizes = classes.sizes.astype(np.float64)
        weighed = (counts * np.log(np.maximum(counts, 1))).sum(axis=1)
        above = np.log(sizes) - math.log(self.l) - weighed / sizes
        margin = CERTAIN * (1 + np.log(sizes) + abs(math.log(self.l)))
        verdicts: Booleans = above > margin
        for index in np.flatnonzero(abs(above) <= margin):
            verdicts[index] = self._holds_exactly(counts[index])
        return verdicts

    def _holds_exactly(self, counts: Integers) -> bool:
        """Returns whether n**n >= l**n * product of count**count, in whole numbers; shared factors of the counts cancel
        first."""
        present = [int(count) for count in counts if count]
        shared = math.gcd(*present)
        present = [count // shared for count in present]
        size = sum(present)
        if size > LARGEST_EXACT:
            return False
        weighed = math.prod(count**count for count in present)
        return bool((size * self.l.denominator) ** size >= self.l.numerator**size * weighed)

    def words(self) -> str:
        return f"entropy {decimal(self.l)}-diverse in {self.column}"


@dataclass(frozen=True, init=False)
class RecursiveDiversity(Asking):
    """The counts r1 >= r2 >= ... of every class have r1 < c (rl + ... + rm).

    So no value is too frequent, also for somebody who can rule out l - 2 of the others.
    """

    column: str
    c: Fraction
    l: int  # noqa: E741 - its name in the field

    def __init__(self, column: str, c: Exact, l: int) -> None:  # noqa: E741 - its name in the field
        factor = exact("c", c)
        if factor <= 0:
            raise ValueError(f"c is {c}; it is more than 0")
        _refuse_no_count(l)
        object.__setattr__(self, "column", column)
        object.__setattr__(self, "c", factor)
        object.__setattr__(self, "l", l)

    def holds(self, classes: Classes, whole: Classes) -> Booleans:  # noqa: ARG002 - the shape of a model
        falling = -np.sort(-classes.counts(self.column), axis=1)
        return ~at_most(self.c, falling[:, self.l - 1 :].sum(axis=1), falling[:, 0])

    def words(self) -> str:
        return f"recursive ({decimal(self.c)}, {self.l})-diverse in {self.column}"


def _refuse_no_count(l: object) -> None:  # noqa: E741 - its name in the field
    if isinstance(l, bool) or not isinstance(l, int) or l < 1:
        raise ValueError(f"l is {l!r}; it is a whole number from 1 on")
