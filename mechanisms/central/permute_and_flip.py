"""This module is about choosing one of several candidates, never worse than the exponential mechanism."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.accounting.zcdp import Cost, pure
from mechanisms.central import samplers
from mechanisms.central.samplers import Integers
from mechanisms.central.selection import Selection
from mechanisms.common.thresholds import exp_bounds


@dataclass(frozen=True, kw_only=True)
class PermuteAndFlip(Selection):
    """Go through the candidates in random order and take the first whose coin says so, certain for the best.

    Guarantee    epsilon-DP, and epsilon^2 / 2 zCDP: its range is not bounded as the exponential mechanism's is, so
                 where rho is what is spent it costs four times as much.
    Sensitivity  the most by which one score differs between neighbours; an int. Where scores of neighbours all move
                 the same way, as counts do when a row is added, `monotonic` halves the noise.
    Shapes       scores int64[k], k at least 2 and public; released an index in [0, k).
    Error        the expected score of the chosen is never below the exponential mechanism's, and its distance from the
                 best at most twice smaller; probabilities(scores) are exact to 2^-100.
    Source       McKenna, Sheldon 2020, arXiv:2010.12603; that it is the largest score with exponential noise: Ding,
                 Kifer, Steinke and others 2021, arXiv:2105.07260. Drawn by OpenDP.
    Departures   the scale is rounded up to a float; scores beyond 2^62 - 1 count as that.
    """

    slug: ClassVar[str] = "permute-and-flip"
    name: ClassVar[str] = "Permute-and-flip"
    version: ClassVar[int] = 1

    def cost(self) -> Cost:
        return pure(self.spent())

    def release(self, scores: Integers) -> int:
        return samplers.permute_and_flip(self.checked(scores), self.scale)

    def probabilities(self, scores: list[int]) -> list[Fraction]:
        """Returns the probability of each candidate. If candidates come up at independent uniform times t, one is taken
        at t if its coin says so and no coin of those before did: the integral of coin_i * product of (1 - t coin_j)
        over the others, over t in [0, 1].
        """
        coins = [1 / exp_bounds((max(scores) - score) / Fraction(self.scale), bits=128)[0] for score in scores]
        return [coin * _integral(coins[:place] + coins[place + 1 :]) for place, coin in enumerate(coins)]


def _integral(coins: list[Fraction]) -> Fraction:
    """Returns the integral over t from 0 to 1 of the product of (1 - t coin)."""
    zero, powers = Fraction(0), [Fraction(1)]
    for coin in coins:
        powers = [here - coin * before for here, before in zip([*powers, zero], [zero, *powers], strict=True)]
    return sum((power / (degree + 1) for degree, power in enumerate(powers)), Fraction(0))
