"""Means, squares and products of several numbers, from reports that each cover a few of them."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.accounting.event import Event
from mechanisms.common.entropy import Entropy
from mechanisms.ldp.models.class_moments import WIDEST_PRODUCT, WIDEST_SIGNED, Bounded, fine_grid
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.piecewise_numbers import PiecewiseNumbers
from mechanisms.ldp.shapes.channel import Counts, Packed

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Moments:
    """Moments are raw and unbiased, of numbers t = (2 v - low - high) / width, which lie between -1 and 1.

    `means` [numbers] and `products` [numbers, numbers] with their standard errors, of people drawn at random from many.
    `independent` says whether each report tells one moment only, so that the errors of any two are independent.
    """

    means: Floats
    products: Floats
    mean_errors: Floats
    product_errors: Floats
    independent: bool

    @property
    def covariance(self) -> Floats:
        """Returns the covariance of the numbers: consistent, not unbiased; noise may leave it a negative direction."""
        return np.asarray(self.products - np.outer(self.means, self.means))


@dataclass(frozen=True, kw_only=True)
class PerturbedMoments:
    """Moments are perturbed as numbers: every number, square and product of two is one number of `PiecewiseNumbers`,
    which draws those a report tells.

    Guarantee: epsilon-LDP for all numbers of a person together (neighbours: any two persons). Of d numbers there are
    d (d + 3) / 2 moments, so a moment is told by about as small a share of the people, one for each 2.5 of epsilon.

    The widths of any two numbers multiply to at most 2^23, 2896 units each. A number of fewer units than `steps`, say a
    yes or no, is told in parts of its unit; if all are, `steps` 1 says more.

    Source: moments suffice for least squares; perturbed as Wang, Xiao, Yang et al. 2019 (`PiecewiseNumbers`).
    """

    numbers: tuple[Bounded, ...]
    epsilon: Decimal | str
    steps: int = 32

    def __post_init__(self) -> None:
        if len(self.numbers) < 2:
            raise ValueError(f"there are {len(self.numbers)} numbers; products need at least 2")
        *_, narrower, widest = sorted(number.width for number in self.numbers)
        if narrower * widest > WIDEST_PRODUCT:
            raise ValueError(
                f"high - low of two numbers is {narrower} and {widest}; what these multiply to is at most "
                f"{WIDEST_PRODUCT}, as of {WIDEST_SIGNED} units each, take larger units"
            )
        _ = self.mechanism  # The mechanism refuses impossible parameters.

    @property
    def _pairs(self) -> tuple[Integers, Integers]:
        """Returns the first and the second number of every product, squares among them."""
        return np.triu_indices(len(self.numbers))

    @cached_property
    def _grids(self) -> tuple[tuple[Grid, int], ...]:
        """Returns the grid of every moment, and into how many parts it cuts the moment's unit."""
        widths = [number.width for number in self.numbers]
        grids = [fine_grid(-width, width, self.steps) for width in widths]
        for first, other in zip(*(side.tolist() for side in self._pairs), strict=True):
            reach = widths[first] * widths[other]
            grids.append(fine_grid(0 if first == other else -reach, reach, self.steps))
        return tuple(grids)

    @cached_property
    def mechanism(self) -> PiecewiseNumbers:
        """Returns the mechanism for the moments in parts of their units."""
        return PiecewiseNumbers(grids=tuple(grid for grid, _ in self._grids), epsilon=self.epsilon)

    @property
    def _parts(self) -> Integers:
        return np.array([parts for _, parts in self._grids])

    def event(self) -> Event:
        """Returns the cost of one person's report."""
        return self.mechanism.event()

    def perturb_many(self, numbers: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports of numbers [people, numbers], whole and within their bounds."""
        given = np.asarray(numbers)
        if given.ndim != 2 or given.shape[1] != len(self.numbers):
            raise ValueError(f"answers are rows of {len(self.numbers)} whole numbers, a row for each person")
        columns = []
        for place, number in enumerate(self.numbers):
            values = Grid(low=number.low, high=number.high, steps=1).numbers(given[:, place])
            columns.append(2 * values - number.low - number.high)
        meant = np.stack(columns, axis=1)
        first, second = self._pairs
        moments = np.concatenate([meant, meant[:, first] * meant[:, second]], axis=1)
        return self.mechanism.perturb_many(moments * self._parts, entropy)

    def count(self, packed: Packed) -> Counts:
        """Counts packed reports; counts of two batches add."""
        return self.mechanism.count(packed)

    def moments(self, counts: Counts) -> Moments:
        means = self.mechanism.means(counts) / self._parts
        errors = self.mechanism.standard_errors(counts) / self._parts
        widths = np.array([number.width for number in self.numbers], dtype=np.float64)
        size = len(widths)
        return Moments(
            means=means[:size] / widths,
            products=self._square(means[size:]) / np.outer(widths, widths),
            mean_errors=errors[:size] / widths,
            product_errors=self._square(errors[size:]) / np.outer(widths, widths),
            independent=self.mechanism.spoken_of == 1,
        )

    def _square(self, upper: Floats) -> Floats:
        matrix = np.zeros((len(self.numbers), len(self.numbers)))
        first, second = self._pairs
        matrix[first, second] = matrix[second, first] = upper
        return matrix
