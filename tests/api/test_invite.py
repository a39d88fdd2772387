"""Invitations are sent by mail, for one address, once; and nobody learns from them who has an account."""

import re
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from datahub.accounts import membership
from datahub.accounts.models import Mail, Person
from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.policies.models import Invitation, Role
from datahub.policies.selectors import roles_of
from datahub.policies.services import grant
from surveys.drafts.services import delete
from surveys.models import Survey
from surveys.tests.factories import a_survey
from tests.api.world import person

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db
INVITATIONS = "/api/v1/invitations/"


@pytest.fixture
def ana() -> Person:
    return person("ana")


@pytest.fixture
def survey(ana: Person) -> Survey:
    return a_survey(ana)


def as_(viewer: Person) -> Client:
    client = Client()
    client.force_login(viewer)
    return client


def invite(actor: Person, subject: str, role: str = "viewer", email: str = "bo@example.org") -> "Answer":
    body = {"subject": subject, "role": role, "email": email}
    return as_(actor).post(INVITATIONS, body, content_type="application/json")


def secret_in_mail() -> str:
    match = re.search(
        r"^    http://testserver/invitation#(\S{43})$", Mail.objects.latest("created_at").body, re.MULTILINE
    )
    assert match is not None
    return match[1]


def accept(viewer: Person, secret: str) -> "Answer":
    return as_(viewer).post(f"{INVITATIONS}acceptances/", {"secret": secret}, content_type="application/json")


def test_an_invited_viewer_accepts_and_reads(ana: Person, survey: Survey) -> None:
    assert invite(ana, f"survey:{survey.pk}").status_code == 201
    bo = person("bo")
    answer = accept(bo, secret_in_mail())
    assert (answer.status_code, answer.json()["role"], answer.json()["name"]) == (201, "viewer", survey.title)
    assert roles_of(bo, Ref("survey", str(survey.pk))) == {"viewer"}


def test_the_secret_is_in_the_mail_alone_behind_the_hash_of_the_link(ana: Person, survey: Survey) -> None:
    answer = invite(ana, f"survey:{survey.pk}", email="Bo@Example.org")
    mail = Mail.objects.get()
    assert mail.recipient == "bo@example.org"
    assert mail.subject == f"ana invites you to {survey.title}"
    secret = secret_in_mail()
    assert secret not in answer.content.decode()
    assert not Invitation.objects.filter(secret_hash=secret).exists()


def test_an_address_with_an_account_and_one_without_get_the_same_answer_and_mail(ana: Person, survey: Survey) -> None:
    person("bo")
    answers = []
    for email in ("bo@example.org", "nobody@example.org"):
        answer = invite(ana, f"survey:{survey.pk}", email=email)
        mail = Mail.objects.latest("created_at").body.replace(email, "...").replace(secret_in_mail(), "...")
        answers.append((answer.status_code, set(answer.json()), mail))
    assert answers[0] == answers[1]


def test_nobody_but_the_holder_of_the_proven_address_accepts(ana: Person, survey: Survey) -> None:
    invite(ana, f"survey:{survey.pk}")
    secret = secret_in_mail()
    other, unproven = person("eve"), person("bo", proven=False)
    assert accept(unproven, secret).status_code == 403
    refusals = [accept(other, secret), accept(other, "x" * 43), accept(other, "")]
    assert [answer.status_code for answer in refusals] == [404, 404, 400]
    assert refusals[0].content == refusals[1].content
    assert not Role.objects.filter(person=other).exists()


def test_an_invitation_opens_once(ana: Person, survey: Survey) -> None:
    invite(ana, f"survey:{survey.pk}")
    secret, bo = secret_in_mail(), person("bo")
    assert [accept(bo, secret).status_code for _ in range(2)] == [201, 404]


def test_an_expired_and_a_revoked_invitation_open_nothing(ana: Person, survey: Survey) -> None:
    bo = person("bo")
    invite(ana, f"survey:{survey.pk}")
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert accept(bo, secret_in_mail()).status_code == 404
    id = invite(ana, f"survey:{survey.pk}").json()["id"]
    assert as_(bo).delete(f"{INVITATIONS}{id}/").status_code == 404
    assert as_(ana).delete(f"{INVITATIONS}{id}/").status_code == 204
    assert accept(bo, secret_in_mail()).status_code == 404
    listed = as_(ana).get(f"{INVITATIONS}?subject=survey:{survey.pk}").json()["results"]
    assert sorted(invitation["state"] for invitation in listed) == ["expired", "revoked"]


