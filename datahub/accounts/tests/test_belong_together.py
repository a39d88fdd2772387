"""These tests cover organisations and teams: who sees whom, who administers them, and what goes when somebody
leaves."""

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from datahub.accounts import membership
from datahub.accounts.errors import LastAdministrator
from datahub.accounts.models import Membership, Organisation, Person, Team, TeamMembership
from datahub.accounts.objects import describe_organisations, describe_teams
from datahub.accounts.tests.visitor import Visitor
from datahub.api.ref import Ref
from datahub.audit.models import Entry

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db
ORGANISATIONS = "/api/v1/organisations/"


@pytest.fixture
def institute(ana: Person) -> Organisation:
    return membership.create(actor=ana, name="Institute", id=uuid4())


@pytest.fixture
def bo(institute: Organisation) -> Person:
    person = Person.objects.create(email="bo@example.org", name="Bo")
    membership.join(person=person, organisation=institute, role="member")
    return person


def as_(person: Person) -> Visitor:
    visitor = Visitor()
    visitor.force_login(person)
    return visitor


def send(visitor: Visitor, method: str, path: str, **body: Any) -> "Answer":
    answer: Answer = getattr(visitor, method)(ORGANISATIONS + path, body, content_type="application/json")
    return answer


def test_whoever_makes_an_organisation_looks_after_it(signed_in: Visitor) -> None:
    institute = send(signed_in, "post", "", name="Institute").json()
    assert (institute["name"], institute["role"]) == ("Institute", "administrator")
    assert [(member["person"]["email"], member["role"]) for member in institute["members"]] == [
        ("ana@example.org", "administrator")
    ]
    assert [organisation["id"] for organisation in signed_in.get(ORGANISATIONS).json()["results"]] == [institute["id"]]


def test_members_see_one_another_and_strangers_see_nothing(institute: Organisation, bo: Person) -> None:
    seen = as_(bo).get(f"{ORGANISATIONS}{institute.pk}/").json()
    assert [member["person"]["name"] for member in seen["members"]] == ["Ana", "Bo"]
    assert seen["role"] == "member"
    eve = as_(Person.objects.create(email="eve@example.org"))
    assert eve.get(f"{ORGANISATIONS}{institute.pk}/").status_code == 404
    assert eve.get(ORGANISATIONS).json()["results"] == []


def test_a_member_changes_nothing(institute: Organisation, bo: Person) -> None:
    visitor, here = as_(bo), f"{institute.pk}/"
    for method, path, body in [
        ("patch", here, {"name": "Mine"}),
        ("delete", here, {}),
        ("patch", f"{here}members/{bo.pk}/", {"role": "administrator"}),
        ("post", f"{here}teams/", {"name": "Mine"}),
    ]:
        assert send(visitor, method, path, **body).status_code == 403, path


def test_the_last_administrator_stays(ana: Person, institute: Organisation, bo: Person) -> None:
    membership_row = Membership.objects.get(person=ana)
    for deed in (
        lambda: membership.remove(actor=ana, membership=membership_row),
        lambda: membership.change_role(actor=ana, membership=membership_row, role="member"),
    ):
        with pytest.raises(LastAdministrator):
            deed()
    membership.change_role(actor=ana, membership=Membership.objects.get(person=bo), role="administrator")
    assert send(as_(ana), "delete", f"{institute.pk}/membership/").status_code == 204
    assert membership.role_in(ana, institute) == ""


def test_whoever_leaves_the_organisation_has_left_its_teams(ana: Person, institute: Organisation, bo: Person) -> None:
    team = membership.create_team(actor=ana, organisation=institute, name="Field")
    membership.put_in_team(actor=ana, team=team, person_id=bo.pk)
    assert send(as_(bo), "delete", f"{institute.pk}/membership/").status_code == 204
    assert not TeamMembership.objects.exists()


def test_a_repeated_creation_tells_nothing_to_whoever_left_since(ana: Person, bo: Person) -> None:
    def creation() -> "Answer":
        header = {"Idempotency-Key": "once-and-again"}
        return as_(ana).post(ORGANISATIONS, {"name": "Lab"}, content_type="application/json", headers=header)

    first = creation()
    assert creation().json() == first.json()
    lab = Organisation.objects.get(pk=first.json()["id"])
    membership.join(person=bo, organisation=lab, role="administrator")
    membership.remove(actor=ana, membership=Membership.objects.get(person=ana, organisation=lab))
    assert (creation().status_code, creation().json()["code"]) == (404, "not_found")
    assert Organisation.objects.filter(name="Lab").count() == 1


