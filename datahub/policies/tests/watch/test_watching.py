"""Unusual use is a stated rule: checked against the exact tail of the Poisson law. Without Django."""

from datetime import date, timedelta
from math import exp, factorial, lgamma, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.policies.watch import rules
from datahub.policies.watch.rules import DAYS, LEAST, RAREST_LOG, bound_of, history_of, is_unusual, rate_of

RAREST = 1e-4
TODAY = date(2026, 6, 30)


def ago(days: int) -> date:
    return TODAY - timedelta(days=days)


def tail(count: int, rate: float) -> float:
    """Returns P(X >= count), summed upwards until a term adds nothing."""
    total, step = 0.0, count
    while step < count + 2000:
        term = exp(step * log(rate) - rate - lgamma(step + 1))
        if term < total * 1e-18:
            break
        total, step = total + term, step + 1
    return total


@given(st.lists(st.integers(0, 400), max_size=DAYS), st.sampled_from(sorted(LEAST)))
def test_who_keeps_to_their_own_rate_alarms_on_less_than_one_day_in_ten_thousand(history: list[int], what: str) -> None:
    bound, rate = bound_of(what, history), rate_of(history)
    assert bound >= LEAST[what]
    assert tail(bound, rate) <= RAREST
    if bound > LEAST[what]:  # a bound of one less would not have been rare by the inequality
        less = bound - 1
        assert less <= rate or exp(less - rate) * (rate / less) ** less > RAREST


@given(st.lists(st.integers(0, 400), max_size=DAYS), st.integers(0, 2000))
def test_what_alarms_is_what_reaches_the_bound(history: list[int], count: int) -> None:
    assert is_unusual("permitted", count, history) == (count >= bound_of("permitted", history))


@pytest.mark.parametrize(
    ("what", "history", "bound"),
    [
        ("permitted", [], 25),
        ("permitted", [30], 36),
        ("refused", [], 10),
        ("refused", [0] * 28, 10),
        ("permitted", [10] * 28, 26),
        ("refused", [3] * 5, 13),
        ("refused", [100] * 28, 142),
        ("permitted", [400] * 28, 474),
    ],
)
def test_bounds_are_the_documented_ones(what: str, history: list[int], bound: int) -> None:
    assert bound_of(what, history) == bound


def test_rates_count_one_use_and_one_day_more() -> None:
    assert rate_of([]) == 1
    assert rate_of([3, 4]) == 8 / 3
    assert rate_of([0] * 9) == 0.1


def test_the_past_begins_with_the_first_use_and_is_four_weeks_at_most() -> None:
    assert history_of({}, TODAY) == []
    assert history_of({TODAY: 9}, TODAY) == []
    assert history_of({ago(3): 5, ago(1): 2, TODAY: 9}, TODAY) == [5, 0, 2]
    assert history_of({ago(28): 7}, TODAY) == [7, *[0] * 27]
    assert history_of({ago(29): 7, ago(28): 1}, TODAY) == [1, *[0] * 27]
    assert DAYS == 28


def test_the_inequality_is_the_one_that_is_written_down() -> None:
    rate, count = 2.0, 12
    stated = exp(count - rate) * (rate / count) ** count
    exact = 1 - sum(exp(-rate) * rate**k / factorial(k) for k in range(count))
    assert exact <= stated
    assert (stated <= RAREST) == (bound_of("refused", [2] * 27 + [1]) <= count)


def test_a_chance_of_exactly_one_in_ten_thousand_is_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    assert log(RAREST) == RAREST_LOG
    monkeypatch.setattr(rules, "RAREST_LOG", 30 - 1.0 - 30 * log(30 / 1.0))
    assert bound_of("permitted", []) == 30
