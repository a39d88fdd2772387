"""A paid measurement says never too much of synthetic rows on average, and the truth lies within its limits."""

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
    return lambda attributes: np.asarray(shares.sum(axis=tuple(place for place in range(3) if place not in attributes)))


def measured(truth: Floats, sigma: float, seed: int) -> list[Measurement]:
    noise = np.random.default_rng(seed)
    exact = {attributes: of(truth)(attributes) * ROWS for attributes in PAIRS}
    return [
        Measurement(
            attributes=attributes,
            values=exact[attributes] + noise.normal(0, sigma, exact[attributes].shape),
            sigma=sigma,
        )
        for attributes in PAIRS
    ]


def apart(shares: Floats, other: Floats) -> float:
    return float(np.abs(shares - other).sum()) / 2


def pmse(true: Floats, synthetic: Floats) -> float:
    """Returns the pMSE by its definition: over all rows of either kind, the squared distance of their chance from a
    half."""
    either = (true + synthetic) / 2
    chance = np.divide(synthetic / 2, either, out=np.full_like(synthetic, 0.5), where=either > 0)
    return float((either * (chance - 0.5) ** 2).sum())


@pytest.mark.parametrize("sigma", [1, 2, 5, 20])
@pytest.mark.parametrize("difference", [0, 1, 3, 10, 40, 200])
def test_what_is_left_of_a_noisy_difference_expects_no_more_than_the_difference(sigma: int, difference: int) -> None:
    """The noise is enumerated up to 12 standard deviations."""
    noise = np.arange(-12 * sigma - 12, 12 * sigma + 13, dtype=np.float64)
    weights = np.exp(-(noise**2) / (2 * sigma**2))
    expected = float(without_noise(difference + noise, sigma) @ weights / weights.sum())
    assert difference - 0.49 * sigma <= expected <= difference + 1e-6


def test_it_is_never_steeper_than_is_said() -> None:
    at = np.linspace(-8, 8, 100_001)
    slopes = np.diff(without_noise(at, 1.0)) / np.diff(at)
    assert STEEPEST - 0.02 < np.abs(slopes).max() <= STEEPEST


def test_without_noise_to_speak_of_the_errors_are_the_true_ones() -> None:
    truth, synthetic = joint(1), joint(2)
    errors = {error.attributes: error for error in measured_errors(measured(truth, 1e-4, 1), of(synthetic))}
    assert list(errors) == [(0,), (1,), (2,), *PAIRS]
    for attributes, error in errors.items():
        assert error.estimate == pytest.approx(apart(of(truth)(attributes), of(synthetic)(attributes)), abs=1e-6)
        assert error.low == pytest.approx(error.high, abs=1e-5)


@pytest.mark.parametrize("sigma", [20.0, 100.0, 400.0])
@pytest.mark.parametrize("alike", [True, False])
def test_the_true_error_lies_within_the_limits(sigma: float, alike: bool) -> None:
    truth = joint(3)
    synthetic = truth if alike else joint(4)
    verdicts = [
        error.low <= apart(of(truth)(error.attributes), of(synthetic)(error.attributes)) <= error.high
        for seed in range(60)
        for error in measured_errors(measured(truth, sigma, seed), of(synthetic))
    ]
    assert np.mean(verdicts) >= 0.95


def test_of_rows_that_are_right_the_estimate_is_nothing_where_plain_differences_would_show_an_error() -> None:
    truth = joint(5)
    surveys = [measured_errors(measured(truth, 200.0, seed), of(truth)) for seed in range(60)]
    estimates = np.array([[error.estimate for error in errors] for errors in surveys])
    unsure = estimates.std(axis=0) / math.sqrt(len(surveys))
    assert (np.abs(estimates.mean(axis=0)) < 6 * unsure + 1e-3).all()
    assert all(error.noise_alone > 0.02 for error in surveys[0][3:])


def test_of_too_few_rows_nothing_is_said() -> None:
    errors = measured_errors(measured(joint(6), 50_000.0, 1), of(joint(7)))
    assert {(error.low, error.high) for error in errors} == {(0.0, 1.0)}


def test_shares_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="what was measured is"):
        measured_errors(measured(joint(6), 1.0, 1), lambda _: np.ones((2, 2)))


def test_every_pair_is_measured_that_is_small_enough_and_every_column_is_in_something() -> None:
    assert pairs_to_measure((3, 4, 5)) == PAIRS
    wide = (2, 2, MOST_PAIR_CELLS)
    assert pairs_to_measure(wide) == [(0, 1), (2,)]
    many = (100,) * 120
    pairs = pairs_to_measure(many)
    assert (
        sum(math.prod(many[place] for place in attributes) for attributes in pairs if len(attributes) == 2)
        <= MOST_CELLS_IN_ALL
    )
    assert {place for attributes in pairs for place in attributes} == set(range(120))


