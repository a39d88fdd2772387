"""The audit itself, on channels whose epsilon is known."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.ldp.generalized_randomized_response import GeneralizedRandomizedResponse
from tests.privacy.asked import Asked
from tests.privacy.audit import Counts, Event, choose_event, count, epsilon_at_least, misfits

FALSE_ALARM = 1e-9


def channel_of(epsilon: str) -> NDArray[np.float64]:
    return Asked(mechanism=GeneralizedRandomizedResponse(answers=3, epsilon=epsilon), answers=(0, 1, 2)).channel


def drawn(epsilon: str, seed: int, each: int = 200_000) -> Counts:
    return np.random.default_rng(seed).multinomial(each, channel_of(epsilon))


def test_counts_how_often_each_report_came_out_for_each_answer() -> None:
    pairs = [(0, 2), (0, 2), (1, 0)]
    assert count(pairs, answers=2, reports=3).tolist() == [[0, 0, 2], [1, 0, 0]]


def test_chooses_the_report_that_tells_most() -> None:
    counts = np.array([[500, 250, 250], [480, 270, 250], [100, 650, 250]])
    assert choose_event(counts) == Event(likely=0, unlikely=2, reports=(0,))


def test_an_event_may_hold_several_reports() -> None:
    counts = np.array([[400, 400, 100, 100], [100, 100, 400, 400]])
    assert set(choose_event(counts).reports) in ({0, 1}, {2, 3})


def test_bounds_the_true_epsilon_from_below_and_comes_near() -> None:
    bound = epsilon_at_least(drawn("1", 2), choose_event(drawn("1", 1)), alpha=FALSE_ALARM)
    assert 0.9 < bound <= 1


def test_rejects_a_channel_that_spends_15_percent_more() -> None:
    assert epsilon_at_least(drawn("1.15", 2), choose_event(drawn("1.15", 1)), alpha=FALSE_ALARM) > 1


def test_an_event_that_never_happened_proves_nothing() -> None:
    counts = np.array([[0, 10], [0, 10]])
    assert epsilon_at_least(counts, Event(likely=0, unlikely=1, reports=(0,)), alpha=FALSE_ALARM) == -math.inf


def test_finds_no_misfit_in_the_declared_channel() -> None:
    assert misfits(drawn("1", 3), channel_of("1"), alpha=FALSE_ALARM) == []


@pytest.mark.parametrize("epsilon", ["0.95", "1.05"])
def test_finds_a_channel_that_is_5_percent_off_on_either_side(epsilon: str) -> None:
    assert (1, 1) in misfits(drawn(epsilon, 3), channel_of("1"), alpha=FALSE_ALARM)
