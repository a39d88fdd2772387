"""These tests cover a survey shared with colleagues and teams: each role does what the table says, at once and no
longer than held."""

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings

from datahub.accounts import membership
from datahub.accounts.models import Organisation, Person, Team
from datahub.api.ref import Ref
from datahub.policies.decide import rules, vocabulary
from datahub.policies.models import Role
from datahub.policies.services import authorise, grant
from surveys.models import Survey
from surveys.tests.factories import a_survey
from tests.api.world import person

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db
ROLES = "/api/v1/roles/"


@pytest.fixture
def ana() -> Person:
    return person("ana")


@pytest.fixture
def bo() -> Person:
    return person("bo")


@pytest.fixture
def institute(ana: Person, bo: Person) -> Organisation:
    organisation = membership.create(actor=ana, name="Institute", id=uuid4())
    membership.join(person=bo, organisation=organisation, role="member")
    return organisation


@pytest.fixture
def team(ana: Person, bo: Person, institute: Organisation) -> Team:
    field_team = membership.create_team(actor=ana, organisation=institute, name="Field")
    membership.put_in_team(actor=ana, team=field_team, person_id=bo.pk)
    return field_team


@pytest.fixture
def survey(ana: Person) -> Survey:
    return a_survey(ana)


def as_(viewer: Person) -> Client:
    client = Client()
    client.force_login(viewer)
    return client


def share(actor: Person, survey: Survey, **body: Any) -> "Answer":
    return as_(actor).post(ROLES, {"subject": f"survey:{survey.pk}", **body}, content_type="application/json")


def may(viewer: Person, survey: Survey) -> set[str]:
    answer = as_(viewer).get(f"{ROLES}mine/?subject=survey:{survey.pk}")
    return set(answer.json()["operations"]) if answer.status_code == 200 else set()


def test_a_viewer_reads_and_changes_nothing(ana: Person, bo: Person, institute: Organisation, survey: Survey) -> None:
    page = f"/api/v1/surveys/{survey.pk}/"
    assert as_(bo).get(page).status_code == 404
    assert share(ana, survey, role="viewer", person=str(bo.pk)).status_code == 201
    assert as_(bo).get(page).status_code == 200
    assert as_(bo).patch(page, {"title": "Mine"}, content_type="application/json").status_code == 403
    assert [row["id"] for row in as_(bo).get("/api/v1/surveys/").json()["results"]] == [str(survey.pk)]


@pytest.mark.parametrize(
    ("role", "operations"),
    [
        ("viewer", {"survey.read", "survey.results", "role.give_up"}),
        ("analyst", {"survey.read", "survey.results", "survey.export", "role.give_up"}),
        (
            "editor",
            {
                "role.give_up",
                *("survey.read", "survey.results", "survey.edit", "survey.publish", "survey.pause", "survey.close"),
            },
        ),
        (
            "steward",
            {
                *("survey.read", "survey.pause", "survey.close", "survey.delete"),
                *("role.list", "role.give_up", "audit.read"),
            },
        ),
    ],
)
def test_each_role_may_what_its_column_says(
    ana: Person, bo: Person, institute: Organisation, survey: Survey, role: str, operations: set[str]
) -> None:
    share(ana, survey, role=role, person=str(bo.pk))
    assert may(bo, survey) == operations


def test_a_team_holds_a_role_for_whoever_is_in_it(ana: Person, bo: Person, team: Team, survey: Survey) -> None:
    assert share(ana, survey, role="editor", team=str(team.pk)).json()["team"]["name"] == "Field"
    assert "survey.edit" in may(bo, survey)
    membership.take_from_team(actor=ana, team=team, person_id=bo.pk)
    assert may(bo, survey) == set()


def test_what_was_shared_with_a_team_ends_with_the_team(ana: Person, bo: Person, team: Team, survey: Survey) -> None:
    share(ana, survey, role="editor", team=str(team.pk))
    membership.delete(actor=ana, organisation=team.organisation)
    assert may(bo, survey) == set()
    assert may(ana, survey)


def test_a_team_owns_nothing(ana: Person, team: Team, survey: Survey) -> None:
    refused = share(ana, survey, role="owner", team=str(team.pk))
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["role"])


def test_a_role_that_was_taken_away_is_gone_at_once(
    ana: Person, bo: Person, institute: Organisation, survey: Survey
) -> None:
    role_holder = share(ana, survey, role="editor", person=str(bo.pk)).json()
    assert as_(bo).delete(f"{ROLES}{role_holder['id']}/").status_code == 403
    assert as_(ana).delete(f"{ROLES}{role_holder['id']}/").status_code == 204
    assert may(bo, survey) == set()


