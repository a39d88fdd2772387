"""Moments of numbers in classes: exactly unbiased on the words, one draw at six sigma, and what is made of them."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.ldp.models.class_ends import ClassEnds
from mechanisms.ldp.models.class_moments import Bounded, ClassMoments
from mechanisms.ldp.models.class_places import ClassPlaces
from mechanisms.ldp.models.gaussian_naive_bayes import (
    GaussianNaiveBayes,
    gaussian_card,
    gaussian_naive_bayes,
    gaussian_of,
)
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.hadamard_response import HadamardResponse
from mechanisms.ldp.one_answer.local_hashing import OptimizedLocalHashing
from mechanisms.ldp.one_answer.optimized_unary_encoding import OptimizedUnaryEncoding
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection

NUMBERS = (Bounded(low=-1, high=3), Bounded(low=10, high=13))
ENDS = ClassEnds(oracle=GeneralizedRandomizedResponse, classes=2, numbers=NUMBERS, epsilon="2")
EVERYTHING = ClassEnds(oracle=OptimizedUnaryEncoding, classes=2, numbers=NUMBERS, epsilon="8", spoken_of=4)
PLACES = ClassPlaces(classes=2, numbers=NUMBERS, epsilon="2", steps=6)


@pytest.mark.parametrize("numbers", list(itertools.product(range(-1, 4), range(10, 14))))
def test_over_all_words_numbers_and_squares_are_right_on_average(numbers: tuple[int, ...]) -> None:
    words = list(itertools.product(*(range(grid.bound) for grid in ENDS.grids)))
    drawn = ENDS.ends([numbers] * len(words), Tape([word for row in words for word in row]))
    meant = [2 * number - bounds.low - bounds.high for number, bounds in zip(numbers, NUMBERS, strict=True)]
    widths = [bounds.width for bounds in NUMBERS]
    for place in range(2):
        assert widths[place] * (2 * drawn[:, place].sum() - len(words)) == meant[place] * len(words)
        assert widths[place] ** 2 * drawn[:, 2 + place].sum() == meant[place] ** 2 * len(words)


LABELS = np.tile([0, 0, 0, 1, 1], 6000)
ANSWERS = np.tile([[-1, 10], [0, 11], [3, 11], [3, 13], [2, 12]], (6000, 1))


def true_moments() -> tuple[np.ndarray, np.ndarray]:
    meant = 2 * ANSWERS - np.array([bounds.low + bounds.high for bounds in NUMBERS])
    inside = [LABELS[:, None] == label for label in range(2)]
    return (
        np.stack([(meant * here).mean(axis=0) for here in inside], axis=1),
        np.stack([(meant**2 * here).mean(axis=0) for here in inside], axis=1),
    )


@pytest.mark.parametrize("mechanism", [ENDS, EVERYTHING, PLACES], ids=["one", "everything", "places"])
def test_one_draw_of_moments_stays_within_six_standard_errors(mechanism: Any) -> None:
    """Nine numbers are compared at each level: correct moments fail for one seed in 50 million."""
    moments = mechanism.moments(mechanism.count(mechanism.perturb_many(LABELS, ANSWERS, SeededEntropy(20261122))))
    first, second = true_moments()
    assert (np.abs(moments.first - first) / moments.first_errors).max() < 6
    assert (np.abs(moments.second - second) / moments.second_errors).max() < 6
    assert abs(moments.shares[1] - 0.4) < 6 * moments.share_error


def ends_of(oracle: type[FrequencyOracle], epsilon: str, *, spoken_of: int = 1) -> ClassEnds:
    numbers = (Bounded(low=0, high=40), Bounded(low=10, high=13))
    return ClassEnds(oracle=oracle, classes=2, numbers=numbers, epsilon=epsilon, spoken_of=spoken_of)


def seen_against_stated(mechanism: Any, people: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Returns the standard deviation of `first` and `second` [numbers, classes] and of the shares, over the error
    stated.

    It is that of 800 surveys of people drawn anew, one in twenty of the second class, the first number near its middle.
    """
    draw, entropy, surveys = np.random.default_rng(7), SeededEntropy(7), []
    for _ in range(800):
        numbers = np.stack([draw.integers(18, 23, people), draw.integers(10, 14, people)], axis=1)
        labels = (draw.random(people) < 0.05).astype(int)
        surveys.append(mechanism.moments(mechanism.count(mechanism.perturb_many(labels, numbers, entropy))))
    first, second = (
        np.std([getattr(survey, what) for survey in surveys], axis=0)
        / np.sqrt(np.mean([getattr(survey, errors) ** 2 for survey in surveys], axis=0))
        for what, errors in (("first", "first_errors"), ("second", "second_errors"))
    )
    of_shares = np.var([survey.shares for survey in surveys], axis=0).mean() / np.mean(
        [survey.share_error**2 for survey in surveys]
    )
    return first, second, float(np.sqrt(of_shares))


