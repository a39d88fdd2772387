"""Closeness limits how far the sensitive values of a class may lie from those of the whole table: t-closeness by
several distances.

Source: Li, Li, Venkatasubramanian 2007, doi 10.1109/ICDE.2007.367856. The whole is the table before suppression.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.classes import Booleans, Classes, Integers
from mechanisms.anonymity.hierarchy import Hierarchy
from mechanisms.anonymity.models.model import Asking, Exact, decimal, exact
from mechanisms.anonymity.models.whole_numbers import CERTAIN, LARGEST, LARGEST_EXACT, exceeds_exp, product


@dataclass(frozen=True, init=False)
class _Closeness(Asking):
    column: str
    t: Fraction
    distance: ClassVar[str]

    def __init__(self, column: str, t: Exact) -> None:
        most = exact("t", t)
        if most < 0:
            raise ValueError(f"t is {t}; a distance is at least 0")
        object.__setattr__(self, "column", column)
        object.__setattr__(self, "t", most)

    def words(self) -> str:
        return f"{decimal(self.t)}-close in {self.column} ({self.distance})"

    def _excess(self, classes: Classes, whole: Classes) -> NDArray[Any]:
        """Returns the excess of each value in each class, [class, value]: count * rows of the table - count in the
        table * rows of the class."""
        here, overall = classes.counts(self.column), whole.counts(self.column)[0]
        rows = int(whole.sizes[0])
        sizes: NDArray[Any] = classes.sizes
        if rows * rows * len(overall) >= LARGEST:
            here, overall, sizes = here.astype(object), overall.astype(object), sizes.astype(object)
        return np.asarray(here * rows - sizes[:, None] * overall[None, :])

    def _at_most(self, travelled: NDArray[Any], scale: int, classes: Classes, whole: Classes) -> Booleans:
        """Returns whether travelled / (scale * rows of the class * rows of the table) <= t."""
        limit = product(classes.sizes, int(whole.sizes[0]) * scale)
        return np.asarray(product(travelled, self.t.denominator) <= product(limit, self.t.numerator), dtype=bool)


class EqualCloseness(_Closeness):
    """Equal t-closeness uses the earth mover's distance where every two values are equally far apart; the variational
    distance is the same."""

    distance = "earth mover's, equal"

    def holds(self, classes: Classes, whole: Classes) -> Booleans:
        return self._at_most(abs(self._excess(classes, whole)).sum(axis=1), 2, classes, whole)


class OrderedCloseness(_Closeness):
    """Ordered t-closeness uses the earth mover's distance where values lie on a line in the order of their codes, in
    equal steps from 0 to 1."""

    distance = "earth mover's, ordered"

    def holds(self, classes: Classes, whole: Classes) -> Booleans:
        excess = self._excess(classes, whole)
        travelled = abs(np.cumsum(excess, axis=1)).sum(axis=1)
        return self._at_most(travelled, max(excess.shape[1] - 1, 1), classes, whole)


@dataclass(frozen=True, init=False)
class HierarchicalCloseness(_Closeness):
    """Hierarchical t-closeness uses the earth mover's distance where two values are as far apart as the level that
    joins them, of all levels.

    The codes of the column are those of the hierarchy's leaves.
    """

    hierarchy: Hierarchy
    distance: ClassVar[str] = "earth mover's, hierarchical"

    def __init__(self, column: str, t: Exact, hierarchy: Hierarchy) -> None:
        super().__init__(column, t)
        object.__setattr__(self, "hierarchy", hierarchy)

    def holds(self, classes: Classes, whole: Classes) -> Booleans:
        """Returns whether each class holds, by what travels over the edges of the tree: above a node goes what it has
        too much.

        A path up and down has two edges a level.
        """
        excess = self._excess(classes, whole)
        if excess.shape[1] != len(self.hierarchy.leaves):
            leaves = len(self.hierarchy.leaves)
            raise ValueError(f"{self.column} was counted by {excess.shape[1]} values; its hierarchy has {leaves}")
        travelled = np.zeros(len(excess), dtype=excess.dtype)
        for nodes, names in zip(self.hierarchy.nodes[:-1], self.hierarchy.names[:-1], strict=True):
            gathered = np.zeros((len(names), len(excess)), dtype=excess.dtype)
            np.add.at(gathered, nodes, excess.T)
            travelled = travelled + abs(gathered).sum(axis=0)
        return self._at_most(travelled, 2 * (self.hierarchy.levels - 1), classes, whole)


class MaximumDifference(_Closeness):
    """This is the largest difference of shares among the values that occur in the class.

    Weaker than any earth mover's distance: a value that is missing in a class counts for nothing. Only for remaking
    published figures. Source: the book's listings of chapter 8, which call it t-closeness.
    """

    distance = "maximum difference of values present"

    def holds(self, classes: Classes, whole: Classes) -> Booleans:
        excess = abs(self._excess(classes, whole)) * (classes.counts(self.column) > 0)
        return self._at_most(excess.max(axis=1), 1, classes, whole)


class KullbackLeiblerCloseness(_Closeness):
    """The Kullback-Leibler divergence of the class from the whole, in nats, is at most t."""

    distance = "Kullback-Leibler, nats"

    def holds(self, classes: Classes, whole: Classes) -> Booleans:
        here, overall = classes.counts(self.column), whole.counts(self.column)[0]
        sizes, rows = classes.sizes.astype(np.float64), float(whole.sizes[0])
        ratio = np.where(here > 0, here * rows, 1.0) / np.where(here > 0, sizes[:, None] * overall, 1.0)
        divergence = (here * np.log(ratio)).sum(axis=1) / sizes
        margin = CERTAIN * (1 + np.log(rows) + float(self.t))
        verdicts: Booleans = divergence < float(self.t) - margin
        for index in np.flatnonzero(abs(divergence - float(self.t)) <= margin):
            verdicts[index] = self._holds_exactly(here[index], overall, int(whole.sizes[0]))
        return verdicts

    def _holds_exactly(self, here: Integers, overall: Integers, rows: int) -> bool:
        """The product of (share / share of the whole)**count is at most e**(t * size)."""
        size, odds = int(here.sum()), Fraction(1)
        if size > LARGEST_EXACT:
            return False
        for count, of_all in zip(here.tolist(), overall.tolist(), strict=True):
            odds *= Fraction(count * rows, size * of_all) ** count if count else 1
        return not exceeds_exp(odds, self.t * size)
