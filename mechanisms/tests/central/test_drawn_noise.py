"""The noise is drawn as the weights say, within 64 bits, by OpenDP alone.

OpenDP takes no seed. By the binomial law the 44 comparisons at six standard errors fail together in fewer than
one of five million runs of sound mechanisms.
"""

import math
import os
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from mechanisms.central import samplers
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.central.gaussian import GaussianMechanism
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.central.grid_laplace import GridLaplace
from mechanisms.central.permute_and_flip import PermuteAndFlip
from mechanisms.central.samplers import MOST, Integers
from mechanisms.central.staircase import StaircaseMechanism
from mechanisms.central.vector_mechanism import VectorMechanism
from mechanisms.common.entropy import SystemEntropy

MANY = 20_000
ROOT = Path(__file__).resolve().parents[3]

GEOMETRIC = GeometricMechanism(epsilon="0.5", sensitivity=2)
GAUSSIAN = DiscreteGaussian(rho="0.125", squared_sensitivity=1)
STAIRCASE = StaircaseMechanism(epsilon="1.5", sensitivity=4)
VECTOR = VectorMechanism(epsilon="2", squared_sensitivity=4, dimensions=2)
DRAWN: list[tuple[GeometricMechanism | DiscreteGaussian | StaircaseMechanism, Callable[[], Integers]]] = [
    (GEOMETRIC, lambda: GEOMETRIC.release(np.zeros(MANY, np.int64))),
    (GAUSSIAN, lambda: GAUSSIAN.release(np.zeros(MANY, np.int64))),
    (STAIRCASE, lambda: STAIRCASE.draw(13_000, SystemEntropy())),
]


@pytest.mark.proof("draws")
@pytest.mark.parametrize(("mechanism", "draw"), DRAWN, ids=lambda value: getattr(value, "slug", ""))
def test_each_noise_comes_as_often_as_its_weight_says_within_six_standard_errors(
    mechanism: GeometricMechanism | DiscreteGaussian | StaircaseMechanism, draw: Callable[[], Integers]
) -> None:
    reach = np.arange(-300, 301)
    weights = np.exp([float(mechanism.log_weight(int(noise))) for noise in reach])
    drawn = draw()
    expected = len(drawn) * weights / weights.sum()
    counts = np.bincount(np.clip(drawn, -300, 300) + 300, minlength=601)
    often = expected > 500
    assert often.sum() >= 9
    deviations = np.abs(counts - expected)[often] / np.sqrt(expected * (1 - expected / len(drawn)))[often]
    assert deviations.max() < 6


@pytest.mark.proof("draws", of="vector-mechanism")
def test_each_vector_comes_as_often_as_its_length_says_within_six_standard_errors() -> None:
    many, reach = 4_000, 30
    axis = np.arange(-reach, reach + 1)
    lengths = np.hypot(*np.meshgrid(axis, axis, indexing="ij"))
    weights = np.exp(-lengths)  # The quotient epsilon / sensitivity is 1.
    expected = many * weights / weights.sum()
    drawn = VECTOR.draw(many, SystemEntropy())
    counts = np.zeros_like(expected)
    np.add.at(counts, tuple(drawn.T + reach), 1)
    often = expected > 100
    assert often.sum() >= 9
    assert (np.abs(counts - expected)[often] / np.sqrt(expected * (1 - expected / many))[often]).max() < 6


def test_numbers_of_a_grid_stay_on_it_and_near_the_truth() -> None:
    grid = GridLaplace(epsilon="5", sensitivity="0.1", granularity="0.05", numbers=2)
    released = grid.release([Fraction(1, 3), -7])
    assert all((20 * number).denominator == 1 for number in released)
    assert abs(released[0] - Fraction(1, 3)) < 2
    assert grid.variance() == pytest.approx(GeometricMechanism(epsilon="5", sensitivity=3).variance() / 400)


def test_every_mechanism_that_releases_gives_as_many_numbers_as_it_was_given() -> None:
    three = np.array([4, 5, 6])
    assert GEOMETRIC.release(three).shape == GAUSSIAN.release(three).shape == (3,)
    assert GaussianMechanism(epsilon="1", delta="0.01", squared_sensitivity=1).release(three).dtype == np.int64
    assert STAIRCASE.release(three[:1]).shape == (1,)
    assert VECTOR.release(three[:2]).shape == (2,)


