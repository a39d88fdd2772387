"""Draws with a covariance, who is on top, limits for all answers, and surveys drawn again.

Exact where that is possible, else at six standard errors with a fixed seed.
"""

import itertools
import math

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.common.intervals import normal_quantile
from mechanisms.common.normals import standard_normals
from mechanisms.ldp.estimates.bootstrap import basic_interval, surveys_like, through, variances
from mechanisms.ldp.estimates.comparison import chance_larger
from mechanisms.ldp.estimates.covariance import Covariance, covariance
from mechanisms.ldp.estimates.iterative_bayesian_update import Symmetric, choice_maximum
from mechanisms.ldp.estimates.simultaneous import bonferroni, furthest, max_z
from mechanisms.ldp.estimates.top_k import top_k

SLUGS = ("generalized-randomized-response", "optimized-unary-encoding", "subset-selection")
SHARES = np.array([0.4, 0.3, 0.15, 0.1, 0.05])
INDEPENDENT = Covariance(np.full(4, 0.01), np.zeros((1, 4)))


def test_normals_have_the_moments_of_normals() -> None:
    """The test draws a million normals: the mean misses 0 by 6 standard errors for two seeds in a thousand million."""
    drawn = standard_normals(1000, 1000, SeededEntropy(1)).ravel()
    for power, moment in ((1, 0), (2, 1), (3, 0), (4, 3), (6, 15)):
        spread = math.sqrt(math.prod(range(1, 2 * power, 2)) - moment**2)
        assert abs((drawn**power).mean() - moment) < 6 * spread / 1000
    neighbours, pairs = (drawn[::2], drawn[1::2]), (drawn[:500_000], drawn[500_000:])
    for first, other in (neighbours, pairs):
        assert abs((first * other).mean()) < 6 / math.sqrt(500_000)
    assert (np.abs(drawn) > 1.959964).mean() == pytest.approx(0.05, abs=6 * math.sqrt(0.05 * 0.95 / 1e6))
    assert standard_normals(3, 3, SeededEntropy(1)).shape == (3, 3)


@pytest.mark.parametrize("slug", SLUGS)
def test_draws_have_exactly_the_covariance(slug: str) -> None:
    """The rows that are drawn from the unit vectors are the columns of a root of the covariance."""
    covariances = covariance(mechanism(slug, answers=5, epsilon="1"), SHARES, 100)
    root = covariances.drawn(np.eye(5))
    units = np.eye(5)
    exact = [[covariances.between(units[first], units[other]) for other in range(5)] for first in range(5)]
    np.testing.assert_allclose(root.T @ root, exact, atol=1e-12)
    np.testing.assert_allclose(covariances.variances, np.diag(exact), rtol=1e-9)


def test_draws_of_several_levels_too() -> None:
    parts = [covariance(mechanism(slug, answers=5, epsilon="1"), SHARES, 50) for slug in SLUGS]
    both = Covariance(np.sum([part.diagonal for part in parts], axis=0), np.concatenate([part.less for part in parts]))
    root = both.drawn(np.eye(5))
    np.testing.assert_allclose(root.T @ root, np.diag(both.diagonal) - both.less.T @ both.less, atol=1e-12)


@pytest.mark.parametrize("slug", SLUGS)
def test_of_two_answers_the_larger_is_as_sure_as_a_comparison_says(slug: str) -> None:
    oracle = mechanism(slug, answers=2, epsilon="1")
    covariances = covariance(oracle, [0.6, 0.4], 100)
    top = top_k([0.56, 0.44], covariances, 1, draws=40_000, entropy=SeededEntropy(2))
    assert top.answers == (0,)
    assert abs(top.chance - chance_larger(0.12, covariances.of_difference(0, 1))) < 6 * top.chance_error
    assert top.among.sum() == pytest.approx(1)
    assert top.among[0] == pytest.approx(top.chance)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_equal_estimates_leave_every_set_as_likely(size: int) -> None:
    top = top_k([0.25] * 4, INDEPENDENT, size, draws=40_000, entropy=SeededEntropy(3))
    assert top.answers == tuple(range(size))
    assert abs(top.chance - 1 / math.comb(4, size)) < 6 * top.chance_error
    np.testing.assert_allclose(top.among, size / 4, atol=6 * math.sqrt(0.25 / 40_000))


