"""This module is about whole releases of the tree engine on tiny domains, as numbers that tell two neighbouring tables
apart, for tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.common.entropy import Entropy, SeededEntropy
from mechanisms.synthesis import fitting
from mechanisms.synthesis.domain import Codes, Domain, Impossible
from mechanisms.synthesis.estimation import Precision
from mechanisms.synthesis.fitting import Fitted, fitted
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.sampling import sampled
from mechanisms.synthesis.workload import Workload
from mechanisms.tests.synthesis.small import Floats, domain_of

ROWS = 8  # Each model makes this many rows.
# A rough estimate suffices: privacy does not depend on how well measurements are fitted.
HASTILY = Precision(tolerance=0.1, steps=1)

Row = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Neighbours:
    """This is a table, and the same with the canary added; `division` overrides how the engine divides rho."""

    sizes: Row
    rho: str
    table: tuple[Row, ...]
    canary: Row
    weights: Mapping[Attributes, int]
    only_first: Row = ()  # These attributes can only have their first value.
    division: Mapping[str, Fraction] = field(default_factory=dict)

    def sides(self, many: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Floats, Floats]:
        """Returns float64[many, statistics] for each of the two tables, with noise from OpenDP; the synthetic rows use
        a fixed stream."""
        with monkeypatch.context() as patch:
            for name, share in {"_ROUGHLY": HASTILY, "_FINELY": HASTILY, **self.division}.items():
                patch.setattr(fitting, name, share)
            entropy = SeededEntropy(many)
            with_canary = (*self.table, self.canary)
            return tuple(  # type: ignore[return-value]  # the tuple has two elements
                np.array([self._statistics(list(rows), entropy) for _ in range(many)])
                for rows in (self.table, with_canary)
            )

    def _statistics(self, rows: list[Row], entropy: Entropy) -> list[float]:
        columns = [np.array([row[place] for row in rows], dtype=np.uint16) for place in range(len(self.sizes))]
        domain = declared(self.sizes, self.only_first, columns)
        counted = CodedRows(columns, domain.sizes)
        fit = fitted(counted, domain, rho=Decimal(self.rho), workload=Workload(weights=self.weights))
        assert fit.purse.spent.rho <= Decimal(self.rho)
        synthetic = np.stack(sampled(fit.model, ROWS, entropy), axis=1)
        statistics = [fit.model.rows, float((synthetic == self.canary).all(axis=1).sum())]
        for attributes in [*((place,) for place in range(len(self.sizes))), *self.weights]:
            statistics += self._of_marginal(fit, attributes)
        return statistics

    def _of_marginal(self, fit: Fitted, attributes: Attributes) -> list[float]:
        """Returns how often a marginal was measured, its number of cells, its measured total and canary count, and
        their modelled values."""
        cell = tuple(self.canary[attribute] for attribute in attributes)
        told = [measured for measured in fit.measurements if measured.attributes == attributes]
        weight = sum(measured.sigma**-2 for measured in told)
        table = fit.model.marginal(attributes)
        mean = sum((measured.values * (measured.sigma**-2 / weight) for measured in told), np.zeros_like(table))
        there = all(place < size for place, size in zip(cell, table.shape, strict=True))
        of_the_cell = [float(mean[cell]), float(table[cell]) * fit.model.rows] if there else [0.0, 0.0]
        return [float(len(told)), float(table.size), float(mean.sum()), *of_the_cell]


def declared(sizes: Row, only_first: Row, columns: list[Codes]) -> Domain:
    rules = tuple(Impossible((place,), np.arange(sizes[place]) > 0) for place in only_first)
    return Domain(attributes=domain_of(sizes).attributes, impossible=rules)