def test_nobody_takes_the_last_owner_away(ana: Person, survey: Survey) -> None:
    holders = as_(ana).get(f"{ROLES}?subject=survey:{survey.pk}").json()
    refused = as_(ana).delete(f"{ROLES}{holders[0]['id']}/")
    assert (refused.status_code, refused.json()["code"]) == (409, "last_owner")


def test_everybody_gives_up_their_own_role_and_nobody_elses(
    ana: Person, bo: Person, institute: Organisation, survey: Survey
) -> None:
    share(ana, survey, role="viewer", person=str(bo.pk))
    mine = f"{ROLES}mine/?subject=survey:{survey.pk}"
    assert as_(bo).delete(mine).status_code == 204
    assert (may(bo, survey), bool(may(ana, survey))) == (set(), True)
    refused = as_(ana).delete(mine)
    assert (refused.status_code, refused.json()["code"]) == (409, "last_owner")


def test_a_role_of_a_team_is_not_given_up_alone(ana: Person, bo: Person, team: Team, survey: Survey) -> None:
    share(ana, survey, role="editor", team=str(team.pk))
    refused = as_(bo).delete(f"{ROLES}mine/?subject=survey:{survey.pk}")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert "survey.edit" in may(bo, survey)


def test_strangers_are_invited_and_never_named(ana: Person, survey: Survey) -> None:
    known, unknown = person("eve"), uuid4()
    answers = [share(ana, survey, role="viewer", person=str(id)) for id in (known.pk, unknown)]
    assert answers[0].status_code == 400
    assert answers[0].content == answers[1].content


def test_a_role_of_an_organisation_is_none_on_a_survey(ana: Person, bo: Person, survey: Survey) -> None:
    assert share(ana, survey, role="member", person=str(bo.pk)).status_code == 400
    assert share(ana, survey, role="viewer").status_code == 400


def test_a_colleague_of_the_owner_reaches_nothing_that_was_not_shared(
    ana: Person, bo: Person, institute: Organisation, survey: Survey
) -> None:
    assert may(bo, survey) == set()
    assert as_(bo).get("/api/v1/surveys/").json()["results"] == []


def test_the_owner_is_told_which_rule_decides(ana: Person, bo: Person, institute: Organisation, survey: Survey) -> None:
    share(ana, survey, role="viewer", person=str(bo.pk))
    explanation_url = f"{ROLES}explanation/?subject=survey:{survey.pk}&person={bo.pk}&operation="
    yes = as_(ana).get(f"{explanation_url}survey.results").json()
    assert (yes["allowed"], yes["rule"], yes["roles"]) == (True, "a-viewer-reads-results", ["viewer"])
    no = as_(ana).get(f"{explanation_url}survey.edit").json()
    assert (no["allowed"], no["rule"]) == (False, "")
    assert no["tried"] == [
        {"rule": "an-owner-edits-the-survey", "needs": "the owner"},
        {"rule": "an-editor-edits-the-survey", "needs": "an editor"},
    ]
    assert as_(bo).get(f"{explanation_url}survey.edit").status_code == 403
    assert as_(ana).get(f"{explanation_url}survey.fly").status_code == 400


def test_nobody_is_told_what_a_stranger_may(ana: Person, survey: Survey) -> None:
    explanation_url = f"{ROLES}explanation/?subject=survey:{survey.pk}&operation=survey.edit&person="
    assert as_(ana).get(f"{explanation_url}{person('eve').pk}").status_code == 404
    assert as_(ana).get(f"{explanation_url}{uuid4()}").status_code == 404
    assert as_(ana).get(f"{explanation_url}x").status_code == 400


def test_the_explanation_is_what_the_door_does(
    ana: Person, bo: Person, institute: Organisation, survey: Survey
) -> None:
    for role in sorted(vocabulary.ROLES["survey"]):
        Role.objects.filter(person=bo).delete()
        grant(actor=ana, person=bo, role=role, ref=Ref("survey", str(survey.pk)))
        offered = may(bo, survey)
        for operation in rules.OPERATIONS:
            explanation_url = f"{ROLES}explanation/?subject=survey:{survey.pk}&person={bo.pk}&operation={operation}"
            assert as_(ana).get(explanation_url).json()["allowed"] == (operation in offered), (role, operation)
        for operation in offered:
            authorise(viewer=bo, operation=operation, ref=Ref("survey", str(survey.pk)))


def test_one_person_owns_at_most_so_many_surveys(ana: Person, survey: Survey, settings: Settings) -> None:
    settings.MOST_SURVEYS = 1
    refused = as_(ana).post("/api/v1/surveys/", {"title": "One more"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many")
    assert Survey.objects.count() == 1