@pytest.mark.parametrize(
    "mechanism",
    [
        ends_of(GeneralizedRandomizedResponse, "6"),
        ends_of(GeneralizedRandomizedResponse, "1"),
        ends_of(GeneralizedRandomizedResponse, "16", spoken_of=4),
        ends_of(SubsetSelection, "2"),
        ends_of(OptimizedUnaryEncoding, "8", spoken_of=4),
        ends_of(OptimizedUnaryEncoding, "5"),
    ],
    ids=["choice-6", "choice-1", "choice-everything", "subset", "bits-everything", "bits-of-loud-shares"],
)
def test_stated_errors_are_those_of_many_surveys(mechanism: ClassEnds) -> None:
    """A standard deviation from 800 surveys is known to 2.5 %; the seeds are fixed, and the bounds are four such
    errors."""
    first, second, of_shares = seen_against_stated(mechanism, 1000)
    np.testing.assert_allclose(first, 1, atol=0.1)
    assert of_shares == pytest.approx(1, abs=0.1)
    # Noise makes a mean of squares near 0 look larger, so its error is overstated.
    assert ((second > 0.8) & (second < 1.1)).all()


def test_errors_stated_for_places_are_those_of_many_surveys() -> None:
    first, second, of_shares = seen_against_stated(replace(PLACES, numbers=ends_of(SubsetSelection, "2").numbers), 1500)
    np.testing.assert_allclose(first, 1, atol=0.1)
    np.testing.assert_allclose(second, 1, atol=0.1)
    assert of_shares == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("oracle", [HadamardResponse, OptimizedLocalHashing], ids=["columns", "hashed"])
def test_where_nothing_is_known_of_two_shares_the_error_is_an_upper_bound(oracle: type[FrequencyOracle]) -> None:
    """If two independent shares are treated as if they erred in step, their sum seems to vary 1 / 0.71 times as
    much.
    """
    first, second, of_shares = seen_against_stated(ends_of(oracle, "2"), 500)
    assert ((first > 0.55) & (first < 1)).all()
    assert 0.55 < of_shares < 1
    # This error comes from one share alone, so it is exact and no bound.
    np.testing.assert_allclose(second, 1, atol=0.15)


def test_a_list_holds_the_number_at_its_class_and_nought_elsewhere() -> None:
    placed = PLACES._placed(np.array([1, 0]), np.array([[4, -3], [2, 1]]))
    assert placed.tolist() == [[0, 4, 0, -3], [2, 0, 1, 0]]


def test_a_third_of_the_words_each_lead_to_numbers_squares_and_class() -> None:
    batches = PLACES.perturb_many(LABELS[:9000], ANSWERS[:9000], SeededEntropy(1))
    assert sum(len(packed) for packed in batches) == 9000
    assert all(abs(len(packed) - 3000) < 6 * 45 for packed in batches)


