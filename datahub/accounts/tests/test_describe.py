"""These tests cover how people and tokens are described to other packages, and sign-in in the OpenAPI document."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from datahub.accounts import services
from datahub.accounts.models import Person
from datahub.accounts.objects import describe_people, describe_tokens
from datahub.accounts.tests.visitor import PASSWORD
from datahub.api.description.openapi import openapi
from datahub.api.ref import Ref

pytestmark = pytest.mark.django_db


def test_a_person_owns_themselves(ana: Person) -> None:
    ref = Ref("person", str(ana.id))
    facts = describe_people([str(ana.id), str(uuid4()), "no-uuid"])[ref]
    assert (facts.name, facts.owner, facts.state) == ("Ana", ref, "active")
    assert facts.attributes == {"is_administrator": False}


def test_a_person_without_a_name_is_called_by_their_address(db: None) -> None:
    person = services.register(email="bo@example.org", password=PASSWORD)
    assert describe_people([str(person.id)])[Ref("person", str(person.id))].name == "bo@example.org"


def test_a_token_belongs_to_its_person(ana: Person) -> None:
    token, _ = services.create_token(
        actor=ana, name="nightly", scopes=["surveys:read"], expires_at=timezone.now() + timedelta(days=1)
    )
    [(ref, facts)] = describe_tokens([str(token.id)]).items()
    assert (str(ref), facts.owner, facts.state) == (f"token:{token.id}", Ref("person", str(ana.id)), "active")


def test_the_database_itself_refuses_an_address_in_capitals(ana: Person) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.update(email="Ana@example.org")


def test_the_description_holds_the_sign_in_routes_in_their_own_shape() -> None:
    described = openapi()
    sign_in = described["paths"]["/api/v1/auth/browser/v1/auth/login"]["post"]
    assert sign_in["responses"]["400"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/AuthErrorResponse"
    }
    assert "/api/v1/auth/browser/v1/account/phone" not in described["paths"]
    assert "user" in described["components"]["schemas"]["AuthAuthenticated"]["properties"]


def test_the_description_holds_second_factors_and_the_picture_to_scan() -> None:
    described = openapi()
    codes = described["paths"]["/api/v1/auth/browser/v1/account/authenticators/totp"]
    assert set(codes) >= {"get", "post", "delete"}
    picture = described["components"]["responses"]["AuthTOTPAuthenticatorNotFound"]
    meta = picture["content"]["application/json"]["schema"]["properties"]["meta"]
    assert "totp_picture" in meta["required"]


def test_every_reference_in_the_description_points_to_something() -> None:
    described = openapi()
    missing = [
        name
        for name in _references(described["paths"]) | _references(described["components"])
        if name.split("/")[-1] not in described["components"].get(name.split("/")[-2], {})
    ]
    assert missing == []


def test_the_description_names_both_ways_to_authenticate() -> None:
    schemes = openapi()["components"]["securitySchemes"]
    assert {scheme["type"] for scheme in schemes.values()} == {"http", "apiKey"}


def _references(part: object) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
        return own.union(*(_references(item) for item in part.values()))
    if isinstance(part, list):
        return set[str]().union(*(_references(item) for item in part))
    return set()
