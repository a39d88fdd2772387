"""A Gaussian model learns from the rows only moments with noise, in one release."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from mechanisms.accounting.zcdp import Cost
from mechanisms.central.central_mechanism import Exact
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.synthesis.gaussian.declared import Declared, Integers, Table
from mechanisms.synthesis.gaussian.moments import exact_moments, squared_sensitivity


@dataclass(frozen=True, kw_only=True, eq=False)
class NoisyMoments:
    """Moments with noise, as released. `values` int64[classes, moments] are whole multiples, as `exact_moments` makes
    them, with noise on each."""

    model: "GaussianModel"
    values: Integers


@dataclass(frozen=True, kw_only=True)
class GaussianModel:
    """Release the count, sums and second moments of each class once; normal distributions and rows follow from them.

    Guarantee    rho-zCDP for everything that is made of the release, as often as one likes. Neighbours: a row added or
                 removed. A row that is replaced is one removed and one added: four times rho.
    Sensitivity  of the l2 norm, of integers on a grid of declared bounds: `squared_sensitivity`, exact.
    Shapes       a Table; released int64[classes, moments].
    Error        `standard_errors` before anything is spent. Means, variances and covariances of the shortened rows are
                 consistent; normal distributions within bounds are a likeness, and nothing else than moments is kept.
    Source       first and second moments with Gaussian noise: Dwork, Talwar, Thakurta, Zhang 2014, "Analyze Gauss";
                 noise of Canonne, Kamath, Steinke 2020, arXiv:2004.00010. Feature-wise Gaussians: Zhuang, Chang,
                 Samaraweera, "Privacy-Preserving Machine Learning", chapter 6, whose own noise has no guarantee.
    Departures   from that chapter: classes in place of clusters found in the data, declared bounds and groups in place
                 of found ones, noisy counts, and a covariance is made positive without another look at the rows.
    """

    slug: ClassVar[str] = "gaussian-model"
    name: ClassVar[str] = "Gaussian model (DP)"
    version: ClassVar[int] = 1
    neighbours: ClassVar[str] = "a row added or removed"

    declared: Declared
    rho: Exact

    def __post_init__(self) -> None:
        _ = self.noise

    @cached_property
    def noise(self) -> DiscreteGaussian:
        return DiscreteGaussian(rho=self.rho, squared_sensitivity=squared_sensitivity(self.declared.groups))

    def cost(self) -> Cost:
        """Returns the cost of the release, and of all rows that are ever made of it; it does not depend on the data."""
        return self.noise.cost()

    def release(self, table: Table) -> NoisyMoments:
        """Returns the noisy moments of a table; to be called once, after `cost` was charged.

        No table is too small: to refuse one would tell that it is.
        """
        exact = exact_moments(table, self.declared)
        return NoisyMoments(model=self, values=self.noise.release(exact.ravel()).reshape(exact.shape))