def test_three_independent_answers_as_integrated() -> None:
    """The chance that the first exceeds both others, over a fine grid of its value."""
    grid = np.linspace(-8, 8, 4001)
    normal = np.exp(-(grid**2) / 2) / math.sqrt(2 * math.pi)
    below = np.array([[(1 + math.erf((value + gap) / math.sqrt(2))) / 2 for value in grid] for gap in (0.5, 1.5)])
    exact = float((normal * below[0] * below[1]).sum() * (grid[1] - grid[0]))
    three = Covariance(np.full(3, 0.01), np.zeros((1, 3)))
    top = top_k([0.30, 0.25, 0.15], three, 1, draws=60_000, entropy=SeededEntropy(4))
    assert abs(top.chance - exact) < 6 * top.chance_error


def test_far_apart_answers_are_certain_and_many_draws_are_taken_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = top_k([0.9, 0.5, 0.1, 0.0], INDEPENDENT, 2, draws=1000, entropy=SeededEntropy(5))
    assert whole.answers == (0, 1)
    assert whole.chance > 0.99
    monkeypatch.setattr("mechanisms.ldp.estimates.top_k._ROWS_OF_BLOCK", 400)
    blocks = top_k([0.9, 0.5, 0.1, 0.0], INDEPENDENT, 2, draws=1000, entropy=SeededEntropy(5))
    assert blocks.chance == pytest.approx(whole.chance, abs=0.02)


def test_refuses_a_top_that_is_none() -> None:
    for size in (0, 4, 5):
        with pytest.raises(ValueError, match="1 to 3 can be on top"):
            top_k([0.25] * 4, INDEPENDENT, size, draws=1000, entropy=SeededEntropy(0))
    with pytest.raises(ValueError, match="at least 100"):
        top_k([0.25] * 4, INDEPENDENT, 1, draws=99, entropy=SeededEntropy(0))


@pytest.mark.parametrize("estimates", [[0.5, math.nan, 0.2], [0.5, math.inf, 0.2], [[0.5], [0.3], [0.2]]])
def test_of_estimates_that_are_no_finite_numbers_none_is_on_top(estimates: list[float]) -> None:
    with pytest.raises(ValueError, match="a list of finite numbers"):
        top_k(estimates, Covariance(np.full(3, 0.01), np.zeros((1, 3))), 1, draws=100, entropy=SeededEntropy(0))


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_of_independent_answers_the_furthest_lies_where_the_product_says(confidence: float) -> None:
    exact = normal_quantile(confidence ** (1 / 4))
    drawn = furthest(INDEPENDENT, confidence, draws=100_000, entropy=SeededEntropy(6))
    density = 4 * math.exp(-(exact**2) / 2) * math.sqrt(2 / math.pi) * confidence ** (3 / 4)
    assert abs(drawn - exact) < 6 * math.sqrt(confidence * (1 - confidence) / 100_000) / density


@pytest.mark.parametrize("slug", SLUGS)
def test_limits_for_all_are_wider_than_for_one_and_no_wider_than_bonferroni(slug: str) -> None:
    covariances = covariance(mechanism(slug, answers=5, epsilon="1"), SHARES, 1000)
    reach = furthest(covariances, 0.95, draws=50_000, entropy=SeededEntropy(7))
    assert normal_quantile(0.95) < reach < normal_quantile(1 - 0.05 / 5)
    limits = max_z(SHARES, covariances, 0.95, draws=50_000, entropy=SeededEntropy(7))
    np.testing.assert_allclose(limits.mean(axis=1), SHARES)
    np.testing.assert_allclose(np.diff(limits, axis=1)[:, 0] / 2, reach * np.sqrt(covariances.variances))


def test_two_answers_that_exclude_each_other_are_one_comparison() -> None:
    covariances = covariance(mechanism("randomized-response", answers=2, epsilon="1"), [0.5, 0.5], 100)
    reach = furthest(covariances, 0.95, draws=200_000, entropy=SeededEntropy(8))
    assert reach == pytest.approx(normal_quantile(0.95), abs=0.03)


