"""These tests cover naive Bayes of published tables: small cases by hand, and how often its limits hold the truth."""

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.bootstrap import surveys_like
from mechanisms.ldp.estimates.crosstab import count_pairs, cross
from mechanisms.ldp.estimates.margin import alone
from mechanisms.ldp.models.crossed_naive_bayes import (
    MOST_COMBINATIONS,
    Estimated,
    _around,
    crossed_naive_bayes,
    foresight,
)

FIRST, SECOND = [[0.4, 0.1], [0.1, 0.4]], [[0.45, 0.05], [0.05, 0.45]]


def sure(shares: object, error: float = 1e-9) -> Estimated:
    estimates = np.array(shares, dtype=np.float64)
    return Estimated(estimates, np.full_like(estimates, error))


def test_a_model_without_noise_is_the_one_by_hand() -> None:
    model = crossed_naive_bayes(sure([0.5, 0.5]), [sure(FIRST), sure(SECOND)])
    np.testing.assert_allclose(model.conditionals[0], [[0.8, 0.2], [0.2, 0.8]], atol=1e-6)
    np.testing.assert_allclose(model.conditionals[1], [[0.9, 0.1], [0.1, 0.9]], atol=1e-6)
    # The second question says more about the class, so its value decides.
    assert model.predict([[0, 1], [1, 0], [1, 1]]).tolist() == [1, 0, 1]


def test_it_is_right_as_often_as_by_hand() -> None:
    alone = foresight(sure([0.5, 0.5]), [sure(FIRST)], SeededEntropy(1))
    assert (alone.accuracy.share, alone.gain.share) == pytest.approx((0.8, 0.3), abs=1e-6)
    # Values agree: 0.5 * 0.8 * 0.9, for two classes. Values differ: the second question decides, 0.5 * 0.2 * 0.9,
    # twice.
    both = foresight(sure([0.5, 0.5]), [sure(FIRST), sure(SECOND)], SeededEntropy(1))
    assert both.accuracy.share == pytest.approx(0.36 * 2 + 0.09 * 2, abs=1e-6)
    # Six of ten people are in the first class. The odds for it are 5 to 1 with the value 0, and 1 to 2 with the value
    # 1.
    uneven = foresight(sure([0.6, 0.4]), [sure([[0.5, 0.1], [0.2, 0.2]])], SeededEntropy(1))
    assert (uneven.accuracy.share, uneven.gain.share) == pytest.approx((0.7, 0.1), abs=1e-6)


def test_a_table_of_noise_alone_gains_nothing_that_can_be_told() -> None:
    noisy = [[0.35, 0.24], [0.11, 0.22], [0.11, 0.0]]
    forecast = foresight(sure([0.6, 0.3, 0.1], 0.05), [sure(noisy, 0.08)], SeededEntropy(1))
    assert forecast.gain.low <= 0 < forecast.gain.high
    assert forecast.accuracy.low <= forecast.accuracy.share <= forecast.accuracy.high


def test_the_same_tables_give_the_same_foresight() -> None:
    drawn = [foresight(sure([0.5, 0.5], 0.03), [sure(FIRST, 0.03)], SeededEntropy(1)) for _ in range(2)]
    assert drawn[0] == drawn[1]


def test_the_limits_hold_how_often_it_is_right_in_all_but_a_few_surveys() -> None:
    """Limits that hold 95 of 100 miss more than 5 of 30 surveys once in 300 runs; each: 500 people, epsilon 1."""
    truth = np.array([[0.56, 0.14], [0.09, 0.21]])
    oracle = mechanism("optimized-unary-encoding", answers=4, epsilon="1")
    hits = 0
    for counts in surveys_like(oracle, truth.ravel(), 500, surveys=30, entropy=SeededEntropy(2)):
        shares = oracle.estimate(counts, 500)
        errors = np.sqrt(oracle.variance(np.clip(shares, 0, 1), 500))
        table = Estimated(shares.reshape(2, 2), errors.reshape(2, 2))
        classes = Estimated(table.shares.sum(axis=1), np.sqrt((table.errors**2).sum(axis=1)))
        forecast = foresight(classes, [table], SeededEntropy(3))
        named = crossed_naive_bayes(classes, [table]).predict([[0], [1]])
        hits += forecast.accuracy.low <= truth[named, [0, 1]].sum() <= forecast.accuracy.high
    assert hits >= 25


def test_the_limits_hold_where_the_two_questions_were_perturbed_apart() -> None:
    """Limits that hold 95 of 100 miss more than 5 of 30 surveys once in 300 runs; each: 2 000 people, epsilon 0.5."""
    truth = np.outer([0.6, 0.4], [0.7, 0.3])
    oracle, entropy = mechanism("generalized-randomized-response", answers=2, epsilon="0.5"), SeededEntropy(4)
    margins, hits = (alone(oracle), alone(oracle)), 0
    for _ in range(30):
        first, other = (
            oracle.perturb_many((entropy.words(2000) >= share * 2**32).astype(np.int64), entropy)
            for share in (0.6, 0.7)
        )
        crossed = cross([(margins, count_pairs(margins, (first, other)))])
        table = Estimated(crossed.shares, np.sqrt(crossed.variances), apart=True)
        shares = oracle.estimate(oracle.count(first), 2000)
        classes = Estimated(shares, np.sqrt(oracle.variance(np.clip(shares, 0, 1), 2000)))
        forecast = foresight(classes, [table], SeededEntropy(3))
        named = crossed_naive_bayes(classes, [table]).predict([[0], [1]])
        hits += forecast.accuracy.low <= truth[named, [0, 1]].sum() <= forecast.accuracy.high
    assert hits >= 25  # Simulating independent cells would give 24 hits.


def test_the_surveys_drawn_err_as_those_of_reports_do() -> None:
    """Every simulated cell varies by its own error; the sum of a table, or of each row and column, does not vary."""
    shares, errors = np.full((3, 4), 1 / 12), np.full((3, 4), 0.02)
    for apart, sums in ((False, (None,)), (True, (0, 1))):
        drawn = [
            _around(shares, Estimated(shares, errors, apart), entropy).shares - shares
            for entropy in map(SeededEntropy, range(400))
        ]
        for axis in sums:
            np.testing.assert_allclose(np.array([table.sum(axis=axis) for table in drawn]), 0, atol=1e-12)
        spread = np.std(drawn, axis=0)
        # The largest of 24 cells exceeds this once in 20 million runs.
        assert np.abs(spread / 0.02 - 1).max() < 6 / np.sqrt(2 * 400)


def test_refuses_tables_that_are_none() -> None:
    with pytest.raises(ValueError, match="every table has 2 rows"):
        crossed_naive_bayes(sure([0.5, 0.5]), [])
    with pytest.raises(ValueError, match="every table has 3 rows"):
        crossed_naive_bayes(sure([0.5, 0.3, 0.2]), [sure(FIRST)])
    with pytest.raises(ValueError, match="are not those of"):
        Estimated(np.zeros(2), np.zeros(3))
    with pytest.raises(ValueError, match="no number"):
        sure([np.nan, 0.5])
    values = MOST_COMBINATIONS // 2 + 1
    many = sure(np.full((2, values), 0.5 / values))
    with pytest.raises(ValueError, match=f"{2 * values} combinations of answers"):
        foresight(sure([0.5, 0.5]), [many], SeededEntropy(1))
