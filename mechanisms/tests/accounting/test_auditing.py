"""The bounds that an audit states hold as often as they say, and are as large as possible in simple cases."""

import math

import numpy as np
import pytest

from mechanisms.accounting.auditing import (
    EVENTS,
    epsilon_for_delta,
    largest_shown,
    lower_limit,
    rho,
    upper_limit,
)

ERROR = 1e-9


def test_the_limits_fail_as_often_as_they_say() -> None:
    """The test is exact: it sums the chance of a count whose limit lies beyond the probability, over every count of
    40."""
    trials, tail = 40, 0.01
    for probability in (0.03, 0.2, 0.5, 0.9):
        chances = [
            np.exp(_log_choose(trials, count)) * probability**count * (1 - probability) ** (trials - count)
            for count in range(trials + 1)
        ]
        too_high = sum(c for n, c in enumerate(chances) if lower_limit(n, trials, tail) > probability)
        too_low = sum(c for n, c in enumerate(chances) if upper_limit(n, trials, tail) < probability)
        assert 0 <= too_high <= tail
        assert 0 <= too_low <= tail


def _log_choose(trials: int, count: int) -> float:
    return float(np.log(np.arange(count + 1, trials + 1)).sum() - np.log(np.arange(1, trials - count + 1)).sum())


def test_outcomes_that_pick_an_event_do_not_count_for_it() -> None:
    """All of the quarter that picks events breaks any promise, the rest does not: nothing is shown."""
    left, right = np.zeros(4_000, np.int64), np.zeros(4_000, np.int64)
    left[:1_000] = 1
    assert largest_shown(left, right, epsilon_for_delta(0), error=ERROR).spent == 0
    left[1_000:] = 1
    assert largest_shown(left, right, epsilon_for_delta(0), error=ERROR).spent > 4


def test_what_never_happens_on_one_side_shows_as_much_as_its_limits_allow() -> None:
    left, right = np.zeros(4_000), np.ones(4_000)
    exposure = largest_shown(left, right, epsilon_for_delta(0), error=ERROR)
    rare = 1 - (ERROR / (4 * EVENTS)) ** (1 / 3_000)
    assert exposure.spent == pytest.approx(math.log((1 - rare) / rare))
    assert (exposure.at_least, exposure.at_most) == pytest.approx((1 - rare, rare))


def test_delta_allows_what_it_says_and_no_more() -> None:
    left, right = np.zeros(40_000, np.int64), np.zeros(40_000, np.int64)
    left[::20] = 1  # The event has probability 0.05 on the left, 0 on the right.
    assert largest_shown(left, right, epsilon_for_delta(0.06), error=ERROR).spent == 0
    assert largest_shown(left, right, epsilon_for_delta(0.03), error=ERROR).spent > 1


def test_statistics_that_tell_nothing_alone_are_told_together() -> None:
    """Both numbers have the same noise, so their difference has none."""
    generator = np.random.default_rng(0)
    noise = generator.normal(0, 50, (2, 2_000))
    left, right = (np.stack([side, side + place], axis=1) for place, side in enumerate(noise))
    assert largest_shown(left, right, rho, error=ERROR).spent > 2
    assert all(largest_shown(left[:, at], right[:, at], rho, error=ERROR).spent < 0.1 for at in range(2))


def test_the_rho_of_an_event_is_its_largest_divergence_by_order() -> None:
    """The rho of two events, with probabilities of a half and a hundredth, is compared with the formula for each
    order.
    """
    p, q = 0.5, 0.01
    orders = 1 + np.geomspace(1e-3, 100, 5_000)
    divergences = np.log(p**orders * q ** (1 - orders) + (1 - p) ** orders * (1 - q) ** (1 - orders)) / (orders - 1)
    assert float(rho(np.array(p), np.array(q))) == pytest.approx((divergences / orders).max(), rel=1e-3)
    assert float(rho(np.array(q), np.array(p))) < 1e-12


@pytest.mark.parametrize("far", [0.3, 1.0, 3.0])
def test_no_event_of_normal_noise_shows_more_than_its_rho(far: float) -> None:
    """Noise of 1 on numbers `far` apart is far^2 / 2 zCDP; every tail event is tried, with its exact probability."""
    ends = np.linspace(-5, 8, 400)
    above = np.array([[0.5 * math.erfc((end - place) / math.sqrt(2)) for end in ends] for place in (far, 0.0)])
    largest = rho(above[0], above[1]).max()
    assert 0.6 * far**2 / 2 < largest <= far**2 / 2


def test_the_rho_shown_grows_with_the_larger_probability_and_falls_with_the_smaller() -> None:
    grid = np.linspace(0.001, 0.999, 60)
    shown = rho(grid[:, np.newaxis] + 0 * grid, grid + 0 * grid[:, np.newaxis])
    assert (np.diff(shown, axis=0) >= -1e-9).all()
    assert (np.diff(shown, axis=1) <= 1e-9).all()


def test_refuses_an_error_that_is_no_probability_and_outcomes_that_cannot_be_compared() -> None:
    zeros = np.zeros((100, 2))
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        largest_shown(zeros, zeros, rho, error=0)
    with pytest.raises(ValueError, match="at least 8 outcomes"):
        largest_shown(zeros[:7], zeros, rho, error=ERROR)
    with pytest.raises(ValueError, match="the same statistics"):
        largest_shown(zeros, zeros[:, :1], rho, error=ERROR)
