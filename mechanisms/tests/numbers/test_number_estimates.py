"""These tests cover means of numbers: published errors, batches, intervals, one large simulation, and what is
refused."""

import itertools
import json
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.catalogue import OF_A_NUMBER, number_mechanism
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.laplace import LaplaceMechanism
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.piecewise import PiecewiseMechanism, window_channel
from mechanisms.ldp.numbers.square_wave import SquareWave
from mechanisms.ldp.shapes.numbers.added_noise import AddedNoiseChannel
from mechanisms.ldp.shapes.numbers.window import WindowChannel
from mechanisms.tests.numbers.number_cases import each_offered, grid_of

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests" / "vectors" / "numbers.json").read_text())
FINE = Grid(low=-1000, high=1000, steps=1000)
PEOPLE = 200_000


def error_on(offered: type[NumberMechanism], epsilon: str, t: float) -> float:
    """Returns the variance of one report on the number t of [-1, 1], as it is published, on a fine grid."""
    return offered(grid=FINE, epsilon=epsilon).variance(int(1000 * t), 1) / 1000**2


@pytest.mark.parametrize("epsilon", ["0.5", "1", "2", "4"])
@pytest.mark.parametrize("t", [-1.0, -0.3, 0.0, 0.5, 1.0])
def test_errors_are_those_published(epsilon: str, t: float) -> None:
    e, root = math.exp(float(epsilon)), math.exp(float(epsilon) / 2)
    duchi = ((e + 1) / (e - 1)) ** 2 - t**2
    piecewise = t**2 / (root - 1) + (root + 3) / (3 * (root - 1) ** 2)
    assert error_on(DuchiMechanism, epsilon, t) == pytest.approx(duchi, rel=1e-6)
    assert error_on(PiecewiseMechanism, epsilon, t) == pytest.approx(piecewise, rel=0.005)
    hybrid = duchi if epsilon == "0.5" else piecewise * (1 - 1 / root) + duchi / root
    assert error_on(HybridMechanism, epsilon, t) == pytest.approx(hybrid, rel=0.005)


def test_the_hybrid_has_one_error_for_all_numbers() -> None:
    for epsilon, published in (("1", 4.28899), ("4", 0.21898)):
        errors = [error_on(HybridMechanism, epsilon, t / 4) for t in range(-4, 5)]
        assert min(errors) == pytest.approx(published, rel=0.005)
        assert max(errors) == pytest.approx(published, rel=0.005)


@pytest.mark.parametrize("epsilon", ["0.5", "0.61", "0.62", "1", "4"])
def test_the_hybrid_is_never_worse_than_either_half_at_its_worst(epsilon: str) -> None:
    worst = {
        offered: max(error_on(offered, epsilon, t) for t in (0, 1))
        for offered in (DuchiMechanism, PiecewiseMechanism, HybridMechanism)
    }
    assert worst[HybridMechanism] == min(worst.values())


@pytest.mark.parametrize("epsilon", ["0.5", "0.61", "1", "2", "4", "8", "12.8", "16"])
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 10, 40])
def test_at_no_point_of_a_coarse_grid_is_the_hybrid_worse_than_either_half_at_its_worst(
    epsilon: str, steps: int
) -> None:
    duchi, piecewise, hybrid = (
        max(offered(grid=Grid(low=0, high=steps, steps=steps), epsilon=epsilon).channel.spread(point) for point in on)
        for on in (range(steps + 1),)
        for offered in (DuchiMechanism, PiecewiseMechanism, HybridMechanism)
    )
    assert hybrid <= min(duchi, piecewise) * (1 + Fraction(1, 10**9))


def test_mechanisms_overtake_each_other_where_it_is_published() -> None:
    assert error_on(PiecewiseMechanism, "1.28", 1) > error_on(DuchiMechanism, "1.28", 0)
    assert error_on(PiecewiseMechanism, "1.3", 1) < error_on(DuchiMechanism, "1.3", 0)
    grid = Grid(low=-1000, high=1000, steps=100)
    for epsilon, laplace_is_better in (("2.3", False), ("2.35", True)):
        laplace = LaplaceMechanism(grid=grid, epsilon=epsilon).variance(0, 1)
        assert (laplace < DuchiMechanism(grid=grid, epsilon=epsilon).variance(0, 1)) is laplace_is_better


@pytest.mark.parametrize("epsilon", ["0.1", "1", "4", "16"])
@pytest.mark.parametrize("steps", [10, 100])
def test_noise_on_whole_steps_is_no_worse_than_laplace_noise(epsilon: str, steps: int) -> None:
    grid = Grid(low=-1000, high=1000, steps=steps)
    for number in (-1000, 0, 1000):
        variance = LaplaceMechanism(grid=grid, epsilon=epsilon).variance(number, 1) / 1000**2
        laplace = 8 / float(epsilon) ** 2
        assert laplace * 0.9999 - 1 / (steps / 2) ** 2 < variance <= laplace


