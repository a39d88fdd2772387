"""This module is about whole numbers, with as little discrete Gaussian noise as (epsilon, delta) is known to allow."""

from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

from mechanisms.accounting.zcdp import QUANTUM, Cost, epsilon_for
from mechanisms.central.central_mechanism import CentralMechanism, Exact, exact_epsilon, exact_number
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.samplers import Integers

_DOWN = Context(prec=60, rounding=ROUND_FLOOR)


@dataclass(frozen=True, kw_only=True)
class GaussianMechanism(CentralMechanism):
    """Add discrete Gaussian noise to each of the whole numbers, of the rho that is worth (epsilon, delta).

    Guarantee    (epsilon, delta)-DP for all the numbers together; charged as the rho-zCDP that it is.
    Sensitivity  of the l2 norm, squared: the most that the squared differences of neighbours sum to, an int.
    Shapes       values int64[d]; released int64[d].
    Error        unbiased; as of the discrete Gaussian mechanism at rho(). Released once, a little less noise would do
                 (at epsilon 1, delta 10^-6 a scale of 4.24 for 4.53), but its rho, which adds up, would be worth more.
    Source       Dwork, Roth 2014, "The algorithmic foundations of differential privacy", appendix A, for the mechanism;
                 Canonne, Kamath, Steinke 2020, arXiv:2004.00010, corollary 13, for the rho.
    Departures   whole numbers, not real ones. rho is the largest multiple of 10^-15, up to epsilon, whose conversion,
                 rounded up to six decimals, does not pass epsilon; the rest as of the discrete Gaussian mechanism.
    """

    slug: ClassVar[str] = "gaussian"
    name: ClassVar[str] = "Gaussian mechanism"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = "integers"

    epsilon: Exact
    delta: Exact
    squared_sensitivity: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        object.__setattr__(self, "delta", exact_number("delta", self.delta))
        if Fraction(self.delta) >= 1:
            raise ValueError(f"delta is {self.delta}; it must lie between 0 and 1")
        self.noise()

    def rho(self) -> Decimal:
        return largest_rho(Fraction(self.epsilon), Fraction(self.delta))

    def noise(self) -> DiscreteGaussian:
        return DiscreteGaussian(rho=self.rho(), squared_sensitivity=self.squared_sensitivity)

    def cost(self) -> Cost:
        return self.noise().cost()

    def release(self, values: Integers) -> Integers:
        return self.noise().release(values)


@lru_cache(maxsize=256)
def largest_rho(epsilon: Fraction, delta: Fraction) -> Decimal:
    """Returns the largest multiple of 10^-15 that `epsilon_for` says is worth no more, found by halving."""
    spare = _DOWN.divide(Decimal(delta.numerator), Decimal(delta.denominator))

    def is_worth(quanta: int) -> bool:
        bound = epsilon_for(Cost(rho=quanta * QUANTUM, delta=Decimal(0), epsilon=None), spare)
        return bound is not None and Fraction(bound) <= epsilon

    low, high = 0, int(epsilon / Fraction(QUANTUM)) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_worth(middle) else (low, middle)
    if low == 0:
        raise ValueError(f"epsilon is {epsilon} with delta {delta}; no rho of 10^-15 or more is worth so little")
    return low * QUANTUM