def test_neither_way_spends_more_than_was_asked() -> None:
    for mechanism in (ENDS.joint, EVERYTHING.joint, PLACES):
        assert (
            0.98 * float(mechanism.event().epsilon) < float(mechanism.event().spent) <= float(mechanism.event().epsilon)
        )


def test_a_place_that_nobody_drew_is_nought_with_the_error_of_its_noise() -> None:
    moments = PLACES.moments(PLACES.count(PLACES.perturb_many(LABELS[:6], ANSWERS[:6], SeededEntropy(3))))
    silent = moments.first == 0
    assert silent.any()
    assert (moments.first_errors[silent] > 0).all()
    with pytest.raises(ValueError, match="no report speaks of the numbers"):
        PLACES.moments(PLACES.count(PLACES.perturb_many(LABELS[:1], ANSWERS[:1], Tape([2, 2, 2, 2, 2]))))


def test_counts_of_two_batches_add() -> None:
    entropy = SeededEntropy(5)
    both = [PLACES.count(PLACES.perturb_many(LABELS[:300], ANSWERS[:300], entropy)) for _ in range(2)]
    added = both[0] + both[1]
    assert int(added.classes.sum() + added.numbers.sum() + added.squares.sum()) == 600
    np.testing.assert_array_equal(added.squares, both[0].squares + both[1].squares)


def moments_of(first: list[float], second: list[float], error: float) -> ClassMoments:
    """Returns the moments of one number with width 4 around 1, in two classes of half the people each."""
    return ClassMoments(
        shares=np.array([0.5, 0.5]),
        first=np.array([first]),
        second=np.array([second]),
        share_error=0.0,
        first_errors=np.full((1, 2), error),
        second_errors=np.full((1, 2), error),
    )


def test_means_and_variances_are_back_in_the_units_of_the_numbers() -> None:
    """u = 2 v - 2 has mean 1 and mean square 5 in the first class: v has mean 1.5 and variance 1."""
    model = gaussian_naive_bayes(moments_of([0.5, -1.0], [2.5, 4.0], 0.0), NUMBERS[:1])
    np.testing.assert_allclose(model.means, [[1.5, 0.0]])
    np.testing.assert_allclose(model.variances, [[1.0, 1.0]])


def test_a_variance_that_noise_left_below_its_error_is_that_error_and_a_mean_outside_goes_to_the_bound() -> None:
    model = gaussian_naive_bayes(moments_of([4.0, 0.0], [-1.0, 0.4], 0.6), NUMBERS[:1])
    np.testing.assert_allclose(model.means, [[3.0, 1.0]])
    np.testing.assert_allclose(model.variances, [[0.3, 0.3]])
    loud = gaussian_naive_bayes(moments_of([0.0, 0.0], [-1.0, 99.0], 100.0), NUMBERS[:1])
    np.testing.assert_allclose(loud.variances, [[4.0, 4.0]])


def test_with_hardly_any_noise_it_is_the_model_of_the_people_themselves() -> None:
    mechanism = ClassEnds(oracle=GeneralizedRandomizedResponse, classes=2, numbers=NUMBERS, epsilon="16")
    counts = mechanism.count(mechanism.perturb_many(LABELS, ANSWERS, SeededEntropy(2)))
    model, themselves = (
        gaussian_naive_bayes(mechanism.moments(counts), NUMBERS),
        gaussian_of(LABELS, ANSWERS, classes=2),
    )
    np.testing.assert_allclose(model.prior, themselves.prior, atol=0.02)
    np.testing.assert_allclose(model.means, themselves.means, atol=0.25)
    np.testing.assert_allclose(model.variances, themselves.variances, atol=0.2)


def test_the_likeliest_class_is_that_of_prior_times_density() -> None:
    model = GaussianNaiveBayes(np.array([0.8, 0.2]), np.array([[0.0, 2.0]]), np.array([[1.0, 4.0]]))
    densities = [0.8 * np.exp(-0.5) / np.sqrt(2 * np.pi), 0.2 * np.exp(-1 / 8) / np.sqrt(8 * np.pi)]
    np.testing.assert_allclose(np.exp(model.log_chances([[1.0]]))[0], densities)
    assert model.predict([[0.0], [4.0]]).tolist() == [0, 1]


