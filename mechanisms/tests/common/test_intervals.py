"""The limits of intervals are compared with a reference, and their coverage is summed over every possible count."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from mechanisms.catalogue import mechanism
from mechanisms.common.beta import beta_below, beta_quantile
from mechanisms.common.intervals import clopper_pearson, mover, normal_quantile, wilson
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.cases import every_oracle, from_none_to_all

Floats = NDArray[np.float64]
SHARES = np.linspace(0, 1, 51)


def binomial(trials: int, probability: float) -> Floats:
    chances = [
        math.comb(trials, count) * probability**count * (1 - probability) ** (trials - count)
        for count in range(trials + 1)
    ]
    return np.array(chances)


def coverage(oracle: FrequencyOracle, limits: Floats, reports: int, share: float) -> float:
    supported = float(oracle.q) + share * float(oracle.p - oracle.q)
    covers = (limits[:, 0] <= share) & (share <= limits[:, 1])
    return float(binomial(reports, supported)[covers].sum())


def limits_at_every_count(oracle: FrequencyOracle, reports: int, exact: bool) -> Floats:
    interval = oracle.exact_interval if exact else oracle.interval
    others = [0] * (oracle.answers - 2)
    return np.array([interval([count, reports - count, *others], reports, 0.95)[0] for count in range(reports + 1)])


SETTINGS = [
    (slug, answers, epsilon, reports)
    for slug, answers in (
        ("randomized-response", 2),
        ("generalized-randomized-response", 5),
        ("optimized-unary-encoding", 5),
        ("symmetric-unary-encoding", 5),
    )
    for epsilon in ("0.5", "2")
    for reports in (20, 50, 200)
]


@pytest.mark.parametrize(("slug", "answers", "epsilon", "reports"), SETTINGS)
def test_wilson_covers_about_as_often_as_it_says(slug: str, answers: int, epsilon: str, reports: int) -> None:
    oracle = mechanism(slug, answers=answers, epsilon=epsilon)
    limits = limits_at_every_count(oracle, reports, exact=False)
    covered = [coverage(oracle, limits, reports, share) for share in SHARES]
    assert min(covered) > (0.925 if reports < 100 else 0.935)
    assert 0.948 < np.mean(covered) < 0.956


@pytest.mark.parametrize(("slug", "answers", "epsilon", "reports"), SETTINGS)
def test_clopper_pearson_never_covers_less_than_it_says(slug: str, answers: int, epsilon: str, reports: int) -> None:
    oracle = mechanism(slug, answers=answers, epsilon=epsilon)
    limits = limits_at_every_count(oracle, reports, exact=True)
    covered = [coverage(oracle, limits, reports, share) for share in SHARES]
    assert min(covered) >= 0.95
    assert np.mean(covered) < 0.98


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95, 0.999, 1 - 1e-9])
def test_limits_are_those_of_the_reference(confidence: float) -> None:
    for trials in (1, 7, 200, 48_842):
        counts = np.unique(np.array([0, 1, trials // 3, trials - 1, trials]))
        for ours, method in ((wilson, "wilson"), (clopper_pearson, "exact")):
            expected = [stats.binomtest(int(c), trials).proportion_ci(confidence, method) for c in counts]
            np.testing.assert_allclose(ours(counts, trials, confidence), expected, rtol=1e-8, atol=1e-12)


@given(
    a=st.integers(1, 100_000),
    b=st.integers(1, 100_000),
    probability=st.floats(1e-9, 1 - 1e-9),
)
@settings(max_examples=80)
def test_beta_quantile_is_that_of_the_reference(a: int, b: int, probability: float) -> None:
    quantile = beta_quantile(probability, a, b)
    assert quantile == pytest.approx(stats.beta.ppf(probability, a, b), rel=1e-7)
    assert beta_below(quantile, a, b) == pytest.approx(probability, rel=1e-6)


def test_beta_tail_is_nothing_at_zero_and_everything_at_one() -> None:
    assert (beta_below(0.0, 3, 4), beta_below(1.0, 3, 4)) == (0.0, 1.0)


@pytest.mark.parametrize(("probability", "a", "b"), [(0.0, 1, 1), (1.0, 1, 1), (0.5, 0, 1), (0.5, 1, 0)])
def test_refuses_a_beta_quantile_that_does_not_exist(probability: float, a: int, b: int) -> None:
    with pytest.raises(ValueError, match=r"strictly between|at least 1"):
        beta_quantile(probability, a, b)


@pytest.mark.parametrize("confidence", [0.0, 1.0, -0.1, 1.5, math.nan])
def test_refuses_a_confidence_that_is_none(confidence: float) -> None:
    for interval in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match="strictly between 0 and 1"):
            interval(np.array([1]), 3, confidence)


@pytest.mark.parametrize(("count", "trials"), [(0, 0), (-1, 3), (4, 3)])
def test_refuses_counts_that_cannot_be(count: int, trials: int) -> None:
    for interval in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match=r"trials|outside"):
            interval(np.array([count]), trials, 0.95)


@given(trials=st.integers(1, 5000), data=st.data(), confidence=st.sampled_from([0.5, 0.95, 0.9999]))
def test_intervals_are_ordered_hold_the_estimate_and_widen_with_confidence(
    trials: int, data: st.DataObject, confidence: float
) -> None:
    counts = np.array([data.draw(st.integers(0, trials))])
    share = counts[0] / trials
    low, high = wilson(counts, trials, confidence)[0]
    exact_low, exact_high = clopper_pearson(counts, trials, confidence)[0]
    wide_low, wide_high = wilson(counts, trials, (1 + confidence) / 2)[0]
    assert 0 <= wide_low <= low <= share <= high <= wide_high <= 1
    assert 0 <= exact_low <= share <= exact_high <= 1


@given(trials=st.integers(1, 500), weights=st.lists(st.floats(0.01, 3), min_size=1, max_size=4), data=st.data())
def test_mover_of_one_part_is_that_part_and_of_several_is_at_most_their_sum(
    trials: int, weights: list[float], data: st.DataObject
) -> None:
    counts = [data.draw(st.integers(0, trials)) for _ in weights]
    limits = np.stack([wilson(np.array([count]), trials, 0.95) for count in counts])
    estimates = np.array(counts, dtype=np.float64)[:, None] / trials
    alone = mover(estimates[:1], limits[:1], np.array([1.0]))
    np.testing.assert_allclose(alone, limits[0], atol=1e-12)
    low, high = mover(estimates, limits, np.array(weights))[0]
    assert low <= weights @ estimates[:, 0] <= high
    assert weights @ limits[:, 0, 0] - 1e-9 <= low
    assert high <= weights @ limits[:, 0, 1] + 1e-9


@every_oracle
def test_limits_of_a_share_hold_its_estimate_and_reach_beyond_nothing_and_all_when_they_must(
    oracle: FrequencyOracle,
) -> None:
    counts = from_none_to_all(oracle, 100)
    estimate = oracle.estimate(counts, 100)
    for interval in (oracle.interval(counts, 100, 0.8), oracle.exact_interval(counts, 100, 0.8)):
        assert (interval[:, 0] <= estimate).all()
        assert (estimate <= interval[:, 1]).all()
        assert interval[0, 0] < 0
        assert interval[-1, 1] > 1


@pytest.mark.parametrize(("confidence", "z"), [(0.5, 0.6744897501960817), (0.95, 1.959963984540054)])
def test_normal_quantile_is_the_known_one(confidence: float, z: float) -> None:
    assert normal_quantile(confidence) == pytest.approx(z, rel=1e-14)


def test_two_parts_with_different_widths_are_told_apart() -> None:
    estimates = np.array([[0.5], [0.5]])
    limits = np.array([[[0.3, 0.6]], [[0.4, 0.9]]])
    low, high = mover(estimates, limits, np.array([0.75, 0.25]))[0]
    assert low == pytest.approx(0.5 - math.hypot(0.75 * 0.2, 0.25 * 0.1))
    assert high == pytest.approx(0.5 + math.hypot(0.75 * 0.1, 0.25 * 0.4))
