"""Coding, rounding, noise and post-randomisation: what stays exactly, and what the formulas say by enumeration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.anonymity.operations.coding import bounds, coded
from mechanisms.anonymity.operations.noise import with_noise, with_noise_of_the_same_variance
from mechanisms.anonymity.operations.post_randomisation import PostRandomisation
from mechanisms.anonymity.operations.rounding import rounded, rounded_at_random
from mechanisms.common.entropy import SeededEntropy, Tape

KEPT = np.array([[0.7, 0.2, 0.1], [0.15, 0.8, 0.05], [0.0, 0.3, 0.7]])
COUNTS = np.array([70, 20, 10])


def test_values_beyond_a_bound_become_it() -> None:
    assert coded(np.array([1.0, 5, 9]), bottom=2, top=8).tolist() == [2, 5, 8]
    assert coded(np.array([1.0, 5, 9]), top=8).tolist() == [1, 5, 8]


@given(values=st.lists(st.integers(-20, 20), min_size=2, max_size=40), data=st.data())
def test_so_many_rows_lie_at_a_bound_or_beyond(values: list[int], data: st.DataObject) -> None:
    rows = data.draw(st.integers(1, len(values) // 2))
    numbers = np.array(values, dtype=np.float64)
    bottom, top = bounds(numbers, rows)
    coded_numbers = coded(numbers, bottom=bottom, top=top)
    assert (coded_numbers == bottom).sum() >= rows
    assert (coded_numbers == top).sum() >= rows
    assert (numbers < bottom).sum() < rows
    assert (numbers > top).sum() < rows


def test_bounds_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="neither a bottom nor a top"):
        coded(np.zeros(2))
    with pytest.raises(ValueError, match="the bottom is 3 and the top 2"):
        coded(np.zeros(2), bottom=3, top=2)
    with pytest.raises(ValueError, match="2 rows were asked on each side of 3"):
        bounds(np.zeros(3), 2)


def test_the_nearest_multiple_and_from_the_middle_upwards() -> None:
    assert rounded(np.array([-3, -2, 0, 2, 3, 7, 8]), 5).tolist() == [-5, 0, 0, 0, 5, 5, 10]
    assert rounded(np.array([2, 6]), 4).tolist() == [4, 8]


@pytest.mark.parametrize("base", [1, 3, 10])
def test_random_rounding_has_the_value_as_its_expectation(base: int) -> None:
    """Every remainder drawn once: as many words as the base, and each rounds one copy of the value."""
    for value in range(-2 * base, 2 * base):
        rounded_values = rounded_at_random(np.full(base, value), base, Tape(range(base)))
        assert rounded_values.sum() == base * value
        assert (abs(rounded_values - value) < base).all()
        assert (rounded_values % base == 0).all()


def test_a_word_that_would_favour_small_remainders_is_drawn_again() -> None:
    assert rounded_at_random(np.array([1]), 3, Tape([2**32 - 1, 1])).tolist() == [0]


@pytest.mark.parametrize(
    ("values", "base", "message"),
    [(np.array([1.5]), 2, "whole numbers are rounded"), (np.array([1]), 0, "the base is 0")],
)
def test_what_cannot_be_rounded_is_refused(values: np.ndarray, base: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rounded(values, base)


def table_of_numbers() -> np.ndarray:
    generator = np.random.Generator(np.random.PCG64(3))
    first = generator.normal(size=20_000)
    return np.stack([first, 3 * first + generator.normal(size=20_000), np.full(20_000, 7.0)], axis=1)


def test_noise_has_the_covariance_of_the_columns() -> None:
    """20 000 rows: a sample covariance errs by less than 6 standard errors, 2 in 1e9 for each entry."""
    before = table_of_numbers()
    covariance = np.cov(before, rowvar=False)
    noise = np.cov(with_noise(before, 0.5, SeededEntropy(1)) - before, rowvar=False)
    error = np.sqrt((covariance**2 + np.outer(np.diag(covariance), np.diag(covariance))) / len(before))
    assert (abs(noise - 0.25 * covariance) <= 6 * 0.25 * error + 1e-12).all()


def test_variances_stay_where_that_is_asked() -> None:
    before = table_of_numbers()
    after = with_noise_of_the_same_variance(before, 0.5, SeededEntropy(2))
    np.testing.assert_allclose(after.std(axis=0), before.std(axis=0), rtol=6 / np.sqrt(2 * len(before)), atol=1e-12)
    assert np.asarray(np.corrcoef(after[:, :2], rowvar=False))[0, 1] == pytest.approx(
        np.asarray(np.corrcoef(before[:, :2], rowvar=False))[0, 1], abs=0.01
    )


@pytest.mark.parametrize(
    ("values", "share"), [(np.zeros((1, 2)), 0.5), (np.zeros((3, 2)), 0), (np.full((3, 1), np.inf), 1)]
)
def test_noise_on_what_has_no_covariance_is_refused(values: np.ndarray, share: float) -> None:
    with pytest.raises(ValueError, match=r"were given; finite|the share is 0"):
        with_noise(values, share, SeededEntropy(1))


def test_values_become_others_exactly_as_often_as_said() -> None:
    """Words spread evenly over 32 bits: each threshold is crossed where it stands."""
    pram = PostRandomisation.of(KEPT)
    words = np.arange(1000) * (2**32 // 1000)
    for code, row in enumerate(pram.probabilities):
        counted = np.bincount(pram.perturb(np.full(1000, code), Tape(words)), minlength=3)
        assert abs(counted - 1000 * row).max() < 1.001
    assert pram.perturb(np.array([2, 2]), Tape([0, 2**32 - 1])).tolist() == [1, 2]  # never 0, whose chance is 0


def test_the_estimate_of_expected_counts_is_the_counts() -> None:
    pram = PostRandomisation.of(KEPT)
    assert pram.estimate(COUNTS @ pram.probabilities) == pytest.approx(COUNTS)


def test_the_covariance_is_that_of_all_outcomes() -> None:
    """One row of each of two values, all four outcomes with their chances."""
    pram = PostRandomisation.of(np.array([[0.75, 0.25], [0.5, 0.5]]))
    chances, estimates = [], []
    for first in range(2):
        for other in range(2):
            chances.append(pram.probabilities[0, first] * pram.probabilities[1, other])
            estimates.append(pram.estimate(np.bincount([first, other], minlength=2)))
    mean = np.average(estimates, axis=0, weights=chances)
    np.testing.assert_allclose(mean, [1, 1])
    apart = np.array(estimates) - mean
    np.testing.assert_allclose(pram.covariance(np.array([1, 1])), (apart.T * chances) @ apart)


def test_an_invariant_one_leaves_counts_as_they_are() -> None:
    pram = PostRandomisation.invariant(KEPT, COUNTS)
    np.testing.assert_allclose(COUNTS @ pram.probabilities, COUNTS, rtol=0, atol=len(COUNTS) * 100 / 2**32)
    assert (np.diag(pram.probabilities) < 0.9).all()


@pytest.mark.parametrize(
    ("probabilities", "message"),
    [
        (np.ones((2, 3)) / 3, "a square of them is needed"),
        (np.array([[0.5, 0.4], [0.5, 0.5]]), "sum to 1"),
        (np.array([[1.5, -0.5], [0, 1]]), "from 0 on and sum to 1"),
        (np.full((2, 2), 0.5), "counts could not be estimated"),
    ],
)
def test_probabilities_that_are_none_are_refused(probabilities: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PostRandomisation.of(probabilities)


def test_codes_and_counts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="codes from 0 to 3 were given; there are 3"):
        PostRandomisation.of(KEPT).perturb(np.array([0, 3]), Tape([1, 2]))
    with pytest.raises(ValueError, match="one above 0 for each is needed"):
        PostRandomisation.invariant(KEPT, np.array([1, 0, 2]))
