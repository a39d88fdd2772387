"""This module is about a table of counts, once with noise: clipped at 0 and normalised, it is a model that rows are
drawn from.

Each column stands in one table, alone or with others; columns of two tables are taken as independent. One table of all
columns is the histogram of whole rows, and a table for each column is the floor that any other model must beat.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.zcdp import Cost
from mechanisms.central.central_mechanism import Exact
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.synthesis.beliefs import spread
from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.expected_error import mean_absolute_geometric_noise, mean_absolute_noise
from mechanisms.synthesis.junction_tree import Attributes, cells_of, junction_tree
from mechanisms.synthesis.marginals import Counts, Integers
from mechanisms.synthesis.measuring import Measurement, rows_estimated
from mechanisms.synthesis.model import Model

Floats = NDArray[np.float64]
Noise = GeometricMechanism | DiscreteGaussian
Mended = Callable[[Floats], Floats]

MOST_CELLS = 1 << 20  # All tables together have at most this many cells; noise is drawn for each, also for empty ones.


@dataclass(frozen=True, kw_only=True, eq=False)
class NoisyTables:
    """Count rows by the columns of each table, and release all counts once with noise.

    Guarantee    that of `noise`: epsilon-DP or rho-zCDP for all tables together, and for all rows ever made of them.
                 Neighbours: a row added or removed; how many rows there are is not released either.
    Sensitivity  a row is in one cell of each table and moves it by 1: of the l1 norm and of the squared l2 norm, as
                 many as there are tables, exactly. A row that is replaced is one removed and one added: twice that.
    Shapes       Counts of the domain; released, int64 of the sizes of its columns for each table.
    Error        unbiased, `expected_total_variation` before anything is spent. Clipping at 0 adds people to cells that
                 have none: the more such cells, the flatter the shares.
    Source       Dwork, McSherry, Nissim, Smith 2006, histograms; made into rows as in Zhuang, Chang, Samaraweera,
                 "Privacy-Preserving Machine Learning", chapter 6.
    Departures   from that chapter: whole-number noise drawn by OpenDP in place of floating-point Laplace noise,
                 declared domains, and a number of rows that is estimated from the noisy counts.
    """

    slug: ClassVar[str] = "noisy-tables"
    name: ClassVar[str] = "Noisy tables"
    version: ClassVar[int] = 1
    neighbours: ClassVar[str] = "a row added or removed"

    domain: Domain
    tables: tuple[Attributes, ...]
    noise: Noise

    def __post_init__(self) -> None:
        counted = sorted(place for table in self.tables for place in table)
        if counted != list(range(len(self.domain.sizes))) or not all(self.tables):
            raise ValueError("every column of the domain must be in one table, and in no other")
        if self.cells > MOST_CELLS:
            raise ValueError(
                f"the tables have {self.cells} cells; noise is drawn for at most {MOST_CELLS}: divide them"
            )
        for rule in self.domain.impossible:
            if not any(set(rule.attributes) <= set(table) for table in self.tables):
                raise ValueError("an impossible combination is of columns that no table holds together")
        if not all(possible.any() for possible in self.possible):
            raise ValueError("what was declared impossible leaves no combination of values")
        if sensitivity_of(self.noise) < len(self.tables):
            raise ValueError(
                f"the noise is for a sensitivity of {sensitivity_of(self.noise)}; a row moves {len(self.tables)} tables"
            )

    @cached_property
    def cells(self) -> int:
        return sum(cells_of(self.domain.sizes, table) for table in self.tables)

    @cached_property
    def possible(self) -> list[NDArray[np.bool_]]:
        """Returns the cells of each table that were not declared impossible."""
        masks = [np.ones([self.domain.sizes[place] for place in table], dtype=np.bool_) for table in self.tables]
        for rule in self.domain.impossible:
            for table, possible in zip(self.tables, masks, strict=True):
                if set(rule.attributes) <= set(table):
                    possible &= spread(np.where(rule.cells, 0.0, 1.0), rule.attributes, table) > 0
        return masks

    @property
    def sigma(self) -> float:
        """Returns the standard deviation of the noise of each cell."""
        return self.noise.variance() ** 0.5 if isinstance(self.noise, GeometricMechanism) else self.noise.scale

    def expected_total_variation(self, rows: float) -> list[float]:
        """Returns the error of each table as it is drawn, before clipping: half the sum of all noise as a share of the
        rows.

        At most 1. Errors: ValueError unless there are rows.
        """
        if rows <= 0:
            raise ValueError(f"rows is {rows}; an error is a share of more than 0 rows")
        law = mean_absolute_geometric_noise if isinstance(self.noise, GeometricMechanism) else mean_absolute_noise
        each = law(self.noise.scale)
        return [min(1.0, cells_of(self.domain.sizes, table) * each / (2 * rows)) for table in self.tables]

    def cost(self) -> Cost:
        """Returns the cost of the release and of all rows made of it; it does not depend on the data."""
        return self.noise.cost()

    def release(self, counts: Counts) -> "ReleasedTables":
        """Returns the noisy tables; to be called once, after `cost` was charged. ValueError for counts of other
        sizes."""
        if counts.sizes != self.domain.sizes:
            raise ValueError("what is counted has other sizes than the domain declares")
        exact = [counts.of(table) for table in self.tables]
        noisy = self.noise.release(np.concatenate([table.ravel() for table in exact]))
        ends = np.cumsum([table.size for table in exact])[:-1]
        values = [part.reshape(table.shape) for part, table in zip(np.split(noisy, ends), exact, strict=True)]
        return ReleasedTables(made_by=self, values=values)


def with_epsilon(domain: Domain, tables: Sequence[Sequence[str]], epsilon: Exact) -> NoisyTables:
    """Returns tables with two-sided geometric noise: epsilon-DP for all tables together. Errors: ValueError."""
    noise = GeometricMechanism(epsilon=epsilon, sensitivity=max(1, len(tables)))
    return NoisyTables(domain=domain, tables=_places(domain, tables), noise=noise)


def with_rho(domain: Domain, tables: Sequence[Sequence[str]], rho: Exact) -> NoisyTables:
    """Returns tables with discrete Gaussian noise: rho-zCDP for all tables together. Errors: ValueError."""
    noise = DiscreteGaussian(rho=rho, squared_sensitivity=max(1, len(tables)))
    return NoisyTables(domain=domain, tables=_places(domain, tables), noise=noise)


def each_alone(domain: Domain) -> list[tuple[str]]:
    """Returns a table for each column: columns that are independent of each other."""
    return [(attribute.name,) for attribute in domain.attributes]


@dataclass(frozen=True, kw_only=True, eq=False)
class ReleasedTables:
    """Tables with noise, as released. `values` are the noisy counts of each table, whole numbers that may lie below
    0."""

    made_by: NoisyTables
    values: Sequence[Integers]

    @cached_property
    def rows(self) -> float:
        """Returns how many rows there are, as the noisy counts say; at least 1."""
        sigma = self.made_by.sigma
        return rows_estimated(
            [
                Measurement(attributes=table, values=values.astype(np.float64), sigma=sigma)
                for table, values in zip(self.made_by.tables, self.values, strict=True)
            ]
        )

    def model(self, mended: Mended) -> Model:
        """Returns the model from which rows are drawn with `sampling.sampled`. `mended` makes shares of the noisy
        shares of a table, as `clipped` does, or `common.simplex.onto_simplex`; what was declared impossible is left out
        before."""
        beliefs = {}
        for table, values, possible in zip(self.made_by.tables, self.values, self.made_by.possible, strict=True):
            beliefs[table] = np.zeros(values.shape)
            beliefs[table][possible] = mended(values[possible] / self.rows)
        tree = junction_tree(self.made_by.domain.sizes, self.made_by.tables)
        return Model(tree=tree, beliefs=[beliefs[clique] for clique in tree.cliques], rows=self.rows, potentials={})


def clipped(shares: Floats) -> Floats:
    """Returns the shares with negative ones set to 0, divided by their sum; equal shares where none is above 0."""
    above = np.maximum(shares, 0.0)
    total = above.sum()
    return np.asarray(above / total) if total > 0 else np.full_like(above, 1 / above.size)


def sensitivity_of(noise: Noise) -> int:
    """Returns the sensitivity of the l1 norm for geometric noise, of the squared l2 norm for Gaussian noise."""
    return noise.sensitivity if isinstance(noise, GeometricMechanism) else noise.squared_sensitivity


def _places(domain: Domain, tables: Sequence[Sequence[str]]) -> tuple[Attributes, ...]:
    return tuple(domain.places(names) for names in tables)
