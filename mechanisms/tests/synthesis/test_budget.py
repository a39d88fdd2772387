"""A budget is divided before anything is drawn, and never exceeded by a digit."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.accounting.zcdp import QUANTUM, Cost, exponential, pure, threshold
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.synthesis.budget import BudgetExceeded, Purse, divided, selection_epsilon
from mechanisms.synthesis.expected_error import expected_total_variation, mean_absolute_noise
from mechanisms.synthesis.measuring import share_of

amounts = st.integers(10**6, 10**17).map(lambda quanta: quanta * QUANTUM)


def cost(rho: str) -> Cost:
    return Cost(rho=Decimal(rho), delta=Decimal(0), epsilon=None)


def test_a_purse_is_emptied_to_the_last_digit_and_not_beyond() -> None:
    purse = Purse(Decimal("0.3"))
    purse.spend("one", cost("0.1"))
    purse.spend("two", cost("0.1"), cost("0.099999999999999"))
    with pytest.raises(BudgetExceeded, match=r"costs rho 0\.000000000000002 and 0\.000000000000001 is left"):
        purse.spend("three", cost("0.000000000000002"))
    purse.spend("three", cost("0.000000000000001"))
    assert purse.left == 0
    assert purse.spent.rho == Decimal("0.3")
    assert [what for what, _ in purse.steps] == ["one", "two", "three"]


def test_what_was_refused_is_not_spent() -> None:
    purse = Purse(Decimal("0.3"))
    with pytest.raises(BudgetExceeded):
        purse.spend("all at once", cost("0.2"), cost("0.2"))
    assert purse.left == Decimal("0.3")


def test_a_cost_with_a_delta_is_refused_because_none_was_stated() -> None:
    with pytest.raises(BudgetExceeded):
        Purse(Decimal(1)).spend("a threshold", threshold(Fraction(1, 10**9)))


def test_a_pure_guarantee_adds_up_where_all_steps_have_one() -> None:
    purse = Purse(Decimal(1))
    purse.spend("one", pure(Fraction(1, 2)))
    purse.spend("two", exponential(Fraction(1, 2)))
    assert purse.spent.epsilon == 1


@pytest.mark.parametrize("rho", ["0", "-1", "NaN", "Infinity", "0.0000000000000001"])
def test_a_budget_that_is_no_amount_is_refused(rho: str) -> None:
    with pytest.raises(ValueError, match="budget"):
        Purse(Decimal(rho))


@given(amounts, st.lists(st.integers(1, 10**9), min_size=1, max_size=12))
def test_parts_never_add_up_to_more_and_miss_less_than_a_quantum_each(rho: Decimal, weights: list[int]) -> None:
    try:
        parts = divided(rho, weights)
    except ValueError:
        assert Fraction(rho) * min(weights) / sum(weights) < Fraction(QUANTUM)
        return
    assert sum(parts) <= rho
    assert rho - sum(parts) < len(parts) * QUANTUM
    for part, weight in zip(parts, weights, strict=True):
        assert abs(Fraction(part) - Fraction(rho) * weight / sum(weights)) < Fraction(QUANTUM)


@given(amounts)
def test_what_a_mechanism_is_charged_never_exceeds_the_part_it_was_given(part: Decimal) -> None:
    if part <= 100:
        assert DiscreteGaussian(rho=part, squared_sensitivity=1).cost().rho <= part
        epsilon = selection_epsilon(part)
        assert ExponentialMechanism(epsilon=epsilon, sensitivity=3, monotonic=False).cost().rho <= part
        assert 8 * Fraction(part) - epsilon**2 < Fraction(1, 10**15)


def test_shares_by_cells_make_the_sum_of_all_errors_least() -> None:
    """Each marginal errs by sigma times its cells. Moving some budget from one to another makes the sum of errors
    larger."""
    cells = [4, 100, 1024]
    weights = np.array([share_of(size) for size in cells])
    parts = weights / weights.sum()

    def errors(parts: np.ndarray) -> float:
        return float((np.array(cells) / np.sqrt(2 * parts)).sum())

    for first in range(3):
        for other in range(3):
            moved = parts.copy()
            moved[first] -= 0.001
            moved[other] += 0.001
            assert first == other or errors(moved) > errors(parts)


@pytest.mark.parametrize("sigma", [0.3, 1.0, 4.0, 19.0, 19.9, 20.0, 500.0])
def test_the_mean_absolute_noise_is_that_of_the_weights_of_the_mechanism(sigma: float) -> None:
    reach = np.arange(-int(45 * sigma) - 2, int(45 * sigma) + 3, dtype=np.float64)
    weights = np.exp(-(reach**2) / (2 * sigma**2))
    assert mean_absolute_noise(sigma) == pytest.approx(float(np.abs(reach) @ weights / weights.sum()), rel=1e-7)
    if sigma >= 4:
        assert mean_absolute_noise(sigma) == pytest.approx(np.sqrt(2 / np.pi) * sigma, rel=6e-3)


def test_the_expected_error_of_a_marginal_is_half_of_all_noise_as_a_share_of_the_rows() -> None:
    assert expected_total_variation(100, 30.0, 10_000) == pytest.approx(
        100 * np.sqrt(2 / np.pi) * 30 / 20_000, rel=1e-3
    )
    assert expected_total_variation(10**9, 30.0, 10_000) == 1
    with pytest.raises(ValueError, match="rows is 0"):
        expected_total_variation(4, 1.0, 0)
