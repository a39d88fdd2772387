"""This module is about a few whole numbers, with noise that falls off with its Euclidean length."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from mechanisms.accounting.zcdp import Cost, pure
from mechanisms.central.central_mechanism import whole_number, within_reach
from mechanisms.central.pure_mechanism import PureMechanism
from mechanisms.central.roots import root_bounds, scale_with_square_not_below
from mechanisms.central.samplers import Integers, discrete_laplace, happens_at_exp
from mechanisms.central.saturated import added
from mechanisms.common.entropy import Entropy, SystemEntropy

MOST_DIMENSIONS = 12  # In 12 dimensions one proposal in 19 is kept; in 20 it would be one in 170.


@dataclass(frozen=True, kw_only=True)
class VectorMechanism(PureMechanism):
    """Add a vector of whole numbers z with probability proportional to e^(-epsilon |z| / sensitivity).

    Guarantee    epsilon-DP for the vector, and epsilon^2 / 2 zCDP.
    Sensitivity  of the l2 norm, squared, an int: by the triangle inequality no length |z| changes by more.
    Shapes       values int64[dimensions]; released int64[dimensions].
    Error        unbiased; the length of the noise is about Gamma(dimensions, sensitivity / epsilon), so each number
                 has a variance near (dimensions + 1) (sensitivity / epsilon)^2. Pure, where Gaussian noise is not.
    Source       Chaudhuri, Monteleoni, Sarwate 2011, "Differentially private empirical risk minimization", algorithm 1,
                 for real vectors; the sampler here is ours.
    Departures   whole numbers. Drawn by rejection: discrete Laplace noise of OpenDP, whose weights are nowhere smaller,
                 kept with the exact quotient as its chance. Noise beyond 2^63, less often than once in e^1000 draws, is
                 cut off.
    """

    slug: ClassVar[str] = "vector-mechanism"
    name: ClassVar[str] = "Vector mechanism"
    version: ClassVar[int] = 1
    bound: ClassVar[str] = "squared_sensitivity"

    squared_sensitivity: int
    dimensions: int

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("dimensions", self.dimensions, most=MOST_DIMENSIONS)
        scale_with_square_not_below(self._squared_proposal)

    @property
    def _squared_proposal(self) -> Fraction:
        """Returns the squared scale of the proposal. |z| is at least the l1 norm / sqrt(dimensions): with this scale
        the proposal is nowhere too rare."""
        return self.dimensions * self.squared_sensitivity / Fraction(self.epsilon) ** 2

    def cost(self) -> Cost:
        return pure(Fraction(self.epsilon))

    def release(self, values: Integers) -> Integers:
        values = within_reach(values)
        if len(values) != self.dimensions:
            raise ValueError(f"{len(values)} values were given; the mechanism is for {self.dimensions}")
        return added(values, self.draw(1, SystemEntropy())[0])

    def draw(self, count: int, entropy: Entropy) -> Integers:
        """Draws noise alone: int64[count, dimensions], each row a vector of its own."""
        scale = scale_with_square_not_below(self._squared_proposal)
        kept: list[Integers] = []
        while len(kept) < count:
            proposed = discrete_laplace(np.zeros(2 * (count - len(kept)) * self.dimensions, dtype=np.int64), scale)
            kept += [row for row in proposed.reshape(-1, self.dimensions) if self._is_kept(row, scale, entropy)]
        return np.stack(kept[:count])

    def squared_log_weight(self, noise: list[int]) -> Fraction:
        """Returns the square of ln of the noise's probability, but for a constant; that ln is never above 0. Exact."""
        return Fraction(self.epsilon) ** 2 * sum(part * part for part in noise) / self.squared_sensitivity

    def _is_kept(self, row: Integers, scale: float, entropy: Entropy) -> bool:
        noise: list[int] = row.tolist()
        square = self.squared_log_weight(noise)
        proposed = sum(map(abs, noise)) / Fraction(scale)

        def exponent(bits: int) -> tuple[Fraction, Fraction]:
            low, high = root_bounds(square, bits=bits)
            return low - proposed, high - proposed

        return happens_at_exp(exponent, entropy)


def share_kept(dimensions: int) -> float:
    """Returns the share kept of the proposals, where noise is large: the volume under the target to that under the
    proposal."""
    target = math.lgamma(dimensions + 1) + dimensions / 2 * math.log(math.pi) - math.lgamma(dimensions / 2 + 1)
    return math.exp(target - dimensions * math.log(2 * math.sqrt(dimensions)))
