"""These tests check each method against its promise; the most likely point against a fine grid; and once, what the
methods gain."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates import consistency
from mechanisms.ldp.estimates.consistency import (
    METHODS,
    base_cut,
    mle_apx,
    norm,
    norm_cut,
    norm_mul,
    norm_sub,
    post_pos,
    power,
)
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse

OUE = mechanism("optimized-unary-encoding", answers=8, epsilon="1")
SUE = mechanism("symmetric-unary-encoding", answers=8, epsilon="1")
GRR = mechanism("generalized-randomized-response", answers=3, epsilon="1")
estimates = st.lists(st.floats(-0.5, 1.2).map(lambda share: round(share, 6)), min_size=2, max_size=12)
SUMS_TO_ONE = ("norm", "norm-mul", "norm-sub", "mle-apx", "power-ns")
NOT_NEGATIVE = tuple(slug for slug in METHODS if slug != "norm")


@pytest.mark.parametrize("slug", METHODS)
@given(shares=estimates)
def test_keeps_what_it_promises(slug: str, shares: list[float]) -> None:
    projection = METHODS[slug](shares, OUE, 5000)
    assert projection.shape == (len(shares),)
    assert np.isfinite(projection).all()
    if slug in SUMS_TO_ONE:
        assert projection.sum() == pytest.approx(1)
    if slug in NOT_NEGATIVE:
        assert projection.min() >= -1e-12
    if slug == "norm-cut":
        assert projection.sum() <= 1 + 1e-12


@pytest.mark.parametrize("slug", METHODS)
@given(shares=estimates)
def test_never_changes_which_of_two_answers_has_more(slug: str, shares: list[float]) -> None:
    projection = METHODS[slug](shares, OUE, 5000)
    for first, other in itertools.combinations(range(len(shares)), 2):
        if shares[first] > shares[other]:
            assert projection[first] >= projection[other] - 1e-9


@pytest.mark.parametrize("slug", ["norm", "norm-mul", "norm-sub", "norm-cut", "mle-apx", "base-pos"])
def test_leaves_alone_what_is_consistent_already(slug: str) -> None:
    consistent = [0.5, 0.25, 0.125, 0.125]
    np.testing.assert_allclose(METHODS[slug](consistent, OUE, 5000), consistent, atol=1e-12)


def test_the_same_is_added_to_every_share() -> None:
    np.testing.assert_allclose(norm([0.7, 0.5, -0.1]), [0.7 - 0.1 / 3, 0.5 - 0.1 / 3, -0.1 - 0.1 / 3])


def test_what_is_left_is_scaled() -> None:
    np.testing.assert_allclose(norm_mul([0.9, 0.6, -0.2]), [0.6, 0.4, 0])
    np.testing.assert_allclose(norm_mul([-0.1, -0.2]), [0.5, 0.5])


def test_the_largest_are_kept_as_they_are() -> None:
    np.testing.assert_array_equal(norm_cut([0.3, 0.6, 0.2, 0.05, -0.1]), [0.3, 0.6, 0, 0, 0])
    np.testing.assert_array_equal(norm_cut([0.3, 0.2, -0.1]), [0.3, 0.2, 0])
    np.testing.assert_array_equal(norm_cut([1.1, 0.2]), [0, 0])


def test_groups_are_summed_before_they_are_cut() -> None:
    np.testing.assert_allclose(post_pos([0.5, -0.2, 0.1, -0.3], [(0, 1), (2, 3), (1,)]), [0.3, 0, 0])


def test_about_two_answers_that_nobody_gave_stay() -> None:
    """Only one of 400 answers is given; the limit is the one-sided normal quantile of 2 in 400."""
    oracle = mechanism("optimized-unary-encoding", answers=400, epsilon="1")
    counts = oracle.count(oracle.perturb_many(np.zeros(20_000, dtype=np.int64), SeededEntropy(5)))
    kept = base_cut(oracle.estimate(counts, 20_000), oracle, 20_000)
    assert kept[0] > 0.9
    # The number is Poisson with mean 2, so above 12 once in ten million runs.
    assert 0 <= np.count_nonzero(kept[1:]) <= 12
    assert np.count_nonzero(kept == 0) > 380


def test_few_answers_are_cut_at_nought() -> None:
    np.testing.assert_array_equal(base_cut([0.01, -0.01, 1.0], GRR, 100), [0.01, 0, 1.0])


@given(shares=estimates)
def test_where_noise_is_alike_for_all_the_most_likely_point_is_the_nearest(shares: list[float]) -> None:
    """Every count has the same variance if p = 1 - q, so the methods can differ only in the answers that are set to
    0.
    """
    likely, nearest = mle_apx(shares, SUE), norm_sub(shares)
    if ((np.array(shares) > 0) >= (nearest > 0)).all() and ((likely > 0) == (nearest > 0)).all():
        np.testing.assert_allclose(likely, nearest, atol=1e-9)


@pytest.mark.parametrize("oracle", [OUE, GRR, SUE], ids=lambda oracle: oracle.slug)
def test_counts_lie_off_their_means_in_proportion_to_their_variances(oracle: FrequencyOracle) -> None:
    """The condition of the maximum on the simplex, for answers that are above 0."""
    raw = np.array([0.55, 0.3, 0.2])
    projection = mle_apx(raw, oracle)
    p, q = float(oracle.p), float(oracle.q)
    off = (raw - projection) * (p - q)
    variances = q * (1 - q) + projection * (p * (1 - p) - q * (1 - q))
    assert projection.sum() == pytest.approx(1)
    np.testing.assert_allclose(off / variances, (off / variances)[0], rtol=1e-9)


def test_if_few_answers_have_most_shares_the_power_law_pulls_the_others_to_nought() -> None:
    oracle = mechanism("optimized-unary-encoding", answers=128, epsilon="1")
    truth = 1 / np.arange(1, 129) ** 1.5
    truth /= truth.sum()
    people = np.repeat(np.arange(128), np.round(truth * 20_000).astype(int))
    raw = oracle.estimate(oracle.count(oracle.perturb_many(people, SeededEntropy(3))), len(people))
    exact = np.bincount(people, minlength=128) / len(people)
    errors = {slug: float(((METHODS[slug](raw, oracle, len(people)) - exact) ** 2).sum()) for slug in METHODS}
    errors["raw"] = float(((raw - exact) ** 2).sum())
    assert errors["power-ns"] < errors["norm-sub"] < errors["base-pos"] < errors["raw"]


def test_the_power_of_the_law_is_the_one_with_the_mean_of_an_even_share() -> None:
    numbers = np.arange(1, 1001, dtype=np.float64)
    steepness = consistency._steepness(20.0, numbers)
    chances = numbers**-steepness
    assert (chances @ numbers) / chances.sum() == pytest.approx(20, rel=1e-9)


def test_the_power_law_gives_the_mean_share_over_all_numbers_of_people() -> None:
    reports, shares = 6, (0.5, 0.3, 0.2)
    steepness = consistency._steepness(reports / 3, np.arange(1, reports + 1, dtype=np.float64))
    deviation = float(np.sqrt(GRR.variance(0, reports)))
    for share, estimate in zip(shares, power(shares, GRR, reports), strict=True):
        weights = [
            number**-steepness * math.exp(-(((share - number / reports) / deviation) ** 2) / 2)
            for number in range(1, reports + 1)
        ]
        mean = sum(weight * number / reports for number, weight in enumerate(weights, 1)) / sum(weights)
        assert estimate == pytest.approx(mean)


def test_the_mean_given_an_estimate_far_above_the_noise_is_near_the_estimate() -> None:
    estimates = power([0.4, 0.0, -0.05], GRR, 100_000)
    assert estimates[0] == pytest.approx(0.4, abs=0.01)
    assert 0 < estimates[2] < estimates[1] < 0.01


@pytest.mark.parametrize("shares", [[], [[0.5]], [float("nan")], [0.5, float("inf")]])
def test_refuses_what_are_no_shares(shares: list[float]) -> None:
    for method in METHODS.values():
        with pytest.raises(ValueError, match="finite number"):
            method(shares, OUE, 10)
    with pytest.raises(ValueError, match="finite number"):
        post_pos(shares, [])


@pytest.mark.parametrize(
    "oracle",
    [
        PrivSet(answers=4, pad_to=3, epsilon="4"),
        UtilityOptimizedRandomizedResponse(answers=4, sensitive=2, epsilon="1"),
    ],
    ids=lambda oracle: oracle.slug,
)
def test_the_most_likely_shares_are_refused_where_no_one_p_and_q_fit_all(oracle: FrequencyOracle) -> None:
    with pytest.raises(ValueError, match="no one p and q fit all"):
        mle_apx([0.25] * 4, oracle)
