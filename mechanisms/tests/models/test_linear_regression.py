"""Lines from perturbed moments: exact where moments are, their stated errors, and what is said of a ridge."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.models.class_moments import Bounded
from mechanisms.ldp.models.linear_regression import LinearRegression, linear_regression, linear_regression_card
from mechanisms.ldp.models.perturbed_moments import Moments, PerturbedMoments
from mechanisms.ldp.models.projection import of_moments

NUMBERS = (Bounded(low=0, high=20), Bounded(low=-6, high=6), Bounded(low=10, high=40))
PERTURBATION = PerturbedMoments(numbers=NUMBERS, epsilon="4", steps=8)
ERRORS = {"mean_errors": np.full(3, 1e-6), "product_errors": np.full((3, 3), 1e-6), "independent": True}


def people(many: int, *, seed: int) -> np.ndarray:
    """Returns people whose outcome is 20 + a / 2 - b plus something that no number predicts."""
    draw = np.random.default_rng(seed)
    first = draw.integers(0, 21, many)
    second = np.clip((first - 10) // 4 + draw.integers(-3, 4, many), -6, 6)
    return np.stack([first, second, np.clip(20 + first // 2 - second + draw.integers(-2, 3, many), 10, 40)], axis=1)


def moments_of(rows: np.ndarray, **more: Any) -> Moments:
    """Returns the moments of the people themselves, with hardly any error."""
    low, high = (np.array([getattr(number, end) for number in NUMBERS]) for end in ("low", "high"))
    t = (2 * rows - low - high) / (high - low)
    return Moments(**{"means": t.mean(axis=0), "products": t.T @ t / len(t), **ERRORS, **more})


def test_with_exact_moments_it_is_the_line_of_least_squares_in_units() -> None:
    rows = people(500, seed=1)
    regression = linear_regression(moments_of(rows), NUMBERS)
    matrix = np.column_stack([np.ones(len(rows)), rows[:, :2]])
    line, *_ = np.linalg.lstsq(matrix, rows[:, 2].astype(float), rcond=None)
    np.testing.assert_allclose([regression.intercept, *regression.slopes], line, rtol=1e-9)
    np.testing.assert_allclose(regression.foretell(rows[:5, :2]), matrix[:5] @ line, rtol=1e-9)
    assert regression.ridge == 0


@pytest.mark.parametrize("place", range(9))
def test_an_error_of_one_moment_moves_the_line_as_the_delta_method_says(place: int) -> None:
    """One moment alone errs by a little; the change of the line is its slope, and the covariance the square of that."""
    rows, little = people(500, seed=2), 1e-5
    exact = moments_of(rows)
    named: list[Any] = [*range(3), *itertools.combinations_with_replacement(range(3), 2)]
    means, products = exact.means.copy(), exact.products.copy()
    mean_errors, product_errors = np.zeros(3), np.zeros((3, 3))
    which = named[place]
    if isinstance(which, int):
        means[which] += little
        mean_errors[which] = little
    else:
        for first, other in {which, which[::-1]}:
            products[first, other] += little
            product_errors[first, other] = little
    regression = linear_regression(replace(exact, mean_errors=mean_errors, product_errors=product_errors), NUMBERS)
    moved = linear_regression(replace(exact, means=means, products=products), NUMBERS)
    change = np.array([moved.intercept - regression.intercept, *(moved.slopes - regression.slopes)])
    assert regression.covariance is not None
    np.testing.assert_allclose(regression.covariance, np.outer(change, change), rtol=0.01, atol=1e-16)


def test_a_direction_without_variance_is_held_by_a_ridge_which_is_said() -> None:
    rows = people(500, seed=3)
    exact = moments_of(rows)
    spread = exact.covariance[:2, :2]
    least = float(np.linalg.eigvalsh(spread)[0])
    noisy = replace(exact, product_errors=np.full((3, 3), least + 0.25))
    regression = linear_regression(noisy, NUMBERS)
    assert regression.ridge == pytest.approx(0.25)
    assert regression.covariance is None
    slopes = np.linalg.solve(spread + 0.25 * np.eye(2), exact.covariance[:2, 2])
    np.testing.assert_allclose(regression.slopes, slopes * 30 / np.array([20, 12]))
    with pytest.raises(ValueError, match="no closed form for the error of this line: a ridge holds it"):
        regression.interval(0.95)


def test_negative_variances_are_held_too() -> None:
    exact = moments_of(people(500, seed=4))
    broken = replace(exact, products=exact.products - np.eye(3), product_errors=np.full((3, 3), 0.01))
    regression = linear_regression(broken, NUMBERS)
    assert regression.ridge > 0
    assert np.linalg.eigvalsh(broken.covariance[:2, :2] + regression.ridge * np.eye(2))[0] == pytest.approx(0.01)


def test_one_draw_of_moments_stays_within_six_standard_errors() -> None:
    """Nine moments: correct ones fail for one seed in 50 million."""
    rows = people(60_000, seed=5)
    moments = PERTURBATION.moments(PERTURBATION.count(PERTURBATION.perturb_many(rows, SeededEntropy(20261122))))
    true = moments_of(rows)
    assert (np.abs(moments.means - true.means) / moments.mean_errors).max() < 6
    assert (np.abs(moments.products - true.products) / moments.product_errors).max() < 6
    np.testing.assert_array_equal(moments.products, moments.products.T)


@pytest.mark.parametrize("steps", [32, 1])
def test_a_yes_or_no_is_told_beside_a_wide_number_which_keeps_its_steps(steps: int) -> None:
    """Five moments: correct ones fail for one seed in 100 million."""
    perturbation = PerturbedMoments(
        numbers=(Bounded(low=0, high=1), Bounded(low=18, high=90)), epsilon="4", steps=steps
    )
    rows = np.stack([np.arange(60_000) % 5 == 0, 18 + np.arange(60_000) % 73], axis=1).astype(int)
    moments = perturbation.moments(perturbation.count(perturbation.perturb_many(rows, SeededEntropy(8))))
    t = 2 * (rows - np.array([0, 18])) / np.array([1, 72]) - 1
    assert perturbation.mechanism.steps == steps
    assert (np.abs(moments.means - t.mean(axis=0)) / moments.mean_errors).max() < 6
    assert (np.abs(moments.products - t.T @ t / len(t)) / moments.product_errors).max() < 6
    assert moments.product_errors.max() < 0.05


def test_of_yes_or_no_alone_one_step_says_more_than_many() -> None:
    perturbation = PerturbedMoments(numbers=(Bounded(low=0, high=1),) * 2, epsilon="1")
    many, one_step = (
        each.mechanism.variances([grid.high for grid in each.mechanism.grids], 1) / each._parts**2
        for each in (perturbation, replace(perturbation, steps=1))
    )
    assert (one_step < 0.8 * many).all()


def surveys(many: int) -> list[LinearRegression]:
    return [
        linear_regression(
            PERTURBATION.moments(
                PERTURBATION.count(PERTURBATION.perturb_many(people(4000, seed=seed), SeededEntropy(seed)))
            ),
            NUMBERS,
        )
        for seed in range(many)
    ]


@pytest.mark.slow
@pytest.mark.depends_on("mechanisms")
def test_intervals_of_95_percent_hold_the_line_of_all_people_that_often() -> None:
    """The expectation is 380 of 400 surveys, with spread 4.4: below 354 once in 10^8.

    Each survey has 4 000 people; seeds are fixed.
    """
    everybody = linear_regression(moments_of(people(1_000_000, seed=99)), NUMBERS)
    line = np.array([everybody.intercept, *everybody.slopes])
    drawn = surveys(400)
    assert sum(regression.ridge > 0 for regression in drawn) == 0
    coverage = sum(
        (regression.interval(0.95)[:, 0] <= line) & (line <= regression.interval(0.95)[:, 1]) for regression in drawn
    )
    assert (np.asarray(coverage) >= 354).all()
    assert (np.asarray(coverage) <= 399).all()


def test_of_a_large_epsilon_each_report_tells_several_moments_and_no_error_is_known() -> None:
    perturbation = replace(PERTURBATION, epsilon="6")
    regression = linear_regression(
        perturbation.moments(perturbation.count(perturbation.perturb_many(people(20_000, seed=1), SeededEntropy(1)))),
        NUMBERS,
    )
    assert (perturbation.mechanism.spoken_of, regression.ridge) == (2, 0)
    with pytest.raises(ValueError, match="several moments"):
        regression.interval(0.95)


def test_axes_can_be_made_of_perturbed_moments() -> None:
    """Long sides of the cloud are found again: the first axis within a few degrees of that of the people themselves."""
    rows = people(60_000, seed=6)
    moments = PERTURBATION.moments(PERTURBATION.count(PERTURBATION.perturb_many(rows, SeededEntropy(4))))
    first, other = (of_moments(each.means, each.covariance, 1).axes[0] for each in (moments, moments_of(rows)))
    assert abs(float(first @ other)) > 0.99


def test_the_card_says_when_a_ridge_was_needed() -> None:
    exact = moments_of(people(500, seed=3))
    plain = linear_regression_card(PERTURBATION.event(), linear_regression(exact, NUMBERS), reports=500)
    regression = linear_regression(replace(exact, product_errors=np.full((3, 3), 9.0)), NUMBERS)
    assert "intervals by the delta method" in plain.limits
    card = linear_regression_card(PERTURBATION.event(), regression, reports=500)
    assert any("ridge of" in line for line in card.biased)
    assert "no interval: a ridge holds it" in card.limits
    assert (card.epsilon, card.mechanism, card.reports) == ("4", "piecewise-several", 500)
    assert 0.99 * 4 < float(card.spent) <= 4


@pytest.mark.parametrize(
    ("rows", "why"), [([[1, 2]], "rows of 3"), ([[21, 0, 20]], "outside"), ([[1.5, 0.0, 20.0]], "whole numbers")]
)
def test_refuses_people_that_cannot_be(rows: list[Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        PERTURBATION.perturb_many(rows, SeededEntropy(1))


def test_refuses_one_number_alone_and_rows_it_was_not_made_of() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        PerturbedMoments(numbers=NUMBERS[:1], epsilon="1")
    with pytest.raises(ValueError, match="rows of 2"):
        LinearRegression(0.0, np.zeros(2), 0.0, None).foretell([[1]])


def test_refuses_two_numbers_whose_product_has_no_grid_naming_the_limit_that_holds() -> None:
    for widths in ((2896, 2896), (4096, 2048)):
        PerturbedMoments(numbers=tuple(Bounded(low=0, high=width) for width in widths), epsilon="1")
    for widths in ((2897, 2897), (4096, 2049)):
        with pytest.raises(ValueError, match=f"numbers is {min(widths)} and {max(widths)}; .* 2896 units each"):
            PerturbedMoments(numbers=tuple(Bounded(low=0, high=width) for width in widths), epsilon="1")
    with pytest.raises(ValueError, match="steps is 0; it is a whole number from 1"):
        replace(PERTURBATION, steps=0)