def test_limits_hold_for_all_answers_together_as_often_as_they_say() -> None:
    """The coverage is summed over every outcome of 40 reports on three answers."""
    oracle = mechanism("generalized-randomized-response", answers=3, epsilon="2")
    truth, reports = np.array([0.5, 0.3, 0.2]), 40
    chances = float(oracle.q) + truth * float(oracle.p - oracle.q)
    coverage = {"bonferroni": 0.0, "normal": 0.0}
    reach = furthest(covariance(oracle, truth, reports), 0.95, draws=50_000, entropy=SeededEntropy(9))
    for first, other in itertools.product(range(reports + 1), repeat=2):
        if first + other > reports:
            continue
        counts = np.array([first, other, reports - first - other])
        ways = math.comb(reports, first) * math.comb(reports - first, other)
        chance = ways * float((chances**counts).prod())
        limits = bonferroni(oracle, counts, reports, 0.95)
        coverage["bonferroni"] += chance * bool(((limits[:, 0] <= truth) & (truth <= limits[:, 1])).all())
        estimates = oracle.estimate(counts, reports)
        deviations = np.sqrt(oracle.variance(np.clip(estimates, 0, 1), reports))
        coverage["normal"] += chance * bool((np.abs(estimates - truth) <= reach * deviations).all())
    assert 0.95 < coverage["bonferroni"] < 0.975
    assert 0.92 < coverage["normal"] < 0.95  # With only 40 reports normal limits cover less than they state.


def test_refuses_a_confidence_that_so_few_draws_cannot_show() -> None:
    with pytest.raises(ValueError, match="needs more of them"):
        furthest(INDEPENDENT, 0.999, draws=500, entropy=SeededEntropy(0))
    for confidence in (0.0, 1.0, 1.5):
        with pytest.raises(ValueError, match="between 0 and 1"):
            furthest(INDEPENDENT, confidence, draws=500, entropy=SeededEntropy(0))
        with pytest.raises(ValueError, match="between 0 and 1"):
            bonferroni(mechanism(SLUGS[0], answers=3, epsilon="1"), [1, 1, 1], 3, confidence)
        with pytest.raises(ValueError, match="between 0 and 1"):
            basic_interval(np.zeros(2), np.zeros((9, 2)), confidence)


@pytest.mark.parametrize("slug", [*SLUGS, "hadamard-response", "optimized-local-hashing"])
def test_surveys_drawn_again_have_the_variance_of_the_closed_form(slug: str) -> None:
    """400 surveys of 250 people: a variance misses by a factor of 1 +- 6 sqrt(2 / 400) for few seeds in a milliard."""
    oracle = mechanism(slug, answers=5, epsilon="2")
    counts = surveys_like(oracle, SHARES, 250, surveys=400, entropy=SeededEntropy(10))
    estimates = through(lambda sample: oracle.estimate(sample, 250), counts)
    np.testing.assert_allclose(variances(estimates) / oracle.variance(SHARES, 250), 1, atol=6 * math.sqrt(2 / 400))
    miss = np.abs(estimates.mean(axis=0) - SHARES) / np.sqrt(oracle.variance(SHARES, 250) / 400)
    assert miss.max() < 6


def test_limits_of_the_most_likely_shares_cover_about_as_often_as_they_say() -> None:
    """The coverage has no closed form: measured over 150 surveys of 150 people, each drawn again 200 times, it is 88 of
    100 for 90."""
    oracle = mechanism("generalized-randomized-response", answers=3, epsilon="2")
    truth, channel = np.array([0.5, 0.3, 0.2]), Symmetric(answers=3, p=float(oracle.p))
    coverage = 0.0
    entropy = SeededEntropy(11)
    for counts in surveys_like(oracle, truth, 150, surveys=150, entropy=entropy):
        shares = choice_maximum(counts, channel)
        again = surveys_like(oracle, shares, 150, surveys=200, entropy=entropy)
        limits = basic_interval(shares, through(lambda sample: choice_maximum(sample, channel), again), 0.9)
        coverage += float(((limits[:, 0] <= truth) & (truth <= limits[:, 1])).mean()) / 150
    assert 0.86 < coverage < 0.95


def test_an_answer_that_nobody_gives_is_never_drawn() -> None:
    oracle = mechanism("generalized-randomized-response", answers=3, epsilon="16")
    counts = surveys_like(oracle, [0.0, 1.0, 0.0], 50, surveys=4, entropy=SeededEntropy(12))
    np.testing.assert_array_equal(counts, [[0, 50, 0]] * 4)


def test_refuses_to_draw_from_what_are_no_shares() -> None:
    oracle = mechanism("generalized-randomized-response", answers=3, epsilon="1")
    for shares in ([0.5, 0.5], [0.6, 0.6, -0.2], [0.5, 0.5, 0.5], [float("nan"), 0.5, 0.5]):
        with pytest.raises(ValueError, match="add up to 1"):
            surveys_like(oracle, shares, 10, surveys=1, entropy=SeededEntropy(0))
    for reports, surveys in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least 1 of each"):
            surveys_like(oracle, [1.0, 0.0, 0.0], reports, surveys=surveys, entropy=SeededEntropy(0))
