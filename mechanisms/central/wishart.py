"""Noise for second moments that keeps them positive: explained, never drawn."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NoReturn

from mechanisms.accounting.zcdp import Cost
from mechanisms.central.central_mechanism import CentralMechanism, Exact, exact_epsilon, exact_number
from mechanisms.central.samplers import Integers


class NotReleased(ValueError):
    """This error says that a mechanism is only explained: it has no exact sampler, so it releases nothing."""


@dataclass(frozen=True, kw_only=True)
class WishartMechanism(CentralMechanism):
    """Add, for teaching only, a random matrix of Wishart's distribution to the sum of x x^T.

    Guarantee    none here: nothing is released. As published, (epsilon, delta)-DP for exact real-valued noise.
    Sensitivity  as published, a bound on the Euclidean length of every row.
    Shapes       as published, a symmetric matrix of d columns; here every release is refused.
    Error        as published, biased upwards by a multiple of the identity, and never indefinite: that is its use.
    Source       Sheffet 2019, "Old techniques in differentially private linear regression", ALT.
    Departures   not implemented. Its proof is of real numbers, no sampler of it is exact, and floating-point Wishart
                 noise has no guarantee that holds. What is released instead: the upper triangle with discrete Gaussian
                 noise, made positive afterwards, which costs nothing.
    """

    slug: ClassVar[str] = "wishart"
    name: ClassVar[str] = "Wishart mechanism"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = "matrix"
    is_taught: ClassVar[bool] = True

    epsilon: Exact
    delta: Exact

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        object.__setattr__(self, "delta", exact_number("delta", self.delta))
        if Fraction(self.delta) >= 1:
            raise ValueError(f"delta is {self.delta}; it must lie between 0 and 1")

    def cost(self) -> Cost:
        raise _refused()

    def release(self, values: Integers) -> NoReturn:  # noqa: ARG002 - every mechanism has this signature
        raise _refused()


def _refused() -> NotReleased:
    return NotReleased(
        "the Wishart mechanism is for teaching: no exact sampler of its noise is known; release the upper triangle of "
        "the second moments with the discrete Gaussian mechanism"
    )
