"""This module is about choosing one of several candidates, the likelier the higher its score."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.accounting.zcdp import Cost, exponential
from mechanisms.central.samplers import Integers, gumbel_maximum
from mechanisms.central.selection import Selection
from mechanisms.common.thresholds import exp_bounds


@dataclass(frozen=True, kw_only=True)
class ExponentialMechanism(Selection):
    """Choose a candidate with probability proportional to e^(epsilon score / (2 sensitivity)).

    Guarantee    epsilon-DP, and because its range is bounded epsilon^2 / 8 zCDP: a quarter of what pure noise costs.
    Sensitivity  the most by which one score differs between neighbours; an int. Where scores of neighbours all move
                 the same way, as counts do when a row is added, `monotonic` halves the noise.
    Shapes       scores int64[k], k at least 2 and public; released an index in [0, k).
    Error        with probability 1 - b the score of the chosen is within 2 sensitivity / epsilon * ln(k / b) of the
                 best; probabilities(scores) are exact to 2^-100.
    Source       McSherry, Talwar 2007, "Mechanism design via differential privacy"; rho: Cesar, Rogers 2021,
                 arXiv:2004.07223. Drawn by OpenDP as the largest score with Gumbel noise, which is the same.
    Departures   the scale is rounded up to a float; scores beyond 2^62 - 1 count as that.
    """

    slug: ClassVar[str] = "exponential"
    name: ClassVar[str] = "Exponential mechanism"
    version: ClassVar[int] = 1

    def cost(self) -> Cost:
        return exponential(self.spent())

    def release(self, scores: Integers) -> int:
        return gumbel_maximum(self.checked(scores), self.scale)

    def probabilities(self, scores: list[int]) -> list[Fraction]:
        weights = [1 / exp_bounds((max(scores) - score) / Fraction(self.scale), bits=128)[0] for score in scores]
        return [weight / sum(weights) for weight in weights]