@pytest.mark.parametrize("epsilon", ["0.1", "1", "4", "16"])
@pytest.mark.parametrize("steps", [1, 7, 40])
def test_piecewise_takes_the_better_of_the_two_windows(epsilon: str, steps: int) -> None:
    channel = PiecewiseMechanism(grid=Grid(low=0, high=steps, steps=steps), epsilon=epsilon).channel
    assert isinstance(channel, WindowChannel)
    ideal = steps * math.exp(-float(epsilon) / 2)
    widths = {max(1, math.floor(ideal)), min(steps, math.ceil(ideal))}
    errors = {width: window_channel(steps, width, Fraction(epsilon)).spread(steps) for width in widths}
    assert errors[channel.window] == min(errors.values())


def test_released_integers_never_change() -> None:
    grid = Grid(low=0, high=100, steps=100)
    specs = [number_mechanism(offered.slug, grid=grid, epsilon="1").client_spec() for offered in OF_A_NUMBER]
    assert specs == [
        case["spec"] for case in VECTORS["cases"] if case["epsilon"] == "1" and case["spec"]["steps"] == 100
    ]
    noise = LaplaceMechanism(grid=grid, epsilon="1").channel
    assert isinstance(noise, AddedNoiseChannel)
    assert (noise.weights[0], noise.weights[1], noise.strays[0]) == (4305219049, 4348487219, 2515456345)


@each_offered
@settings(max_examples=20)
@given(steps=st.sampled_from((1, 4, 10)), seed=st.integers(0, 2**32), people=st.integers(0, 20))
def test_many_people_are_drawn_and_counted_as_one_after_the_other(
    offered: type[NumberMechanism], steps: int, seed: int, people: int
) -> None:
    mechanism = offered(grid=grid_of(steps), epsilon="1")
    numbers = np.random.default_rng(seed).integers(-3, 8, people)
    many = mechanism.perturb_many(numbers, SeededEntropy(seed))
    entropy = SeededEntropy(seed)
    reports = [mechanism.perturb(int(number), entropy) for number in numbers]
    assert [row.tobytes() for row in many] == [mechanism.pack(report) for report in reports]
    assert mechanism.count(many).tolist() == np.bincount(reports, minlength=mechanism.channel.outputs).tolist()
    for row in many:
        mechanism.check_report(row.tobytes())


@each_offered
def test_large_batches_are_drawn_in_blocks_without_a_seam(
    offered: type[NumberMechanism], monkeypatch: pytest.MonkeyPatch
) -> None:
    mechanism = offered(grid=grid_of(4), epsilon="1")
    numbers = np.arange(23) % 11 - 3
    whole = mechanism.perturb_many(numbers, SeededEntropy(1))
    monkeypatch.setattr("mechanisms.ldp.numbers.number_mechanism._BLOCK_PEOPLE", 5)
    assert (mechanism.perturb_many(numbers, SeededEntropy(1)) == whole).all()


@each_offered
def test_golden_draws_are_remade(offered: type[NumberMechanism]) -> None:
    cases = [case for case in VECTORS["cases"] if case["mechanism"] == offered.slug]
    assert len(cases) >= 3
    for case in cases:
        grid = Grid(**{name: case["spec"][name] for name in ("low", "high", "steps")})
        mechanism = offered(grid=grid, epsilon=case["epsilon"])
        assert (mechanism.client_spec(), mechanism.words, mechanism.report_bytes) == (
            case["spec"],
            case["words"],
            case["record_bytes"],
        )
        for draw in case["draws"]:
            tape = Tape(draw["tape"])
            assert mechanism.pack(mechanism.perturb(draw["answer"], tape)).hex() == draw["record"]
            assert tape.read == draw["read"]


