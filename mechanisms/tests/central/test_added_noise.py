"""Privacy of added noise, exactly: what it makes likelier and by how much, over every outcome that can differ.

The probability of an outcome under a value depends on their difference alone, so the normalising constants of
neighbours are equal and the logarithm of the ratio is a difference of `log_weight`s, which are rational numbers.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.accounting.zcdp import up
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.central.grid_laplace import GridLaplace
from mechanisms.central.samplers import MOST, happens_at_exp, scale_not_below
from mechanisms.central.saturated import added
from mechanisms.central.staircase import StaircaseMechanism
from mechanisms.central.vector_mechanism import VectorMechanism, share_kept
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import exp_bounds

EPSILONS = ("0.01", "1/3", "1", "2.5")
Pure = GeometricMechanism | StaircaseMechanism


def worst_loss(mechanism: Pure, distance: int) -> Fraction:
    """Returns the worst loss over every outcome: beyond three sensitivities either side it repeats, as the next test
    shows."""
    reach = range(-3 * mechanism.sensitivity - distance, 3 * mechanism.sensitivity + distance + 1)
    return max(mechanism.log_weight(noise) - mechanism.log_weight(noise - distance) for noise in reach)


@pytest.mark.proof("losses")
@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("sensitivity", [1, 2, 3, 7, 20])
@pytest.mark.parametrize("kind", [GeometricMechanism, StaircaseMechanism])
def test_no_outcome_is_likelier_than_the_epsilon_spent_allows_under_any_neighbour(
    kind: type[Pure], sensitivity: int, epsilon: str
) -> None:
    mechanism = kind(epsilon=epsilon, sensitivity=sensitivity)
    spent = Fraction(mechanism.cost().epsilon)  # type: ignore[arg-type]  # this mechanism is pure
    losses = [worst_loss(mechanism, distance) for distance in range(1, sensitivity + 1)]
    assert max(losses) <= Fraction(epsilon)
    # The bound is reached, so the mechanism loses as much as it charges.
    assert up(max(losses)) == spent == up(losses[-1])


@pytest.mark.parametrize("kind", [GeometricMechanism, StaircaseMechanism])
def test_beyond_the_first_sensitivity_the_weights_repeat_smaller(kind: type[Pure]) -> None:
    mechanism = kind(epsilon="0.7", sensitivity=5)
    steps = {mechanism.log_weight(noise) - mechanism.log_weight(noise + 5) for noise in range(60)}
    assert len(steps) == 1
    assert all(mechanism.log_weight(noise) == mechanism.log_weight(-noise) for noise in range(60))


@pytest.mark.parametrize("kind", [GeometricMechanism, StaircaseMechanism])
def test_a_value_one_further_than_the_sensitivity_loses_more(kind: type[Pure]) -> None:
    """The bound is not passed by luck: the test above can fail."""
    assert worst_loss(kind(epsilon="1", sensitivity=3), 4) > 1


@pytest.mark.parametrize("kind", [GeometricMechanism, StaircaseMechanism])
@pytest.mark.parametrize("epsilon", ["0.5", "3"])
def test_the_variance_is_that_of_every_noise_added_up(kind: type[Pure], epsilon: str) -> None:
    mechanism = kind(epsilon=epsilon, sensitivity=4)
    noise = range(-800, 801)  # The weights beyond this range add up to less than e^-98.
    weights = [math.exp(mechanism.log_weight(size)) for size in noise]
    exact = math.fsum(weight * size * size for weight, size in zip(weights, noise, strict=True)) / math.fsum(weights)
    assert math.isclose(mechanism.variance(), exact, rel_tol=1e-12)


def test_the_first_step_ends_where_the_variance_is_the_smallest() -> None:
    """The variances of all ends, each with its own sum over the noise, are compared."""
    mechanism = StaircaseMechanism(epsilon="3", sensitivity=9)

    def variance(first: int) -> float:
        sizes = range(-400, 401)
        weights = [math.exp(-3 * ((abs(size) + 9 - first) // 9)) for size in sizes]
        return sum(w * size * size for w, size in zip(weights, sizes, strict=True)) / sum(weights)

    assert mechanism.first_step == min(range(1, 10), key=variance)
    assert mechanism.variance() < 0.7 * GeometricMechanism(epsilon="3", sensitivity=9).variance()


def test_a_staircase_of_sensitivity_one_is_the_geometric_mechanism() -> None:
    first, other = (kind(epsilon="1", sensitivity=1) for kind in (StaircaseMechanism, GeometricMechanism))
    assert [first.log_weight(n) for n in range(-9, 10)] == [other.log_weight(n) for n in range(-9, 10)]


def test_noise_for_several_symptoms_of_a_person_is_for_their_number() -> None:
    """A person counts three times in the histogram: three counts change by one each, and the losses add."""
    enough, too_little = (GeometricMechanism(epsilon="1", sensitivity=number) for number in (3, 1))
    assert 3 * worst_loss(enough, 1) <= 1
    assert 3 * worst_loss(too_little, 1) == 3


@pytest.mark.parametrize(
    ("repeats", "epsilon", "share"), [(1_000, "0.1", 0.74), (100_000, "0.01", 0.74), (100, "1", 1)]
)
def test_repeating_a_count_averages_the_noise_away_as_the_textbook_says(
    repeats: int, epsilon: str, share: float
) -> None:
    """The chance that the mean of so many answers rounds to the truth, by the normal law of means."""
    deviation = math.sqrt(GeometricMechanism(epsilon=epsilon, sensitivity=1).variance() / repeats)
    assert math.erf(0.5 / deviation / math.sqrt(2)) == pytest.approx(share, abs=0.005)


@pytest.mark.parametrize(("epsilon", "least", "most"), [("10", 0.9999, 1), ("0.1", 0, 0.05)])
def test_the_missing_animal_of_the_zoo_shows_at_epsilon_ten_and_hides_at_a_tenth(
    epsilon: str, least: float, most: float
) -> None:
    """The query counts the animals that eat 55 or more carrots, 90 or 89 of them: the test compares the distributions
    of the two outputs."""
    mechanism = GeometricMechanism(epsilon=epsilon, sensitivity=1)
    noise = range(-2_000, 2_001)
    weights = [math.exp(mechanism.log_weight(size)) for size in noise]
    moved = [math.exp(mechanism.log_weight(size + 1)) for size in noise]
    apart = sum(abs(weight - other) for weight, other in zip(weights, moved, strict=True)) / 2 / sum(weights)
    assert least <= apart <= most


@pytest.mark.proof("losses", of="grid-laplace")
@given(
    left=st.fractions(-20, 20, max_denominator=10**6),
    right=st.fractions(-20, 20, max_denominator=10**6),
    tenths=st.integers(1, 40),
    numbers=st.integers(1, 3),
)
def test_rounding_to_the_grid_moves_no_neighbours_further_apart_than_is_reckoned(
    left: Fraction, right: Fraction, tenths: int, numbers: int
) -> None:
    """All numbers move by as much: together by numbers * |left - right|."""
    distance = numbers * abs(left - right)
    grid = GridLaplace(epsilon="1", sensitivity=distance or 1, granularity=Fraction(tenths, 10), numbers=numbers)
    assert numbers * abs(grid._place(left) - grid._place(right)) <= grid.multiples


def test_the_multiples_that_rounding_adds_are_needed() -> None:
    grid = GridLaplace(epsilon="1", sensitivity="0.3", granularity="0.25", numbers=1)
    assert abs(grid._place(Fraction(3, 8)) - grid._place(Fraction(3, 40))) == grid.multiples == 2


@pytest.mark.proof("losses", of="vector-mechanism")
@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_no_vector_is_likelier_than_epsilon_allows_under_a_neighbour(dimensions: int) -> None:
    """The lengths a and b of two noises satisfy a - b <= epsilon; the test decides this without a root.

    That is a^2 - b^2 - epsilon^2 <= 2 epsilon b, for every noise within 3 of 0, moved by squared lengths up to 6.
    """
    mechanism = VectorMechanism(epsilon="1/2", squared_sensitivity=6, dimensions=dimensions)
    spent = Fraction(mechanism.cost().epsilon)  # type: ignore[arg-type]  # this mechanism is pure
    moves = [move for move in product(range(-2, 3), repeat=dimensions) if 0 < sum(m * m for m in move) <= 6]
    for noise in product(range(-3, 4), repeat=dimensions):
        far = mechanism.squared_log_weight(list(noise))
        for move in moves:
            near = mechanism.squared_log_weight([n + m for n, m in zip(noise, move, strict=True)])
            left = far - near - spent**2
            assert left <= 0 or left**2 <= 4 * spent**2 * near


@pytest.mark.parametrize("dimensions", [1, 2, 3, 4])
def test_proposals_are_nowhere_rarer_than_what_is_kept_of_them(dimensions: int) -> None:
    """The quotient is a probability: the l1 norm over the scale never exceeds the length under the target."""
    mechanism = VectorMechanism(epsilon="0.3", squared_sensitivity=5, dimensions=dimensions)
    scale = Fraction(math.sqrt(mechanism._squared_proposal))
    assert scale**2 >= mechanism._squared_proposal * (1 - Fraction(1, 2**50))
    for noise in product(range(-3, 4), repeat=dimensions):
        square = mechanism.squared_log_weight(list(noise))
        assert Fraction(sum(map(abs, noise))) ** 2 / mechanism._squared_proposal <= square


def test_the_shares_that_are_kept_are_those_of_volumes() -> None:
    assert share_kept(1) == pytest.approx(1)
    assert share_kept(2) == pytest.approx(math.pi / 4)
    assert share_kept(12) == pytest.approx(1 / 19, rel=0.01)


def exactly(exponent: Fraction) -> Callable[[int], tuple[Fraction, Fraction]]:
    return lambda _bits: (exponent, exponent)


def test_a_coin_of_e_to_the_minus_x_compares_with_the_words_of_e_to_the_minus_x() -> None:
    """The first word below 2^32 / e is heads, the first above tails; the one between is decided by the next word."""
    low, high = (2**32 / bound for bound in exp_bounds(Fraction(1), bits=200)[::-1])
    between = math.floor(low)
    assert between == math.floor(high)

    def heads(*words: int) -> tuple[bool, int]:
        tape = Tape(words)
        return happens_at_exp(exactly(Fraction(1)), tape), tape.read

    assert heads(between - 1) == (True, 1)
    assert heads(between + 1) == (False, 1)
    next_word = math.floor((low - between) * 2**32)
    assert heads(between, next_word - 1) == (True, 2)
    assert heads(between, next_word + 1) == (False, 2)


def test_a_coin_without_a_doubt_is_heads() -> None:
    assert happens_at_exp(exactly(Fraction(0)), Tape([2**32 - 1]))


def test_a_coin_comes_up_heads_as_often_as_e_to_the_minus_x_within_six_standard_errors() -> None:
    entropy = SeededEntropy(20261123)
    heads = sum(happens_at_exp(exactly(Fraction(1, 3)), entropy) for _ in range(4_000))
    probability = math.exp(-1 / 3)
    assert abs(heads - 4_000 * probability) < 6 * math.sqrt(4_000 * probability * (1 - probability))


@given(value=st.integers(-MOST, MOST), noise=st.integers(-(2**63), 2**63 - 1))
def test_noise_of_64_bits_is_added_without_overflow(value: int, noise: int) -> None:
    out = added(np.array([value], dtype=np.int64), np.array([noise], dtype=np.int64))
    assert out.tolist() == [max(-MOST, min(MOST, value + noise))]


@given(numerator=st.integers(1, 10**12), denominator=st.integers(1, 10**12))
def test_a_scale_is_rounded_up_and_by_no_more_than_a_float(numerator: int, denominator: int) -> None:
    exact = Fraction(numerator, denominator)
    scale = scale_not_below(exact)
    assert exact <= Fraction(scale)
    assert Fraction(math.nextafter(scale, 0)) < exact


@given(epsilon=st.fractions(Fraction(1, 1000), 50), sensitivity=st.integers(1, 10**6))
def test_never_more_is_spent_than_asked_and_more_noise_never_costs_more(epsilon: Fraction, sensitivity: int) -> None:
    mechanism = GeometricMechanism(epsilon=Fraction(epsilon.limit_denominator(10**9)), sensitivity=sensitivity)
    most = Fraction(mechanism.epsilon)
    assert sensitivity / Fraction(mechanism.scale) <= most
    assert most / (sensitivity / Fraction(mechanism.scale)) <= 1 + Fraction(1, 2**50)
    quieter = GeometricMechanism(epsilon=most * 2, sensitivity=sensitivity)
    assert mechanism.cost().rho < quieter.cost().rho
    assert mechanism.variance() > quieter.variance()
