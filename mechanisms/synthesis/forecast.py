"""How far marginals will be off for noise alone, as a matrix: before anything is spent, and of what was measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import sqrt

from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.expected_error import expected_total_variation
from mechanisms.synthesis.fitting import ALONE, CHOOSING, WITH_TARGET, division
from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.measuring import share_of
from mechanisms.synthesis.workload import Workload

Matrix = list[list[float | None]]


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """`alone` of each attribute, `pairs` of each two: expected total variation, from 0 to 1. None on the diagonal, and
    for a pair that is not measured: it is off by what the model assumes instead, which nobody knows beforehand."""

    alone: list[float]
    pairs: Matrix


def before(domain: Domain, workload: Workload, *, rho: Decimal, rows: float) -> Forecast:
    """For a budget and a number of rows that is assumed: no row is read.

    Attributes alone, and pairs with the target, cost what `fitted` will give them. Which other pairs it measures it
    chooses from the data; each is given what it costs if it is in the tree, and all parts of the tree cost the same.
    """
    sizes = domain.sizes
    several = [attribute for attribute, size in enumerate(sizes) if size > 1]
    every = [(attribute,) for attribute in range(len(sizes))]
    share, first = division(_shared(sizes, every, ALONE * Fraction(rho), rows))
    alone = _shared(sizes, every, (share if workload.weights else 1) * Fraction(rho), rows)
    target = workload.target
    beside = [pair for pair in combinations(several, 2) if target in pair and pair in workload.weights]
    left = 1 - share - CHOOSING - (WITH_TARGET if beside else 0)
    edges = max(1, len(several) - (2 if beside else 1))
    of_edge = sqrt(edges / (2 * float(first * left * Fraction(rho))))
    found: dict[Attributes, float] = {
        pair: expected_total_variation(cells_of(sizes, pair), of_edge, rows)
        for pair in combinations(several, 2)
        if pair in workload.weights
    }
    if beside:
        found.update(zip(beside, _shared(sizes, beside, WITH_TARGET * Fraction(rho), rows), strict=True))
    return Forecast(alone=alone, pairs=_matrix(len(sizes), found))


def after(sizes: Sequence[int], measured: Sequence[tuple[Attributes, float]], *, rows: float) -> Forecast:
    """Of marginals with the sigma of their noise, the best where several hold an attribute or a pair. One that was
    measured more than once counts as the mean of all; summing noise of a larger one onto a pair adds up its variances.
    """
    precision: dict[Attributes, float] = {}
    for attributes, sigma in measured:
        precision[attributes] = precision.get(attributes, 0) + sigma**-2
    best: dict[Attributes, float] = {}
    for attributes, sigma in ((of, sure**-0.5) for of, sure in precision.items()):
        for part in [*((one,) for one in attributes), *combinations(attributes, 2)]:
            summed = sigma * sqrt(cells_of(sizes, attributes) / cells_of(sizes, part))
            best[part] = min(summed, best.get(part, summed))
    found = {part: expected_total_variation(cells_of(sizes, part), sigma, rows) for part, sigma in best.items()}
    alone = [found[attribute,] for attribute in range(len(sizes))]
    return Forecast(
        alone=alone, pairs=_matrix(len(sizes), {part: error for part, error in found.items() if len(part) == 2})
    )


def _shared(sizes: Sequence[int], marginals: Sequence[Attributes], rho: Fraction, rows: float) -> list[float]:
    cells = [cells_of(sizes, one) for one in marginals]
    weights = [share_of(each) for each in cells]
    sigmas = [sqrt(sum(weights) / (2 * float(rho) * weight)) for weight in weights]
    return [expected_total_variation(each, sigma, rows) for each, sigma in zip(cells, sigmas, strict=True)]


def _matrix(attributes: int, found: dict[Attributes, float]) -> Matrix:
    return [[found.get((min(one, other), max(one, other))) for other in range(attributes)] for one in range(attributes)]