@pytest.mark.proof("samples")
@pytest.mark.parametrize("epsilon", ["0.5", "2"])
@each_offered
def test_the_mean_of_many_lies_within_six_standard_errors_of_the_truth(
    offered: type[NumberMechanism], epsilon: str
) -> None:
    """Six sigma is exceeded by chance 2 times in a thousand million; the seed is fixed."""
    mechanism = offered(grid=Grid(low=-3, high=7, steps=4), epsilon=epsilon)
    # The numbers are skewed.
    numbers = np.repeat(np.arange(-3, 8), [PEOPLE // 2, *[PEOPLE // 40] * 8, PEOPLE // 10, PEOPLE // 5])
    counts = mechanism.count(mechanism.perturb_many(numbers, SeededEntropy(20261122)))
    people = len(numbers)
    noise = sum(mechanism.variance(int(number), people**2) * count for number, count in _counted(numbers))
    assert abs(mechanism.mean(counts) - numbers.mean()) < 6 * math.sqrt(noise)
    drawn = math.sqrt(noise + numbers.var() / people)
    assert mechanism.standard_error(counts) == pytest.approx(drawn, rel=0.03)


def _counted(numbers: np.ndarray) -> list[tuple[int, int]]:
    values, counts = np.unique(numbers, return_counts=True)
    return list(zip(values.tolist(), counts.tolist(), strict=True))


@each_offered
def test_mean_and_standard_error_are_those_of_the_readings_one_by_one(offered: type[NumberMechanism]) -> None:
    mechanism = offered(grid=grid_of(4), epsilon="1")
    last = mechanism.channel.outputs - 1
    # These reports lie further apart than the noise of a single number.
    reports = np.append(np.arange(8) ** 2 % last, [0, last] * 16)
    counts = np.bincount(reports, minlength=mechanism.channel.outputs)
    readings = [
        float(mechanism.grid.low + mechanism.grid.step * mechanism.channel.readings[report]) for report in reports
    ]
    assert mechanism.mean(counts) == pytest.approx(np.mean(readings))
    assert mechanism.standard_error(counts) == pytest.approx(np.std(readings, ddof=1) / math.sqrt(40))


@each_offered
def test_intervals_hold_the_mean_and_the_safe_one_is_wider(offered: type[NumberMechanism]) -> None:
    mechanism = offered(grid=grid_of(10), epsilon="1")
    counts = mechanism.count(mechanism.perturb_many(np.arange(3000) % 11 - 3, SeededEntropy(5)))
    usual, safe = mechanism.interval(counts, 0.9), mechanism.exact_interval(counts, 0.9)
    assert safe[0] < usual[0] < mechanism.mean(counts) < usual[1] < safe[1]
    assert usual[1] - usual[0] == pytest.approx(2 * normal_quantile(0.9) * mechanism.standard_error(counts), rel=0.01)
    assert (mechanism.interval(counts, 0.99)[1] - usual[1]) > 0
    if offered is not DuchiMechanism:
        spread, log = mechanism.standard_error(counts), math.log(4 / 0.1)
        reach = (
            mechanism.readings[-1] - mechanism.readings[0]
            if offered is not HybridMechanism
            else np.ptp(mechanism.readings)
        )
        half = math.sqrt(2 * log) * spread + 7 * reach * log / (3 * 2999)
        assert safe[1] - mechanism.mean(counts) == pytest.approx(half)


def coverage(mechanism: NumberMechanism, number: int, people: int) -> float:
    """Returns how often, at least, a 95 % interval holds a number that all people hold.

    Exact over all counts in which at most two reports are not the commonest one; all others count as misses.
    """
    chances = mechanism.report_probabilities(number)
    commonest = max(chances, key=lambda report: chances[report])
    total = 0.0
    for away in range(3):
        for strays in itertools.combinations_with_replacement(
            [report for report in chances if report != commonest], away
        ):
            reports = Counter({commonest: people - away}) + Counter(strays)
            counts = np.array([reports[report] for report in range(mechanism.channel.outputs)])
            low, high = mechanism.interval(counts, 0.95)
            if low <= number <= high:
                ways = math.comb(people, away) * (2 if len(set(strays)) == 2 else 1)
                total += ways * math.prod(float(chances[report]) ** count for report, count in reports.items())
    return total


@pytest.mark.parametrize("steps", [1, 10])
@pytest.mark.parametrize(
    "offered", [DuchiMechanism, PiecewiseMechanism, HybridMechanism, SquareWave], ids=lambda offered: offered.slug
)
def test_intervals_hold_the_number_that_all_hold_where_most_reports_are_alike(
    offered: type[NumberMechanism], steps: int
) -> None:
    mechanism = offered(grid=Grid(low=0, high=10, steps=steps), epsilon="8")
    assert coverage(mechanism, 0, 60) > 0.95
    assert coverage(mechanism, 10, 60) > 0.95


@each_offered
def test_the_standard_error_is_never_below_the_noise_of_the_mechanism(offered: type[NumberMechanism]) -> None:
    mechanism = offered(grid=Grid(low=0, high=10, steps=10), epsilon="4")
    least = min(mechanism.variance(number, 50) for number in range(11))
    for report in range(mechanism.channel.outputs):
        counts = np.zeros(mechanism.channel.outputs, dtype=np.int64)
        counts[report] = 50
        assert mechanism.standard_error(counts) >= math.sqrt(least)


@each_offered
def test_counts_without_a_sign_are_as_good_and_reports_are_whole(offered: type[NumberMechanism]) -> None:
    mechanism = offered(grid=grid_of(4), epsilon="1")
    counts = np.arange(mechanism.channel.outputs) + 1
    unsigned = counts.astype(np.uint64)
    assert mechanism.standard_error(unsigned) == mechanism.standard_error(counts)
    assert mechanism.interval(unsigned, 0.9).tolist() == mechanism.interval(counts, 0.9).tolist()
    with pytest.raises(ValueError, match=r"a count is -\d+; none lies below 0"):
        mechanism.mean(np.full(mechanism.channel.outputs, (1 << 64) - 5, dtype=np.uint64))
    none: list[Any] = [float("nan"), 2.5, "3"]
    for reports in none:
        with pytest.raises(ValueError, match="they are counted in whole numbers"):
            mechanism.variance(0, reports)


def test_duchis_interval_is_not_a_point_when_all_reports_are_alike() -> None:
    mechanism = DuchiMechanism(grid=grid_of(1), epsilon="16")
    low, high = mechanism.interval([0, 50], 0.95)
    assert low < 6.9
    assert high == pytest.approx(mechanism.readings[1])
    assert mechanism.exact_interval([0, 50], 0.95)[0] < 6.9
