"""Obligations add up in the safe direction, and whoever acts is told which one they break. Without Django."""

import dataclasses
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.policies.conditions import NOTHING_KNOWN, Comparison, Truth
from datahub.policies.obligations import FREE, Check, Obligations, both, checks, ends, refusal_of, shows
from datahub.policies.tests.written_policy import AFTER, BEFORE, FULL, TODAY, full

NAMES = st.none() | st.frozensets(st.sampled_from(["a", "b", "c"]))
TIMES = st.none() | st.sampled_from([BEFORE, TODAY, AFTER])
obligations = st.builds(
    Obligations,
    epsilon_cap=st.none() | st.sampled_from([Decimal("0.1"), Decimal(1), Decimal(2)]),
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
    epsilon_cap=Decimal("0.5"),
    minimum_cohort=30,
    mechanisms=frozenset({"laplace", "gauss"}),
    columns=frozenset({"age"}),
    purposes=frozenset({"study"}),
    combine=False,
    four_eyes=True,
    expires_at=AFTER,
)


def is_within(tight: Obligations, loose: Obligations) -> bool:
    """Written apart from `both`: nothing is allowed by the first that the second refuses."""

    def subset(one: frozenset[str] | None, other: frozenset[str] | None) -> bool:
        return other is None or (one is not None and one <= other)

    return (
        (loose.epsilon_cap is None or (tight.epsilon_cap is not None and tight.epsilon_cap <= loose.epsilon_cap))
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
def test_two_together_are_within_each(one: Obligations, other: Obligations) -> None:
    together = both(one, other)
    assert is_within(together, one)
    assert is_within(together, other)
    assert together == both(other, one)


@given(obligations, obligations, obligations)
def test_they_are_no_tighter_than_needed(one: Obligations, other: Obligations, third: Obligations) -> None:
    if is_within(third, one) and is_within(third, other):
        assert is_within(third, both(one, other))


@given(obligations)
def test_nothing_added_changes_nothing(one: Obligations) -> None:
    assert both(one, FREE) == both(FREE, one) == both(one, one) == one


BREAKS = {
    "epsilon at most 0.5": full(epsilon=Decimal("0.51")),
    "at least 30 people behind each number": full(cohort=29),
    "mechanism one of gauss, laplace": full(mechanism="exponential"),
    "columns among age": full(columns=frozenset({"age", "city"})),
    "purpose one of study": full(purpose="sale"),
    "not combined with other data": full(combined=True),
    "approved by a second person": full(approved=False),
}
SILENT = {
    "epsilon at most 0.5": full(epsilon=None),
    "at least 30 people behind each number": full(cohort=None),
    "mechanism one of gauss, laplace": full(mechanism=None),
    "columns among age": full(columns=None),
    "purpose one of study": full(purpose=None),
    "not combined with other data": full(combined=None),
    "approved by a second person": full(approved=None),
}


def test_a_use_within_all_of_them_goes_on() -> None:
    assert refusal_of(TIGHT, FULL) is None
    assert {check.truth for check in checks(TIGHT, FULL)} == {Truth.TRUE}
    assert [check.said for check in checks(TIGHT, FULL)] == list(BREAKS)


@pytest.mark.parametrize("said", BREAKS)
def test_a_broken_one_is_named(said: str) -> None:
    assert refusal_of(TIGHT, BREAKS[said]) == said
    assert Check(said, Truth.FALSE) in checks(TIGHT, BREAKS[said])


@pytest.mark.parametrize("said", SILENT)
def test_one_about_which_nothing_is_said_stops_whoever_acts(said: str) -> None:
    assert refusal_of(TIGHT, SILENT[said]) == said
    assert Check(said, Truth.UNKNOWN) in checks(TIGHT, SILENT[said])


def test_an_epsilon_that_is_no_number_is_unknown() -> None:
    for odd in ("NaN", "sNaN", "Infinity", "-Infinity"):
        assert refusal_of(TIGHT, full(epsilon=Decimal(odd))) == "epsilon at most 0.5"
        assert checks(TIGHT, full(epsilon=Decimal(odd)))[0].truth is Truth.UNKNOWN


def test_an_end_must_lie_ahead_and_be_known() -> None:
    said = "before 2026-07-01T00:00:00+00:00"
    assert refusal_of(TIGHT, full(time=AFTER)) == said
    assert refusal_of(TIGHT, full(time=None)) == said
    assert ends(TIGHT, FULL) == (Check(said, Truth.TRUE),)
    assert ends(TIGHT, full(time=AFTER)) == (Check(said, Truth.FALSE),)
    assert ends(TIGHT, NOTHING_KNOWN) == (Check(said, Truth.UNKNOWN),)
    assert ends(FREE, NOTHING_KNOWN) == ()


def test_without_limits_nothing_is_asked() -> None:
    assert checks(FREE, NOTHING_KNOWN) == ()
    assert refusal_of(FREE, NOTHING_KNOWN) is None


def test_a_limit_to_nothing_permits_nothing() -> None:
    nothing = Obligations(mechanisms=frozenset(), columns=frozenset(), purposes=frozenset())
    assert [check.said for check in checks(nothing, FULL)] == [
        "mechanism one of none",
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


@pytest.mark.parametrize("kept", [Obligations, Check])
def test_what_was_obliged_cannot_change_meanwhile(kept: type) -> None:
    assert kept.__dataclass_params__.frozen  # type: ignore[attr-defined]  # they are dataclasses
    assert set(kept.__slots__) == {field.name for field in dataclasses.fields(kept)}  # type: ignore[attr-defined]  # as above


def test_obligations_are_spelt_out_and_free_without_any() -> None:
    assert all(field.kw_only for field in dataclasses.fields(Obligations))
    assert Obligations() == FREE
    assert (FREE.minimum_cohort, FREE.combine, FREE.four_eyes, FREE.rows) == (0, True, False, frozenset())
    assert [FREE.epsilon_cap, FREE.mechanisms, FREE.columns, FREE.purposes, FREE.expires_at] == [None] * 5
    assert datetime(2026, 6, 1, tzinfo=UTC) == TODAY
