"""The tester finds nothing in any mechanism as it is, and finds what was broken in a mutant of each.

Outcomes are drawn by OpenDP, whose generator takes no seed. A mechanism as it is raises a false alarm in at most one of
10^9 runs, by construction (accounting/auditing.py); the mutants are so far from their claim that the tester misses one
of them in fewer than one of 10^6 runs.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.accounting.auditing import Shown, epsilon_for_delta, largest_shown
from mechanisms.central import samplers
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.central.gaussian import GaussianMechanism
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.central.grid_laplace import GridLaplace
from mechanisms.central.offered import CENTRAL
from mechanisms.central.permute_and_flip import PermuteAndFlip
from mechanisms.central.samplers import Integers
from mechanisms.central.selection import Selection
from mechanisms.central.staircase import StaircaseMechanism
from mechanisms.central.vector_mechanism import VectorMechanism
from mechanisms.common.entropy import Entropy, SystemEntropy

FALSE_ALARM = 1e-9
MANY = 8_000
DELTA = 0.01

Sides = tuple[Integers, Integers]
GEOMETRIC = GeometricMechanism(epsilon="1", sensitivity=3)
GRID = GridLaplace(epsilon="1", sensitivity="0.3", granularity="0.25", numbers=1)
GAUSSIAN = GaussianMechanism(epsilon="1", delta=str(DELTA), squared_sensitivity=9)
CONCENTRATED = DiscreteGaussian(rho=GAUSSIAN.rho(), squared_sensitivity=9)
STAIRCASE = StaircaseMechanism(epsilon="1", sensitivity=4)
VECTOR = VectorMechanism(epsilon="2", squared_sensitivity=12, dimensions=3)
LEFT, RIGHT = np.array([1, 0, 0, 0, 0]), np.array([0, 1, 1, 1, 1])


def adding(mechanism: GeometricMechanism | DiscreteGaussian | GaussianMechanism) -> Callable[[int], Sides]:
    """Returns draws that add separate noise to each of many equal numbers in one call."""
    return lambda many: (
        mechanism.release(np.zeros(many, dtype=np.int64)),
        mechanism.release(np.full(many, 3, dtype=np.int64)),
    )


def of_a_grid(many: int) -> Sides:
    """Returns draws for 3/8 and 3/40, which are 3/10 apart and round to two multiples and none."""
    near, far = (GRID._place(value) for value in (Fraction(3, 40), Fraction(3, 8)))
    return tuple(GRID._noise.release(np.full(many, place)) for place in (near, far))  # type: ignore[return-value]


def of_a_staircase(many: int) -> Sides:
    drawn = STAIRCASE.draw(2 * many, SystemEntropy())
    return drawn[:many], drawn[many:] + STAIRCASE.sensitivity


def of_a_vector(many: int) -> Sides:
    """Returns draws for neighbours that differ by 2 along every axis, as far as the sensitivity allows."""
    drawn = VECTOR.draw(2 * many, SystemEntropy())
    return drawn[:many].min(axis=1), drawn[many:].min(axis=1) + 2


def choosing(mechanism: Selection) -> Callable[[int], Sides]:
    return lambda many: tuple(  # type: ignore[return-value]  # the tuple has two elements
        np.array([mechanism.release(scores) for _ in range(many)]) for scores in (LEFT, RIGHT)
    )


# Each entry holds the function that draws, the number of draws, epsilon and delta.
DRAWN: dict[str, tuple[Callable[[int], Sides], int, float, float]] = {
    "geometric": (adding(GEOMETRIC), MANY, 1.0, 0.0),
    "grid-laplace": (of_a_grid, MANY, 1.0, 0.0),
    "discrete-gaussian": (adding(CONCENTRATED), MANY, 1.0, DELTA),
    "gaussian": (adding(GAUSSIAN), MANY, 1.0, DELTA),
    "staircase": (of_a_staircase, MANY, 1.0, 0.0),
    "vector-mechanism": (of_a_vector, 3_000, 2.0, 0.0),
    "exponential": (choosing(ExponentialMechanism(epsilon="2", sensitivity=1, monotonic=False)), 3_000, 2.0, 0.0),
    "permute-and-flip": (choosing(PermuteAndFlip(epsilon="2", sensitivity=1, monotonic=False)), 3_000, 2.0, 0.0),
}


def quieter(name: str, times: float) -> Callable[[pytest.MonkeyPatch], None]:
    """Plants a fault: every scale given to OpenDP is smaller than the mechanism states."""

    def break_it(broken: pytest.MonkeyPatch) -> None:
        sound = getattr(samplers, name)
        broken.setattr(samplers, name, lambda scale, *measure: sound(times * scale, *measure))

    return break_it


def keep_all(broken: pytest.MonkeyPatch) -> None:
    """Plants a fault: all proposals are kept, drawn with the scale of the target."""
    broken.setattr(VectorMechanism, "_is_kept", lambda *_: True)
    broken.setattr(VectorMechanism, "_squared_proposal", VECTOR.squared_sensitivity / Fraction(VECTOR.epsilon) ** 2)


def keep_no_second_step(broken: pytest.MonkeyPatch) -> None:
    """Plants a fault: noise stays on the first step, so its second part never occurs."""
    broken.setattr("mechanisms.central.staircase.uniform_below", _first)


def _first(bound: int, count: int, entropy: Entropy) -> Integers:
    drawn = samplers.uniform_below(bound, count, entropy)
    return drawn % STAIRCASE.first_step if bound == STAIRCASE.sensitivity else drawn


# Each entry holds a mechanism, the fault, and the number of draws.
MUTANTS: list[tuple[str, Callable[[pytest.MonkeyPatch], None], int]] = [
    ("geometric", quieter("_laplace", 0.6), MANY),
    ("grid-laplace", quieter("_laplace", 0.5), MANY),  # This fault forgets the multiple that rounding adds.
    ("discrete-gaussian", quieter("_gaussian", 0.3), MANY),
    ("gaussian", quieter("_gaussian", 0.3), MANY),
    ("staircase", quieter("_laplace", 0.6), MANY),
    ("staircase", keep_no_second_step, MANY),
    ("vector-mechanism", keep_all, 20_000),
    ("exponential", quieter("_noisy_maximum", 0.25), 3_000),
    ("permute-and-flip", quieter("_noisy_maximum", 0.25), 3_000),
]


def shown(sides: Sides, delta: float) -> Shown:
    return largest_shown(*sides, epsilon_for_delta(delta), error=FALSE_ALARM)


@pytest.mark.proof("audits")
@pytest.mark.slow
@pytest.mark.depends_on("mechanisms")
@pytest.mark.parametrize("slug", DRAWN)
def test_no_event_breaks_what_the_mechanism_promises(slug: str) -> None:
    draw, many, epsilon, delta = DRAWN[slug]
    exposure = shown(draw(many), delta)
    assert exposure.spent <= epsilon, exposure


@pytest.mark.slow
@pytest.mark.depends_on("mechanisms")
@pytest.mark.parametrize(("slug", "break_it", "many"), MUTANTS)
def test_a_broken_mechanism_is_found_out(
    slug: str, break_it: Callable[[pytest.MonkeyPatch], None], many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_it(monkeypatch)
    draw, _, epsilon, delta = DRAWN[slug]
    assert shown(draw(many), delta).spent > epsilon


def test_every_mechanism_that_releases_anything_is_tested_and_has_a_mutant() -> None:
    released = {offered.slug for offered in CENTRAL if not offered.is_taught}
    assert set(DRAWN) == {slug for slug, _, _ in MUTANTS} == released
