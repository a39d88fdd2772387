"""These tests cover the square wave: its published integers, and distributions that are found again from what was
sent."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.iterative_bayesian_update import ems, ibu
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_distribution import NumberDistribution, reports_like
from mechanisms.ldp.numbers.square_wave import SquareWave, WindowChances
from mechanisms.ldp.shapes.numbers.window import WindowChannel

FINE = Grid(low=0, high=640, steps=64)


def wave_of(epsilon: str, grid: Grid = FINE) -> SquareWave:
    return SquareWave(grid=grid, epsilon=epsilon)


def channel_of(wave: SquareWave) -> WindowChannel:
    assert isinstance(wave.channel, WindowChannel)
    return wave.channel


def hill(steps: int) -> NDArray[np.float64]:
    """Shares of the points that are smooth and skewed."""
    places = (np.arange(steps + 1) + 0.5) / (steps + 1)
    shares = places * (1 - places) ** 4
    return np.asarray(shares / shares.sum(), dtype=np.float64)


def moved(distribution: NumberDistribution, truth: NDArray[np.float64]) -> float:
    """Returns how far shares have to be moved, as a part of the range (Wasserstein's distance)."""
    return float(np.abs(np.cumsum(distribution.shares) - np.cumsum(truth))[:-1].sum()) / distribution.grid.steps


@pytest.mark.parametrize("epsilon", ["0.000001", "0.1", "0.5", "1", "2", "4", "8", "16"])
@pytest.mark.parametrize("steps", [1, 9, 64])
def test_the_wave_is_as_wide_and_as_likely_as_published(epsilon: str, steps: int) -> None:
    channel, eps, points = channel_of(wave_of(epsilon, Grid(low=0, high=640, steps=steps))), float(epsilon), steps + 1
    e = math.exp(eps)
    half = 0.5 if eps < 0.001 else (eps * e - e + 1) / (2 * e * (e - 1 - eps))
    assert channel.window == 2 * math.floor(points * half * (1 - 1e-6)) + 1
    assert channel.outputs == points + channel.window - 1
    published = e / (channel.window * e + points - 1)
    assert float(channel.inside) == pytest.approx(published, rel=1e-6)
    assert float(channel.outside) == pytest.approx(published / e, rel=0.003 if eps > 8 else 1e-5)


@pytest.mark.parametrize("epsilon", ["0.5", "2", "16"])
@pytest.mark.parametrize("steps", [1, 4, 10])
def test_sums_over_windows_are_those_of_the_table(epsilon: str, steps: int) -> None:
    wave = wave_of(epsilon, Grid(low=-3, high=7, steps=steps))
    known = WindowChances(channel_of(wave))
    table = np.array(
        [
            [float(wave.channel.report_probabilities(point)[report]) for point in range(steps + 1)]
            for report in range(wave.channel.outputs)
        ]
    )
    shares, ratios = hill(steps), np.asarray(np.sqrt(np.arange(known.reports)), dtype=np.float64)
    np.testing.assert_allclose(known.forward(shares), table @ shares, rtol=1e-9)
    np.testing.assert_allclose(known.backward(ratios), ratios @ table, rtol=1e-9)
    counts = 10 + np.arange(known.reports) ** 2
    stop = 0.001 * min(1.0, float(epsilon)) ** 2
    plain = ibu(counts, table, tolerance=stop * math.exp(float(epsilon)), most=10_000)
    smooth = ems(counts, table, tolerance=stop, most=10_000)
    np.testing.assert_allclose(wave.distribution(counts).shares, plain.shares, atol=1e-6)
    np.testing.assert_allclose(wave.smooth_distribution(counts).shares, smooth.shares, atol=1e-6)


@pytest.mark.parametrize(("epsilon", "plain", "smooth"), [("1", 0.008, 0.016), ("4", 0.0016, 0.0024)])
def test_the_distribution_of_many_is_found_again(epsilon: str, plain: float, smooth: float) -> None:
    """The distances were .0033 and .0132 at epsilon 1, .0008 and .0019 at 4 where the formulas were checked before."""
    wave, people = wave_of(epsilon), 200_000
    truth = hill(64)
    numbers = np.repeat(np.arange(0, 641, 10), np.rint(truth * people).astype(int))
    counts = wave.count(wave.perturb_many(numbers, SeededEntropy(20261122)))
    assert moved(wave.distribution(counts), truth) < plain
    assert moved(wave.smooth_distribution(counts), truth) < smooth
    assert wave.distribution(counts).mean == pytest.approx(numbers.mean(), abs=0.006 * 640)
    assert wave.distribution(counts).quantile(0.5) == pytest.approx(np.median(numbers), abs=0.02 * 640)


@pytest.mark.parametrize("epsilon", ["0.1", "0.2", "0.5"])
def test_strong_protection_does_not_end_the_rounds_where_they_begin(epsilon: str) -> None:
    """The counts are those expected of 1000 people with a mean of 4.3; the rounds start from equal shares with a mean
    of 8."""
    wave = wave_of(epsilon, Grid(low=0, high=16, steps=16))
    counts = expected(wave, 1000)
    assert wave.distribution(counts).mean == pytest.approx(wave.mean(counts), abs=0.4)


def test_a_distribution_that_still_moves_is_refused() -> None:
    wave = wave_of("0.01", Grid(low=0, high=8, steps=8))
    with pytest.raises(ValueError, match=r"^after 10000 rounds the distribution still moves; the mean of the readings"):
        wave.distribution(expected(wave, 20_000))


def test_a_smooth_distribution_that_still_moves_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mechanisms.ldp.numbers.square_wave._MOST_ROUNDS", 3)
    wave = wave_of("1", Grid(low=0, high=8, steps=8))
    with pytest.raises(ValueError, match=r"^after 3 rounds the distribution still moves"):
        wave.smooth_distribution(expected(wave, 20_000))


def expected(wave: SquareWave, people: int) -> NDArray[np.int64]:
    """Returns how often each report is expected of people who hold the hill."""
    distribution = NumberDistribution(grid=wave.grid, shares=hill(wave.grid.steps))
    return np.rint(wave.report_shares(distribution) * people).astype(np.int64)


def test_what_is_read_off_a_distribution_is_in_units() -> None:
    distribution = NumberDistribution(grid=Grid(low=-10, high=30, steps=4), shares=np.array([0.1, 0.4, 0.0, 0.3, 0.2]))
    assert distribution.points.tolist() == [-10, 0, 10, 20, 30]
    assert distribution.mean == pytest.approx(11)
    assert distribution.variance == pytest.approx(0.1 * 21**2 + 0.4 * 11**2 + 0.3 * 9**2 + 0.2 * 19**2)
    quantiles = {0: -10, 0.05: -7.5, 0.1: -5, 0.3: 0, 0.8: 25, 0.9: 27.5, 1: 30}
    assert {share: pytest.approx(distribution.quantile(share)) for share in quantiles} == quantiles


def test_drawn_surveys_hold_the_reports_that_the_distribution_sends() -> None:
    wave, people, surveys = wave_of("1", Grid(low=0, high=9, steps=9)), 2000, 50
    shares = wave.report_shares(NumberDistribution(grid=wave.grid, shares=hill(9)))
    drawn = reports_like(shares, people, surveys=surveys, entropy=SeededEntropy(7))
    assert (drawn.sum(axis=1) == people).all()
    sent = drawn.sum(axis=0)
    away = np.abs(sent - shares * people * surveys) / np.sqrt(people * surveys * shares * (1 - shares))
    assert away.max() < 6
    assert len(np.unique(drawn, axis=0)) > 1


def test_intervals_are_as_wide_as_drawn_surveys_say() -> None:
    """The mean of simulated surveys differs from the estimate by its bias; the truth lies as far on the other side."""
    wave, people = wave_of("2", Grid(low=0, high=16, steps=16)), 4000
    numbers = np.repeat(np.arange(17), np.rint(hill(16) * people).astype(int))
    counts = wave.count(wave.perturb_many(numbers, SeededEntropy(3)))

    def read(distribution: NumberDistribution) -> list[float]:
        return [distribution.mean, distribution.quantile(0.5)]

    limits = wave.distribution_intervals(counts, read, confidence=0.9, surveys=40, entropy=SeededEntropy(4))
    distribution = wave.distribution(counts)
    drawn = reports_like(wave.report_shares(distribution), int(counts.sum()), surveys=40, entropy=SeededEntropy(4))
    each = np.array([read(wave.distribution(survey)) for survey in drawn])
    half = 1.6448536 * each.std(axis=0, ddof=1)
    centre = np.array(read(distribution)) - (each.mean(axis=0) - np.array(read(distribution)))
    np.testing.assert_allclose(limits, np.stack([centre - half, centre + half], axis=1), rtol=1e-6)
    assert limits[0, 0] < numbers.mean() < limits[0, 1]
    drawn_error = math.sqrt(wave.variance(8, len(numbers)))
    # The biased mean has a smaller error than the unbiased one.
    assert 0.5 * drawn_error < half[0] / 1.6448536 < drawn_error


def test_refuses_what_is_no_distribution() -> None:
    grid = Grid(low=0, high=2, steps=2)
    for shares in ([0.5, 0.5], [0.5, 0.6, -0.1], [0.5, 0.5, 0.5], [np.nan, 0.5, 0.5]):
        with pytest.raises(ValueError, match="shares must be 3 numbers"):
            NumberDistribution(grid=grid, shares=np.array(shares))
    distribution = NumberDistribution(grid=grid, shares=np.array([0.2, 0.3, 0.5]))
    for share in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="the share is"):
            distribution.quantile(share)
    with pytest.raises(ValueError, match="of another grid"):
        wave_of("1").report_shares(distribution)
    for reports, surveys in ((0, 10), (10, 1)):
        with pytest.raises(ValueError, match="show no error"):
            reports_like(distribution.shares, reports, surveys=surveys, entropy=SeededEntropy(1))
    wave = wave_of("1", grid)
    wrong: list[Any] = [[1, 2], np.zeros(wave.channel.outputs, int), np.full(wave.channel.outputs, 0.5)]
    for counts in wrong:
        for estimate in (wave.distribution, wave.smooth_distribution):
            with pytest.raises(ValueError, match=r"counts must be|0 reports"):
                estimate(counts)
    for confidence in (0.0, 1.0):
        with pytest.raises(ValueError, match="the confidence is"):
            wave.distribution_intervals(
                np.ones(wave.channel.outputs, int),
                lambda distribution: [distribution.mean],
                confidence=confidence,
                surveys=2,
                entropy=SeededEntropy(1),
            )
