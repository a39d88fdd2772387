"""Roles are passed on in chains that narrow or break, and circles are refused. No Django."""

import dataclasses
from datetime import datetime

import pytest

from datahub.api.ref import Ref
from datahub.policies.decide.delegation import LONGEST_CHAIN, Place, chain_to, check_delegation, holdings_of
from datahub.policies.decide.roles import Holding
from datahub.policies.errors import PolicyLoop, RoleRefused
from datahub.policies.tests.decide.written_policy import AFTER, BEFORE, TODAY

ANA, BO, CY, DEE, EVE, TEAM = (Ref("person", name) for name in ("ana", "bo", "cy", "dee", "eve", "team"))
STAFF = frozenset({"staff"})


def role_holder(
    holder: Ref,
    by: Place | None = None,
    *,
    role: str = "staff",
    until: datetime | None = None,
    purpose: str | None = None,
) -> Place:
    return Place(
        id=f"to {holder.id}", role=role, holder=holder, by=None if by is None else by.id, until=until, purpose=purpose
    )


FIRST = role_holder(ANA, until=AFTER)
SECOND = role_holder(BO, FIRST, until=TODAY, purpose="study")
THIRD = role_holder(CY, SECOND, until=AFTER)
CHAIN = (FIRST, SECOND, THIRD)
KNOWN = {place_known.id: place_known for place_known in CHAIN}


def holdings_by(*places: Place, by: Ref, delegable: frozenset[str] = STAFF) -> tuple[Holding, ...]:
    return holdings_of(places, frozenset({by}), delegable)


def test_a_place_given_by_the_owner_is_held() -> None:
    assert holdings_by(FIRST, by=ANA) == (Holding(role="staff", until=AFTER, purposes=None),)
    assert holdings_by(FIRST, by=BO) == ()
    assert holdings_by(FIRST, by=ANA, delegable=frozenset()) == (Holding(role="staff", until=AFTER),)
    assert holdings_by(role_holder(BO, purpose="study"), by=BO) == (
        Holding(role="staff", purposes=frozenset({"study"})),
    )


def test_what_was_passed_on_ends_first_and_keeps_to_every_purpose() -> None:
    assert holdings_by(*CHAIN, by=CY) == (Holding(role="staff", until=TODAY, purposes=frozenset({"study"})),)
    other = role_holder(DEE, SECOND, purpose="sale")
    assert holdings_by(*CHAIN, other, by=DEE) == (Holding(role="staff", until=TODAY, purposes=frozenset()),)


def test_a_chain_whose_link_is_gone_carries_nothing() -> None:
    assert holdings_by(FIRST, THIRD, by=CY) == ()
    assert holdings_by(SECOND, THIRD, by=CY) == ()
    assert chain_to(THIRD, KNOWN) == (THIRD, SECOND, FIRST)


def test_a_chain_of_another_role_carries_nothing() -> None:
    assert (
        holdings_by(
            role_holder(ANA, role="other"), role_holder(BO, FIRST), by=BO, delegable=frozenset({"staff", "other"})
        )
        == ()
    )


def test_a_role_that_may_no_longer_be_passed_on_ends_what_was() -> None:
    assert holdings_by(*CHAIN, by=BO, delegable=frozenset({"other"})) == ()
    assert len(holdings_by(*CHAIN, by=ANA, delegable=frozenset({"other"}))) == 1


def test_a_circle_of_rows_carries_nothing() -> None:
    first, two = role_holder(ANA), role_holder(BO, role_holder(ANA))
    circle = dataclasses.replace(first, by=two.id)
    assert holdings_by(circle, two, by=ANA) == ()
    assert holdings_by(circle, two, by=BO) == ()


def test_several_places_of_one_person_are_all_held() -> None:
    both = holdings_of([FIRST, SECOND], frozenset({ANA, BO}), STAFF)
    assert [holding.until for holding in both] == [AFTER, TODAY]


def test_passing_a_role_back_is_a_circle_and_shows_the_way_round() -> None:
    with pytest.raises(PolicyLoop) as refusal:
        check_delegation(of=SECOND, to=ANA, known=KNOWN, delegable=STAFF)
    assert refusal.value.detail == "This would lead in a circle: person:ana -> person:bo -> person:ana."
    assert refusal.value.fields == {"person": ["passed this role on before"]}
    with pytest.raises(PolicyLoop, match=r"person:ana -> person:ana\."):
        check_delegation(of=FIRST, to=ANA, known=KNOWN, delegable=STAFF)


def test_passing_on_needs_a_role_that_may_be() -> None:
    with pytest.raises(RoleRefused) as refusal:
        check_delegation(of=FIRST, to=BO, known=KNOWN, delegable=frozenset({"other"}))
    assert refusal.value.detail == "The role staff cannot be passed on."
    assert refusal.value.fields == {"role": ["cannot be passed on"]}
    with pytest.raises(RoleRefused, match="cannot be passed on"):
        check_delegation(of=THIRD, to=DEE, known={THIRD.id: THIRD}, delegable=STAFF)
    check_delegation(of=FIRST, to=BO, known=KNOWN, delegable=STAFF)


def test_a_chain_is_not_longer_than_three_people_after_the_first() -> None:
    assert LONGEST_CHAIN == 3
    fourth = role_holder(DEE, THIRD)
    known = KNOWN | {fourth.id: fourth}
    check_delegation(of=THIRD, to=DEE, known=KNOWN, delegable=STAFF)
    assert len(holdings_by(*known.values(), by=DEE)) == 1
    with pytest.raises(RoleRefused) as refusal:
        check_delegation(of=fourth, to=EVE, known=known, delegable=STAFF)
    assert refusal.value.detail == "A role is passed on at most 3 times; this one was 3 times."
    assert refusal.value.fields == {"role": ["was passed on too often"]}
    fifth = role_holder(EVE, fourth)
    assert holdings_by(*known.values(), fifth, by=EVE) == ()


def test_a_place_cannot_change_meanwhile() -> None:
    assert Place.__dataclass_params__.frozen  # type: ignore[attr-defined]  # Place is a dataclass
    assert set(Place.__slots__) == {field.name for field in dataclasses.fields(Place)}
    assert all(field.kw_only for field in dataclasses.fields(Place))
    assert BEFORE < TODAY < AFTER
