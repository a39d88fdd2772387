"""Policies are stored with versions and places; permits carry obligations, and the clock cannot be moved back."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from datahub.accounts import membership
from datahub.accounts.models import Person
from datahub.audit.models import Entry
from datahub.policies import clock, tester
from datahub.policies.decide.conditions import Context
from datahub.policies.decide.obligations import refusal_of
from datahub.policies.decide.roles import Policy
from datahub.policies.errors import Hidden, LimitUnkept, PolicyChanged, PolicyLoop, Refused, RoleRefused
from datahub.policies.hold import clearance, role_holders
from datahub.policies.models import LatestTime, Place
from datahub.policies.services import permitted
from datahub.policies.tests.factories import COUNT, DATA, SEE, VERSION, may, with_role, write
from datahub.policies.tests.people import a_person
from datahub.policies.tests.write.test_policy_json import DENY
from datahub.policies.write import policy_store
from datahub.policies.write.kept_limits import check_limits
from mechanisms.accounting.zcdp import pure

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_sets_are_known")]


@pytest.mark.parametrize("after", [0, 1])
def test_of_two_who_save_at_once_one_is_told_that_the_policy_has_changed(
    ana: Person, bo: Person, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    if after:
        write(ana)
    others = [bo]

    def while_ana_is_at_it(policy: Policy) -> None:
        check_limits(policy)
        if others:
            write(others.pop(), with_role(name="first"), after=after)

    monkeypatch.setattr(policy_store, "check_limits", while_ana_is_at_it)
    with pytest.raises(PolicyChanged, match=f"is at version {after + 1} by now"):
        write(ana, after=after)
    assert not others


def test_whoever_is_put_in_a_role_may_what_it_permits_and_is_obliged_to_its_limits(ana: Person, bo: Person) -> None:
    write(ana)
    with pytest.raises(Hidden):
        may(bo)
    until = timezone.now() + timedelta(days=1)
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=until)
    permit = may(bo)
    assert (permit.rule, permit.version) == ("staff/count", 1)
    assert refusal_of(permit.obligations, Context(time=timezone.now())) == "epsilon at most 1 at delta 0.000001"
    assert permit.obligations.expires_at == until
    with pytest.raises(Refused, match="a role on the data set that permits it"):
        may(bo, "dataset.anonymise")
    assert permitted(viewer=bo, operation="dataset.read_metadata", kind="dataset") == [DATA]
    assert permitted(viewer=a_person("cy"), operation="dataset.read_metadata", kind="dataset") == []


def test_a_version_of_the_data_is_decided_as_its_data_set(ana: Person, bo: Person) -> None:
    write(ana)
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    assert may(bo, ref=VERSION).rule == "staff/count"
    assert may(ana, "dataset.administer", VERSION).rule == "an-owner-administers-the-data-set"
    with pytest.raises(Hidden):
        may(a_person("cy"), ref=VERSION)


def test_a_use_that_breaks_a_limit_is_refused_when_it_is_known(ana: Person, bo: Person) -> None:
    write(ana)
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    assert may(bo, context=Context(cost=pure(Decimal("0.5")))).rule == "staff/count"
    with pytest.raises(Refused):
        may(bo, context=Context(cost=pure(Decimal("1.5"))))


def test_ending_a_place_works_at_once_and_on_those_it_was_passed_to(ana: Person, bo: Person) -> None:
    write(ana)
    cy = a_person("cy")
    first = role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    second = role_holders.pass_on(actor=bo, role_holder=first, to=cy, until=None)
    assert may(cy).rule == "staff/count"
    role_holders.end(actor=ana, role_holder=first)
    for person in (bo, cy):
        with pytest.raises(Hidden):
            may(person)
    second.refresh_from_db()
    assert second.ended_at is not None
    assert list(Entry.objects.order_by("number").values_list("operation", flat=True))[-4:] == [
        "place.give",
        "place.pass_on",
        "place.end",
        "place.end",
    ]


def test_a_role_that_has_just_ended_is_not_passed_on(ana: Person, bo: Person) -> None:
    """Bo read the place before Ana ended it, and passes the role on."""
    write(ana)
    role_holder = role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    role_holders.end(actor=ana, role_holder=Place.objects.get(pk=role_holder.pk))
    assert role_holder.ended_at is None
    with pytest.raises(RoleRefused):
        role_holders.pass_on(actor=bo, role_holder=role_holder, to=a_person("cy"), until=None)
    assert Place.objects.count() == 1


def test_passing_a_role_round_in_a_circle_is_refused(ana: Person, bo: Person) -> None:
    write(ana)
    cy = a_person("cy")
    first = role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    second = role_holders.pass_on(actor=bo, role_holder=first, to=cy, until=None)
    with pytest.raises(PolicyLoop, match="circle"):
        role_holders.pass_on(actor=cy, role_holder=second, to=bo, until=None)
    with pytest.raises(RoleRefused, match="not in this role"):
        role_holders.pass_on(actor=bo, role_holder=second, to=ana, until=None)
    write(ana, with_role(delegable=False), after=1)
    with pytest.raises(RoleRefused, match="cannot be passed on"):
        role_holders.pass_on(actor=bo, role_holder=first, to=a_person("dee"), until=None)
    with pytest.raises(Hidden):
        may(cy)


def test_a_team_and_a_group_hold_roles_for_whoever_is_in_them(ana: Person, bo: Person) -> None:
    organisation = membership.create(actor=ana, name="An institute", id=uuid4())
    membership.join(person=bo, organisation=organisation, role="member")
    team = membership.create_team(actor=ana, organisation=organisation, name="A team")
    write(ana)
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=team, until=None)
    with pytest.raises(Hidden):
        may(bo)
    membership.put_in_team(actor=ana, team=team, person_id=bo.pk)
    assert may(bo).rule == "staff/count"
    cy = a_person("cy")
    grouped = with_role(groups=["course"]) | {
        "groups": [{"name": "course", "people": [str(cy.pk)], "teams": [], "groups": []}]
    }
    write(ana, grouped, after=1)
    assert may(cy).version == 2


def test_a_rule_may_ask_for_an_organisation_and_for_training(ana: Person, bo: Person) -> None:
    organisation = membership.create(actor=bo, name="An institute", id=uuid4())
    here = {"attribute": "subject.organisation", "relation": "has", "value": str(organisation.pk)}
    trained = {"attribute": "subject.training_until", "relation": "not_before", "value": "context.time"}
    write(ana, with_role(anyone=True, requires=[here, trained]))
    with pytest.raises(Hidden):
        may(bo)
    head, later = a_person("head", administrator=True), timezone.now() + timedelta(days=1)
    clearance.state(actor=head, person=bo, training_until=later, withheld=[])
    assert may(bo).rule == "staff/count"
    with pytest.raises(Hidden):
        may(a_person("cy"))


def test_what_forbids_wins_and_owners_are_not_bound(ana: Person, bo: Person) -> None:
    never = {**DENY, "operations": ["synthesise"]}
    write(ana, with_role(anyone=True, rules=[COUNT, never, SEE]))
    with pytest.raises(Refused):
        may(bo)
    assert may(ana).rule == "an-owner-synthesises-the-data-set"


def test_every_version_is_kept_and_nobody_overwrites_another(ana: Person) -> None:
    write(ana)
    write(ana, with_role(description="Two"), after=1)
    with pytest.raises(PolicyChanged):
        write(ana, after=1)
    with pytest.raises(PolicyChanged):
        write(ana, after=0)
    assert [written_policy.number for written_policy in policy_store.versions_of(DATA)] == [2, 1]
    policy = policy_store.policy_on(DATA)
    assert policy is not None
    assert (policy.version, policy.roles[0].description) == (2, "Two")


def test_a_role_that_a_new_version_drops_is_held_no_longer(ana: Person, bo: Person) -> None:
    write(ana)
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    write(ana, with_role(name="others"), after=1)
    with pytest.raises(Hidden):
        may(bo)
    with pytest.raises(RoleRefused, match="it has others"):
        role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)


def test_an_end_that_came_is_final_even_if_the_clock_is_moved_back(
    ana: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(ana)
    start = timezone.now()
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=start + timedelta(hours=1))

    def at(moment: Any) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    at(start + timedelta(hours=2))
    with pytest.raises(Hidden):
        may(bo)
    at(start + timedelta(minutes=1))
    with pytest.raises(Hidden):
        may(bo)
    assert clock.now() == start + timedelta(hours=2)
    LatestTime.objects.all().delete()  # the recorded end of a place counts even if the latest time is lost
    at(start + timedelta(hours=2))
    assert role_holders.expire() == 1
    LatestTime.objects.all().delete()
    at(start)
    with pytest.raises(Hidden):
        may(bo)
    with pytest.raises(RoleRefused, match="has passed"):
        role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=start - timedelta(hours=1))


def test_limits_of_what_nothing_counts_are_neither_kept_nor_tried_out(ana: Person) -> None:
    document = with_role(rules=[SEE | {"minimum_cohort": 10}])
    with pytest.raises(LimitUnkept):
        write(ana, document)
    with pytest.raises(LimitUnkept):
        tester.ask(
            actor=ana, person=ana, operation="dataset.synthesise", ref=DATA, context=Context(), document=document
        )
    assert not policy_store.versions_of(DATA).exists()


def test_nobody_is_put_in_a_role_for_a_purpose_for_which_it_permits_nothing(ana: Person, bo: Person) -> None:
    write(ana, with_role(rules=[COUNT | {"purposes": ["study"]}, SEE]))
    with pytest.raises(RoleRefused, match="for sale would permit nothing"):
        role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None, purpose="sale")
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None, purpose="study")
    assert may(bo).obligations.purposes == frozenset({"study"})
    write(ana, with_role(rules=[COUNT, SEE]), after=1)
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None, purpose="sale")


def test_a_decision_on_a_data_set_with_a_policy_needs_seven_queries_beside_those_of_the_things(
    ana: Person, bo: Person, django_assert_num_queries: Any
) -> None:
    write(ana)
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    may(bo)
    with django_assert_num_queries(
        7
    ):  # the queries read standing, address, memberships, policy, roles, places in roles, clock
        may(bo)