def test_the_card_names_the_epsilon_of_all_that_a_person_sends() -> None:
    moments = PLACES.moments(PLACES.count(PLACES.perturb_many(LABELS[:900], ANSWERS[:900], SeededEntropy(1))))
    card = gaussian_card(PLACES.event(), moments, reports=900, accuracy=None)
    assert (card.epsilon, card.mechanism, card.reports, card.accuracy) == ("2", "piecewise-several", 900, None)


@pytest.mark.parametrize(
    ("low", "high", "why"), [(0, 0, "from 1 to 4096"), (0, 4097, "larger units"), (0.5, 2, "low is 0.5")]
)
def test_refuses_bounds_that_cannot_be(low: Any, high: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Bounded(low=low, high=high)


@pytest.mark.parametrize(
    ("width", "steps"), [(1, 16), (7, 16), (2896, 16), (1, 2)], ids=["yes or no", "narrow", "widest", "two steps"]
)
def test_numbers_of_any_width_up_to_2896_are_told_at_their_places(width: int, steps: int) -> None:
    """The number stands beside a wide one, which keeps all of its steps; correct moments fail for one seed in 50
    million."""
    mechanism = ClassPlaces(
        classes=2, numbers=(Bounded(low=0, high=width), Bounded(low=0, high=80)), epsilon="4", steps=steps
    )
    numbers = np.stack([(np.arange(30_000) % 3 == 0) * width, np.arange(30_000) % 81], axis=1)
    moments = mechanism.moments(mechanism.count(mechanism.perturb_many(LABELS, numbers, SeededEntropy(4))))
    meant = 2 * numbers - np.array([width, 80])
    inside = np.stack([label == LABELS for label in range(2)])
    assert mechanism.of_numbers.steps == mechanism.of_squares.steps == steps
    assert (np.abs(moments.first - (inside @ meant).T / 30_000) / moments.first_errors).max() < 6
    assert (np.abs(moments.second - (inside @ meant**2).T / 30_000) / moments.second_errors).max() < 6


def test_refuses_wider_numbers_at_places_naming_the_limit_that_holds() -> None:
    with pytest.raises(ValueError, match="high - low is 2897; a number at its class's place has at most 2896 units"):
        ClassPlaces(classes=2, numbers=(Bounded(low=0, high=2897),), epsilon="1")


@pytest.mark.parametrize("steps", [0, -2, "16", 16.0, True, 65537])
def test_refuses_steps_that_are_no_number_of_steps(steps: Any) -> None:
    with pytest.raises(ValueError, match=r"steps is .*; it is a whole number from 1 to 65536"):
        ClassPlaces(classes=2, numbers=NUMBERS, epsilon="1", steps=steps)


@pytest.mark.parametrize("mechanism", [ENDS, PLACES], ids=["ends", "places"])
@pytest.mark.parametrize(
    ("labels", "numbers", "why"),
    [([0], [[4, 10]], "outside"), ([0], [[0]], "rows of 2"), ([2], [[0, 10]], "not one of the 2 classes")],
)
def test_refuses_people_that_cannot_be(mechanism: Any, labels: list[int], numbers: list[list[int]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        mechanism.perturb_many(labels, numbers, SeededEntropy(1))


def test_refuses_grids_without_a_point_at_nought_and_models_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="steps is 3"):
        ClassPlaces(classes=2, numbers=NUMBERS, epsilon="1", steps=3)
    with pytest.raises(ValueError, match="variance 0"):
        GaussianNaiveBayes(np.array([0.5, 0.5]), np.zeros((1, 2)), np.zeros((1, 2)))
    with pytest.raises(ValueError, match="rows of 1"):
        GaussianNaiveBayes(np.array([0.5, 0.5]), np.zeros((1, 2)), np.ones((1, 2))).predict([[1, 2]])
