"""The demonstration's sign-in link works once, on this machine, and in the embedded form."""

import logging
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import DatabaseError
from django.utils import timezone
from pytest_django.fixtures import Settings

from datahub.accounts import services
from datahub.accounts.models import Person, SignInLink
from datahub.accounts.tests.visitor import Visitor
from datahub.accounts.views.sign_in import PROXY_HEADERS
from datahub.api.operation.logs import NothingSent
from datahub.audit.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def embedded(settings: Settings) -> None:
    settings.EMBEDDED = True


def _name(header: str) -> str:
    return header.removeprefix("HTTP_").replace("_", "-")


@pytest.fixture
def visitor() -> Visitor:
    return Visitor(HTTP_HOST="localhost:8000")


@pytest.fixture
def link(ana: Person) -> str:
    return services.issue_sign_in_link(person=ana)


def test_a_failure_puts_neither_the_link_nor_what_the_database_said_into_the_log(
    link: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger = logging.getLogger("django.request")
    monkeypatch.setattr(logger, "filters", [*logger.filters, NothingSent()])  # logging may be set up twice
    visitor = Visitor(raise_request_exception=False, HTTP_HOST="localhost:8000")
    with patch.object(services, "spend_sign_in_link", side_effect=DatabaseError("Key (email)=(ana@example.org)")):
        assert visitor.get(link).status_code == 500
    assert "DatabaseError at sign-in/once/<str:secret>/" in caplog.text
    assert "sign_in_once" in caplog.text
    assert link not in caplog.text
    assert "ana@example.org" not in caplog.text


def test_the_link_signs_in_and_leads_home(link: str, visitor: Visitor) -> None:
    answer = visitor.get(link)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert "no-store" in answer["Cache-Control"]
    assert visitor.get("/api/v1/me/").json()["email"] == "ana@example.org"
    assert list(Entry.objects.order_by("number").values_list("operation", flat=True))[-2:] == [
        "person.issue_link",
        "person.sign_in",
    ]


def test_a_used_link_says_so(link: str, visitor: Visitor) -> None:
    Visitor(HTTP_HOST="localhost:8000").get(link)
    answer = visitor.get(link)
    assert answer.status_code == 410
    assert b"was used or has expired" in answer.content
    assert not visitor.is_signed_in()


def test_a_link_lives_one_day(link: str, visitor: Visitor) -> None:
    SignInLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert visitor.get(link).status_code == 410
    assert not visitor.is_signed_in()


def test_an_invented_link_is_refused(ana: Person, visitor: Visitor) -> None:
    assert visitor.get("/sign-in/once/invented/").status_code == 410


def test_a_look_ahead_does_not_spend_the_link(link: str, visitor: Visitor) -> None:
    assert visitor.head(link).status_code == 405
    assert visitor.post(link).status_code == 405
    assert visitor.get(link, headers={"Sec-Purpose": "prefetch;prerender"}).status_code == 503
    assert visitor.get(link, headers={"Purpose": "prefetch"}).status_code == 503
    assert visitor.get(link).status_code == 302


@pytest.mark.parametrize("address", ["192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "2001:db8::1"])
def test_the_link_works_on_this_machine_only(link: str, address: str) -> None:
    elsewhere = Visitor(HTTP_HOST="localhost:8000", REMOTE_ADDR=address)
    answer = elsewhere.get(link)
    assert answer.status_code == 403
    assert not elsewhere.is_signed_in()
    assert Visitor(HTTP_HOST="localhost:8000", REMOTE_ADDR="::1").get(link).status_code == 302


@pytest.mark.parametrize("header", PROXY_HEADERS)
def test_the_link_does_not_work_through_a_proxy(link: str, visitor: Visitor, header: str) -> None:
    assert visitor.get(link, headers={_name(header): "127.0.0.1"}).status_code == 403
    assert visitor.get(link).status_code == 302


def test_the_link_exists_in_the_embedded_form_only(link: str, visitor: Visitor, settings: Settings) -> None:
    settings.EMBEDDED = False
    assert visitor.get(link).status_code == 403


def test_the_secret_is_kept_as_a_hash(link: str) -> None:
    secret = link.split("/")[-2]
    assert len(secret) == 43
    assert secret not in str(SignInLink.objects.values().get())
    assert secret not in str(list(Entry.objects.values()))


def test_an_inactive_person_gets_nothing_from_a_link(link: str, visitor: Visitor) -> None:
    Person.objects.update(is_active=False)
    assert visitor.get(link).status_code == 410
