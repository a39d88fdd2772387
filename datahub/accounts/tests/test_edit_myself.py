"""These tests cover /me: what people see of their own account and can change."""

import pytest

from datahub.accounts.models import Person
from datahub.accounts.tests.visitor import Visitor

pytestmark = pytest.mark.django_db
ME = "/api/v1/me/"


def test_shows_who_is_signed_in(ana: Person, signed_in: Visitor) -> None:
    me = signed_in.get(ME).json()
    assert len(me.pop("csrf")) == 64
    assert me == {
        "id": str(ana.id),
        "email": "ana@example.org",
        "name": "Ana",
        "language": "",
        "is_administrator": False,
        "second_factor": False,
        "acts_as_administrator": False,
        "email_verified": True,
    }


def test_a_person_changes_their_name(signed_in: Visitor) -> None:
    answer = signed_in.patch(ME, {"name": "Ana María"}, content_type="application/json")
    assert answer.json()["name"] == "Ana María"
    assert Person.objects.get().name == "Ana María"


def test_a_person_chooses_their_language_and_keeps_their_name(signed_in: Visitor) -> None:
    answer = signed_in.patch(ME, {"language": "zh-CN"}, content_type="application/json")
    assert (answer.json()["language"], answer.json()["name"]) == ("zh-CN", "Ana")
    refused = signed_in.patch(ME, {"language": "tlh"}, content_type="application/json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["language"])


@pytest.mark.parametrize("field", ["is_administrator", "email", "id", "email_verified", "password"])
def test_nothing_else_can_be_changed_here(signed_in: Visitor, field: str) -> None:
    answer = signed_in.patch(ME, {"name": "Ana", field: True}, content_type="application/json")
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == [field]
    assert not Person.objects.get().is_administrator


def test_nobody_is_nobody(db: None) -> None:
    answer = Visitor().get(ME)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
