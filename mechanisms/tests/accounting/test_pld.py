"""The report of a finished batch is an upper bound, agrees with dp_accounting, and is tight where truth is known."""

import json
import math
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.accounting import pld
from mechanisms.accounting.pld import Event, Gaussian, Laplace, Pure, compose
from mechanisms.accounting.zcdp import Cost, epsilon_for, exponential, gaussian, pure, total

ORACLE = json.loads(Path(__file__).with_name("dp_accounting.json").read_text(encoding="utf-8"))
MAKERS: dict[str, Any] = {
    "laplace": lambda parameter: Laplace(scale=parameter),
    "gaussian": lambda parameter: Gaussian(sigma=parameter),
    "pure": lambda parameter: Pure(epsilon=parameter),
}
epsilons = st.floats(0, 6)


def batch(told: list[tuple[str, float, int]]) -> list[tuple[Event, int]]:
    return [(MAKERS[kind](parameter), count) for kind, parameter, count in told]


def normal(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def gaussian_delta(epsilon: float, sigma: float) -> float:
    """Returns the exact delta of Gaussian noise (Balle and Wang 2018, theorem 8)."""
    return normal(1 / (2 * sigma) - epsilon * sigma) - math.exp(epsilon) * normal(-1 / (2 * sigma) - epsilon * sigma)


def pure_delta(epsilon: float, each: float, count: int) -> float:
    """Returns the exact delta of repeated randomised response, summed over the number of true answers (Kairouz, Oh,
    Viswanath 2015)."""
    told = 1 / (1 + math.exp(-each))
    delta = 0.0
    for truths in range(count + 1):
        loss = each * (2 * truths - count)
        if loss > epsilon:
            share = math.comb(count, truths) * told**truths * (1 - told) ** (count - truths)
            delta += share * -math.expm1(epsilon - loss)
    return delta


@pytest.mark.parametrize("told", ORACLE["batches"], ids=lambda told: str(told["events"])[:60])
def test_it_is_never_below_the_oracles_optimistic_estimate_and_hardly_above_its_pessimistic_one(
    told: dict[str, Any],
) -> None:
    report = compose(batch(told["events"]))
    for delta, low, high in zip(ORACLE["deltas"], told["optimistic"], told["pessimistic"], strict=True):
        assert low - 1e-9 <= report.epsilon(delta), delta
        if delta > 1e-9:  # Below this delta the rounding of a long batch's transform becomes visible.
            assert report.epsilon(delta) <= high * 1.002 + 1e-6, delta


@pytest.mark.parametrize(("count", "known"), [(1, 0.515), (10, 2.041), (100, 7.702), (1000, 32.75)])
def test_the_table_that_set_the_goal_is_met(count: int, known: float) -> None:
    events = [("laplace", 10.0, count), ("gaussian", 10.0, count), ("pure", 0.05, count)]
    assert compose(batch(events)).epsilon(1e-6) == pytest.approx(known, rel=5e-4)


@pytest.mark.parametrize("sigma", [0.6, 1.0, 5.0, 40.0])
@pytest.mark.parametrize("count", [1, 4, 100])
def test_gaussians_together_are_one_gaussian(sigma: float, count: int) -> None:
    report = compose([(Gaussian(sigma=sigma), count)])
    for epsilon in (0.0, 0.1, 0.5, 2.0, 5.0, 9.0):
        exact = gaussian_delta(epsilon, sigma / math.sqrt(count))
        assert exact * (1 - 1e-9) <= report.delta(epsilon) <= exact * 1.01 + 1e-9


@pytest.mark.parametrize("each", [0.01, 0.3, 2.0])
@pytest.mark.parametrize("count", [1, 2, 9, 60])
def test_pure_mechanisms_together_lose_what_is_known_exactly(each: float, count: int) -> None:
    report = compose([(Pure(epsilon=each), count)])
    for share in (0.0, 0.2, 0.5, 0.9):
        epsilon = share * each * count
        exact = pure_delta(epsilon, each, count)
        assert exact * (1 - 1e-9) <= report.delta(epsilon) <= exact * 1.05 + 1e-4 * each + 1e-9


@given(scale=st.floats(0.2, 50), epsilon=epsilons)
def test_one_laplace_loses_what_is_known_exactly(scale: float, epsilon: float) -> None:
    exact = max(0.0, -math.expm1((epsilon - 1 / scale) / 2))
    delta = compose([(Laplace(scale=scale), 1)]).delta(epsilon)
    assert exact * (1 - 1e-12) <= delta <= exact + 1e-3


@settings(max_examples=40, deadline=None)  # The finest grids have a hundred thousand points, so there is no deadline.
@given(st.sampled_from(["laplace", "gaussian", "pure"]), st.floats(0.2, 20), st.floats(1e-3, 0.3))
def test_a_grid_of_any_width_keeps_all_mass_and_never_less_loss(kind: str, parameter: float, step: float) -> None:
    coarse, fine = MAKERS[kind](parameter).losses(step), MAKERS[kind](parameter).losses(step / 7)
    for losses in (coarse, fine):
        assert (losses.masses >= 0).all()
        assert 1 - 1e-12 <= losses.masses.sum() + losses.certain <= 1 + 1e-12
    for epsilon in (0.0, 0.05, 0.3, 1.0):
        first, other = (
            pld.Report(step=width, losses=losses).delta(epsilon) for width, losses in ((step, coarse), (step / 7, fine))
        )
        if kind == "pure":
            worse = parameter if epsilon < parameter else epsilon
            assert first >= pure_delta(min(epsilon, worse), parameter, 1) * (1 - 1e-9)
        assert first >= other * (1 - 1e-6) - 1e-12


mixed = st.lists(
    st.tuples(st.sampled_from(["laplace", "gaussian", "pure"]), st.floats(0.5, 30), st.integers(1, 40)),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40, deadline=None)
@given(mixed, st.sampled_from([1e-3, 1e-6]))
def test_it_is_never_worse_than_the_sum_of_pure_epsilons(events: list[tuple[str, float, int]], delta: float) -> None:
    as_pure = sum(count / parameter for kind, parameter, count in events if kind == "laplace")
    as_pure += sum(count * parameter for kind, parameter, count in events if kind == "pure")
    if all(kind != "gaussian" for kind, _, _ in events):
        assert compose(batch(events)).epsilon(delta) <= as_pure * (1 + 1e-3) + 1e-6


@settings(max_examples=40, deadline=None)
@given(mixed, st.sampled_from([1e-3, 1e-6]))
def test_it_is_tighter_than_the_ledgers_sum(events: list[tuple[str, float, int]], delta: float) -> None:
    """The difference is the price of choosing each question after the answer to the one before."""
    costs = {"laplace": lambda scale: pure(1 / scale), "gaussian": gaussian, "pure": pure}
    cost = total(costs[kind](parameter) for kind, parameter, count in events for _ in range(count))
    summed = epsilon_for(Cost(rho=cost.rho, delta=cost.delta, epsilon=None), Decimal(str(delta)))
    assert summed is not None
    assert compose(batch(events)).epsilon(delta) <= float(summed) * 1.001 + 1e-6


def test_what_the_ledger_pays_for_adaptive_choice_is_a_tenth() -> None:
    """The row of 100 in the table: 7.70 by the loss distribution, 8.58 by the closed form, and about 8 by the tight
    conversion of the sum."""
    spent = total([pure(Decimal("0.1")), gaussian(10), exponential(Decimal("0.05"))] * 100)
    summed = epsilon_for(spent, Decimal("1e-6"))
    assert summed is not None
    assert 7.70 < summed < Decimal("8.1")
    closed = float(spent.rho) + 2 * math.sqrt(float(spent.rho) * -math.log(1e-6))
    assert closed == pytest.approx(8.58, abs=0.01)


def test_the_order_of_events_does_not_matter() -> None:
    events = batch([("laplace", 2.0, 3), ("gaussian", 5.0, 2), ("pure", 0.2, 9)])
    assert compose(events).epsilon(1e-6) == pytest.approx(compose(events[::-1]).epsilon(1e-6), rel=1e-9)


def test_a_delta_that_comes_on_top_is_lost_for_certain() -> None:
    report = compose([(Pure(epsilon=0.1, delta=1e-4), 3), (Gaussian(sigma=20), 1)])
    assert report.losses.certain >= 1 - (1 - 1e-4) ** 3
    assert report.epsilon(2.9e-4) == math.inf
    assert report.delta(100.0) == pytest.approx(3e-4, rel=1e-3)


def test_nothing_loses_nothing() -> None:
    report = compose([(Laplace(scale=1), 0)])
    assert (report.epsilon(1e-9), report.delta(0.0)) == (0.0, 0.0)


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        compose([]).epsilon(0.0)
    with pytest.raises(ValueError, match="less than 0 times"):
        compose([(Laplace(scale=1), -1)])
    with pytest.raises(ValueError, match="cells"):
        compose([(Laplace(scale=1e4), 10**9)])


@settings(max_examples=20, deadline=None)
@given(mixed)
def test_masses_composed_one_by_one_agree_with_one_product_of_spectra(events: list[tuple[str, float, int]]) -> None:
    """The reference is plain convolution on the same grids, without a window and without a transform."""
    few = [(event, min(count, 3)) for event, count in batch(events)]
    report = compose(few)
    whole, first = np.ones(1), 0
    for event, count in few:
        losses = event.losses(report.step)
        if len(losses.masses) > 3000:
            return  # Composing so many losses by hand would be too slow.
        for _ in range(count):
            whole, first = np.convolve(whole, losses.masses), first + losses.first
    places = report.step * (first + np.arange(len(whole)))
    for epsilon in (0.0, 0.2, 1.0):
        above = places > epsilon
        by_hand = float(np.dot(whole[above], -np.expm1(epsilon - places[above])))
        assert by_hand - 1e-15 <= report.delta(epsilon) <= by_hand + 1e-7
