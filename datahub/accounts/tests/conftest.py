"""These fixtures provide people for the tests of accounts."""

import pytest

from datahub.accounts import services
from datahub.accounts.models import Person
from datahub.accounts.tests.visitor import PASSWORD, Visitor


@pytest.fixture
def ana(db: None) -> Person:
    person = services.register(email="ana@example.org", password=PASSWORD, name="Ana")
    services.prove_address(actor=None, person=person, reason="test")
    return person


@pytest.fixture
def visitor(db: None) -> Visitor:
    return Visitor()


@pytest.fixture
def signed_in(ana: Person) -> Visitor:
    visitor = Visitor()
    visitor.sign_in()
    return visitor
