"""A residual is the part of a table that its subsets do not explain, averaged over all measurements of it.

A marginal is the sum of one residual for each of its subsets, and the residuals of noise of one variance are
uncorrelated. So the mean of each, weighted by precision, is the least-squares estimate of everything at once, in closed
form: no unbiased linear estimate has less variance (Gauss and Markov). Nothing keeps it above 0.

Sources: Xiao, He, Zhang, Kifer 2023, arXiv:2305.08175 (residuals are uncorrelated; variances in closed form); Mullins
and others 2024, arXiv:2410.01091, and Fuentes and others 2026, arXiv:2602.05674 (marginals that overlap, pooled).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.beliefs import spread, summed
from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.measuring import Measurement

Floats = NDArray[np.float64]
Precisions = Mapping[Attributes, float]


@dataclass(frozen=True, kw_only=True, eq=False)
class Residuals:
    """Residuals are the parts of tables that their own marginals do not explain. `tables` sum to 0 along each of their
    attributes, float64 of the sizes; `precisions` say how precisely each is known.

    There is one for every subset of what was measured, the empty one, which is how many rows there are, too.
    """

    sizes: tuple[int, ...]
    tables: Mapping[Attributes, Floats]
    precisions: Precisions

    def marginal(self, attributes: Attributes) -> Floats:
        """Returns counts, float64 of the sizes, of which some may be below 0. Errors: ValueError for attributes that no
        measurement holds together."""
        _check(attributes, self.precisions)
        whole = np.zeros([self.sizes[attribute] for attribute in attributes])
        for part in subsets(attributes):
            beside = cells_of(self.sizes, set(attributes) - set(part))
            whole = whole + spread(self.tables[part], part, attributes) / beside
        return np.asarray(whole)


def pooled(sizes: Sequence[int], measurements: Iterable[Measurement]) -> Residuals:
    """Returns all that was measured of each set of attributes, weighted by precision."""
    known = list(measurements)
    precisions = precisions_of(sizes, ((measurement.attributes, measurement.sigma) for measurement in known))
    tables = {part: np.zeros([sizes[attribute] for attribute in part]) for part in precisions}
    for measurement in known:
        for part, precision in precisions_of(sizes, [(measurement.attributes, measurement.sigma)]).items():
            own = residual(np.asarray(summed(measurement.values, measurement.attributes, part)))
            tables[part] = tables[part] + own * (precision / precisions[part])
    return Residuals(sizes=tuple(sizes), tables=tables, precisions=precisions)


def residual(table: Floats) -> Floats:
    """Returns the residual of a table: the mean along each axis is subtracted."""
    for axis in range(table.ndim):
        table = table - table.mean(axis=axis, keepdims=True)
    return table


def precisions_of(sizes: Sequence[int], measured: Iterable[tuple[Attributes, float]]) -> dict[Attributes, float]:
    """Returns the precision of each subset's residual, where marginals were measured with noise of sigma.

    Summing a marginal onto a subset adds up the noise of its cells, and measurements of their own add precision.
    """
    precisions: dict[Attributes, float] = {}
    for attributes, sigma in measured:
        for part in subsets(attributes):
            beside = cells_of(sizes, set(attributes) - set(part))
            precisions[part] = precisions.get(part, 0.0) + 1 / (sigma**2 * beside)
    return precisions


def variance(sizes: Sequence[int], precisions: Precisions, attributes: Attributes) -> float:
    """Returns the variance of each cell of `Residuals.marginal`: exact, the same for all, and computed without any
    data.

    A residual that is known to a precision has, in a cell, 1 / precision times one minus one over the size for each of
    its attributes; it is divided among the cells beside it. Errors: ValueError for attributes that no measurement holds
    together.
    """
    _check(attributes, precisions)
    return sum(
        prod(1 - 1 / sizes[attribute] for attribute in part)
        / (precisions[part] * cells_of(sizes, set(attributes) - set(part)) ** 2)
        for part in subsets(attributes)
    )


def subsets(attributes: Attributes) -> list[Attributes]:
    """Returns all subsets of the attributes, the empty one first."""
    return [part for count in range(len(attributes) + 1) for part in combinations(attributes, count)]


def _check(attributes: Attributes, precisions: Precisions) -> None:
    if attributes not in precisions:
        raise ValueError(f"no measurement holds {attributes} together")
