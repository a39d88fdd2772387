"""People see where they are signed in, and can end a session; a session also ends with time."""

from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.utils import timezone
from pytest_django import Settings

from datahub.accounts import sessions
from datahub.accounts.models import Person, Session
from datahub.accounts.rules import device_in, is_over
from datahub.accounts.tests.visitor import AUTH, OTHER_PASSWORD, PASSWORD, Visitor
from datahub.audit.models import Entry

pytestmark = pytest.mark.django_db
SESSIONS = "/api/v1/me/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def signed_in_with(user_agent: str) -> Visitor:
    visitor = Visitor(headers={"User-Agent": user_agent})
    visitor.sign_in()
    return visitor


def test_a_person_sees_where_they_are_signed_in(ana: Person, signed_in: Visitor) -> None:
    signed_in_with(FIREFOX)
    sessions = signed_in.get(SESSIONS).json()
    assert [(session["device"], session["is_this"]) for session in sessions] == [
        ("Firefox, Linux", False),
        ("A program", True),
    ]
    assert set(sessions[0]) == {"id", "device", "begun_at", "seen_at", "is_this"}


def test_a_session_ended_from_elsewhere_is_over_at_once(ana: Person, signed_in: Visitor) -> None:
    lost = signed_in_with(FIREFOX)
    id = next(session["id"] for session in signed_in.get(SESSIONS).json() if not session["is_this"])
    assert signed_in.delete(f"{SESSIONS}{id}/").status_code == 204
    assert not lost.is_signed_in()
    assert signed_in.is_signed_in()
    assert Entry.objects.latest("number").operation == "person.end_sessions"


def test_nobody_ends_a_session_of_somebody_else(ana: Person, signed_in: Visitor) -> None:
    other = Visitor()
    other.force_login(Person.objects.create(email="bo@example.org"))
    other.get("/api/v1/me/")
    id = Session.objects.get(person=ana).id
    assert other.delete(f"{SESSIONS}{id}/").status_code == 404
    assert signed_in.is_signed_in()


def test_signing_out_everywhere_ends_every_session_this_one_too(signed_in: Visitor) -> None:
    other = signed_in_with(FIREFOX)
    assert signed_in.delete(SESSIONS).status_code == 204
    assert not other.is_signed_in()
    assert not signed_in.is_signed_in()


def test_signing_out_takes_the_session_from_the_list(ana: Person, signed_in: Visitor) -> None:
    signed_in.delete(AUTH + "auth/session")
    assert not sessions.sessions_of(ana).exists()


def test_a_new_password_leaves_the_one_session_that_set_it(ana: Person, signed_in: Visitor) -> None:
    signed_in_with(FIREFOX)
    signed_in.ask("account/password/change", current_password=PASSWORD, new_password=OTHER_PASSWORD)
    assert [session["is_this"] for session in signed_in.get(SESSIONS).json()] == [True]


@pytest.mark.parametrize(("column", "hours"), [("seen_at", "SESSION_IDLE_HOURS"), ("begun_at", "SESSION_HOURS")])
def test_a_session_ends_by_idleness_and_by_age(ana: Person, signed_in: Visitor, column: str, hours: str) -> None:
    limit = timedelta(hours=getattr(configured, hours))
    Session.objects.update(**{column: timezone.now() - limit + timedelta(minutes=1)})
    assert signed_in.is_signed_in()
    Session.objects.update(**{column: timezone.now() - limit})
    assert not sessions.sessions_of(ana).exists()
    assert not signed_in.is_signed_in()
    assert sessions.forget_over() == 1


def test_a_busy_session_is_seen_at_most_every_quarter_of_an_hour(signed_in: Visitor) -> None:
    recent, before = timezone.now() - timedelta(minutes=14), timezone.now() - timedelta(minutes=16)
    for seen, moves in ((recent, False), (before, True)):
        Session.objects.update(seen_at=seen)
        signed_in.is_signed_in()
        assert (Session.objects.get().seen_at != seen) == moves


def test_the_page_people_answer_on_knows_of_no_session(signed_in: Visitor, settings: Settings) -> None:
    Session.objects.all().delete()
    answer = signed_in.get("/s/none/")
    assert configured.SESSION_COOKIE_NAME not in answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")


def test_age_and_idleness_are_counted_to_the_moment() -> None:
    now = timezone.now()
    day, hour = timedelta(days=1), timedelta(hours=1)
    moment = timedelta(microseconds=1)
    assert is_over(begun_at=now - day, seen_at=now, longest=day, idle=hour, now=now)
    assert is_over(begun_at=now, seen_at=now - hour, longest=day, idle=hour, now=now)
    assert not is_over(begun_at=now - day + moment, seen_at=now - hour + moment, longest=day, idle=hour, now=now)


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile Safari/537.36", "Chrome, Android"),
        ("python-httpx/0.28", "A program"),
        ("", "A program"),
    ],
)
def test_a_device_is_named_by_two_words_and_no_version(user_agent: str, device: str) -> None:
    assert device_in(user_agent) == device
