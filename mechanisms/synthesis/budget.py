"""A budget is the rho that a synthesis may spend, in exact decimals: divided beforehand, and never exceeded."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from mechanisms.accounting.zcdp import NOTHING, Cost, down, is_amount, total

_EPSILON_PLACES = 18


class BudgetExceeded(ValueError):
    """A step would cost more than the budget has left. Nothing was drawn for the step."""


@dataclass
class Purse:
    """A purse is an amount of rho. Costs that depend on earlier answers still add up (Whitehouse and others 2023,
    arXiv:2203.05481, theorem 1), so the sum spent is at most `rho`."""

    rho: Decimal
    steps: list[tuple[str, Cost]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not is_amount(self.rho) or self.rho == 0:
            raise ValueError(f"rho is {self.rho}; a budget is above 0, with at most 15 decimal places")

    @property
    def spent(self) -> Cost:
        return sum((cost for _, cost in self.steps), NOTHING)

    @property
    def left(self) -> Decimal:
        return self.rho - self.spent.rho

    def spend(self, what: str, *costs: Cost) -> None:
        """Spends the cost of a step before anything is drawn. Errors: BudgetExceeded; then nothing is spent."""
        cost = total(costs)
        if cost.rho > self.left or cost.delta > 0:
            raise BudgetExceeded(f"{what} costs rho {cost.rho:f} and {self.left:f} is left")
        self.steps.append((what, cost))


def divided(rho: Decimal, weights: Sequence[int]) -> list[Decimal]:
    """Returns rho in parts proportional to whole numbers, each rounded down: together never more.

    Errors: ValueError if a part is below 10^-15, the smallest amount that is counted.
    """
    parts = [down(Fraction(rho) * weight / sum(weights)) for weight in weights]
    if not all(parts):
        raise ValueError(f"rho {rho} is too little to be divided by {len(weights)}; the smallest part is 10^-15")
    return parts


def selection_epsilon(rho: Decimal) -> Fraction:
    """Returns the largest epsilon of 18 places whose exponential mechanism costs no more: epsilon^2 / 8 <= rho."""
    square = 8 * Fraction(rho) * 10 ** (2 * _EPSILON_PLACES)
    return Fraction(math.isqrt(math.floor(square)), 10**_EPSILON_PLACES)
