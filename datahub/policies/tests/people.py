"""This module provides people for the tests of policies."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.utils import timezone

from datahub.accounts.models import Person, Token


def a_person(name: str, *, proven: bool = True, administrator: bool = False) -> Person:
    person = Person.objects.create(email=f"{name}@example.org", name=name, is_administrator=administrator)
    EmailAddress.objects.create(user=person, email=person.email, verified=proven, primary=True)
    return person


def a_token(person: Person, *scopes: str) -> Token:
    return Token.objects.create(
        person=person,
        name="a program",
        prefix=f"{Token.objects.count():012x}",
        secret_hash="0" * 64,
        scopes=list(scopes),
        expires_at=timezone.now() + timedelta(days=1),
    )
