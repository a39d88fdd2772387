"""These tests cover the most likely shares: against a search of a fine grid and a closed form, that the likelihood
never falls, and once against many drawn reports."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.iterative_bayesian_update import (
    Matrix,
    Symmetric,
    choice_maximum,
    ems,
    ibu,
    smoothed,
)
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.cases import LISTED

counts_of_four = st.lists(st.integers(0, 500), min_size=4, max_size=4).filter(any)


def table(rows: int, answers: int, seed: int) -> np.ndarray:
    """Returns a channel with no symmetry at all, and more reports than answers."""
    drawn = np.random.default_rng(seed).dirichlet(np.full(rows, 0.5), size=answers).T
    return np.asarray(drawn / drawn.sum(axis=0))


def log_likelihood(counts: np.ndarray, channel: np.ndarray, shares: np.ndarray) -> float:
    return float(counts @ np.log(channel @ shares))


@pytest.mark.parametrize("seed", range(4))
def test_no_point_of_a_fine_grid_is_likelier(seed: int) -> None:
    channel, counts = table(5, 3, seed), np.array([40, 3, 25, 60, 12])
    fit = ibu(counts, channel, tolerance=1e-10, most=100_000)
    steps = np.linspace(0, 1, 201)
    grid = [(first, other, 1 - first - other) for first, other in itertools.product(steps, steps) if first + other <= 1]
    best = max(log_likelihood(counts, channel, np.array(point)) for point in grid)
    assert fit.converged
    assert best - 0.05 < fit.log_likelihood
    assert fit.log_likelihood >= best - 1e-6
    assert log_likelihood(counts, channel, fit.shares) == pytest.approx(fit.log_likelihood)


@given(counts=counts_of_four, seed=st.integers(0, 50))
def test_the_likelihood_never_falls_and_its_shortfall_is_never_more_than_said(counts: list[int], seed: int) -> None:
    channel = table(4, 3, seed)
    given_counts = np.array(counts)
    each = [ibu(given_counts, channel, tolerance=1e-12, most=rounds) for rounds in (1, 2, 3, 5, 8, 13, 400)]
    for before, after in itertools.pairwise(each):
        assert after.log_likelihood >= before.log_likelihood - 1e-9 * abs(before.log_likelihood)
        assert after.shares.sum() == pytest.approx(1)
        assert after.shares.min() >= 0
    for fit in each:
        assert each[-1].log_likelihood - fit.log_likelihood <= fit.shortfall + 1e-7


@given(counts=counts_of_four, p=st.floats(0.3, 0.95))
def test_for_one_answer_the_rounds_tend_to_the_closed_form(counts: list[int], p: float) -> None:
    channel = Symmetric(answers=4, p=p)
    closed = choice_maximum(counts, channel)
    assert closed.sum() == pytest.approx(1)
    assert closed.min() >= 0
    matrix = np.full((4, 4), channel.q) + (channel.p - channel.q) * np.eye(4)
    slopes = matrix.T @ (np.array(counts) / (matrix @ closed)) / sum(counts)  # At a maximum each slope is at most 1.
    assert slopes.max() <= 1 + 1e-9
    np.testing.assert_allclose(slopes[closed > 0], 1, rtol=1e-9)


def test_equal_counts_and_a_certain_answer_stay_what_they_are() -> None:
    channel = Symmetric(answers=3, p=0.6)
    np.testing.assert_allclose(choice_maximum([7, 7, 7], channel), [1 / 3] * 3)
    np.testing.assert_allclose(choice_maximum([0, 9, 0], channel), [0, 1, 0])
    np.testing.assert_allclose(choice_maximum([2, 5, 3], Symmetric(answers=3, p=1.0)), [0.2, 0.5, 0.3])


def test_without_a_table_the_rounds_are_the_same() -> None:
    oracle = mechanism("generalized-randomized-response", answers=5, epsilon="2")
    channel = Symmetric(answers=5, p=float(oracle.p))
    assert channel.q == pytest.approx(float(oracle.q))
    counts = np.array([120, 64, 31, 4, 40])
    fit = ibu(counts, channel, tolerance=1e-6, most=500)
    other = ibu(counts, np.full((5, 5), channel.q) + (channel.p - channel.q) * np.eye(5), tolerance=1e-6, most=500)
    assert fit.iterations == other.iterations
    np.testing.assert_allclose(fit.shares, other.shares, rtol=1e-9)
    assert fit.log_likelihood == pytest.approx(other.log_likelihood)


def test_where_no_share_would_fall_below_nought_the_most_likely_are_the_unbiased_ones() -> None:
    oracle = mechanism("generalized-randomized-response", answers=3, epsilon="1")
    unbiased = oracle.estimate([400, 300, 300], 1000)
    assert unbiased.min() > 0
    np.testing.assert_allclose(choice_maximum([400, 300, 300], Symmetric(answers=3, p=float(oracle.p))), unbiased)


@pytest.mark.parametrize("offered", LISTED, ids=lambda offered: offered.slug)
def test_reports_as_often_as_expected_give_back_the_shares(offered: type[FrequencyOracle]) -> None:
    """Counts in the proportions that the shares 1/2, 1/3, 1/6 expect give these shares back, for every mechanism."""
    answers = 2 if offered.slug == "randomized-response" else 3
    oracle = mechanism(offered.slug, answers=answers, epsilon="4")
    listed = [oracle.report_probabilities(answer) for answer in range(answers)]
    channel = np.array([[float(of[report]) for of in listed] for report in listed[0]])
    truth = np.array([1 / 2, 1 / 3, 1 / 6][:answers]) / sum([1 / 2, 1 / 3, 1 / 6][:answers])
    counts = np.round(channel @ truth * 1e9).astype(np.int64)
    fit = ibu(counts, channel, tolerance=1e-9, most=20_000)
    np.testing.assert_allclose(fit.shares, truth, atol=1e-4)


def test_a_round_is_the_mean_of_the_posteriors() -> None:
    channel, counts = table(4, 3, 9), np.array([3, 0, 5, 2])
    posteriors = [channel[report] / channel[report].sum() for report in range(4)]  # The rounds start from equal shares.
    mean = sum(count * posterior for count, posterior in zip(counts, posteriors, strict=True)) / counts.sum()
    np.testing.assert_allclose(ibu(counts, channel, tolerance=1e-12, most=1).shares, mean)


def test_neighbours_weigh_one_two_one_and_at_the_ends_two_one() -> None:
    np.testing.assert_allclose(smoothed(np.full(6, 1 / 6)), np.full(6, 1 / 6))
    peak = np.array([0.0, 0.0, 1.0, 0.0, 0.0])
    np.testing.assert_allclose(smoothed(peak), [0, 0.25, 0.5, 0.25, 0])
    end = smoothed(np.array([1.0, 0, 0, 0]))
    np.testing.assert_allclose(end, np.array([2 / 3, 1 / 4, 0, 0]) / (2 / 3 + 1 / 4))


def test_smoothing_gives_up_likelihood_for_a_smaller_error_where_shares_are_smooth() -> None:
    """The shares of 2 000 people form a bell over 32 ordered answers; the seed is fixed."""
    truth = np.exp(-(((np.arange(32) - 13) / 6) ** 2) / 2)
    truth /= truth.sum()
    people = np.repeat(np.arange(32), np.round(truth * 2_000).astype(int))
    oracle = mechanism("generalized-randomized-response", answers=32, epsilon="4")
    counts = oracle.count(oracle.perturb_many(people, SeededEntropy(11)))
    channel = Symmetric(answers=32, p=float(oracle.p))
    plain, smooth = (method(counts, channel, tolerance=1e-6, most=20_000) for method in (ibu, ems))
    exact = np.bincount(people, minlength=32) / len(people)
    assert smooth.log_likelihood < plain.log_likelihood
    assert smooth.shortfall > plain.log_likelihood - smooth.log_likelihood
    assert ((smooth.shares - exact) ** 2).sum() < ((plain.shares - exact) ** 2).sum() / 2


def test_says_when_it_stopped_too_early() -> None:
    counts, channel = np.array([60, 25, 10, 5]), Symmetric(answers=4, p=0.4)
    early = ibu(counts, channel, tolerance=1e-9, most=3)
    assert (early.iterations, early.converged) == (3, False)
    assert early.shortfall > 0.01
    late = ibu(counts, channel, tolerance=1e-9, most=100_000)
    assert late.converged
    assert late.shortfall < 1e-3


@pytest.mark.parametrize("method", [ibu, ems])
def test_refuses_counts_that_are_none(method: object) -> None:
    channel = Symmetric(answers=3, p=0.5)
    assert callable(method)
    for counts in ([1, 2], [1.0, 2.0, 3.0], [[1, 2, 3]]):
        with pytest.raises(ValueError, match="3 integers"):
            method(counts, channel, tolerance=1e-3, most=10)
    for counts in ([0, 0, 0], [4, -1, 2]):
        with pytest.raises(ValueError, match="none is below 0"):
            method(counts, channel, tolerance=1e-3, most=10)
    for tolerance, most in ((0.0, 10), (float("nan"), 10), (1e-3, 0)):
        with pytest.raises(ValueError, match="both are above 0"):
            method([1, 2, 3], channel, tolerance=tolerance, most=most)


def test_refuses_channels_that_are_none() -> None:
    with pytest.raises(ValueError, match=r"miss a sum of 1 by 0\.1"):
        Matrix(np.array([[0.5, 0.6], [0.5, 0.5]]))
    for wrong in (np.array([0.5, 0.5]), np.array([[1.5], [-0.5]]), np.array([[np.nan], [1.0]]), np.empty((0, 2))):
        with pytest.raises(ValueError, match=r"table \[reports, answers\]"):
            Matrix(wrong)
    for answers, p in ((1, 0.5), (3, 1.5), (3, float("nan"))):
        with pytest.raises(ValueError, match="are no channel"):
            Symmetric(answers=answers, p=p)
    with pytest.raises(ValueError, match="no answer sends"):
        ibu([5, 1], np.array([[1.0, 1.0], [0.0, 0.0]]), tolerance=1e-3, most=10)
    with pytest.raises(ValueError, match="where p is larger"):
        choice_maximum([1, 2, 3], Symmetric(answers=3, p=0.2))
