"""Costs never come out too low, add exactly, and convert to an epsilon that holds and is tight."""

import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.accounting.zcdp import (
    NOTHING,
    PLACES,
    QUANTUM,
    Cost,
    down,
    epsilon_for,
    exponential,
    gaussian,
    pure,
    threshold,
    total,
    up,
)

epsilons = st.floats(1e-6, 20, allow_nan=False)
rhos = st.decimals("0.000001", 50, places=6)
deltas = st.sampled_from([Decimal(1).scaleb(-power) for power in range(2, 15)])
costs = st.builds(
    Cost,
    rho=st.decimals(0, 100, places=PLACES),
    delta=st.decimals(0, "0.001", places=PLACES),
    epsilon=st.none() | st.decimals(0, 100, places=PLACES),
)


def closed_form(rho: Decimal, delta: Decimal) -> float:
    return float(rho) + 2 * math.sqrt(float(rho) * -math.log(delta))


def bound_at(order: float, rho: float, delta: float) -> float:
    return order * rho + math.log(1 / (order * delta)) / (order - 1) + math.log1p(-1 / order)


def gaussian_delta(epsilon: float, rho: float) -> float:
    """Returns what Gaussian noise of this rho loses exactly (Balle and Wang 2018)."""
    shift = math.sqrt(2 * rho)
    upper = math.erfc((epsilon / shift - shift / 2) / math.sqrt(2)) / 2
    return upper - math.exp(epsilon) * math.erfc((epsilon / shift + shift / 2) / math.sqrt(2)) / 2


def test_mechanisms_cost_what_their_theorems_say() -> None:
    assert pure(Decimal("0.1")) == Cost(rho=Decimal("0.005"), delta=Decimal(0), epsilon=Decimal("0.1"))
    assert exponential(Decimal("0.1")) == Cost(rho=Decimal("0.00125"), delta=Decimal(0), epsilon=Decimal("0.1"))
    assert gaussian(10) == Cost(rho=Decimal("0.005"), delta=Decimal(0), epsilon=None)
    assert threshold(Decimal("1e-9")) == Cost(rho=Decimal(0), delta=Decimal("1e-9"), epsilon=None)


def test_a_float_is_charged_as_the_number_it_is() -> None:
    assert pure(0.1).epsilon == Decimal("0.100000000000001")  # The float 0.1 is slightly more than a tenth.
    assert gaussian(3).rho == Decimal("0.055555555555556")


@given(epsilons)
def test_a_cost_is_never_below_the_theorem_and_less_than_a_quantum_above(epsilon: float) -> None:
    exact = Fraction(epsilon)
    for charged, due in (
        (pure(epsilon).rho, exact**2 / 2),
        (pure(epsilon).epsilon, exact),
        (exponential(epsilon).rho, exact**2 / 8),
        (gaussian(epsilon).rho, 1 / (2 * exact**2)),
    ):
        assert charged is not None
        assert 0 <= Fraction(charged) - due < Fraction(QUANTUM)


@given(st.fractions(0, 100))
def test_caps_are_rounded_down_and_costs_up(number: Fraction) -> None:
    assert Fraction(down(number)) <= number <= Fraction(up(number))
    assert up(number) - down(number) in {Decimal(0), QUANTUM}


@given(st.lists(costs, max_size=8))
def test_costs_add_exactly_in_every_order(some: list[Cost]) -> None:
    together = total(some)
    assert together == total(reversed(some))
    assert Fraction(together.rho) == sum((Fraction(cost.rho) for cost in some), Fraction(0))
    assert (together.epsilon is None) == any(cost.epsilon is None for cost in some)


def test_fifty_tenths_are_five() -> None:
    assert total([pure(Decimal("0.1"))] * 50).epsilon == 5  # Fifty floats of 0.1 add up to 4.999999999999998.
    assert total([]) == NOTHING


def test_where_deltas_add_up_to_more_than_one_no_epsilon_holds() -> None:
    assert epsilon_for(total([threshold(Decimal("0.7"))] * 2), Decimal("0.999")) is None


@given(rhos, deltas)
def test_the_epsilon_is_as_small_as_a_search_of_all_orders_finds(rho: Decimal, delta: Decimal) -> None:
    epsilon = float(epsilon_for(Cost(rho=rho, delta=Decimal(0), epsilon=None), delta) or 0)
    orders = (1 + math.exp(place / 200) for place in range(-1400, 5000))
    brute = max(0.0, min(bound_at(order, float(rho), float(delta)) for order in orders))
    assert epsilon <= brute + 1.1e-6
    assert epsilon <= closed_form(rho, delta) + 1.1e-6


@given(rhos, deltas)
def test_the_epsilon_holds_for_the_noise_that_loses_most(rho: Decimal, delta: Decimal) -> None:
    epsilon = float(epsilon_for(Cost(rho=rho, delta=Decimal(0), epsilon=None), delta) or 0)
    assert gaussian_delta(epsilon, float(rho)) <= float(delta) * (1 + 1e-9)


@given(deltas)
def test_more_budget_never_buys_a_smaller_epsilon(delta: Decimal) -> None:
    steps = [Cost(rho=Decimal(rho) / 100, delta=Decimal(0), epsilon=None) for rho in range(0, 300, 17)]
    # No step spends delta.
    assert all(epsilon_for(low, delta) <= epsilon_for(high, delta) for low, high in pairwise(steps))  # type: ignore[operator]


def test_the_delta_of_thresholds_comes_off_before_the_conversion() -> None:
    plain = Cost(rho=Decimal("0.1"), delta=Decimal(0), epsilon=None)
    with_threshold = plain + threshold(Decimal("5e-7"))
    assert epsilon_for(with_threshold, Decimal("1e-6")) == epsilon_for(plain, Decimal("5e-7"))
    assert epsilon_for(with_threshold, Decimal("5e-7")) is None


def test_a_pure_guarantee_is_used_where_it_is_the_better_one() -> None:
    assert epsilon_for(pure(Decimal("0.1")), Decimal("1e-6")) == Decimal("0.1")
    # The sum of the pure epsilons would be 50.
    assert (epsilon_for(total([pure(Decimal("0.1"))] * 500), Decimal("1e-6")) or 99) < 15
    assert epsilon_for(NOTHING, Decimal("1e-6")) == 0


@pytest.mark.parametrize("delta", [Decimal(0), Decimal(1), Decimal(-1)])
def test_a_delta_that_is_no_chance_is_refused(delta: Decimal) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        epsilon_for(NOTHING, delta)


@pytest.mark.parametrize("number", [0, -1, math.nan, math.inf])
def test_what_is_no_positive_number_costs_nothing_that_could_be_named(number: float) -> None:
    with pytest.raises((ValueError, OverflowError)):
        pure(number)
    with pytest.raises((ValueError, OverflowError)):
        gaussian(number)


@pytest.mark.parametrize("amount", ["-1", "NaN", "Infinity", "1e-16"])
def test_an_amount_that_no_account_can_hold_is_refused(amount: str) -> None:
    with pytest.raises(ValueError, match="decimal places"):
        Cost(rho=Decimal(amount), delta=Decimal(0), epsilon=None)
