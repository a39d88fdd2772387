"""Groups that chose different levels: one estimate, one interval, and what was expected before anybody answered."""

import math

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.ldp.estimates.pooling import expected_half_width, inverse_variance, share_pooled
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.common.test_intervals import Floats, binomial


def yes_no(epsilon: str) -> FrequencyOracle:
    return mechanism("randomized-response", answers=2, epsilon=epsilon)


STRONG, STANDARD = yes_no("0.5"), yes_no("2")


def test_weights_each_group_by_its_share_of_the_reports() -> None:
    pooled = share_pooled([(STRONG, [60, 40], 100), (STANDARD, [210, 90], 300)])
    strong, standard = STRONG.estimate([60, 40], 100), STANDARD.estimate([210, 90], 300)
    np.testing.assert_allclose(pooled.shares, strong / 4 + standard * 3 / 4)
    expected = [
        STRONG.variance(min(max(first, 0), 1), 100) / 16 + STANDARD.variance(min(max(two, 0), 1), 300) * 9 / 16
        for first, two in zip(strong, standard, strict=True)
    ]
    np.testing.assert_allclose(pooled.variances, expected)


def test_people_who_sent_nothing_weigh_as_much_as_those_who_did() -> None:
    pooled = share_pooled([(STRONG, [60, 40], 100), (STANDARD, [210, 90], 300)], people=[600, 400])
    assert pooled.weights == (0.6, 0.4)


def test_weights_by_precision_do_not_look_at_the_answers() -> None:
    first = inverse_variance([(STRONG, [60, 40], 100), (STANDARD, [210, 90], 300)])
    other = inverse_variance([(STRONG, [1, 99], 100), (STANDARD, [0, 300], 300)])
    assert first.weights == other.weights
    assert math.fsum(first.weights) == pytest.approx(1)
    variances = [float(STRONG.variance(0.5, 100)), float(STANDARD.variance(0.5, 300))]
    assert first.weights[0] / first.weights[1] == pytest.approx(variances[1] / variances[0])


def test_precision_weights_have_the_smallest_variance_of_all_weights() -> None:
    parts: list[tuple[FrequencyOracle, list[int], int]] = [(STRONG, [50, 50], 100), (STANDARD, [150, 150], 300)]
    best, shared = inverse_variance(parts), share_pooled(parts)
    assert best.variances[0] < shared.variances[0]
    assert best.variances[0] == pytest.approx(
        1 / (1 / float(STRONG.variance(0.5, 100)) + 1 / float(STANDARD.variance(0.5, 300)))
    )


def test_one_group_alone_has_its_own_estimate_and_interval() -> None:
    oracle = mechanism("optimized-unary-encoding", answers=5, epsilon="1")
    counts = [100, 60, 40, 30, 28]
    for pooled in (share_pooled([(oracle, counts, 200)]), inverse_variance([(oracle, counts, 200)])):
        np.testing.assert_allclose(pooled.shares, oracle.estimate(counts, 200))
        np.testing.assert_allclose(pooled.interval(0.95), oracle.interval(counts, 200, 0.95), atol=1e-12)


def test_a_group_without_reports_changes_nothing() -> None:
    full = [(STRONG, [60, 40], 100)]
    with_empty = [*full, (STANDARD, [0, 0], 0)]
    np.testing.assert_array_equal(share_pooled(with_empty).shares, share_pooled(full).shares)
    assert expected_half_width([(STRONG, 100), (STANDARD, 0)], 0.3, 0.95) == expected_half_width(
        [(STRONG, 100)], 0.3, 0.95
    )


def test_refuses_to_pool_nothing_or_different_questions() -> None:
    with pytest.raises(ValueError, match="no part has a report"):
        share_pooled([(STRONG, [0, 0], 0)])
    with pytest.raises(ValueError, match="no part has a report"):
        expected_half_width([], 0.5, 0.95)
    three = mechanism("generalized-randomized-response", answers=3, epsilon="1")
    with pytest.raises(ValueError, match="different numbers of answers"):
        share_pooled([(STRONG, [5, 5], 10), (three, [3, 3, 4], 10)])


@pytest.mark.parametrize(
    ("first", "second", "sizes"),
    [("0.5", "2", (20, 20)), ("0.5", "2", (30, 10)), ("1", "1", (15, 15)), ("1", "4", (25, 5))],
)
def test_pooled_interval_covers_as_often_as_it_says_even_when_groups_differ(
    first: str, second: str, sizes: tuple[int, int]
) -> None:
    """Every pair of counts of two small groups and every pair of true shares on a grid are summed, not simulated."""
    strong, two = yes_no(first), yes_no(second)
    every = [[share_pooled(parts(strong, a, two, b, sizes)) for b in range(sizes[1] + 1)] for a in range(sizes[0] + 1)]
    limits = np.array([[pooled.interval(0.95)[0] for pooled in row] for row in every])
    covered = [
        coverage(limits, strong, two, sizes, (low, high))
        for low in np.linspace(0, 1, 9)
        for high in np.linspace(0, 1, 9)
    ]
    assert min(covered) > 0.93
    assert 0.943 < np.mean(covered) < 0.957


def parts(
    first: FrequencyOracle, a: int, two: FrequencyOracle, b: int, sizes: tuple[int, int]
) -> list[tuple[FrequencyOracle, list[int], int]]:
    return [(first, [a, sizes[0] - a], sizes[0]), (two, [b, sizes[1] - b], sizes[1])]


def coverage(
    limits: Floats,
    first: FrequencyOracle,
    two: FrequencyOracle,
    sizes: tuple[int, int],
    shares: tuple[float, float],
) -> float:
    truth = (sizes[0] * shares[0] + sizes[1] * shares[1]) / sum(sizes)
    chances = np.outer(
        *(
            binomial(size, float(oracle.q) + share * float(oracle.p - oracle.q))
            for oracle, size, share in zip((first, two), sizes, shares, strict=True)
        )
    )
    return float(chances[(limits[:, :, 0] <= truth) & (truth <= limits[:, :, 1])].sum())


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5])
def test_expected_half_width_is_what_many_reports_then_show(share: float) -> None:
    sizes = {"0.5": 100_000, "1": 200_000, "2": 50_000}
    mix = [(mechanism("optimized-unary-encoding", answers=4, epsilon=text), reports) for text, reports in sizes.items()]
    parts = []
    for oracle, reports in mix:
        supported = float(oracle.q) + share * float(oracle.p - oracle.q)
        parts.append((oracle, np.full(4, round(reports * supported)), reports))
    low, high = share_pooled(parts).interval(0.95)[0]
    assert (high - low) / 2 == pytest.approx(expected_half_width(mix, share, 0.95), rel=1e-3)


def test_expected_half_width_halves_with_four_times_the_reports() -> None:
    few, many = [(STRONG, 100), (STANDARD, 300)], [(STRONG, 400), (STANDARD, 1200)]
    assert expected_half_width(few, 0.2, 0.95) == pytest.approx(2 * expected_half_width(many, 0.2, 0.95))
