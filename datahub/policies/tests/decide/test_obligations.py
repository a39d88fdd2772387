"""Obligations add up in the safe direction, and whoever acts is told which one they break. No Django."""

import dataclasses
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.policies.decide.conditions import NOTHING_KNOWN, Comparison, Truth
from datahub.policies.decide.obligations import (
    FREE,
    Check,
    EpsilonCap,
    Obligations,
    both,
    checks,
    ends,
    kept_limits,
    limits_in,
    purposes_offered,
    refusal_of,
    shows,
)
from datahub.policies.tests.decide.written_policy import ADULTS, AFTER, BEFORE, FULL, TODAY, cap, full
from mechanisms.accounting.zcdp import epsilon_for, gaussian, pure, threshold

NAMES = st.none() | st.frozensets(st.sampled_from(["a", "b", "c"]))
TIMES = st.none() | st.sampled_from([BEFORE, TODAY, AFTER])
obligations = st.builds(
    Obligations,
    epsilon_cap=st.none()
    | st.sampled_from([cap(epsilon, delta) for epsilon in ("0.1", "1") for delta in ("0.01", "0.001")]),
    minimum_cohort=st.integers(0, 3),
    mechanisms=NAMES,
    columns=NAMES,
    rows=st.frozensets(st.sampled_from([Comparison("age", "at_least", Decimal(n)) for n in (1, 2)])),
    purposes=NAMES,
    combine=st.booleans(),
    four_eyes=st.booleans(),
    expires_at=TIMES,
)
TIGHT = Obligations(
    epsilon_cap=cap("0.5"),
    minimum_cohort=30,
    mechanisms=frozenset({"laplace", "gauss"}),
    columns=frozenset({"age"}),
    rows=frozenset({ADULTS}),
    purposes=frozenset({"study"}),
    combine=False,
    four_eyes=True,
    expires_at=AFTER,
)


def is_within(tight: Obligations, loose: Obligations) -> bool:
    """Returns whether the second allows all that the first allows; it shares no code with `both`."""

    def subset(columns: frozenset[str] | None, other: frozenset[str] | None) -> bool:
        return other is None or (columns is not None and columns <= other)

    return (
        (
            loose.epsilon_cap is None
            or (
                tight.epsilon_cap is not None
                and tight.epsilon_cap.epsilon <= loose.epsilon_cap.epsilon
                and tight.epsilon_cap.delta <= loose.epsilon_cap.delta
            )
        )
        and tight.minimum_cohort >= loose.minimum_cohort
        and subset(tight.mechanisms, loose.mechanisms)
        and subset(tight.columns, loose.columns)
        and tight.rows >= loose.rows
        and subset(tight.purposes, loose.purposes)
        and (loose.combine or not tight.combine)
        and (tight.four_eyes or not loose.four_eyes)
        and (loose.expires_at is None or (tight.expires_at is not None and tight.expires_at <= loose.expires_at))
    )


@given(obligations, obligations)
def test_two_together_are_within_each(limits: Obligations, other: Obligations) -> None:
    together = both(limits, other)
    assert is_within(together, limits)
    assert is_within(together, other)
    assert together == both(other, limits)


@given(obligations, obligations, obligations)
def test_they_are_no_tighter_than_needed(limits: Obligations, other: Obligations, third: Obligations) -> None:
    if is_within(third, limits) and is_within(third, other):
        assert is_within(third, both(limits, other))


@given(obligations)
def test_nothing_added_changes_nothing(limits: Obligations) -> None:
    assert both(limits, FREE) == both(FREE, limits) == both(limits, limits) == limits