def test_values_at_the_ends_of_64_bits_are_released_without_overflow() -> None:
    ends = np.array([-(2**63), 2**63 - 1])
    for released in (GEOMETRIC.release(ends), GAUSSIAN.release(ends), VECTOR.release(ends)):
        assert np.all(np.abs(released - np.array([-MOST, MOST])) < 1_000)
    assert abs(int(STAIRCASE.release(ends[1:])[0]) - MOST) < 1_000


def test_noise_that_64_bits_do_not_hold_ends_there_and_never_comes_round() -> None:
    """The scale is larger than any mechanism uses: 1 of both ends would be missing among 200 draws in one of 10^59
    runs."""
    for noise in (samplers.discrete_laplace, samplers.discrete_gaussian):
        assert set(noise(np.zeros(200, np.int64), 1e40).tolist()) == {-(2**63), 2**63 - 1}


@pytest.mark.parametrize(
    ("choose", "likely"),
    [
        (samplers.gumbel_maximum, 1 / (1 + math.exp(-1))),
        (samplers.permute_and_flip, 1 - math.exp(-1) / 2),
    ],
)
def test_scores_that_floats_take_for_one_are_told_apart(
    choose: Callable[[Integers, float], int], likely: float
) -> None:
    better = sum(choose(np.array([MOST - 1, MOST]), 1.0) for _ in range(2_500))
    assert abs(better - 2_500 * likely) < 6 * math.sqrt(2_500 * likely * (1 - likely))


def test_opendp_itself_says_that_what_it_draws_loses_what_is_charged() -> None:
    """OpenDP's maps from a sensitivity to a loss are code and proofs of others; they round up in floats."""
    exponential = ExponentialMechanism(epsilon="0.7", sensitivity=3, monotonic=False)
    flipping = PermuteAndFlip(epsilon="0.7", sensitivity=3, monotonic=False)
    measurements: list[tuple[object, float, Decimal | None]] = [
        (samplers._laplace(GEOMETRIC.scale), 2, GEOMETRIC.cost().epsilon),
        (samplers._gaussian(GAUSSIAN.scale), 1.0, GAUSSIAN.cost().rho),
        (samplers._noisy_maximum(exponential.scale, samplers.OF_GUMBEL_NOISE), 3, exponential.cost().rho),
        (samplers._noisy_maximum(flipping.scale, samplers.OF_EXPONENTIAL_NOISE), 3, flipping.cost().epsilon),
    ]
    for measurement, distance, charged in measurements:
        # OpenDP has no types here.
        assert measurement.map(distance) == pytest.approx(float(charged or 0), rel=1e-12)  # type: ignore[attr-defined]


def test_two_forked_processes_draw_different_noise() -> None:
    """A fork must not copy the state of OpenDP's generator: otherwise two workers would release the same noise."""
    program = (
        "import os, sys, numpy as np\n"
        "from mechanisms.central.geometric import GeometricMechanism\n"
        "noise = GeometricMechanism(epsilon='0.00001', sensitivity=1)\n"
        "draw = lambda: ' '.join(map(str, noise.release(np.zeros(4, np.int64))))\n"
        "draw()\n"
        "for _ in range(2):\n"
        "    if (child := os.fork()) == 0:\n"
        "        os.write(1, (draw() + '\\n').encode())\n"
        "        os._exit(0)\n"
        "    os.waitpid(child, 0)\n"
        "print(draw())\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert len(set(printed.stdout.split("\n")[:3])) == 3


def test_without_opendp_nothing_is_drawn_and_the_reason_is_said() -> None:
    program = (
        "import sys; sys.modules['opendp.prelude'] = None\n"
        "import numpy as np\n"
        "from mechanisms.central.geometric import GeometricMechanism\n"
        "noise = GeometricMechanism(epsilon='1', sensitivity=1)\n"
        "print(noise.cost().epsilon)\n"
        "noise.release(np.zeros(1, np.int64))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment)
    assert run.stdout.startswith("1.0")
    assert "SamplersMissing: central noise is drawn by OpenDP" in run.stderr
    assert "datahub-mechanisms[central]" in run.stderr
