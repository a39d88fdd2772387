"""The estimate is the distribution that agrees best with the measurements, and otherwise assumes as little as
possible.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.simplex import onto_simplex
from mechanisms.synthesis.beliefs import IMPOSSIBLE, propagate, spread
from mechanisms.synthesis.coordinates import Layout, Means, even
from mechanisms.synthesis.domain import Impossible
from mechanisms.synthesis.junction_tree import Attributes, JunctionTree, junction_tree
from mechanisms.synthesis.lbfgs import minimum
from mechanisms.synthesis.measuring import Measurement, rows_estimated, together
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.nesting import nested
from mechanisms.synthesis.residuals import pooled

Floats = NDArray[np.float64]

# This share of a row's evidence speaks for independence; errors change little between 0.003 and 0.03.
SHRINKAGE = 0.007
# Numbers are scaled by a share no smaller than this: steps of rarer cells would be too long for the curve.
_LEAST_SHARE = 1e-4
_FLOOR = 0.1  # A value measured as absent keeps a share of this many standard errors.


@dataclass(frozen=True, kw_only=True)
class Precision:
    """The precision says where a fit ends: at slopes below the tolerance, on a scale on which a number's own curvature
    is about 1."""

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
    """Returns the p that minimises, over all distributions with the junction tree of what was measured,

        sum over marginals of |rows p - values|^2 / (2 sigma^2)  +  SHRINKAGE rows KL(p || independent),

    by its dual, which is smooth and convex. The sum depends on the measurements through their pooled residuals alone,
    so the dual has a table u of each set of attributes that was measured, and of each subset, and is

        log Z(u) - u.y + sum r |residual of u|^2 / 2,

    with y the pooled shares and r = SHRINKAGE / (rows precision). So cells far below their noise stay near
    independence, and without noise p is the distribution of largest entropy with these marginals. `independent` is the
    product of the measured columns, each put on the simplex. `start` is a model of some of the measurements.
    """
    merged = together(measurements)
    rows = rows_estimated(measurements)
    tree = junction_tree(
        sizes, [measurement.attributes for measurement in merged] + [rule.attributes for rule in impossible]
    )
    fit = _Fit(tree, merged, rows, _prior(tree, merged, rows, impossible))
    begin = fit.numbers_of(start.potentials if start else {})
    end = minimum(fit.value_and_slope, begin, tolerance=precision.tolerance, steps=precision.steps)
    fit.value_and_slope(end)
    return Model(tree=tree, beliefs=fit.beliefs, rows=rows, potentials=fit.potentials(end))


def _prior(
    tree: JunctionTree, measurements: Sequence[Measurement], rows: float, impossible: Sequence[Impossible]
) -> list[Floats]:
    weights = [np.zeros([tree.sizes[attribute] for attribute in clique]) for clique in tree.cliques]

    def add(attributes: Attributes, table: Floats) -> None:
        home = tree.home_of(attributes)
        weights[home] = weights[home] + spread(table, attributes, tree.cliques[home])

    for measurement in measurements:
        if len(measurement.attributes) == 1:
            add(
                measurement.attributes,
                np.log(
                    np.maximum(onto_simplex(measurement.values / rows), _FLOOR * min(1.0, measurement.sigma / rows))
                ),
            )
    for rule in impossible:
        add(rule.attributes, np.where(rule.cells, IMPOSSIBLE, 0.0))
    return weights


class _Fit:
    """This is the dual problem as a function of numbers that all have a similar curvature and hardly influence each
    other.

    Each table has its means taken off, weighted by the columns' own shares: were these independent, no table would
    then be correlated with another, and a step along one would leave all others where they are.
    """

    def __init__(
        self, tree: JunctionTree, measurements: Sequence[Measurement], rows: float, prior: Sequence[Floats]
    ) -> None:
        self._tree, self._prior = tree, prior
        self.beliefs, total = propagate(tree, prior)
        if total < IMPOSSIBLE / 2:
            raise ValueError("what was declared impossible leaves no combination of values")
        allowed = nested(tree, [measurement.attributes for measurement in measurements]).marginals(self.beliefs)
        known = pooled(
            tree.sizes,
            [_shares(measurement, rows, allowed[measurement.attributes] > 0) for measurement in measurements],
        )
        self._layout = Layout(tree.sizes, list(known.tables))
        self._sets = [attributes for attributes in self._layout.sets if attributes]
        self._nesting = nested(tree, self._sets)
        alone = self._nesting.marginals(self.beliefs)
        columns = [alone.get((place,), np.full(size, 1 / size)) for place, size in enumerate(tree.sizes)]
        self._own, self._even = Means(self._layout, columns), Means(self._layout, even(tree.sizes))
        self._shares = self._layout.joined({attributes: known.marginal(attributes) for attributes in self._sets})
        ridge = {attributes: SHRINKAGE * rows / known.precisions[attributes] for attributes in self._sets}
        self._ridge = self._layout.joined(
            {attributes: np.full(self._layout.shape(attributes), ridge[attributes]) for attributes in self._sets}
        )
        product = self._layout.joined(
            {attributes: _product([columns[place] for place in attributes]) for attributes in self._sets}
        )
        self._scale = 1 / np.sqrt(np.maximum(np.maximum(product, self._shares), _LEAST_SHARE) + self._ridge)

    def numbers_of(self, potentials: Mapping[Attributes, Floats]) -> Floats:
        """Returns the numbers for the potentials of another model, as far as it has the same sets of attributes."""
        known = {attributes: potentials[attributes] for attributes in self._sets if attributes in potentials}
        return self._own.apart(self._layout.joined(known)) / self._scale

    def potentials(self, numbers: Floats) -> dict[Attributes, Floats]:
        return self._layout.split(self._own.free(numbers * self._scale))

    def value_and_slope(self, numbers: Floats) -> tuple[float, Floats]:
        weights = self._own.free(numbers * self._scale)
        gathered = self._nesting.gathered(self._prior, self._layout.split(weights))
        self.beliefs, total = propagate(self._tree, gathered)
        marginals = self._layout.joined(self._nesting.marginals(self.beliefs))
        apart = self._even.apart(weights)
        value = total - weights @ self._shares + (self._ridge * apart) @ apart / 2
        slope = marginals - self._shares + self._even.apart_transposed(self._ridge * apart)
        return float(value), self._own.free_transposed(slope) * self._scale


def _product(columns: Sequence[Floats]) -> Floats:
    return reduce(np.multiply.outer, columns)


def _shares(measurement: Measurement, rows: float, possible: NDArray[np.bool_]) -> Measurement:
    """Returns measured shares that sum to 1, with nothing where the prior allows nothing."""
    shares = np.where(possible, measurement.values / rows, 0.0)
    shares = np.where(possible, shares - (shares.sum() - 1) / possible.sum(), 0.0)
    return Measurement(attributes=measurement.attributes, values=shares, sigma=measurement.sigma / rows)