def test_a_team_holds_members_of_its_organisation_alone(
    ana: Person, signed_in: Visitor, institute: Organisation
) -> None:
    team = send(signed_in, "post", f"{institute.pk}/teams/", name="Field").json()
    people = f"{institute.pk}/teams/{team['id']}/people/"
    stranger = Person.objects.create(email="eve@example.org")
    for _ in ("nowhere", "elsewhere"):  # the stranger belongs to no organisation, and then to another one
        refused = send(signed_in, "post", people, person=str(stranger.pk))
        assert (refused.status_code, refused.json()["code"]) == (409, "no_member")
        membership.create(actor=stranger, name="Other", id=uuid4())
    assert send(signed_in, "post", people, person=str(ana.pk)).json()["people"] == [str(ana.pk)]
    assert send(signed_in, "delete", f"{people}{ana.pk}/").status_code == 204
    assert send(signed_in, "post", f"{institute.pk}/teams/", name="Field").json()["code"] == "name_taken"


def test_teams_of_another_organisation_are_out_of_reach(signed_in: Visitor, institute: Organisation) -> None:
    eve = Person.objects.create(email="eve@example.org")
    other = membership.create(actor=eve, name="Other", id=uuid4())
    team = membership.create_team(actor=eve, organisation=other, name="Theirs")
    for path in (f"{institute.pk}/teams/{team.pk}/", f"{other.pk}/teams/{team.pk}/"):
        assert send(signed_in, "delete", path).status_code == 404
    assert Team.objects.exists()


def test_a_deleted_organisation_takes_its_teams_along(signed_in: Visitor, institute: Organisation, bo: Person) -> None:
    send(signed_in, "post", f"{institute.pk}/teams/", name="Field")
    assert send(signed_in, "delete", f"{institute.pk}/").status_code == 204
    assert not Team.objects.exists()
    assert Person.objects.count() == 2
    assert Entry.objects.latest("number").operation == "organisation.delete"


def test_joining_again_never_takes_a_role_away(ana: Person, institute: Organisation, bo: Person) -> None:
    membership.join(person=ana, organisation=institute, role="member")
    assert membership.role_in(ana, institute) == "administrator"
    membership.join(person=bo, organisation=institute, role="administrator")
    assert membership.role_in(bo, institute) == "administrator"


def test_colleagues_are_those_of_the_same_organisations(ana: Person, institute: Organisation, bo: Person) -> None:
    Person.objects.create(email="eve@example.org")
    assert list(membership.colleagues_of(ana)) == [bo]
    Person.objects.filter(pk=bo.pk).update(is_active=False)
    assert not membership.colleagues_of(ana).exists()


def test_others_learn_name_and_parent(ana: Person, institute: Organisation) -> None:
    team = membership.create_team(actor=ana, organisation=institute, name="Field")
    ref = Ref("organisation", str(institute.pk))
    assert describe_organisations([str(institute.pk), "x"])[ref].name == "Institute"
    assert describe_teams([str(team.pk)])[Ref("team", str(team.pk))].parent == ref


def test_every_change_is_noted(ana: Person, institute: Organisation, bo: Person) -> None:
    team = membership.create_team(actor=ana, organisation=institute, name="Field")
    membership.put_in_team(actor=ana, team=team, person_id=bo.pk)
    membership.take_from_team(actor=ana, team=team, person_id=bo.pk)
    membership.delete_team(actor=ana, team=team)
    membership.rename(actor=ana, organisation=institute, name="House")
    membership.remove(actor=ana, membership=Membership.objects.get(person=bo))
    deeds = Entry.objects.filter(subject=f"organisation:{institute.pk}").order_by("number")
    assert list(deeds.values_list("operation", flat=True)) == [
        "organisation.create",
        "organisation.join",
        "team.create",
        "team.add",
        "team.remove",
        "team.delete",
        "organisation.rename",
        "organisation.remove",
    ]
