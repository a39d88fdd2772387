"""What a paid measurement says of synthetic rows: never too much on average, and the truth within its limits."""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measured.error import (
    MOST_CELLS_IN_ALL,
    MOST_PAIR_CELLS,
    STEEPEST,
    measured_errors,
    measured_pairs,
    pairs_to_measure,
    without_noise,
)
from mechanisms.synthesis.measured.propensity import CLEAR, clear_cells, propensities
from mechanisms.synthesis.measuring import Measurement

Floats = NDArray[np.float64]
SIZES = (4, 3, 5)
ROWS = 20_000
PAIRS = [(0, 1), (0, 2), (1, 2)]


def joint(seed: int) -> Floats:
    shares = np.random.default_rng(seed).gamma(0.7, size=SIZES) + 0.02
    return np.asarray(shares / shares.sum())


def of(shares: Floats) -> Callable[[Attributes], Floats]:
    return lambda one: np.asarray(shares.sum(axis=tuple(place for place in range(3) if place not in one)))


def measured(truth: Floats, sigma: float, seed: int) -> list[Measurement]:
    noise = np.random.default_rng(seed)
    exact = {one: of(truth)(one) * ROWS for one in PAIRS}
    return [
        Measurement(attributes=one, values=exact[one] + noise.normal(0, sigma, exact[one].shape), sigma=sigma)
        for one in PAIRS
    ]


def apart(one: Floats, other: Floats) -> float:
    return float(np.abs(one - other).sum()) / 2


def pmse(true: Floats, made: Floats) -> float:
    """The pMSE by its definition: over all rows of either kind, the squared distance of their chance from a half."""
    either = (true + made) / 2
    chance = np.divide(made / 2, either, out=np.full_like(made, 0.5), where=either > 0)
    return float((either * (chance - 0.5) ** 2).sum())


@pytest.mark.parametrize("sigma", [1, 2, 5, 20])
@pytest.mark.parametrize("difference", [0, 1, 3, 10, 40, 200])
def test_what_is_left_of_a_noisy_difference_expects_no_more_than_the_difference(sigma: int, difference: int) -> None:
    """The noise is enumerated, every value of it to 12 standard deviations."""
    noise = np.arange(-12 * sigma - 12, 12 * sigma + 13, dtype=np.float64)
    weights = np.exp(-(noise**2) / (2 * sigma**2))
    expected = float(without_noise(difference + noise, sigma) @ weights / weights.sum())
    assert difference - 0.49 * sigma <= expected <= difference + 1e-6


def test_it_is_never_steeper_than_is_said() -> None:
    at = np.linspace(-8, 8, 100_001)
    slopes = np.diff(without_noise(at, 1.0)) / np.diff(at)
    assert STEEPEST - 0.02 < np.abs(slopes).max() <= STEEPEST


def test_without_noise_to_speak_of_the_errors_are_the_true_ones() -> None:
    truth, made = joint(1), joint(2)
    found = {one.attributes: one for one in measured_errors(measured(truth, 1e-4, 1), of(made))}
    assert list(found) == [(0,), (1,), (2,), *PAIRS]
    for one, error in found.items():
        assert error.estimate == pytest.approx(apart(of(truth)(one), of(made)(one)), abs=1e-6)
        assert error.low == pytest.approx(error.high, abs=1e-5)


@pytest.mark.parametrize("sigma", [20.0, 100.0, 400.0])
@pytest.mark.parametrize("alike", [True, False])
def test_the_true_error_lies_within_the_limits(sigma: float, alike: bool) -> None:
    truth = joint(3)
    made = truth if alike else joint(4)
    held = [
        one.low <= apart(of(truth)(one.attributes), of(made)(one.attributes)) <= one.high
        for seed in range(60)
        for one in measured_errors(measured(truth, sigma, seed), of(made))
    ]
    assert np.mean(held) >= 0.95


def test_of_rows_that_are_right_the_estimate_is_nothing_where_plain_differences_would_show_an_error() -> None:
    truth = joint(5)
    found = [measured_errors(measured(truth, 200.0, seed), of(truth)) for seed in range(60)]
    estimates = np.array([[one.estimate for one in errors] for errors in found])
    unsure = estimates.std(axis=0) / math.sqrt(len(found))
    assert (np.abs(estimates.mean(axis=0)) < 6 * unsure + 1e-3).all()
    assert all(one.noise_alone > 0.02 for one in found[0][3:])


def test_of_too_few_rows_nothing_is_said() -> None:
    errors = measured_errors(measured(joint(6), 50_000.0, 1), of(joint(7)))
    assert {(one.low, one.high) for one in errors} == {(0.0, 1.0)}


def test_shares_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="what was measured is"):
        measured_errors(measured(joint(6), 1.0, 1), lambda _: np.ones((2, 2)))


def test_every_pair_is_measured_that_is_small_enough_and_every_column_is_in_something() -> None:
    assert pairs_to_measure((3, 4, 5)) == PAIRS
    wide = (2, 2, MOST_PAIR_CELLS)
    assert pairs_to_measure(wide) == [(0, 1), (2,)]
    many = (100,) * 120
    pairs = pairs_to_measure(many)
    assert sum(math.prod(many[place] for place in one) for one in pairs if len(one) == 2) <= MOST_CELLS_IN_ALL
    assert {place for one in pairs for place in one} == set(range(120))


