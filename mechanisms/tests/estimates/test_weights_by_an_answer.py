"""Weights of groups that are known only from an answer: ratios against plain numbers, and simulations at six sigma."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.bootstrap import surveys_like
from mechanisms.ldp.estimates.covariance import Covariance, covariance, pooled_covariance
from mechanisms.ldp.estimates.post_stratification import (
    Weighted,
    post_stratified_by_answer,
    strata_that_may_be_empty,
)
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Floats = NDArray[np.float64]
Level = tuple[FrequencyOracle, NDArray[np.int64], int]


def pooled(levels: list[Level], rows: int) -> tuple[Floats, Covariance]:
    """Returns the cells and their covariance, weighted by people."""
    weights = [reports / sum(own for _, _, own in levels) for _, _, reports in levels]
    estimates = [oracle.estimate(counts, reports) for oracle, counts, reports in levels]
    spread = [
        covariance(oracle, onto_simplex(own), reports)
        for (oracle, _, reports), own in zip(levels, estimates, strict=True)
    ]
    cells = np.sum([weight * own for weight, own in zip(weights, estimates, strict=True)], axis=0)
    return cells.reshape(rows, -1), pooled_covariance(spread, weights)


def weighted(levels: list[Level], rows: int, population: list[float | None]) -> Weighted | None:
    return post_stratified_by_answer(*pooled(levels, rows), population)


JOINT = np.array([[0.3, 0.1, 0.1], [0.1, 0.1, 0.3]])


@pytest.mark.parametrize("slug", ["generalized-randomized-response", "optimized-unary-encoding", "subset-selection"])
def test_groups_known_only_from_an_answer_have_the_mean_and_variance_that_are_said(slug: str) -> None:
    """The test simulates 1 000 surveys of 3 000 people; the bias of a ratio is far below the six standard errors
    allowed."""
    oracle = mechanism(slug, answers=6, epsilon="4")
    truth = 0.2 * JOINT[0] / 0.5 + 0.8 * JOINT[1] / 0.5
    pools = [
        weighted([(oracle, counts, 3000)], 2, [0.2, 0.8])
        for counts in surveys_like(oracle, JOINT.ravel(), 3000, surveys=1000, entropy=SeededEntropy(31))
    ]
    shares = np.array([pool.shares for pool in pools if pool])
    variances = np.mean([pool.variances for pool in pools if pool], axis=0)
    assert len(shares) == 1000
    assert (np.abs(shares.mean(axis=0) - truth) < 6 * np.sqrt(variances / 1000)).all()
    np.testing.assert_allclose(shares.var(axis=0) / variances, 1, atol=6 * math.sqrt(2 / 1000))


def test_intervals_hold_the_share_of_everybody_whoever_answers_and_whatever_level_they_choose() -> None:
    """2 000 surveys. Of the first stratum, half of everybody, half as many answer, and one in ten does not say which.

    The protective level is chosen by people who answer otherwise: each level has a law of its own. A limit of 95 %
    holds 95 times in a hundred at six sigma; the unweighted share of the first answer lies 7.5 points off.
    """
    levels = [mechanism("optimized-unary-encoding", answers=9, epsilon=epsilon) for epsilon in ("2", "4")]
    given_stratum = {
        "2": np.array([[0.8, 0.1, 0.1], [0.3, 0.3, 0.4], [0.2, 0.4, 0.4]]),
        "4": np.array([[0.7, 0.2, 0.1], [0.2, 0.3, 0.5], [0.1, 0.4, 0.5]]),
    }
    answered, people = np.array([0.3, 0.6, 0.1]), (1500, 1500)
    laws = [answered[:, None] * given_stratum[str(oracle.epsilon_text)] for oracle in levels]
    joint = (laws[0] + laws[1]) / 2
    within = joint / joint.sum(axis=1, keepdims=True)
    truth = 0.1 * within[2] + 0.9 * (0.5 * within[0] + 0.5 * within[1])
    drawn = [
        surveys_like(oracle, law.ravel(), reports, surveys=2000, entropy=SeededEntropy(seed))
        for seed, (oracle, law, reports) in enumerate(zip(levels, laws, people, strict=True))
    ]
    covered, uncovered = np.zeros(3), 0
    for counts in zip(*drawn, strict=True):
        both = list(zip(levels, counts, people, strict=True))
        pool = weighted(both, 3, [0.5, 0.5, None])
        assert pool is not None
        limits = pool.interval(0.95)
        covered += (limits[:, 0] <= truth) & (truth <= limits[:, 1])
        cells, _ = pooled(both, 3)
        uncovered += abs(cells[:, 0].sum() - truth[0]) > (limits[0, 1] - limits[0, 0]) / 2
    assert (np.abs(covered / 2000 - 0.95) < 6 * math.sqrt(0.95 * 0.05 / 2000)).all()
    assert joint[:, 0].sum() - truth[0] == pytest.approx(-0.075)
    assert uncovered / 2000 > 0.3


@pytest.mark.parametrize("population", [[0.5, 0.5], [0.25, 0.75]])
def test_exact_cells_give_exact_weights(population: list[float | None]) -> None:
    """Epsilon 16 adds almost no noise: 200 of 1 000 people are in the first stratum, and 150 of them gave the first
    answer."""
    oracle = mechanism("generalized-randomized-response", answers=4, epsilon="16")
    pool = weighted([(oracle, np.array([150, 50, 200, 600]), 1000)], 2, population)
    assert pool is not None
    own = [float(share or 0) for share in population]
    np.testing.assert_allclose(pool.shares[0], own[0] * 0.75 + own[1] * 0.25, atol=1e-4)
    np.testing.assert_allclose(pool.weights, [own[0] / 0.2, own[1] / 0.8], rtol=1e-4)
    plain = own[0] ** 2 * 0.75 * 0.25 / 200 + own[1] ** 2 * 0.25 * 0.75 / 800
    np.testing.assert_allclose(pool.variances, plain, rtol=1e-3)
    np.testing.assert_allclose(pool.interval(0.95)[:, 1] - pool.shares, 1.959964 * math.sqrt(plain), rtol=1e-3)


def test_people_without_an_answer_keep_their_share() -> None:
    """A hundred of 1 000 people gave no answer: the other 900 are weighted half and half, and these keep their
    share.
    """
    oracle = mechanism("generalized-randomized-response", answers=6, epsilon="16")
    pool = weighted([(oracle, np.array([240, 60, 150, 450, 80, 20]), 1000)], 3, [0.5, 0.5, None])
    assert pool is not None
    np.testing.assert_allclose(pool.shares, [0.9 * (0.5 * 0.8 + 0.5 * 0.25) + 0.08, 0.9 * 0.475 + 0.02], atol=1e-4)
    np.testing.assert_allclose(pool.weights, [1.5, 0.75, 1], atol=1e-3)


@given(st.lists(st.integers(60, 900), min_size=6, max_size=6), st.floats(0.2, 0.8))
def test_the_variance_is_that_of_the_first_order(counted: list[int], share: float) -> None:
    """Every cell is changed slightly: the changes of the shares give the variance to the first order."""
    oracle = mechanism("generalized-randomized-response", answers=6, epsilon="5")
    cells, together = pooled([(oracle, np.array(counted), sum(counted))], 3)
    population = [share, 1 - share, None]
    pool = post_stratified_by_answer(cells, together, population, confidence=0.5)
    if pool is None:
        return
    slopes = []
    for place in range(6):
        moved = cells.copy().ravel()
        moved[place] += 1e-6
        other = post_stratified_by_answer(moved.reshape(3, 2), together, population, confidence=0.01)
        assert other is not None
        slopes.append((other.shares - pool.shares) / 1e-6)
    numeric = np.array(slopes).T
    np.testing.assert_allclose(pool.variances, np.diag(numeric @ together.matrix @ numeric.T), rtol=1e-3)
    assert pool.shares.sum() == pytest.approx(1)


def test_a_population_as_it_answered_changes_no_share() -> None:
    oracle = mechanism("optimized-unary-encoding", answers=4, epsilon="3")
    cells, together = pooled([(oracle, np.array([300, 250, 400, 350]), 1000)], 2)
    sizes = cells.sum(axis=1) / cells.sum()
    pool = post_stratified_by_answer(cells, together, sizes.tolist())
    assert pool is not None
    np.testing.assert_allclose(pool.shares, cells.sum(axis=0) / cells.sum())


GRR4 = mechanism("generalized-randomized-response", answers=4, epsilon="0.5")


def test_a_group_that_may_be_nothing_is_not_weighed_unless_it_is_nothing_of_everybody() -> None:
    cells, together = pooled([(GRR4, np.array([30, 20, 26, 24]), 100)], 2)
    assert post_stratified_by_answer(cells, together, [0.5, 0.5]) is None
    assert strata_that_may_be_empty(cells, together, [0.5, 0.5], 0.95) == [0, 1]
    assert strata_that_may_be_empty(cells, together, [0.0, 1.0], 0.95) == [1]
    assert strata_that_may_be_empty(cells, together, [None, 1.0], 0.95) == [1]
    sure = mechanism("generalized-randomized-response", answers=4, epsilon="16")
    cells, together = pooled([(sure, np.array([0, 0, 60, 40]), 100)], 2)
    pool = post_stratified_by_answer(cells, together, [0.0, 1.0])
    assert pool is not None
    np.testing.assert_allclose(pool.shares, [0.6, 0.4], atol=1e-4)


def test_refuses_shares_and_covariances_that_are_of_something_else() -> None:
    cells, together = pooled([(GRR4, np.array([30, 20, 26, 24]), 100)], 2)
    for population in ([0.5, 0.6], [1.2, -0.2], [0.5, None], [None, None]):
        with pytest.raises(ValueError, match="that add up to 1"):
            post_stratified_by_answer(cells, together, population)
    with pytest.raises(ValueError, match="each has one, or None"):
        post_stratified_by_answer(cells, together, [1.0])
    with pytest.raises(ValueError, match="is not that of 4 cells"):
        post_stratified_by_answer(cells, together.among([0, 1]), [0.5, 0.5])
