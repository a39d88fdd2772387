"""These tests cover the two parts of the error of a mean: noise, and the sampling of people. The noise is exact for
known numbers."""

import math

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.laplace import LaplaceMechanism
from mechanisms.ldp.numbers.mean_among_people import (
    among_people,
    noise_curve,
    parts_of_mean,
    parts_of_pooled_mean,
)
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.piecewise import PiecewiseMechanism
from mechanisms.ldp.numbers.pooled_mean import share_pooled_mean
from mechanisms.ldp.numbers.square_wave import SquareWave

KINDS = [DuchiMechanism, HybridMechanism, LaplaceMechanism, PiecewiseMechanism, SquareWave]
HOURS = Grid(low=0, high=60, steps=30)
OF_POINTS = Grid(low=0, high=60, steps=60)
PIECEWISE, LAPLACE = PiecewiseMechanism(grid=OF_POINTS, epsilon="2"), LaplaceMechanism(grid=OF_POINTS, epsilon="4")
DUCHI = DuchiMechanism(grid=OF_POINTS, epsilon="1")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("steps", [1, 2, 7, 60])
@pytest.mark.parametrize("epsilon", ["0.1", "1", "4"])
def test_noise_is_a_quadratic_of_the_point(kind: type[NumberMechanism], steps: int, epsilon: str) -> None:
    mechanism = kind(grid=Grid(low=0, high=60, steps=steps), epsilon=epsilon)
    constant, slope, square = noise_curve(mechanism)
    points = np.arange(steps + 1)
    exact = [float(mechanism.channel.spread(point)) for point in range(steps + 1)]
    np.testing.assert_allclose(constant + slope * points + square * points**2, exact, rtol=1e-6, atol=1e-6 * steps**2)


def counts_expected(mechanism: NumberMechanism, numbers: list[int], times: int) -> np.ndarray:
    """Returns the expected number of each report, in whole numbers, when these people answer so many times."""
    each = np.zeros(mechanism.channel.outputs)
    for number in numbers:
        for report, chance in mechanism.report_probabilities(number).items():
            each[report] += float(chance)
    return np.round(each * times).astype(np.int64)


@pytest.mark.parametrize("mechanism", [PIECEWISE, LAPLACE, SquareWave(grid=OF_POINTS, epsilon="2")])
def test_the_parts_are_those_of_the_people_who_answered(mechanism: NumberMechanism) -> None:
    """The counts equal their expectation: the noise part is the mean of all people's noise, and the rest is their
    spread."""
    numbers = [0, 10, 10, 12, 25, 60]
    parts = parts_of_mean(mechanism, counts := counts_expected(mechanism, numbers, 10**6))
    assert parts is not None
    reports = int(counts.sum())
    assert parts.noise * reports == pytest.approx(np.mean([mechanism.variance(n, 1) for n in numbers]), rel=1e-3)
    assert parts.drawn * reports == pytest.approx(np.var(numbers), rel=1e-2)
    assert parts.noise + parts.drawn == pytest.approx(mechanism.standard_error(counts) ** 2)


def test_rounding_counts_as_noise_at_its_most() -> None:
    """Rounding 31, which lies between two points at a distance of 2, adds at most 1 to the noise."""
    mechanism = LaplaceMechanism(grid=HOURS, epsilon="4")
    parts = parts_of_mean(mechanism, counts := counts_expected(mechanism, [31], 10**8))
    assert parts is not None
    assert parts.noise * counts.sum() == pytest.approx(mechanism.variance(31, 1), rel=1e-4)
    assert parts.drawn * counts.sum() == pytest.approx(0, abs=0.01)


def test_the_ends_of_a_range_do_not_say_how_far_people_lie_from_each_other() -> None:
    counts = np.array([120, 180])
    assert parts_of_mean(DUCHI, counts) is None
    sample = share_pooled_mean([(DUCHI, counts)])
    everybody = among_people(sample, [300])
    assert parts_of_pooled_mean(everybody) is None
    assert everybody.standard_error == sample.standard_error
    np.testing.assert_array_equal(everybody.interval(0.95), sample.interval(0.95))


def test_a_single_report_has_no_parts() -> None:
    counts = np.zeros(LAPLACE.channel.outputs, dtype=np.int64)
    counts[3] = 1
    assert parts_of_mean(LAPLACE, counts) is None


def test_levels_weigh_their_parts_by_the_squares_of_their_people() -> None:
    ours, theirs = counts_expected(PIECEWISE, [10, 20], 100), counts_expected(LAPLACE, [30, 50], 50)
    levels, people = [(PIECEWISE, ours), (LAPLACE, theirs)], [800, 200]
    first, other = parts_of_mean(*levels[0]), parts_of_mean(*levels[1])
    assert first is not None
    assert other is not None
    everybody = among_people(share_pooled_mean(levels, people), people)
    parts = parts_of_pooled_mean(everybody)
    assert parts is not None
    assert parts.noise == pytest.approx(0.64 * first.noise + 0.04 * other.noise)
    kept = [1 - (own - 1) / (all_of_level - 1) for own, all_of_level in ((ours.sum(), 800), (theirs.sum(), 200))]
    assert parts.drawn == pytest.approx(0.64 * kept[0] * first.drawn + 0.04 * kept[1] * other.drawn)
    of_sample = parts_of_pooled_mean(share_pooled_mean(levels, people))
    assert of_sample is not None
    assert of_sample.drawn == pytest.approx(0.64 * first.drawn + 0.04 * other.drawn)
    assert everybody.standard_error == pytest.approx(math.sqrt(parts.noise + parts.drawn))
    assert everybody.mean == share_pooled_mean(levels, people).mean
    np.testing.assert_allclose(everybody.interval(0.95)[1] - everybody.mean, 1.959964 * everybody.standard_error)


@pytest.mark.parametrize("mechanism", [PIECEWISE, LAPLACE], ids=["piecewise", "laplace"])
def test_limits_of_everybody_hold_their_mean_as_often_as_they_say(mechanism: NumberMechanism) -> None:
    """The test simulates 2 000 surveys of the same 300 people: 95 in a hundred hold the mean, at 6 sigma; intervals for
    a sample hold it far more often."""
    people, surveys = np.resize([0, 0, 5, 20, 30, 60], 300), 2000
    reports = mechanism.perturb_many(np.tile(people, surveys), SeededEntropy(43)).reshape(surveys, 300, -1)
    covered, of_sample = 0, 0
    for sent in reports:
        counts = mechanism.count(sent)
        low, high = among_people(share_pooled_mean([(mechanism, counts)]), [300]).interval(0.95)
        covered += low <= people.mean() <= high
        low, high = mechanism.interval(counts, 0.95)
        of_sample += low <= people.mean() <= high
    allowed = 6 * math.sqrt(0.95 * 0.05 / surveys)
    assert abs(covered / surveys - 0.95) < allowed
    assert of_sample > covered