@given(st.decimals("0.000001", "5", places=12))
def test_measuring_costs_no_more_than_was_given(rho: Decimal) -> None:
    purse = Purse(rho)
    columns = [np.zeros(3, dtype=np.uint16) for _ in SIZES]
    measurements = measured_pairs(CodedRows(columns, SIZES), rho, purse)
    assert purse.spent.rho <= rho
    spent = sum(Fraction(1) / (2 * Fraction(measurement.sigma) ** 2) for measurement in measurements)
    assert float(spent) == pytest.approx(float(rho), rel=1e-6)


def test_noise_of_measured_pairs_is_that_of_their_price_at_six_sigma() -> None:
    """The sum of squares of 20 x 47 draws beside its expectation."""
    columns = [np.zeros(0, dtype=np.uint16) for _ in SIZES]
    ratios = []
    for _ in range(20):
        for measurement in measured_pairs(CodedRows(columns, SIZES), Decimal("0.01"), Purse(Decimal("0.01"))):
            ratios += list(measurement.values.ravel() / measurement.sigma)
    squares = np.array(ratios) ** 2
    assert abs(squares.mean() - 1) < 6 * math.sqrt(2 / len(ratios))


@pytest.mark.parametrize(("first", "other"), [(1, 2), (3, 4), (5, 5)])
def test_without_noise_to_speak_of_propensities_are_those_of_the_definition(first: int, other: int) -> None:
    truth, synthetic = joint(first), joint(other)
    scores = propensities(measured(truth, 1e-4, 1), of(synthetic))
    assert [pair.attributes for pair in scores] == PAIRS
    for pair in scores:
        assert pair.value == pytest.approx(pmse(of(truth)(pair.attributes), of(synthetic)(pair.attributes)), abs=1e-7)


def test_rows_that_share_no_value_have_the_largest() -> None:
    true, synthetic = np.zeros((2, 2)), np.zeros((2, 2))
    true[0], synthetic[1] = 0.5, 0.5
    assert pmse(true, synthetic) == 0.25
    exact = [Measurement(attributes=(0, 1), values=true * ROWS, sigma=1e-6)]
    assert propensities(exact, lambda _: synthetic)[0].value == pytest.approx(0.25)


def test_what_noise_adds_to_a_propensity_is_taken_off() -> None:
    """The mean is a quadrature over the noise of one cell; its neighbour has the same noise with the other sign."""
    synthetic, true, sigma = np.array([[0.02, 0.98]]), np.array([[0.01, 0.99]]), 40.0
    at = np.linspace(-6, 6, 601)
    weights = np.exp(-(at**2) / 2)
    values = [
        Measurement(attributes=(0, 1), values=true * ROWS + sigma * place * np.array([[1, -1]]), sigma=sigma)
        for place in at
    ]
    estimates = np.array([propensities([measurement], lambda _: synthetic)[0].value for measurement in values])
    assert estimates @ weights / weights.sum() == pytest.approx(pmse(true, synthetic), abs=3e-5 / 8)


def as_put_together(true: Floats, synthetic: Floats, noise: float) -> float:
    """Returns the pMSE as the docstring of Propensity defines it: cells that are not clear count as one."""
    clear = synthetic >= CLEAR * noise
    value = pmse(true[clear], synthetic[clear])
    if clear.all():
        return value
    r, s = true[~clear].sum(), synthetic[~clear].sum()
    is_clear = s >= CLEAR * noise * math.sqrt((~clear).sum())
    return float(value + ((s - r) ** 2 / (s + r) if is_clear else r - 3 * s) / 8)


@pytest.mark.parametrize("sigma", [5.0, 15.0])
def test_noise_is_taken_off_a_propensity_and_its_limits_hold(sigma: float) -> None:
    """The mean of 400 measurements stands beside the pMSE of the cells as they were put together."""
    truth, synthetic = joint(8), joint(9)
    surveys = [propensities(measured(truth, sigma, seed), of(synthetic)) for seed in range(400)]
    assert {tuple(pair.attributes for pair in survey) for survey in surveys} == {tuple(PAIRS)}
    for place, pair in enumerate(PAIRS):
        right = as_put_together(of(truth)(pair).ravel(), of(synthetic)(pair).ravel(), sigma / ROWS)
        values = np.array([survey[place].value for survey in surveys])
        assert abs(values.mean() - right) < 6 * values.std() / math.sqrt(len(values)) + 2e-5
        verdicts = [abs(survey[place].value - right) <= 2 * survey[place].standard_error for survey in surveys]
        assert np.mean(verdicts) >= 0.93
        assert right <= pmse(of(truth)(pair), of(synthetic)(pair)) + 1e-12


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
