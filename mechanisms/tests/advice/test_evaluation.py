"""An evaluation finds the error that the closed form says, and the figures of a case done by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.advice.evaluation import (
    LAWS,
    Evaluation,
    evaluate,
    even,
    expected_errors,
    exponential,
    harmonic,
    people_of,
)
from mechanisms.ldp.one_answer.frequency_oracle import Floats, FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.optimized_unary_encoding import OptimizedUnaryEncoding
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection

REPETITIONS = 400


class Told:
    """A stand-in for a mechanism returns fixed estimates."""

    answers = 3

    def __init__(self, *estimates: list[float]) -> None:
        self._estimates = iter(estimates)

    def perturb_many(self, answers: np.ndarray, entropy: object) -> np.ndarray:
        assert answers.tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
        return answers

    def count(self, packed: np.ndarray) -> np.ndarray:
        return packed

    def estimate(self, counts: np.ndarray, reports: int) -> Floats:
        assert reports == 10
        return np.array(next(self._estimates))


def test_the_figures_are_those_done_by_hand() -> None:
    """The shares are a half, a half and nobody, so the ranks are 1.5, 1.5 and 3; the estimated ranks are 1, 2, 3 and
    then 3, 1.5, 1.5."""
    told = Told([0.6, 0.4, 0.0], [0.2, 0.4, 0.4])
    # A stand-in for the mechanism.
    evaluation = evaluate(told, [5, 5, 0], repetitions=2, entropy=SeededEntropy(1))  # type: ignore[arg-type]
    np.testing.assert_allclose(evaluation.expectation_bias, [0.2, 0.2, math.inf])
    np.testing.assert_allclose(evaluation.rank_bias, [1.0, 0.25, 0.75])
    np.testing.assert_allclose(evaluation.squared_error, [0.05, 0.01, 0.08])
    np.testing.assert_allclose(evaluation.survey_errors, [0.02 / 3, 0.26 / 3])
    assert evaluation.of_top(2) == pytest.approx((0.2, 0.625, 0.03))


@pytest.mark.parametrize("kind", [GeneralizedRandomizedResponse, OptimizedUnaryEncoding, SubsetSelection])
def test_the_squared_error_is_the_closed_form(kind: type[FrequencyOracle]) -> None:
    """The people are the same in all repetitions, so the sampling term is left out. The limit is six standard
    errors.
    """
    oracle, people = kind(answers=6, epsilon="1.5"), 2000
    counts = people_of(harmonic(6), people)
    evaluation = evaluate(oracle, counts, repetitions=REPETITIONS, entropy=SeededEntropy(5))
    exact = expected_errors(oracle, evaluation.shares, people)
    assert (np.abs(evaluation.squared_error / exact - 1) < 6 * math.sqrt(2 / REPETITIONS)).all()
    assert (evaluation.expectation_bias * evaluation.shares < 6 * np.sqrt(exact / REPETITIONS)).all()


def test_the_expected_error_is_that_of_the_channel_with_these_people() -> None:
    """Each person who gave an answer is counted with chance p, each other person with chance q."""
    oracle, people = OptimizedUnaryEncoding(answers=3, epsilon="1"), 100
    shares = np.array([0.7, 0.3, 0.0])
    p, q = float(oracle.p), float(oracle.q)
    exact = (shares * p * (1 - p) + (1 - shares) * q * (1 - q)) / (people * (p - q) ** 2)
    np.testing.assert_allclose(expected_errors(oracle, shares, people), exact)


def errors_of(*errors: float) -> Evaluation:
    nothing = np.zeros(2)
    figures = {"shares": nothing, "expectation_bias": nothing, "rank_bias": nothing, "squared_error": nothing}
    return Evaluation(repetitions=len(errors), people=1, survey_errors=np.array(errors), **figures)


def test_the_limits_of_the_mean_error_are_students() -> None:
    """The mean of ten surveys is 5.5 and its standard error 0.9574; the 97.5 % point of t with 9 degrees of freedom is
    2.2622."""
    low, mean, high = errors_of(*range(1, 11)).mean_error(0.95)
    assert mean == 5.5
    assert (high - mean, mean - low) == pytest.approx((2.2622 * 0.95743, 2.2622 * 0.95743), rel=2e-3)


def test_the_limits_of_an_error_are_not_below_nothing_and_one_survey_has_none() -> None:
    assert errors_of(0.0, 0.0, 0.0, 0.0, 9.0).mean_error(0.95)[0] == 0.0
    with pytest.raises(ValueError, match="at least 2"):
        errors_of(1.0).mean_error(0.95)


def test_after_each_repetition_somebody_may_stop_it() -> None:
    repetitions: list[int] = []

    def stop() -> None:
        repetitions.append(1)
        if len(repetitions) == 3:
            raise InterruptedError

    oracle = GeneralizedRandomizedResponse(answers=2, epsilon="1")
    with pytest.raises(InterruptedError):
        evaluate(oracle, [1, 1], repetitions=9, entropy=SeededEntropy(1), after_each=stop)
    assert len(repetitions) == 3


def test_more_people_leave_the_ranks_alone() -> None:
    oracle = GeneralizedRandomizedResponse(answers=5, epsilon="2")
    few, many = (
        evaluate(oracle, people_of(exponential(5), people), repetitions=40, entropy=SeededEntropy(6))
        for people in (100, 40_000)
    )
    assert many.of_top(5)[1] < few.of_top(5)[1]


@given(st.sampled_from(sorted(LAWS)), st.integers(2, 300), st.integers(1, 10_000))
def test_everybody_gives_one_answer(law: str, answers: int, people: int) -> None:
    shares = LAWS[law](answers)
    counts = people_of(shares, people)
    assert counts.sum() == people
    assert (np.abs(counts - shares * people) < 1 + 1e-9).all()


def test_who_is_left_goes_where_most_is_missing() -> None:
    assert people_of([0.58, 0.32, 0.1], 10).tolist() == [6, 3, 1]
    assert people_of([0.52, 0.37, 0.11], 10).tolist() == [5, 4, 1]


def test_the_laws_are_the_published_ones() -> None:
    np.testing.assert_allclose(harmonic(3), np.array([6, 3, 2]) / 11)
    np.testing.assert_allclose(exponential(3)[:2] / exponential(3)[1:], 1.3)
    np.testing.assert_allclose(even(4), 0.25)


@pytest.mark.parametrize("counts", [[1, 2], [1, 2, -1], [0, 0, 0], [0.5, 1, 1], [[1, 2, 3]]])
def test_counts_that_are_none_are_refused(counts: list[float]) -> None:
    oracle = GeneralizedRandomizedResponse(answers=3, epsilon="1")
    with pytest.raises(ValueError, match="counts must be 3 whole numbers"):
        evaluate(oracle, counts, repetitions=1, entropy=SeededEntropy(1))


def test_refuses_no_repetition_no_people_and_a_top_that_is_not_there() -> None:
    oracle = GeneralizedRandomizedResponse(answers=3, epsilon="1")
    with pytest.raises(ValueError, match="0 repetitions"):
        evaluate(oracle, [1, 1, 1], repetitions=0, entropy=SeededEntropy(1))
    with pytest.raises(ValueError, match="0 people"):
        people_of(even(3), 0)
    with pytest.raises(ValueError, match="add up to 1"):
        people_of([0.5, 0.6], 10)
    with pytest.raises(ValueError, match="top 4 of 3"):
        evaluate(oracle, [1, 1, 1], repetitions=1, entropy=SeededEntropy(1)).of_top(4)
