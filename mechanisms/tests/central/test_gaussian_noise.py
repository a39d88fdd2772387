"""Gaussian noise of whole numbers: its concentrated and its approximate guarantee, summed over its outcomes."""

import math
from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from mechanisms.accounting.zcdp import QUANTUM, Cost, epsilon_for, up
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.gaussian import GaussianMechanism, largest_rho
from mechanisms.central.roots import root_bounds, scale_with_square_not_below


def decimal(exact: Fraction) -> Decimal:
    return Decimal(exact.numerator) / Decimal(exact.denominator)


def added_up(numbers: Iterable[Decimal]) -> Decimal:
    return sum(numbers, Decimal(0))


def renyi(mechanism: DiscreteGaussian, distance: int, order: int) -> Decimal:
    """Returns ln of the sum of p^order q^(1 - order), divided by order - 1; p and q are `distance` apart.

    The summands fall off as p's do around order * distance: what lies 25 scales beyond is below e^-300 of the whole.
    """
    reach = math.ceil(25 * mechanism.scale)
    with localcontext(prec=60):
        total = added_up(
            decimal(order * mechanism.log_weight(noise) + (1 - order) * mechanism.log_weight(noise + distance)).exp()
            for noise in range((order - 1) * distance - reach, (order - 1) * distance + reach + 1)
        )
        mass = added_up(decimal(mechanism.log_weight(noise)).exp() for noise in range(-reach, reach + 1))
        return (total / mass).ln() / (order - 1)


@pytest.mark.proof("losses", of="discrete-gaussian")
@pytest.mark.parametrize(("rho", "distance"), [("0.5", 1), ("2", 1), ("0.1", 3), ("8", 2), ("0.003", 1)])
@pytest.mark.parametrize("order", [2, 3, 7])
def test_every_order_is_bounded_by_order_times_rho_and_reaches_it(rho: str, distance: int, order: int) -> None:
    """The orders are whole, so a shift by order * distance keeps the sum of all weights unchanged."""
    mechanism = DiscreteGaussian(rho=rho, squared_sensitivity=distance**2)
    with localcontext(prec=60):
        lost, spent = renyi(mechanism, distance, order), decimal(distance**2 / (2 * Fraction(mechanism.scale) ** 2))
        assert abs(lost - order * spent) < Decimal("1e-50")
        assert spent <= Decimal(rho)
        assert mechanism.cost() == Cost(rho=up(Fraction(spent)), delta=Decimal(0), epsilon=None)


def test_a_shift_beyond_the_sensitivity_loses_more() -> None:
    assert renyi(DiscreteGaussian(rho="0.5", squared_sensitivity=1), 2, 2) > Decimal(1)


def delta_lost(mechanism: DiscreteGaussian, distance: int, epsilon: Decimal) -> Decimal:
    """Returns the sum over all outcomes of p - e^epsilon q where it is above 0: exact but for tails below e^-300."""
    reach = math.ceil(25 * mechanism.scale)
    with localcontext(prec=40):
        weights = {n: decimal(mechanism.log_weight(n)).exp() for n in range(-reach - distance, reach + distance + 1)}
        times = epsilon.exp()
        over = added_up(
            max(Decimal(0), weights[noise] - times * weights[noise + distance]) for noise in range(-reach, reach + 1)
        )
        return over / added_up(weights.values())


@pytest.mark.proof("losses", of="gaussian")
@pytest.mark.parametrize(
    ("epsilon", "delta", "distance"), [("1", "0.000001", 1), ("0.2", "0.00001", 1), ("4", "0.001", 3)]
)
def test_what_is_lost_beyond_epsilon_is_below_delta_and_not_far_below(epsilon: str, delta: str, distance: int) -> None:
    mechanism = GaussianMechanism(epsilon=epsilon, delta=delta, squared_sensitivity=distance**2)
    lost = delta_lost(mechanism.noise(), distance, Decimal(epsilon))
    assert Decimal(delta) / 50 < lost <= Decimal(delta)
    assert delta_lost(mechanism.noise(), distance, Decimal(epsilon) * Decimal("0.6")) > Decimal(delta)


def test_the_rho_is_worth_the_epsilon_and_the_next_one_is_not() -> None:
    rho, delta = largest_rho(Fraction(1), Fraction(1, 10**6)), Decimal("0.000001")
    worth = [
        epsilon_for(Cost(rho=amount, delta=Decimal(0), epsilon=None), delta) for amount in (rho, rho + QUANTUM * 10**7)
    ]
    assert worth[0] is not None
    assert worth[1] is not None
    assert worth[0] <= 1 < worth[1]


def test_the_scales_are_those_that_the_description_says() -> None:
    mechanism = GaussianMechanism(epsilon="1", delta="0.000001", squared_sensitivity=1)
    assert mechanism.noise().scale == pytest.approx(4.531, abs=0.001)
    less, too_little = (
        DiscreteGaussian(rho=Fraction(1, 2) / Fraction(scale) ** 2, squared_sensitivity=1) for scale in ("4.24", "4.2")
    )
    assert delta_lost(less, 1, Decimal(1)) < Decimal("1e-6") < delta_lost(too_little, 1, Decimal(1))


@pytest.mark.parametrize("square", [Fraction(2), Fraction(9, 4), Fraction(1, 7**40), Fraction(10**20 + 1)])
def test_roots_are_enclosed_and_scales_are_not_below_them(square: Fraction) -> None:
    low, high = root_bounds(square, bits=200)
    assert low**2 <= square <= high**2
    assert high - low <= Fraction(1, 2**200)
    scale = Fraction(scale_with_square_not_below(square))
    assert square <= scale**2 <= square * (1 + Fraction(1, 2**48))


def test_the_variance_stays_below_the_square_of_the_scale() -> None:
    mechanism = DiscreteGaussian(rho="0.5", squared_sensitivity=1)
    weights = {noise: math.exp(mechanism.log_weight(noise)) for noise in range(-40, 41)}
    variance = math.fsum(w * n * n for n, w in weights.items()) / math.fsum(weights.values())
    assert 1 - 1e-6 < variance / mechanism.scale**2 < 1