@given(st.decimals("0.000001", "5", places=12))
def test_measuring_costs_no_more_than_was_given(rho: Decimal) -> None:
    purse = Purse(rho)
    columns = [np.zeros(3, dtype=np.uint16) for _ in SIZES]
    made = measured_pairs(CodedRows(columns, SIZES), rho, purse)
    assert purse.spent.rho <= rho
    spent = sum(Fraction(1) / (2 * Fraction(one.sigma) ** 2) for one in made)
    assert float(spent) == pytest.approx(float(rho), rel=1e-6)


def test_noise_of_measured_pairs_is_that_of_their_price_at_six_sigma() -> None:
    """The sum of squares of 20 x 47 draws beside its expectation."""
    columns = [np.zeros(0, dtype=np.uint16) for _ in SIZES]
    ratios = []
    for _ in range(20):
        for one in measured_pairs(CodedRows(columns, SIZES), Decimal("0.01"), Purse(Decimal("0.01"))):
            ratios += list(one.values.ravel() / one.sigma)
    squares = np.array(ratios) ** 2
    assert abs(squares.mean() - 1) < 6 * math.sqrt(2 / len(ratios))


@pytest.mark.parametrize(("one", "other"), [(1, 2), (3, 4), (5, 5)])
def test_without_noise_to_speak_of_propensities_are_those_of_the_definition(one: int, other: int) -> None:
    truth, made = joint(one), joint(other)
    found = propensities(measured(truth, 1e-4, 1), of(made))
    assert [pair.attributes for pair in found] == PAIRS
    for pair in found:
        assert pair.value == pytest.approx(pmse(of(truth)(pair.attributes), of(made)(pair.attributes)), abs=1e-7)


def test_rows_that_share_no_value_have_the_largest() -> None:
    true, made = np.zeros((2, 2)), np.zeros((2, 2))
    true[0], made[1] = 0.5, 0.5
    assert pmse(true, made) == 0.25
    exact = [Measurement(attributes=(0, 1), values=true * ROWS, sigma=1e-6)]
    assert propensities(exact, lambda _: made)[0].value == pytest.approx(0.25)


def test_what_noise_adds_to_a_propensity_is_taken_off() -> None:
    """The mean is a quadrature over the noise of one cell, which its neighbour has with the other sign."""
    made, true, sigma = np.array([[0.02, 0.98]]), np.array([[0.01, 0.99]]), 40.0
    at = np.linspace(-6, 6, 601)
    weights = np.exp(-(at**2) / 2)
    values = [
        Measurement(attributes=(0, 1), values=true * ROWS + sigma * place * np.array([[1, -1]]), sigma=sigma)
        for place in at
    ]
    found = np.array([propensities([one], lambda _: made)[0].value for one in values])
    assert found @ weights / weights.sum() == pytest.approx(pmse(true, made), abs=3e-5 / 8)


def as_put_together(true: Floats, made: Floats, noise: float) -> float:
    """The pMSE as the docstring has it: cells that are not clear as one, and below what it is if that is not clear."""
    clear = made >= CLEAR * noise
    value = pmse(true[clear], made[clear])
    if clear.all():
        return value
    r, s = true[~clear].sum(), made[~clear].sum()
    is_clear = s >= CLEAR * noise * math.sqrt((~clear).sum())
    return float(value + ((s - r) ** 2 / (s + r) if is_clear else r - 3 * s) / 8)


@pytest.mark.parametrize("sigma", [5.0, 15.0])
def test_noise_is_taken_off_a_propensity_and_its_limits_hold(sigma: float) -> None:
    """The mean of 400 measurements stands beside the pMSE of the cells as they were put together."""
    truth, made = joint(8), joint(9)
    found = [propensities(measured(truth, sigma, seed), of(made)) for seed in range(400)]
    assert {tuple(pair.attributes for pair in one) for one in found} == {tuple(PAIRS)}
    for place, pair in enumerate(PAIRS):
        right = as_put_together(of(truth)(pair).ravel(), of(made)(pair).ravel(), sigma / ROWS)
        values = np.array([one[place].value for one in found])
        assert abs(values.mean() - right) < 6 * values.std() / math.sqrt(len(values)) + 2e-5
        held = [abs(one[place].value - right) <= 2 * one[place].standard_error for one in found]
        assert np.mean(held) >= 0.93
        assert right <= pmse(of(truth)(pair), of(made)(pair)) + 1e-12


def test_cells_that_are_clear_stand_alone_and_all_others_are_one() -> None:
    groups, cells = clear_cells(np.array([0.5, 0.001, 0.3, 0.0, 0.199]), 0.01)
    assert (groups.tolist(), cells) == ([0, 3, 1, 3, 2], 4)
    groups, cells = clear_cells(np.array([0.5, 0.5]), 0.01)
    assert (groups.tolist(), cells) == ([0, 1], 2)


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_stands_for_a_cell_that_is_not_clear_is_never_more(synthetic: float, true: float) -> None:
    if synthetic + true > 0:
        assert true - 3 * synthetic <= (synthetic - true) ** 2 / (synthetic + true) + 1e-12


def test_where_noise_hides_too_many_cells_no_propensity_is_told() -> None:
    assert propensities(measured(joint(8), 20_000.0, 1), of(joint(9))) == []
