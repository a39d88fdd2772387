"""The distribution that agrees best with what was measured, and otherwise assumes as little as possible."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.simplex import onto_simplex
from mechanisms.synthesis.beliefs import IMPOSSIBLE, propagate, spread
from mechanisms.synthesis.domain import Impossible
from mechanisms.synthesis.junction_tree import Attributes, JunctionTree, junction_tree
from mechanisms.synthesis.lbfgs import minimum
from mechanisms.synthesis.measuring import Measurement, rows_estimated, together
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.nesting import nested

Floats = NDArray[np.float64]

SHRINKAGE = 0.007  # of a row's evidence speaks for independence; errors change little from 0.003 to 0.03
_FLOOR = 0.1  # standard errors that a value keeps which was measured as absent


@dataclass(frozen=True, kw_only=True)
class Precision:
    """Where to end: at slopes below the tolerance, on a scale on which a number's own curvature is about 1."""

    tolerance: float
    steps: int


def estimated(
    sizes: Sequence[int],
    measurements: Sequence[Measurement],
    *,
    impossible: Sequence[Impossible] = (),
    start: Model | None = None,
    precision: Precision,
) -> Model:
    """The p that minimises, over all distributions with the junction tree of what was measured,

        sum over marginals of |rows p - values|^2 / (2 sigma^2)  +  SHRINKAGE rows KL(p || independent),

    by its dual, which is smooth and convex with a number for each measured cell: log Z(u) - u.y + sum r u^2 / 2, with
    y the measured shares and r = SHRINKAGE sigma^2 / rows. So cells far below their noise stay near independence, and
    without noise p is the distribution of largest entropy with these marginals. `independent` is the product of the
    measured columns, each put on the simplex. `start` is a model of some of the measurements.
    """
    merged = together(measurements)
    rows = rows_estimated(measurements)
    tree = junction_tree(sizes, [one.attributes for one in merged] + [rule.attributes for rule in impossible])
    fit = _Fit(tree, merged, rows, _prior(tree, merged, rows, impossible))
    known = start.potentials if start else {}
    begin = np.concatenate([known.get(one.attributes, np.zeros_like(one.values)).ravel() for one in merged])
    end = minimum(fit.value_and_slope, begin / fit.scale, tolerance=precision.tolerance, steps=precision.steps)
    fit.value_and_slope(end)
    return Model(tree=tree, beliefs=fit.beliefs, rows=rows, potentials=fit.potentials(end * fit.scale))


def _prior(
    tree: JunctionTree, measurements: Sequence[Measurement], rows: float, impossible: Sequence[Impossible]
) -> list[Floats]:
    weights = [np.zeros([tree.sizes[attribute] for attribute in clique]) for clique in tree.cliques]

    def add(attributes: Attributes, table: Floats) -> None:
        home = tree.home_of(attributes)
        weights[home] = weights[home] + spread(table, attributes, tree.cliques[home])

    for one in measurements:
        if len(one.attributes) == 1:
            add(
                one.attributes, np.log(np.maximum(onto_simplex(one.values / rows), _FLOOR * min(1.0, one.sigma / rows)))
            )
    for rule in impossible:
        add(rule.attributes, np.where(rule.cells, IMPOSSIBLE, 0.0))
    return weights


class _Fit:
    """The dual as a function of numbers on a scale on which all curve alike."""

    def __init__(
        self, tree: JunctionTree, measurements: Sequence[Measurement], rows: float, prior: Sequence[Floats]
    ) -> None:
        self._tree, self._prior = tree, prior
        self._nesting = nested(tree, [one.attributes for one in measurements])
        self._shapes = {one.attributes: one.values.shape for one in measurements}
        self.beliefs, total = propagate(tree, prior)
        if total < IMPOSSIBLE / 2:
            raise ValueError("what was declared impossible leaves no combination of values")
        allowed = self._nesting.marginals(self.beliefs)
        self._shares = np.concatenate([_shares(one, rows, allowed[one.attributes] > 0) for one in measurements])
        self._ridge = np.concatenate(
            [np.full(one.values.size, SHRINKAGE * one.sigma**2 / rows) for one in measurements]
        )
        self.scale = 1 / np.sqrt(np.maximum(self._shares, 1e-4) + self._ridge)

    def potentials(self, numbers: Floats) -> dict[Attributes, Floats]:
        ends = np.cumsum([math.prod(shape) for shape in self._shapes.values()])
        parts = np.split(numbers, ends[:-1])
        return {
            attributes: part.reshape(shape)
            for (attributes, shape), part in zip(self._shapes.items(), parts, strict=True)
        }

    def value_and_slope(self, scaled: Floats) -> tuple[float, Floats]:
        numbers = scaled * self.scale
        self.beliefs, total = propagate(self._tree, self._nesting.gathered(self._prior, self.potentials(numbers)))
        found = self._nesting.marginals(self.beliefs)
        marginals = np.concatenate([found[attributes].ravel() for attributes in self._shapes])
        value = total - numbers @ self._shares + (self._ridge * numbers) @ numbers / 2
        return float(value), (marginals - self._shares + self._ridge * numbers) * self.scale


def _shares(one: Measurement, rows: float, possible: NDArray[np.bool_]) -> Floats:
    """Measured shares that sum to 1, with nothing where the prior allows nothing."""
    shares = np.where(possible, one.values / rows, 0.0)
    return np.where(possible, shares - (shares.sum() - 1) / possible.sum(), 0.0).ravel()