def test_whoever_may_invite_no_more_has_invited_nobody(ana: Person, survey: Survey) -> None:
    ref, cy = Ref("survey", str(survey.pk)), person("cy")
    role_holder = grant(actor=ana, person=cy, role="owner", ref=ref)
    invite(cy, str(ref))
    role_holder.delete()
    assert accept(person("bo"), secret_in_mail()).status_code == 404


def test_a_deleted_survey_takes_its_invitations_along(ana: Person, survey: Survey) -> None:
    invite(ana, f"survey:{survey.pk}")
    delete(actor=Ref("person", str(ana.pk)), rule="test", survey_id=survey.pk)
    assert not Invitation.objects.exists()
    assert accept(person("bo"), secret_in_mail()).status_code == 404


def test_an_invitation_to_a_team_is_one_to_its_organisation_too(ana: Person) -> None:
    institute = membership.create(actor=ana, name="Institute", id=uuid4())
    team = membership.create_team(actor=ana, organisation=institute, name="Field")
    assert invite(ana, f"team:{team.pk}", role="member").status_code == 201
    bo = person("bo")
    assert accept(bo, secret_in_mail()).json()["url"] == f"/people/{institute.pk}"
    assert membership.role_in(bo, institute) == "member"
    assert team.memberships.filter(membership__person=bo).exists()
    for subject in (f"organisation:{institute.pk}", f"team:{team.pk}"):
        assert len(as_(ana).get(f"{INVITATIONS}?subject={subject}").json()["results"]) == 1


def test_a_member_invites_nobody_and_a_stranger_learns_nothing(ana: Person, survey: Survey) -> None:
    institute = membership.create(actor=ana, name="Institute", id=uuid4())
    bo = person("bo")
    membership.join(person=bo, organisation=institute, role="member")
    assert invite(bo, f"organisation:{institute.pk}", role="administrator").status_code == 403
    assert invite(person("eve"), f"organisation:{institute.pk}", role="member").status_code == 404
    assert invite(bo, f"survey:{survey.pk}").status_code == 404
    assert invite(bo, f"survey:{uuid4()}").status_code == 404
    assert not Mail.objects.exists()


def test_roles_that_the_thing_does_not_have_are_not_offered(ana: Person, survey: Survey) -> None:
    assert invite(ana, f"survey:{survey.pk}", role="member").status_code == 400
    institute = membership.create(actor=ana, name="Institute", id=uuid4())
    assert invite(ana, f"organisation:{institute.pk}", role="owner").status_code == 400
    assert invite(ana, "survey", role="viewer").status_code == 400


def test_one_person_has_at_most_so_many_invitations_waiting(ana: Person, survey: Survey, settings: Settings) -> None:
    settings.MOST_INVITATIONS = 1
    id = invite(ana, f"survey:{survey.pk}").json()["id"]
    assert invite(ana, f"survey:{survey.pk}").json()["code"] == "too_many"
    as_(ana).delete(f"{INVITATIONS}{id}/")
    assert invite(ana, f"survey:{survey.pk}").status_code == 201


def test_the_log_knows_of_invitations_and_of_no_address(ana: Person, survey: Survey) -> None:
    invite(ana, f"survey:{survey.pk}")
    accept(person("bo"), secret_in_mail())
    entries = Entry.objects.filter(subject=f"survey:{survey.pk}").order_by("number")
    assert [entry.operation for entry in entries][-3:] == ["invitation.create", "role.grant", "invitation.accept"]
    assert not [entry for entry in entries if "@" in str(entry.detail)]


def test_a_name_with_a_line_break_writes_no_second_header(ana: Person, survey: Survey) -> None:
    Person.objects.filter(pk=ana.pk).update(name="Ana\r\nBcc: eve@example.org")
    assert invite(ana, f"survey:{survey.pk}").status_code == 201
    assert "\n" not in Mail.objects.get().subject
    assert "\r" not in Mail.objects.get().subject
