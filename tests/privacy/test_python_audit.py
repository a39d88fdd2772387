"""These tests cover a million draws of every mechanism of the catalogue, judged from outside; and of each when it
spends 15 % too much.

Two answers go in that differ as much as the question allows. On the first half of the draws the set of reports that
tells them apart best is chosen; on the second half it is put to the test (tests.privacy.audit). A right mechanism is
called wrong with probability at most 1e-9 over all of them together; what spends 15 % more is told by each.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.catalogue import OF_ONE, OFFERED, mechanism, number_mechanism, numbers_mechanism
from mechanisms.common.entropy import Entropy, SeededEntropy
from mechanisms.ldp.key_values.key_values import KeyValues
from mechanisms.ldp.key_values.pckv_grr import PCKVGRR
from mechanisms.ldp.key_values.pckv_ue import PCKVUE
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.summation_histogram_encoding import SummationHistogramEncoding
from mechanisms.ldp.sets.padding_and_sampling import PaddingAndSampling
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.sets.su_grr import SuGRR
from mechanisms.ldp.sets.su_rap import SuRAP, UtilityOptimizedRappor
from mechanisms.ldp.sets.su_wheel import SuWheel
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse
from mechanisms.ldp.sets.wheel import Wheel
from mechanisms.ldp.shapes.channel import Packed
from tests.privacy.audit import Counts, choose_event, epsilon_at_least

EPSILON = "1"
PLANTED_EPSILON = "1.15"
DRAWS = 250_000  # Each half of the audit draws so many reports of each answer.
ALPHA = 1e-9 / len(OFFERED)
BY_SUPPORT = ("hashed", "wheel", "sensitive-wheel")  # These shapes have too many reports to compare one by one.

Draw = Callable[[Any, int, Entropy], Packed]


@dataclass(frozen=True)
class Audited:
    """This is an audited mechanism: `make` gives it for an epsilon, with the packed reports of many people with each of
    two answers."""

    make: Callable[[str], LocalMechanism]
    draws: tuple[Draw, Draw]


def of_one(slug: str, answers: int) -> Audited:
    def draw(answer: int) -> Draw:
        return lambda mechanism, many, entropy: mechanism.perturb_many(np.full(many, answer), entropy)

    return Audited(lambda epsilon: mechanism(slug, answers=answers, epsilon=epsilon), (draw(0), draw(1)))


def of_sets(make: Callable[[str], LocalMechanism], answers: int, *tick_sets: tuple[int, ...]) -> Audited:
    def draw(chosen: tuple[int, ...]) -> Draw:
        row = np.isin(np.arange(answers), chosen)
        return lambda mechanism, many, entropy: mechanism.perturb_many(np.tile(row, (many, 1)), entropy)

    return Audited(make, (draw(tick_sets[0]), draw(tick_sets[1])))


def of_a_number(slug: str, grid: Grid) -> Audited:
    def draw(number: int) -> Draw:
        return lambda mechanism, many, entropy: mechanism.perturb_many(np.full(many, number), entropy)

    return Audited(
        lambda epsilon: number_mechanism(slug, grid=grid, epsilon=epsilon), (draw(grid.low), draw(grid.high))
    )


def of_numbers(slug: str, grids: tuple[Grid, ...]) -> Audited:
    def draw(numbers: tuple[int, ...]) -> Draw:
        return lambda mechanism, many, entropy: mechanism.perturb_many(np.tile(numbers, (many, 1)), entropy)

    ends = tuple(grid.low for grid in grids), tuple(grid.high for grid in grids)
    return Audited(
        lambda epsilon: numbers_mechanism(slug, grids=grids, epsilon=epsilon), (draw(ends[0]), draw(ends[1]))
    )


def of_keys(kind: type[KeyValues]) -> Audited:
    """Returns two people who share no key, and two with the same key and opposite ends."""

    def draw(key: int, number: int) -> Draw:
        mask = np.arange(2) == key
        return lambda mechanism, many, entropy: mechanism.perturb_many(
            np.tile(mask, (many, 1)), np.full((many, 2), number), entropy
        )

    return Audited(
        lambda epsilon: kind(keys=2, pad_to=1, grid=ONE_STEP, epsilon=epsilon),
        (draw(0, ONE_STEP.low), draw(1, ONE_STEP.high)),
    )


def skipped_or_not() -> Audited:
    def draw(number: int, *, none: bool) -> Draw:
        return lambda mechanism, many, entropy: mechanism.perturb_many(
            np.full(many, number), np.full(many, none), entropy
        )

    return Audited(
        lambda epsilon: NumberOrSkipped(grid=ONE_STEP, epsilon=epsilon),
        (draw(ONE_STEP.low, none=True), draw(ONE_STEP.high, none=False)),
    )


ONE_STEP = Grid(low=0, high=10, steps=1)
STEPS = Grid(low=0, high=12, steps=4)
GRR = "generalized-randomized-response"
AUDITED: Mapping[str, Audited] = {
    **{entry.slug: of_one(entry.slug, 2 if entry.slug == "randomized-response" else 4) for entry in OF_ONE},
    "bitwise-randomized-response": of_sets(
        lambda epsilon: mechanism("bitwise-randomized-response", answers=3, most=2, epsilon=epsilon), 3, (0,), (1,)
    ),
    "padding-and-sampling": of_sets(
        lambda epsilon: PaddingAndSampling(answers=4, pad_to=2, epsilon=epsilon, of_one=GRR), 4, (0, 1), (2, 3)
    ),
    "privset": of_sets(lambda epsilon: PrivSet(answers=4, pad_to=2, epsilon=epsilon), 4, (0, 1), (2, 3)),
    "wheel": of_sets(lambda epsilon: Wheel(answers=4, pad_to=2, epsilon=epsilon), 4, (0, 1), (2, 3)),
    "utility-optimized-randomized-response": Audited(
        lambda epsilon: UtilityOptimizedRandomizedResponse(answers=4, sensitive=3, epsilon=epsilon),
        of_one(GRR, 4).draws,
    ),
    "utility-optimized-rappor": Audited(
        lambda epsilon: UtilityOptimizedRappor(answers=4, sensitive=3, epsilon=epsilon), of_one(GRR, 4).draws
    ),
    "sugrr": of_sets(lambda epsilon: SuGRR(answers=5, sensitive=4, pad_to=2, epsilon=epsilon), 5, (0, 1), (2, 3)),
    "surap": of_sets(lambda epsilon: SuRAP(answers=4, sensitive=3, most=2, epsilon=epsilon), 4, (0,), (1,)),
    "suwheel": of_sets(
        lambda epsilon: SuWheel(answers=4, sensitive=3, pad_sensitive=1, pad_clear=1, epsilon=epsilon), 4, (0,), (1,)
    ),
    **{slug: of_a_number(slug, STEPS) for slug in ("duchi", "piecewise", "hybrid", "laplace", "square-wave")},
    "number-or-skipped": skipped_or_not(),
    "duchi-several": of_numbers("duchi-several", (ONE_STEP,) * 3),
    "piecewise-several": of_numbers("piecewise-several", (STEPS,) * 2),
    "pckv-grr": of_keys(PCKVGRR),
    "pckv-ue": of_keys(PCKVUE),
}


def test_every_mechanism_of_the_catalogue_is_audited() -> None:
    assert list(AUDITED) == [offered.slug for offered in OFFERED]


def proven(audited: Audited, mechanism: LocalMechanism, draws: int) -> float:
    """Returns the lower bound of epsilon that the draws prove."""
    entropy = SeededEntropy(20261123)
    halves = [[draw(mechanism, draws, entropy) for draw in audited.draws] for _ in range(2)]
    first, second = tables(mechanism, halves)
    return epsilon_at_least(second, choose_event(first), alpha=ALPHA)


def tables(mechanism: LocalMechanism, halves: list[list[Packed]]) -> list[Counts]:
    """Returns the tables of both halves: how often each kind of report came out for each answer, [answers, kinds]."""
    rows = np.concatenate([told(mechanism, packed) for half in halves for packed in half])
    kinds, of_row = np.unique(rows, return_inverse=True)
    each = np.split(of_row.ravel(), 4)
    return [
        np.stack([np.bincount(kind_numbers, minlength=len(kinds)) for kind_numbers in each[place : place + 2]]).astype(
            np.int64
        )
        for place in (0, 2)
    ]


def told(mechanism: LocalMechanism, packed: Packed) -> NDArray[np.int64]:
    """Returns one number for each report: its bytes, or the answers it supports where there are too many reports."""
    seen = packed
    if isinstance(mechanism, SummationHistogramEncoding):
        seen = upper_half(mechanism, packed)
    elif mechanism.shape in BY_SUPPORT:
        assert isinstance(mechanism, FrequencyOracle)
        seen = np.asarray(mechanism.channel.supports(packed) > 0)
    codes = np.zeros(len(seen), dtype=np.int64)
    for column in seen.T:
        codes = codes * 256 + column
    return codes


def upper_half(mechanism: SummationHistogramEncoding, packed: Packed) -> Packed:
    """Returns which of the noisy numbers are nearer to 1, the number of a true answer, than to 0."""
    numbers = np.zeros((len(packed), mechanism.answers), dtype=np.int64)
    for byte in np.moveaxis(packed.reshape(len(packed), mechanism.answers, -1), -1, 0):
        numbers = numbers * 256 + byte
    return np.asarray(numbers > int(mechanism.client_spec()["reach"]), dtype=np.uint8)


every_mechanism = pytest.mark.parametrize("slug", AUDITED)


def spent(mechanism: LocalMechanism) -> float:
    """Returns the epsilon that a mechanism's integers spend: the requested one or, where noise is cut to a bit,
    less.
    """
    return float(mechanism.epsilon_spent())


@pytest.mark.slow
@pytest.mark.depends_on("mechanisms", "tests/privacy")
@every_mechanism
def test_a_mechanism_spends_no_more_than_it_declares_and_the_audit_comes_near(slug: str) -> None:
    audited = AUDITED[slug]
    declared = audited.make(EPSILON)
    bound = proven(audited, declared, DRAWS)
    assert 0.8 * spent(declared) < bound <= spent(declared)


@pytest.mark.slow
@pytest.mark.depends_on("mechanisms", "tests/privacy")
@every_mechanism
def test_one_that_spends_15_percent_more_is_rejected(slug: str) -> None:
    audited = AUDITED[slug]
    assert proven(audited, audited.make(PLANTED_EPSILON), DRAWS) > spent(audited.make(EPSILON))
