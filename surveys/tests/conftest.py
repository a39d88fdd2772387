"""This module provides a built page, a folder for keys and a researcher; and an intake that has stopped when the test
is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from pytest_django.fixtures import Settings

from datahub.accounts.models import Person
from surveys.intake import reception

PAGE = b'<!doctype html><script type="module" src="./assets/respond-abcd1234.js" integrity="sha256-x"></script>'


@pytest.fixture(autouse=True)
def built_page(settings: Settings, tmp_path: Path) -> Path:
    folder = tmp_path / "respond"
    (folder / "assets").mkdir(parents=True)
    (folder / "respond.html").write_bytes(PAGE)
    (folder / "assets" / "respond-abcd1234.js").write_bytes(b"export {};")
    settings.RESPOND_BUNDLE = folder
    return folder


@pytest.fixture(autouse=True)
def key_folder(settings: Settings, tmp_path: Path) -> Path:
    settings.BATCH_KEYS = tmp_path / "keys"
    return tmp_path / "keys"


@pytest.fixture(autouse=True)
def fresh_intake() -> Iterator[None]:
    """Versions of the test before are forgotten; the commit thread gives its connection back."""
    reception.versions.clear()
    yield
    reception.commits.stop()


@pytest.fixture
def ana(db: None) -> Person:
    person = Person.objects.create(email="ana@example.org", name="Ana")
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return person
