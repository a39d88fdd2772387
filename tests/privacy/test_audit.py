"""These tests cover the audit itself, on channels whose epsilon is known."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.common.intervals import clopper_pearson
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from tests.privacy.audit import Counts, Event, choose_event, count, epsilon_at_least, joint, misfits
from tests.privacy.audited_question import AuditedQuestion

FALSE_ALARM = 1e-9


def channel_of(epsilon: str) -> NDArray[np.float64]:
    return AuditedQuestion(
        mechanism=GeneralizedRandomizedResponse(answers=3, epsilon=epsilon), answers=(0, 1, 2)
    ).channel


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


@pytest.mark.parametrize("alpha", [FALSE_ALARM, 0.01])
def test_a_count_is_a_misfit_where_the_channel_lies_outside_its_clopper_pearson_limits(alpha: float) -> None:
    channel, few = channel_of("1"), np.array([[3, 4, 5], [6, 0, 2], [9, 10, 11]])
    for counts in (few, 10 * few, 50 * few):
        limits = np.stack([clopper_pearson(row, int(row.sum()), 1 - alpha / 9) for row in counts])
        outside = (channel < limits[..., 0]) | (channel > limits[..., 1])
        cells = misfits(counts, channel, alpha=alpha)
        assert cells == [(int(answer), int(report)) for answer, report in np.argwhere(outside)]
    assert 0 < len(cells) < 9


@pytest.mark.parametrize("same_words", [False, True])
def test_two_reports_that_are_drawn_as_declared_may_not_be_drawn_apart(same_words: bool) -> None:
    true_answers, channel = np.repeat(np.arange(3), 3000), channel_of("1")
    rng = np.random.default_rng(5)
    words = rng.random(9000), rng.random(9000)
    reports = [
        (channel.cumsum(axis=1)[true_answers] < words[place][:, None]).sum(axis=1)
        for place in (0, 0 if same_words else 1)
    ]
    for report in reports:
        counts = count(np.stack([true_answers, report], axis=1), answers=3, reports=3)
        assert misfits(counts, channel, alpha=FALSE_ALARM) == []
    both = count(np.stack([true_answers, 3 * reports[0] + reports[1]], axis=1), answers=3, reports=9)
    assert (misfits(both, joint(channel, channel), alpha=FALSE_ALARM) != []) == same_words
