"""These tests cover the number of people to ask: the least number whose half-width, by the same closed form, is small
enough."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.catalogue import OF_ONE
from mechanisms.ldp.advice.shares import required_respondents
from mechanisms.ldp.estimates.pooling import expected_half_width
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.randomized_response import RandomizedResponse

STRONG, STANDARD = (RandomizedResponse(answers=2, epsilon=epsilon) for epsilon in ("0.5", "2"))
FOR_MANY = [kind for kind in OF_ONE if kind is not RandomizedResponse]
AT = {"share": 0.5, "confidence": 0.95}


@pytest.mark.parametrize("kind", FOR_MANY, ids=lambda kind: kind.slug)
@given(answers=st.integers(3, 40), half_width=st.floats(0.005, 0.2), share=st.floats(0, 1))
def test_so_many_are_enough_and_one_fewer_is_not(
    kind: type[FrequencyOracle], answers: int, half_width: float, share: float
) -> None:
    oracle = kind(answers=answers, epsilon="1")
    enough = required_respondents([(oracle, 1)], half_width=half_width, share=share, confidence=0.9)
    assert expected_half_width([(oracle, enough)], share, 0.9) <= half_width * (1 + 1e-9)
    if enough > 1:
        assert expected_half_width([(oracle, enough - 1)], share, 0.9) > half_width * (1 - 1e-9)


def test_the_figures_of_the_how_to_are_these() -> None:
    """docs/how-to/plan-a-survey.md: five points either way, if every answer is equally likely."""
    for answers, epsilon, written in [(2, "1", 1799), (5, "1", 3759), (10, "2", 910)]:
        oracle: FrequencyOracle = GeneralizedRandomizedResponse(answers=answers, epsilon=epsilon)
        required = required_respondents([(oracle, 1)], half_width=0.05, share=1 / answers, confidence=0.95)
        assert abs(required - written) <= 1


@given(first=st.integers(1, 99))
def test_a_mix_needs_as_many_as_its_levels_need_in_its_proportions(first: int) -> None:
    mix = [(STRONG, first), (STANDARD, 100 - first)]
    alone = [required_respondents([(oracle, 1)], half_width=0.01, **AT) for oracle in (STRONG, STANDARD)]
    required = required_respondents(mix, half_width=0.01, **AT)
    assert abs(required - (first * alone[0] + (100 - first) * alone[1]) / 100) <= 1
    of_a_hundred_times = [(STRONG, first * required), (STANDARD, (100 - first) * required)]
    assert abs(expected_half_width(of_a_hundred_times, 0.5, 0.95) - 0.001) < 1e-6


def test_half_the_width_takes_four_times_the_people() -> None:
    wide, narrow = (required_respondents([(STRONG, 1)], half_width=half, **AT) for half in (0.05, 0.025))
    assert abs(narrow - 4 * wide) <= 4


def test_a_level_that_nobody_chooses_changes_nothing() -> None:
    alone = required_respondents([(STRONG, 100)], half_width=0.05, **AT)
    assert required_respondents([(STRONG, 100), (STANDARD, 0)], half_width=0.05, **AT) == alone


@pytest.mark.parametrize("half_width", [0, 1, -0.1, float("nan")])
def test_a_half_width_that_is_none_is_refused(half_width: float) -> None:
    with pytest.raises(ValueError, match=r"half-width is .*; it lies strictly between 0 and 1"):
        required_respondents([(STRONG, 1)], half_width=half_width, **AT)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match=r"share is .*; it lies between 0 and 1"):
        required_respondents([(STRONG, 1)], half_width=0.05, share=share, confidence=0.95)


@pytest.mark.parametrize("portion", [-1, float("nan"), float("inf")])
def test_a_portion_that_is_none_is_refused(portion: float) -> None:
    with pytest.raises(ValueError, match="each is a number, none below 0"):
        required_respondents([(STRONG, 1), (STANDARD, portion)], half_width=0.05, **AT)


def test_a_level_must_be_chosen_by_somebody() -> None:
    with pytest.raises(ValueError, match="nobody chooses any level"):
        required_respondents([(STRONG, 0)], half_width=0.05, **AT)
