"""Blocks that are sent as often as the list says pass the test, and people who choose what they send are noticed."""

import itertools
from math import exp, lgamma, log

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.common.chi_square import chi_square_beyond
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.draws_agreement import SentBlocks, deviations, draws_agreement, moments
from mechanisms.ldp.estimates.wald import WaldTest
from mechanisms.ldp.shapes.lots import lots_of

CIRCLE = 2**32
NINE = np.eye(9, dtype=np.bool_)  # Each of the nine draws holds one of nine blocks.
EVEN = [CIRCLE // 9 + (number < CIRCLE % 9) for number in range(9)]
UNEVEN = ([CIRCLE // 2, CIRCLE // 4, CIRCLE // 4], np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]], dtype=np.bool_))


def sent(weights: list[int], members: NDArray[np.bool_], people: int, seed: int) -> SentBlocks:
    lots = lots_of(SeededEntropy(seed).words(people), weights)
    return SentBlocks(weights, members, members[lots].sum(axis=0).tolist(), people)


def agreed(*levels: SentBlocks) -> WaldTest:
    test = draws_agreement(levels)
    assert test is not None
    return test


def test_mean_and_covariance_are_those_of_every_outcome_of_three_people() -> None:
    weights, members = UNEVEN
    chances = np.array(weights) / CIRCLE
    mean, second = np.zeros(3), np.zeros((3, 3))
    for outcome in itertools.product(range(3), repeat=3):
        chance, counts = chances[list(outcome)].prod(), members[list(outcome)].sum(axis=0)
        mean += chance * counts
        second += chance * np.outer(counts, counts)
    ours, covariance = moments(SentBlocks(weights, members, [0, 0, 0], 3))
    np.testing.assert_allclose(3 * ours, mean)
    np.testing.assert_allclose(3 * covariance, second - np.outer(mean, mean), atol=1e-12)


def test_the_mean_of_the_statistic_over_every_outcome_is_its_degrees_of_freedom() -> None:
    """A quadratic form in C^+ has the rank of C as its mean, whatever the law; two blocks a draw leave rank 2 of 3."""
    weights, members = UNEVEN
    chances, people = np.array(weights) / CIRCLE, 40
    mean = 0.0
    for first, second in itertools.product(range(people + 1), repeat=2):
        if first + second <= people:
            draws = np.array([first, second, people - first - second])
            test = agreed(SentBlocks(weights, members, (draws @ members).tolist(), people))
            assert test.freedom == 2
            mean += multinomial(draws, chances) * test.statistic
    assert mean == pytest.approx(2)


def multinomial(draws: NDArray[np.int64], chances: NDArray[np.float64]) -> float:
    logarithm = lgamma(draws.sum() + 1) + sum(
        number * log(chance) - lgamma(number + 1)
        for number, chance in zip(draws.tolist(), chances.tolist(), strict=True)
    )
    return exp(logarithm)


def test_one_block_of_nine_is_pearsons_test() -> None:
    level = sent(EVEN, NINE, 900, 5)
    test = agreed(level)
    pearson = sum((count - 100) ** 2 / 100 for count in level.counts)
    assert test.freedom == 8
    assert test.statistic == pytest.approx(pearson, rel=1e-6)
    assert test.chance == pytest.approx(chi_square_beyond(pearson, 8), rel=1e-4)


def test_levels_add() -> None:
    first, other = sent(EVEN, NINE, 900, 1), sent(*UNEVEN, 500, 2)
    both = agreed(first, other)
    assert both.statistic == pytest.approx(agreed(first).statistic + agreed(other).statistic)
    assert both.freedom == 8 + 2


def test_honest_draws_are_doubted_as_often_as_the_chance_says() -> None:
    """The chance is below 0.05 in 5 % of 2 000 surveys; six standard errors are 2.9 points."""
    below = sum(agreed(sent(*UNEVEN, 300, seed)).chance < 0.05 for seed in range(2000))
    assert abs(below / 2000 - 0.05) < 0.03


def test_one_in_twenty_reports_that_choose_one_block_are_noticed_among_a_thousand() -> None:
    level = sent(EVEN, NINE, 950, 3)
    pushed = SentBlocks(EVEN, NINE, [level.counts[0] + 50, *level.counts[1:]], 1000)
    assert agreed(pushed).chance < 0.001
    assert int(np.argmax(deviations(pushed))) == 0
    assert deviations(pushed)[0] > 3


def test_nothing_is_said_of_few_people_or_where_everything_is_sent() -> None:
    assert draws_agreement([sent(EVEN, NINE, 44, 1)]) is None
    assert draws_agreement([SentBlocks([CIRCLE], np.ones((1, 3), dtype=np.bool_), [50, 50, 50], 50)]) is None
    assert draws_agreement([]) is None


def test_a_block_that_all_send_is_not_tested() -> None:
    members = np.array([[1, 1, 0], [1, 0, 1]], dtype=np.bool_)
    test = agreed(SentBlocks([CIRCLE // 2] * 2, members, [100, 70, 30], 100))
    assert test.freedom == 1
    assert deviations(SentBlocks([CIRCLE // 2] * 2, members, [100, 70, 30], 100)).tolist() == [0, 4, -4]
