"""These tests cover which mechanism a number gets, and what is promised of its mean before anybody is asked."""

import math

import numpy as np
import pytest

from mechanisms.catalogue import OF_A_NUMBER
from mechanisms.ldp.advice.means import furthest_mean_push, mean_half_width, required_for_mean
from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.number_choice import (
    OF_A_MEAN,
    choose_for_distribution,
    choose_for_mean,
    largest_noise,
    most_variance,
)
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.piecewise import PiecewiseMechanism

HOURS = Grid(low=0, high=60, steps=30)


@pytest.mark.parametrize("steps", [1, 2, 5, 10])
@pytest.mark.parametrize(
    "offered", [kind for kind in OF_A_NUMBER if kind.slug != "laplace"], ids=lambda kind: kind.slug
)
@pytest.mark.parametrize("epsilon", ["0.2", "1", "4"])
def test_no_point_of_the_grid_has_a_larger_variance_than_is_said(
    offered: type[NumberMechanism], epsilon: str, steps: int
) -> None:
    grid = Grid(low=-3, high=7, steps=steps)
    mechanism = offered(grid=grid, epsilon=epsilon)
    every = [mechanism.variance(-3 + point * 10 // steps, 1) for point in range(steps + 1)]
    assert max(every) == pytest.approx(largest_noise(mechanism), rel=1e-12)


@pytest.mark.parametrize(
    ("epsilon", "kind"),
    [("0.0001", DuchiMechanism), ("0.5", DuchiMechanism), ("0.62", HybridMechanism), ("8", HybridMechanism)],
)
def test_the_one_with_the_smallest_error_at_its_worst_is_chosen(epsilon: str, kind: type[NumberMechanism]) -> None:
    chosen = choose_for_mean(HOURS, epsilon)
    assert type(chosen.mechanism) is kind
    assert list(chosen.variances) == [offered.slug for offered in OF_A_MEAN]
    assert chosen.variances[kind.slug] == pytest.approx(min(chosen.variances.values()), rel=1e-8)


def test_of_equals_the_one_with_the_shortest_report_is_chosen() -> None:
    """All three mechanisms are one coin on a grid of one step; only their largest variances are compared."""
    assert type(choose_for_mean(Grid(low=0, high=1, steps=1), "4").mechanism) is DuchiMechanism


@pytest.mark.parametrize(
    ("epsilon", "sentence"),
    [
        (
            "1",
            "Hybrid mechanism has the smallest error for a mean of 30 steps at epsilon 1, whatever people answer; "
            "Duchi's mechanism would need 1.09 times as many reports for the same precision.",
        ),
        (
            "0.5",
            "Duchi's mechanism has the smallest error for a mean of 30 steps at epsilon 0.5, whatever people answer; "
            "Hybrid mechanism is within 1 % of it.",
        ),
    ],
)
def test_the_reason_can_be_read(epsilon: str, sentence: str) -> None:
    assert choose_for_mean(HOURS, epsilon).reason == sentence


def test_a_distribution_is_asked_by_the_square_wave() -> None:
    chosen = choose_for_distribution(HOURS, "1")
    assert chosen.mechanism.slug == "square-wave"
    assert chosen.reason == ("Square wave is the only mechanism offered for a distribution, of 30 steps at epsilon 1.")


@pytest.mark.parametrize("steps", [1, 2, 100, 1000])
@pytest.mark.parametrize("epsilon", ["0.0001", "0.0002", "8"])
def test_whatever_epsilon_a_survey_may_have_there_is_a_mechanism(epsilon: str, steps: int) -> None:
    grid = Grid(low=0, high=1000, steps=steps)
    for choose in (choose_for_mean, choose_for_distribution):
        assert choose(grid, epsilon).mechanism.report_bytes <= 2


def test_what_no_mechanism_takes_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 16"):
        choose_for_mean(HOURS, "17")


@pytest.mark.parametrize("truth", ["low", "halves", "even"])
@pytest.mark.parametrize("epsilon", ["0.5", "2"])
def test_the_half_width_planned_is_never_below_the_error_of_whatever_people_hold(epsilon: str, truth: str) -> None:
    population = {"low": [1.0] + [0.0] * 30, "halves": [0.5] + [0.0] * 29 + [0.5], "even": [1 / 31] * 31}[truth]
    points = np.arange(0, 61, 2)
    mean = float(np.array(population) @ points)
    for offered in OF_A_MEAN:
        mechanism = offered(grid=HOURS, epsilon=epsilon)
        noise = sum(share * mechanism.variance(int(point), 1) for share, point in zip(population, points, strict=True))
        spread = float(np.array(population) @ (points - mean) ** 2)
        assert noise + spread <= most_variance(mechanism)
        assert mean_half_width([(mechanism, 1)], 400, 0.95) >= 1.9599 * math.sqrt((noise + spread) / 400)


def test_so_many_are_enough_and_one_fewer_is_not() -> None:
    portions = [(choose_for_mean(HOURS, epsilon).mechanism, part) for epsilon, part in (("0.5", 30), ("2", 70))]
    enough = required_for_mean(portions, half_width=3, confidence=0.95)
    assert mean_half_width(portions, enough, 0.95) <= 3 < mean_half_width(portions, enough - 1, 0.95)
    nobody = [*portions, (PiecewiseMechanism(grid=HOURS, epsilon="0.1"), 0)]
    assert required_for_mean(nobody, half_width=3, confidence=0.95) == enough


def test_made_up_reports_push_a_mean_as_far_as_their_readings_reach() -> None:
    """Duchi's mechanism at epsilon 1 reads 30 +- 30 (e + 1) / (e - 1); the replaced report is at worst the other
    end.
    """
    reach = 30 * (math.e + 1) / (math.e - 1)
    mechanism = DuchiMechanism(grid=HOURS, epsilon="1")
    up, down = furthest_mean_push([mechanism], 0.01)
    assert [up, down] == pytest.approx([0.01 * (30 + reach)] * 2)
    stronger = DuchiMechanism(grid=HOURS, epsilon="0.5")
    assert furthest_mean_push([mechanism, stronger], 0.01) == furthest_mean_push([stronger], 0.01)


def test_refuses_what_is_no_plan() -> None:
    mechanism = DuchiMechanism(grid=HOURS, epsilon="1")
    with pytest.raises(ValueError, match="at least 1"):
        mean_half_width([(mechanism, 1)], 0, 0.95)
    with pytest.raises(ValueError, match="it is above 0"):
        required_for_mean([(mechanism, 1)], half_width=0, confidence=0.95)
    with pytest.raises(ValueError, match="nobody chooses"):
        mean_half_width([(mechanism, 0)], 10, 0.95)
    with pytest.raises(ValueError, match="none below 0"):
        mean_half_width([(mechanism, -1)], 10, 0.95)
    for share in (-0.1, 1.1):
        with pytest.raises(ValueError, match=r"lies in \[0, 1\]"):
            furthest_mean_push([mechanism], share)
