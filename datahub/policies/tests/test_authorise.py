"""A viewer gets a Permit or one of three refusals; roles decide at once."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import Settings

from datahub.accounts.services import ref_of
from datahub.api.facts import Facts
from datahub.api.ref import PLATFORM, Ref
from datahub.audit.models import Entry
from datahub.policies.errors import Hidden, LastOwner, Refused, RoleRefused, SignInNeeded
from datahub.policies.models import Role
from datahub.policies.selectors import refs_with_role, roles_of
from datahub.policies.services import authorise, explain, forget, grant, revoke
from datahub.policies.tests.people import a_person, a_token

pytestmark = pytest.mark.django_db
SURVEY = Ref("survey", "one")


def describe_surveys(ids: list[str]) -> dict[Ref, Facts]:
    known = {"one", "two"}
    return {
        Ref("survey", id): Facts(name=id, url="", owner=None, parent=None, state="draft") for id in ids if id in known
    }


@pytest.fixture(autouse=True)
def surveys_are_known(settings: Settings) -> None:
    settings.OBJECTS = {"survey": f"{__name__}.describe_surveys"}


def test_a_permit_says_what_was_allowed_and_by_which_rule() -> None:
    ada = a_person("ada")
    grant(actor=ada, person=ada, role="owner", ref=SURVEY)
    permit = authorise(viewer=ada, operation="survey.read", ref=SURVEY)
    assert (permit.viewer, permit.operation, permit.ref) == (ref_of(ada), "survey.read", SURVEY)
    assert permit.rule == "an-owner-reads-the-survey"
    assert permit.facts is not None
    assert permit.facts.name == "one"


def test_nobody_must_sign_in_even_for_what_does_not_exist() -> None:
    for ref in (SURVEY, Ref("survey", "none"), PLATFORM):
        with pytest.raises(SignInNeeded):
            authorise(viewer=AnonymousUser(), operation="survey.read", ref=ref)


def test_a_strangers_survey_and_none_at_all_look_alike() -> None:
    ada = a_person("ada")
    problems = []
    for ref in (SURVEY, Ref("survey", "none")):
        with pytest.raises(Hidden) as refusal:
            authorise(viewer=ada, operation="survey.edit", ref=ref)
        problems.append(refusal.value.to_json())
    assert problems[0] == problems[1]


def test_an_unproven_address_creates_nothing() -> None:
    with pytest.raises(Refused, match="proven e-mail"):
        authorise(viewer=a_person("ada", proven=False), operation="survey.create", ref=PLATFORM)
    assert authorise(viewer=a_person("eve"), operation="survey.create", ref=PLATFORM).facts is None


def test_a_person_who_was_switched_off_is_nobody() -> None:
    ada = a_person("ada", administrator=True)
    ada.is_active = False
    with pytest.raises(SignInNeeded):
        authorise(viewer=ada, operation="audit.read", ref=PLATFORM)


def test_a_revoked_role_ends_at_once() -> None:
    ada, eve = a_person("ada"), a_person("eve")
    grant(actor=ada, person=ada, role="owner", ref=SURVEY)
    grant(actor=ada, person=eve, role="owner", ref=SURVEY)
    authorise(viewer=eve, operation="survey.edit", ref=SURVEY)
    revoke(actor=ada, row=Role.objects.get(person=eve))
    with pytest.raises(Hidden):
        authorise(viewer=eve, operation="survey.edit", ref=SURVEY)


def test_scopes_narrow_a_token() -> None:
    ada = a_person("ada")
    grant(actor=ada, person=ada, role="owner", ref=SURVEY)
    token = a_token(ada, "surveys:read")
    authorise(viewer=ada, operation="survey.read", ref=SURVEY, token=token)
    with pytest.raises(Refused, match="scope"):
        authorise(viewer=ada, operation="survey.edit", ref=SURVEY, token=token)


def test_an_ended_token_and_another_persons_token_reach_nothing() -> None:
    ada, eve = a_person("ada"), a_person("eve")
    ended, hers = a_token(ada, "surveys:read"), a_token(eve, "surveys:read")
    ended.revoked_at = timezone.now()
    for token in (ended, hers):
        with pytest.raises(Refused, match="scope"):
            authorise(viewer=ada, operation="survey.list", ref=PLATFORM, token=token)


def test_explains_what_would_have_been_needed() -> None:
    tried = explain(viewer=a_person("ada"), operation="survey.edit", ref=SURVEY)
    assert [(step.rule, str(step.failed)) for step in tried] == [
        ("an-owner-edits-the-survey", "the owner"),
        ("an-editor-edits-the-survey", "an editor"),
    ]


def test_granting_is_noted_once_with_who_did_it() -> None:
    ada, eve = a_person("ada"), a_person("eve")
    first = grant(actor=ada, person=eve, role="owner", ref=SURVEY)
    assert grant(actor=ada, person=eve, role="owner", ref=SURVEY) == first
    entry = Entry.objects.get()
    assert (entry.actor, entry.operation, entry.subject) == (str(ref_of(ada)), "role.grant", str(SURVEY))
    assert entry.detail == {"person": str(ref_of(eve)), "role": "owner"}


def test_the_last_owner_stays() -> None:
    ada, eve = a_person("ada"), a_person("eve")
    grant(actor=ada, person=ada, role="owner", ref=SURVEY)
    grant(actor=ada, person=eve, role="editor", ref=SURVEY)
    with pytest.raises(LastOwner):
        revoke(actor=ada, row=Role.objects.get(person=ada))
    assert roles_of(ada, SURVEY) == {"owner"}


def test_a_deleted_thing_leaves_no_roles() -> None:
    ada = a_person("ada")
    grant(actor=ada, person=ada, role="owner", ref=SURVEY)
    forget(SURVEY)
    assert not Role.objects.exists()


def test_refuses_a_role_that_no_rule_knows() -> None:
    ada = a_person("ada")
    with pytest.raises(RoleRefused, match="reader"):
        grant(actor=ada, person=ada, role="reader", ref=SURVEY)


def test_a_list_shows_the_things_of_one_kind_on_which_one_has_the_role() -> None:
    ada, eve = a_person("ada"), a_person("eve")
    for ref in (SURVEY, Ref("survey", "two")):
        grant(actor=ada, person=ada, role="owner", ref=ref)
    grant(actor=ada, person=ada, role="editor", ref=SURVEY)
    Role.objects.create(person=ada, object="survey_group:x", role="owner")
    grant(actor=ada, person=eve, role="owner", ref=Ref("survey", "two"))
    assert refs_with_role(ada, "survey", "owner", "editor") == [SURVEY, Ref("survey", "two")]
    assert refs_with_role(ada, "survey", "editor") == [SURVEY]
    assert refs_with_role(eve, "survey", "owner") == [Ref("survey", "two")]
    assert refs_with_role(ada, "survey", "reader") == []
