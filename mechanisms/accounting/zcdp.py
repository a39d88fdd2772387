"""A cost says what a release spends, as exact decimals that add up; these functions say what a sum of costs is worth.

The measure is approximate zero-concentrated differential privacy (rho, delta), because its costs may be chosen one
after another, each after the answers before it, and still add. Pure epsilon is summed beside it for data that were
promised a pure guarantee.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import Self

PLACES = 15  # With 15 decimal places an amount up to 4 000 is a whole number of 63 bits.
QUANTUM = Decimal(1).scaleb(-PLACES)
EPSILON_PLACES = 6
_EXACT = Context(prec=60)  # Sums of amounts stay far below 60 digits; logarithms err in the 60th digit.

Number = Decimal | Fraction | int | float


@dataclass(frozen=True, kw_only=True)
class Cost:
    """A cost is what a release spends. `epsilon` is None where no pure guarantee holds, as for Gaussian noise or a
    threshold."""

    rho: Decimal
    delta: Decimal
    epsilon: Decimal | None

    def __post_init__(self) -> None:
        for name, amount in (("rho", self.rho), ("delta", self.delta), ("epsilon", self.epsilon)):
            if amount is not None and not is_amount(amount):
                raise ValueError(f"{name} is {amount}; a cost is at least 0, with at most {PLACES} decimal places")

    def __add__(self, other: Self) -> "Cost":
        pure = self.epsilon is not None and other.epsilon is not None
        return Cost(
            rho=_EXACT.add(self.rho, other.rho),
            delta=_EXACT.add(self.delta, other.delta),  # A delta above 1 means that nothing is guaranteed.
            # Both epsilons exist where the cost is pure.
            epsilon=_EXACT.add(self.epsilon, other.epsilon) if pure else None,  # type: ignore[arg-type]
        )


def is_amount(number: Decimal) -> bool:
    """Returns whether a number is at least 0 and a whole number of quanta."""
    return number.is_finite() and number >= 0 and number == number.quantize(QUANTUM, context=_EXACT)


NOTHING = Cost(rho=Decimal(0), delta=Decimal(0), epsilon=Decimal(0))


def total(costs: Iterable[Cost]) -> Cost:
    """Returns the exact sum by composition: of rho and delta, and of epsilon where every cost has one. NOTHING of no
    costs."""
    return sum(costs, NOTHING)


def pure(epsilon: Number) -> Cost:
    """A mechanism that is epsilon-DP is epsilon**2 / 2 zCDP (Bun and Steinke 2016, proposition 1.4)."""
    exact = _positive("epsilon", epsilon)
    return Cost(rho=up(exact**2 / 2), delta=Decimal(0), epsilon=up(exact))


def exponential(epsilon: Number) -> Cost:
    """The exponential mechanism and report-noisy-max have a bounded range: epsilon**2 / 8 (Cesar and Rogers 2021)."""
    exact = _positive("epsilon", epsilon)
    return Cost(rho=up(exact**2 / 8), delta=Decimal(0), epsilon=up(exact))


def gaussian(sigma: Number) -> Cost:
    """Returns the cost of Gaussian noise, continuous or discrete, of `sigma` times the sensitivity: 1 / (2
    sigma**2)."""
    return Cost(rho=up(1 / (2 * _positive("sigma", sigma) ** 2)), delta=Decimal(0), epsilon=None)


def threshold(delta: Number) -> Cost:
    """Returns the cost of a threshold. Keeping only groups above a threshold reveals with probability delta that a
    group exists; this cost is added to that of the noise."""
    return Cost(rho=Decimal(0), delta=up(_positive("delta", delta)), epsilon=None)


def up(number: Number, places: int = PLACES) -> Decimal:
    """Returns a number rounded up to so many decimal places, so that a cost is never charged too low. The result is
    exact for floats too."""
    exact = Fraction(number)
    scaled = -(-exact.numerator * 10**places // exact.denominator)
    return Decimal(scaled).scaleb(-places, context=_EXACT)


def down(number: Number) -> Decimal:
    """Returns the next amount that is not above: for caps."""
    exact = Fraction(number)
    return Decimal(exact.numerator * 10**PLACES // exact.denominator).scaleb(-PLACES, context=_EXACT)


def epsilon_for(cost: Cost, delta: Decimal) -> Decimal | None:
    """Returns the epsilon for which (epsilon, delta)-DP holds, rounded up; None where the cost's own delta uses up
    delta.

    For rho it is the bound of Canonne, Kamath and Steinke 2020 (arXiv:2004.00010, corollary 13), which holds for every
    order alpha > 1. The order is searched in floats and the bound evaluated in 60 digits, so a search that ends beside
    the best order costs tightness and never safety. A pure epsilon that is smaller is taken instead.
    """
    if not 0 < delta < 1:
        raise ValueError(f"delta is {delta}; it must lie between 0 and 1")
    left = _EXACT.subtract(delta, cost.delta)
    if left <= 0:
        return None
    bound = _zcdp_epsilon(cost.rho, left)
    return bound if cost.epsilon is None else min(bound, up(cost.epsilon, EPSILON_PLACES))


def _zcdp_epsilon(rho: Decimal, delta: Decimal) -> Decimal:
    if rho == 0:
        return Decimal(0)
    by_closed_form = 1 + (-_EXACT.ln(delta) / rho).sqrt(_EXACT)
    orders = (by_closed_form, Decimal(_best_order(float(rho), float(_EXACT.ln(delta)))))
    best = min(_bound(rho, delta, order) for order in orders)
    return max(best, Decimal(0)).quantize(Decimal(1).scaleb(-EPSILON_PLACES), ROUND_CEILING, _EXACT)


def _bound(rho: Decimal, delta: Decimal, order: Decimal) -> Decimal:
    more = _EXACT.subtract(order, Decimal(1))
    gain = _EXACT.divide(_EXACT.add(_EXACT.ln(delta), _EXACT.ln(order)), more)
    bound = _EXACT.subtract(_EXACT.multiply(order, rho), gain)
    bound = _EXACT.add(bound, _EXACT.ln(_EXACT.divide(more, order)))
    return _EXACT.add(bound, Decimal("1e-40"))  # The added amount is far above the error in the 60th digit.


def _best_order(rho: float, log_delta: float) -> float:
    """Finds the best order alpha by golden section over the logarithm of alpha - 1."""

    def bound(place: float) -> float:
        more = math.exp(place)
        return rho * (1 + more) - (log_delta + math.log1p(more)) / more - math.log1p(1 / more)

    low, high = -12.0, 40.0
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(100):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if bound(left) < bound(right):
            high = right
        else:
            low = left
    return 1 + math.exp(high)


def _positive(name: str, number: Number) -> Fraction:
    exact = Fraction(number)  # Fraction() refuses infinities and whatever is not a number.
    if exact <= 0:
        raise ValueError(f"{name} is {number}; it must be above 0")
    return exact
