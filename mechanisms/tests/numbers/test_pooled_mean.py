"""One mean from several levels: unbiased, with errors that hold, and whether the levels agree."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.number_choice import most_variance
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.pooled_mean import inverse_variance_mean, means_agree, share_pooled_mean

HOURS = Grid(low=0, high=60, steps=30)
STRONG, WEAK = DuchiMechanism(grid=HOURS, epsilon="0.5"), HybridMechanism(grid=HOURS, epsilon="2")


def counted(mechanism: NumberMechanism, numbers: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    return mechanism.count(mechanism.perturb_many(numbers, SeededEntropy(seed)))


def numbers_of(people: int, most: int = 60) -> NDArray[np.int64]:
    return np.arange(people, dtype=np.int64) * 7 % (most + 1)


def test_the_mean_of_levels_is_weighted_by_their_reports() -> None:
    parts = [(STRONG, counted(STRONG, numbers_of(300), 1)), (WEAK, counted(WEAK, numbers_of(100), 2))]
    pooled = share_pooled_mean(parts)
    means = [mechanism.mean(counts) for mechanism, counts in parts]
    assert pooled.weights == (0.75, 0.25)
    assert pooled.mean == pytest.approx(0.75 * means[0] + 0.25 * means[1])
    errors = [mechanism.standard_error(counts) for mechanism, counts in parts]
    assert pooled.standard_error == pytest.approx(math.hypot(0.75 * errors[0], 0.25 * errors[1]))


def test_weights_by_precision_look_at_no_answer() -> None:
    """The weights are those of the mechanisms and the numbers of reports, whatever people hold."""
    for numbers in (np.zeros(200, dtype=np.int64), numbers_of(200), np.full(200, 60)):
        parts = [(STRONG, counted(STRONG, numbers, 1)), (WEAK, counted(WEAK, numbers, 2))]
        strong, weak = inverse_variance_mean(parts).weights
        assert weak / strong == pytest.approx(most_variance(STRONG) / most_variance(WEAK))


def test_of_one_level_everything_is_the_mechanisms_own() -> None:
    counts = counted(STRONG, numbers_of(300), 1)
    for pooled in (share_pooled_mean([(STRONG, counts)]), inverse_variance_mean([(STRONG, counts)])):
        assert pooled.mean == STRONG.mean(counts)
        assert pooled.standard_error == pytest.approx(STRONG.standard_error(counts))
        np.testing.assert_allclose(pooled.interval(0.9), STRONG.interval(counts, 0.9), rtol=1e-12)


def test_a_level_without_reports_changes_nothing() -> None:
    part = (STRONG, counted(STRONG, numbers_of(300), 1))
    nobody = (WEAK, np.zeros(WEAK.count_length, dtype=np.int64))
    assert share_pooled_mean([part, nobody]) == share_pooled_mean([part])


def test_a_single_report_is_worth_what_it_can_vary_at_most() -> None:
    counts = counted(WEAK, numbers_of(1), 3)
    pooled = share_pooled_mean([(WEAK, counts)])
    assert pooled.standard_error == math.sqrt(most_variance(WEAK))
    low, high = pooled.interval(0.95)
    assert high - pooled.mean == pytest.approx(pooled.mean - low) == pytest.approx(1.9599640 * pooled.standard_error)


def test_intervals_of_pooled_levels_hold_as_often_as_they_say() -> None:
    """The share covered, of 400 surveys at 90 %, has a standard deviation of 1.5 %."""
    covered = 0
    for survey in range(400):
        numbers = numbers_of(240) % 31  # The mean of these numbers is far from the middle.
        strong, weak = counted(STRONG, numbers[:160], 2 * survey), counted(WEAK, numbers[160:], 2 * survey + 1)
        low, high = share_pooled_mean([(STRONG, strong), (WEAK, weak)]).interval(0.9)
        truth = numbers.mean()
        covered += low <= truth <= high
    # The mean is that of the same people in every survey, so the limits cover it rather more often than 90 %.
    assert 0.855 < covered / 400 < 0.975


def test_levels_that_hold_alike_agree_and_others_do_not() -> None:
    alike = means_agree(
        [[(STRONG, counted(STRONG, numbers_of(4000), 1))], [(WEAK, counted(WEAK, numbers_of(4000), 2))]]
    )
    apart = means_agree(
        [[(STRONG, counted(STRONG, numbers_of(4000), 1))], [(WEAK, counted(WEAK, numbers_of(4000, 10), 2))]]
    )
    assert alike is not None
    assert apart is not None
    assert (alike.freedom, alike.compared) == (1, 1)
    assert apart.chance < 1e-6 < 0.01 < alike.chance
    assert means_agree([[(STRONG, counted(STRONG, numbers_of(40), 1))]]) is None


def test_refuses_what_is_not_one_number() -> None:
    other = DuchiMechanism(grid=Grid(low=0, high=61, steps=30), epsilon="1")
    with pytest.raises(ValueError, match="different grids"):
        share_pooled_mean([(STRONG, counted(STRONG, numbers_of(9), 1)), (other, counted(other, numbers_of(9), 1))])
    for pooled in (share_pooled_mean, inverse_variance_mean):
        with pytest.raises(ValueError, match="an estimate needs at least 1"):
            pooled([(STRONG, np.zeros(2, dtype=np.int64))])
