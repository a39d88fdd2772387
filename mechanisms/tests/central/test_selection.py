"""A candidate is chosen as in the tables of the textbook, and the guarantee holds over every pair of small score
lists."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from mechanisms.accounting.zcdp import exponential, pure
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.central.permute_and_flip import PermuteAndFlip
from mechanisms.central.selection import Selection
from mechanisms.common.thresholds import exp_bounds

KINDS = [ExponentialMechanism, PermuteAndFlip]
EXACT = Fraction(1, 2**90)  # The tolerance is far above the rounding of the probabilities.
MARITAL = [22_379, 16_117, 6_633, 1_530, 1_518, 628, 37]


@pytest.mark.parametrize(
    ("epsilon", "chances", "last_place"),
    [
        ("0", [0.25] * 4, [1e-5] * 4),  # An epsilon of 0 is refused; 0.000001 gives the same rounded chances.
        ("0.1", [0.424, 0.330, 0.141, 0.105], [1e-3] * 4),
        ("1", [0.924, 0.075, 1.5e-5, 7.7e-7], [1e-3, 1e-3, 1e-6, 1e-8]),
    ],
)
def test_the_table_of_the_textbook_is_what_the_exponential_mechanism_does(
    epsilon: str, chances: list[float], last_place: list[float]
) -> None:
    mechanism = ExponentialMechanism(epsilon="0.000001" if epsilon == "0" else epsilon, sensitivity=1, monotonic=False)
    exact = [float(chance) for chance in mechanism.probabilities([30, 25, 8, 2])]
    assert all(abs(a - b) < place for a, b, place in zip(exact, chances, last_place, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_the_most_common_marital_status_of_adult_is_found_at_a_small_epsilon(kind: type[Selection]) -> None:
    chances = kind(epsilon="0.01", sensitivity=1, monotonic=True).probabilities(MARITAL)
    assert 1 - chances[0] < Fraction(1, 10**20)


@pytest.mark.proof("losses")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("monotonic", [False, True])
@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, "0.5"), (2, "3")])
def test_no_candidate_is_likelier_than_epsilon_allows_under_any_neighbour(
    kind: type[Selection], monotonic: bool, sensitivity: int, epsilon: str
) -> None:
    """The test covers three candidates, every list of scores up to 4 and every neighbour of it; only differences of
    scores matter."""
    mechanism = kind(epsilon=epsilon, sensitivity=sensitivity, monotonic=monotonic)
    chances = {
        scores: mechanism.probabilities(list(scores))
        for scores in product(range(-sensitivity, 5 + sensitivity), repeat=3)
    }
    limit = exp_bounds(mechanism.spent(), bits=128)[1] * (1 + EXACT)
    worst = Fraction(0)
    moves = range(sensitivity + 1) if monotonic else range(-sensitivity, sensitivity + 1)
    for scores in product(range(5), repeat=3):
        for move in product(moves, repeat=3):
            moved = tuple(score + by for score, by in zip(scores, move, strict=True))
            for first, other in zip(chances[scores], chances[moved], strict=True):
                worst = max(worst, first / other, other / first)
    assert worst <= limit
    # The worst case exceeds half of the bound, so a broken mechanism could exceed all of it.
    assert worst > exp_bounds(mechanism.spent() / 2, bits=64)[1]


@pytest.mark.parametrize("kind", KINDS)
def test_scores_that_move_against_each_other_break_the_promise_of_a_monotonic_mechanism(kind: type[Selection]) -> None:
    mechanism = kind(epsilon="1", sensitivity=1, monotonic=True)
    first, other = (mechanism.probabilities(scores) for scores in ([1, 0, 0, 0], [0, 1, 1, 1]))
    assert first[0] / other[0] > exp_bounds(Fraction(1), bits=64)[1]


@pytest.mark.parametrize("kind", KINDS)
def test_probabilities_sum_to_one(kind: type[Selection]) -> None:
    chances = kind(epsilon="0.7", sensitivity=3, monotonic=False).probabilities([5, -2, 7, 7, 0])
    assert abs(sum(chances, Fraction(0)) - 1) < EXACT
    assert chances[2] == chances[3] == max(chances)


def test_permute_and_flip_never_expects_less_than_the_exponential_mechanism() -> None:
    both = [kind(epsilon="1", sensitivity=1, monotonic=False) for kind in KINDS]
    for scores in product(range(5), repeat=4):
        expected = [
            sum(score * chance for score, chance in zip(scores, mechanism.probabilities(list(scores)), strict=True))
            for mechanism in both
        ]
        assert Fraction(expected[1]) >= Fraction(expected[0]) * (1 - EXACT)


def test_permute_and_flip_of_two_is_done_by_hand() -> None:
    """The worse candidate is chosen if it comes first and its coin is heads: half of e^(-epsilon / 2)."""
    chances = PermuteAndFlip(epsilon="2", sensitivity=1, monotonic=False).probabilities([0, 1])
    assert float(chances[0]) == pytest.approx(math.exp(-1) / 2, rel=1e-15)


def test_what_is_charged_is_a_bounded_range_only_where_it_is_one() -> None:
    assert ExponentialMechanism(epsilon="0.5", sensitivity=1, monotonic=True).cost() == exponential(Fraction(1, 2))
    assert PermuteAndFlip(epsilon="0.5", sensitivity=1, monotonic=True).cost() == pure(Fraction(1, 2))


def test_the_range_of_permute_and_flip_is_wider_than_epsilon() -> None:
    """Permute-and-flip is not charged a quarter, because one of two candidates may gain more than epsilon on the
    other.
    """
    mechanism = PermuteAndFlip(epsilon="4", sensitivity=1, monotonic=False)
    first, other = (mechanism.probabilities(scores) for scores in ([1, 0], [0, 1]))
    gains = [math.log(a / b) for a, b in zip(first, other, strict=True)]
    assert max(gains) - min(gains) > 4


@pytest.mark.proof("draws")
@pytest.mark.parametrize("kind", KINDS)
def test_choices_come_as_often_as_their_probabilities_within_six_standard_errors(kind: type[Selection]) -> None:
    """OpenDP takes no seed: by the binomial law sound mechanisms fail this in fewer than one of ten million runs."""
    mechanism = kind(epsilon="2", sensitivity=1, monotonic=False)
    scores, many = [3, 2, 2, 0], 1_500
    drawn = np.bincount([mechanism.release(np.array(scores)) for _ in range(many)], minlength=4)
    chances = np.array([float(chance) for chance in mechanism.probabilities(scores)])
    assert np.all(np.abs(drawn - many * chances) < 6 * np.sqrt(many * chances * (1 - chances)))