BREAKS = {
    "epsilon at most 0.5 at delta 0.000001": full(cost=pure(Decimal("0.51"))),
    "at least 30 people behind each number": full(cohort=29),
    "mechanisms among gauss, laplace": full(mechanisms=frozenset({"laplace", "exponential"})),
    "columns among age": full(columns=frozenset({"age", "city"})),
    "only rows by age": full(rows=frozenset()),
    "purpose one of study": full(purpose="sale"),
    "not combined with other data": full(combined=True),
    "approved by a second person": full(approved=False),
}
SILENT = {
    "epsilon at most 0.5 at delta 0.000001": full(cost=None),
    "at least 30 people behind each number": full(cohort=None),
    "mechanisms among gauss, laplace": full(mechanisms=None),
    "columns among age": full(columns=None),
    "only rows by age": full(rows=None),
    "purpose one of study": full(purpose=None),
    "not combined with other data": full(combined=None),
    "approved by a second person": full(approved=None),
}


def test_a_use_within_all_of_them_goes_on() -> None:
    assert refusal_of(TIGHT, FULL) is None
    assert {check.truth for check in checks(TIGHT, FULL)} == {Truth.TRUE}
    assert [check.said for check in checks(TIGHT, FULL)] == list(BREAKS)


@pytest.mark.parametrize("words", BREAKS)
def test_a_broken_one_is_named(words: str) -> None:
    assert refusal_of(TIGHT, BREAKS[words]) == words
    assert Check(words, Truth.FALSE) in checks(TIGHT, BREAKS[words])


@pytest.mark.parametrize("words", SILENT)
def test_one_about_which_nothing_is_said_stops_whoever_acts(words: str) -> None:
    assert refusal_of(TIGHT, SILENT[words]) == words
    assert Check(words, Truth.UNKNOWN) in checks(TIGHT, SILENT[words])


@pytest.mark.parametrize("delta", ["0.01", "0.000001"])
def test_a_price_without_a_pure_epsilon_is_worth_what_it_is_at_the_delta_of_the_cap(delta: str) -> None:
    noise = gaussian(10)
    worth = epsilon_for(noise, Decimal(delta))
    assert worth is not None
    assert cap(str(worth), delta).admits(noise)
    assert not cap(str(worth - Decimal("0.000001")), delta).admits(noise)


def test_a_price_whose_own_delta_uses_up_that_of_the_cap_is_not_admitted() -> None:
    assert not cap(100).admits(threshold(Decimal("0.000001")))
    assert cap(100, "0.00001").admits(threshold(Decimal("0.000001")))


def test_a_pure_price_is_compared_by_its_epsilon_at_whatever_delta() -> None:
    assert cap(1, "0.5").admits(pure(1))
    assert not cap(1, "0.5").admits(pure(Decimal("1.000001")))


@given(obligations, obligations)
def test_a_use_keeps_to_the_rules_that_permit_it_and_to_no_others(first: Obligations, other: Obligations) -> None:
    use = full(time=BEFORE)
    kept = [limits for limits in (first, other) if refusal_of(limits, use) is None]
    together = kept_limits((first, other), use)
    assert (together is None) == (not kept)
    if together is not None:
        assert all(is_within(together, limits) for limits in kept)
        assert refusal_of(together, use) is None


def test_a_use_that_says_no_rows_takes_those_of_the_rules_that_permit_it() -> None:
    here = Comparison("city", "is", "Here")
    ways = (Obligations(rows=frozenset({ADULTS})), Obligations(rows=frozenset({here}), purposes=frozenset({"sale"})))
    chosen = kept_limits(ways, full(rows=None))
    both_ways = kept_limits(ways, full(rows=None, purpose="sale"))
    assert chosen is not None
    assert chosen.rows == {ADULTS}
    assert both_ways is not None
    assert both_ways.rows == {ADULTS, here}


def test_purposes_are_offered_of_all_rules_unless_one_asks_for_none() -> None:
    study, sale = (Obligations(purposes=frozenset({name})) for name in ("study", "sale"))
    assert purposes_offered((study, sale)) == ["sale", "study"]
    assert purposes_offered((study, FREE)) is None


def test_an_end_must_lie_ahead_and_be_known() -> None:
    words = "before 2026-07-01T00:00:00+00:00"
    assert refusal_of(TIGHT, full(time=AFTER)) == words
    assert refusal_of(TIGHT, full(time=None)) == words
    assert ends(TIGHT, FULL) == (Check(words, Truth.TRUE),)
    assert ends(TIGHT, full(time=AFTER)) == (Check(words, Truth.FALSE),)
    assert ends(TIGHT, NOTHING_KNOWN) == (Check(words, Truth.UNKNOWN),)
    assert ends(FREE, NOTHING_KNOWN) == ()


