"""A forecast says how far noise alone will move marginals, as a matrix: before anything is spent, and for what was
measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import sqrt

import numpy as np

from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.expected_error import expected_total_variation
from mechanisms.synthesis.fitting import ALONE, CHOOSING, WITH_TARGET, division
from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.measuring import share_of
from mechanisms.synthesis.residuals import Precisions, precisions_of, subsets, variance
from mechanisms.synthesis.workload import Workload

Matrix = list[list[float | None]]
Noisy = tuple[Attributes, float]  # A marginal, and the sigma of its noise.


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """A forecast is the expected total variation, from 0 to 1, `alone` of each attribute and in `pairs` of each two.
    None on the diagonal, and for a pair that is not measured: it is off by what the model assumes instead, which nobody
    knows beforehand.

    Of what is measured it is the error of the least-squares estimate, in which everything that holds a column or pair
    is pooled: exact variances, computed without the data (`residuals.variance`). Noise in cells that are impossible is
    no error: the model is nothing there.
    """

    alone: list[float]
    pairs: Matrix


def before(domain: Domain, workload: Workload, *, rho: Decimal, rows: float) -> Forecast:
    """Returns the forecast for a budget and a number of rows that is assumed: no row is read.

    Attributes alone, and beside the target, are measured for certain. Which other pairs are measured is chosen from the
    data; each is given what it would have as an edge of the tree, pooled with what is certain. All edges are taken to
    cost the same; beside a target an edge is a table of three.
    """
    sizes = domain.sizes
    certain, of_edge = _planned(sizes, workload, rho, rows)
    precisions = precisions_of(sizes, certain)
    errors = {of: _error(domain, precisions, of, rows) for of, _ in certain}
    for pair in combinations(range(len(sizes)), 2):
        if pair in workload.weights and pair not in errors:
            more = precisions_of(sizes, [(_edge(pair, workload), of_edge)])
            both = {part: precisions.get(part, 0.0) + more.get(part, 0.0) for part in subsets(pair)}
            errors[pair] = _error(domain, both, pair, rows)
    return _forecast(len(sizes), errors)


def after(domain: Domain, measured: Sequence[Noisy], *, rows: float) -> Forecast:
    """Returns the forecast from marginals with the sigma of their noise: what is left once all on a column or a pair is
    pooled.

    The model is closer yet where noise put cells below 0, and as close where it did not.
    """
    precisions = precisions_of(domain.sizes, measured)
    told = [part for part in precisions if 1 <= len(part) <= 2]
    return _forecast(len(domain.sizes), {part: _error(domain, precisions, part, rows) for part in told})


def _planned(sizes: Sequence[int], workload: Workload, rho: Decimal, rows: float) -> tuple[list[Noisy], float]:
    """Returns what `fitted` measures whatever the data are, and the sigma of an edge of its tree."""
    several = [attribute for attribute, size in enumerate(sizes) if size > 1]
    every = [(attribute,) for attribute in range(len(sizes))]
    once = _shared(sizes, every, ALONE * Fraction(rho))
    share, first = division([expected_total_variation(sizes[of], sigma, rows) for (of,), sigma in once])
    certain = _shared(sizes, every, (share if workload.weights else 1) * Fraction(rho))
    beside = [pair for pair in combinations(several, 2) if workload.target in pair and pair in workload.weights]
    left, edges = 1 - share - CHOOSING, max(1, len(several) - 1)
    if beside:
        certain += _shared(sizes, beside, WITH_TARGET * Fraction(rho))
        left, edges = left - WITH_TARGET, max(1, len(several) - 2)
    return certain, sqrt(edges / (2 * float(first * left * Fraction(rho))))


def _edge(pair: Attributes, workload: Workload) -> Attributes:
    """Returns the marginal that joins a pair to the tree: with the target, where that is a candidate."""
    beside = pair if workload.target is None else tuple(sorted({*pair, workload.target}))
    return beside if beside in workload.weights else pair


def _shared(sizes: Sequence[int], marginals: Sequence[Attributes], rho: Fraction) -> list[Noisy]:
    weights = [share_of(cells_of(sizes, marginal)) for marginal in marginals]
    return [
        (marginal, sqrt(sum(weights) / (2 * float(rho) * weight)))
        for marginal, weight in zip(marginals, weights, strict=True)
    ]


def _error(domain: Domain, precisions: Precisions, of: Attributes, rows: float) -> float:
    return expected_total_variation(_possible(domain, of), sqrt(variance(domain.sizes, precisions, of)), rows)


def _possible(domain: Domain, of: Attributes) -> int:
    """Returns how many cells of a column or pair are possible; in impossible cells the model has nothing, whatever
    noise was drawn there."""
    cells = cells_of(domain.sizes, of)
    cannot = [rule.cells for rule in domain.impossible if rule.attributes == of]
    return cells - int(np.count_nonzero(np.logical_or.reduce(cannot))) if cannot else cells


def _forecast(attributes: int, errors: Mapping[Attributes, float]) -> Forecast:
    return Forecast(
        alone=[errors[attribute,] for attribute in range(attributes)],
        pairs=[
            [errors.get((min(first, other), max(first, other))) for other in range(attributes)]
            for first in range(attributes)
        ],
    )