def test_without_limits_nothing_is_asked() -> None:
    assert checks(FREE, NOTHING_KNOWN) == ()
    assert refusal_of(FREE, NOTHING_KNOWN) is None


def test_a_limit_to_nothing_permits_nothing() -> None:
    nothing = Obligations(mechanisms=frozenset(), columns=frozenset(), purposes=frozenset())
    assert [check.said for check in checks(nothing, FULL)] == [
        "mechanisms among none",
        "columns among none",
        "purpose one of none",
    ]
    assert {check.truth for check in checks(nothing, FULL)} == {Truth.FALSE}


def test_a_limit_of_one_person_is_a_limit() -> None:
    assert refusal_of(Obligations(minimum_cohort=1), full(cohort=0)) == "at least 1 people behind each number"


def test_a_row_is_shown_if_all_comparisons_are_true() -> None:
    adults = Comparison("age", "at_least", Decimal(18))
    view = Obligations(rows=frozenset({adults, Comparison("city", "is", "Here")}))
    types = {"age": "number", "city": "text"}
    assert shows(view, {"age": Decimal(18), "city": "Here"}, types)
    assert not shows(view, {"age": Decimal(17), "city": "Here"}, types)
    assert not shows(view, {"age": Decimal(18), "city": "There"}, types)
    assert not shows(view, {"city": "Here"}, types)
    assert not shows(view, {"age": Decimal(18), "city": "Here"}, {"city": "text"})
    assert shows(FREE, {}, {})


@pytest.mark.parametrize("kept", [Obligations, Check, EpsilonCap])
def test_what_was_obliged_cannot_change_meanwhile(kept: type) -> None:
    assert kept.__dataclass_params__.frozen  # type: ignore[attr-defined]  # each class in the list is a dataclass
    assert set(kept.__slots__) == {field.name for field in dataclasses.fields(kept)}  # type: ignore[attr-defined]  # each class in the list is a dataclass


def test_obligations_are_spelt_out_and_free_without_any() -> None:
    assert all(field.kw_only for field in dataclasses.fields(Obligations))
    assert Obligations() == FREE
    assert (FREE.minimum_cohort, FREE.combine, FREE.four_eyes, FREE.rows) == (0, True, False, frozenset())
    assert [FREE.epsilon_cap, FREE.mechanisms, FREE.columns, FREE.purposes, FREE.expires_at] == [None] * 5
    assert datetime(2026, 6, 1, tzinfo=UTC) == TODAY


def test_a_cap_is_a_value_that_nobody_changes_and_whose_parts_are_named() -> None:
    cap = EpsilonCap(epsilon=Decimal(1), delta=Decimal("0.001"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        cap.epsilon = Decimal(2)  # type: ignore[misc]  # the test expects this assignment to fail
    with pytest.raises(TypeError):
        EpsilonCap(Decimal(1), Decimal(0))  # type: ignore[call-arg]  # the test expects this call to fail
    assert not hasattr(cap, "__dict__")


def test_limits_are_named_where_they_limit_something() -> None:
    assert limits_in(FREE) == ()
    assert limits_in(Obligations(columns=frozenset(), combine=False)) == ("columns", "combine")


def test_a_use_keeps_to_mechanisms_among_which_all_of_its_own_are() -> None:
    limits = Obligations(mechanisms=frozenset({"gaussian", "exponential"}))
    fewer, more = frozenset({"gaussian"}), frozenset({"gaussian", "exponential", "laplace"})
    for admitted in (fewer, limits.mechanisms):
        assert refusal_of(limits, dataclasses.replace(NOTHING_KNOWN, mechanisms=admitted)) is None
    assert refusal_of(limits, dataclasses.replace(NOTHING_KNOWN, mechanisms=more)) is not None
