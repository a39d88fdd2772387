"""Sign-in gives guesses the same answer after the same work; these tests also cover limits, fresh sessions and CSRF."""

import base64
import hashlib
import os
import re
import subprocess
import sys
from unittest.mock import patch

import pytest
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client, RequestFactory
from redis.exceptions import RedisError

from datahub.accounts import services
from datahub.accounts.models import Person
from datahub.accounts.tests.visitor import AUTH, OTHER_PASSWORD, PASSWORD, Visitor
from datahub.api.limits.day_salt import day_salt
from datahub.audit.models import Entry

pytestmark = pytest.mark.django_db


def test_signs_in_whatever_case_the_address_is_typed_in(ana: Person, visitor: Visitor) -> None:
    assert visitor.sign_in("ANA@Example.org").status_code == 200
    assert visitor.is_signed_in()
    entry = Entry.objects.latest("number")
    assert (entry.operation, entry.subject) == ("person.sign_in", f"person:{ana.id}")


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(ana: Person, visitor: Visitor) -> None:
    wrong = visitor.sign_in(password=OTHER_PASSWORD)
    unknown = visitor.sign_in("nobody@example.org")
    assert wrong.status_code == unknown.status_code == 400
    assert wrong.content == unknown.content


def test_a_wrong_password_and_an_unknown_address_cost_one_password_hash_each(ana: Person, visitor: Visitor) -> None:
    with (
        patch.object(Argon2PasswordHasher, "verify", return_value=False) as verify,
        patch.object(Argon2PasswordHasher, "encode", return_value="argon2$x") as encode,
    ):
        visitor.sign_in(password=OTHER_PASSWORD)
        assert (verify.call_count, encode.call_count) == (1, 0)
        visitor.sign_in("nobody@example.org")
        assert (verify.call_count, encode.call_count) == (1, 1)


@pytest.mark.parametrize("email", ["ana@example.org", "nobody@example.org"])
def test_five_failures_close_the_address_for_a_while_known_or_not(ana: Person, email: str) -> None:
    for _ in range(5):
        assert Visitor().sign_in(email, OTHER_PASSWORD).json()["errors"][0]["code"] == "email_password_mismatch"
    answer = Visitor().sign_in(email, PASSWORD)
    assert answer.json()["errors"][0]["code"] == "too_many_login_attempts"


def test_guesses_from_elsewhere_keep_nobody_out(ana: Person) -> None:
    for _ in range(6):
        Visitor(REMOTE_ADDR="192.0.2.1").sign_in(password=OTHER_PASSWORD)
    assert Visitor(REMOTE_ADDR="192.0.2.1").sign_in().json()["errors"][0]["code"] == "too_many_login_attempts"
    assert Visitor(REMOTE_ADDR="192.0.2.2").sign_in().status_code == 200


def test_guesses_from_everywhere_close_an_address_but_not_to_a_device_it_knows(ana: Person) -> None:
    known = Visitor()
    known.sign_in()
    known.delete(AUTH + "auth/session")
    key = day_salt.hash_of(ana.email)
    for _ in range(100):
        ratelimit.consume(RequestFactory().post("/"), app="allauth.account", action="login_anywhere", key=key)
    elsewhere = Visitor(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.sign_in().json()["errors"][0]["code"] == "too_many_login_attempts"
    assert known.sign_in().status_code == 200


def test_a_known_device_has_five_guesses_of_its_own(ana: Person) -> None:
    known = Visitor()
    known.sign_in()
    known.delete(AUTH + "auth/session")
    for _ in range(5):
        assert known.sign_in(password=OTHER_PASSWORD).json()["errors"][0]["code"] == "email_password_mismatch"
    assert known.sign_in().json()["errors"][0]["code"] == "too_many_login_attempts"
    assert Visitor().sign_in().status_code == 200


@pytest.mark.parametrize("forged", ["", "x", "eyJpZCI6IngiLCJrbm93biI6W119:1:x"])
def test_a_device_that_only_says_so_is_not_known(ana: Person, forged: str) -> None:
    for _ in range(5):
        Visitor().sign_in(password=OTHER_PASSWORD)
    liar = Visitor()
    liar.cookies[settings.DEVICE_COOKIE_NAME] = forged
    assert liar.sign_in().json()["errors"][0]["code"] == "too_many_login_attempts"


def test_a_device_knows_the_addresses_that_signed_in_there_and_no_others(ana: Person) -> None:
    services.register(email="bo@example.org", password=PASSWORD)
    known = Visitor()
    known.sign_in()
    known.delete(AUTH + "auth/session")
    for _ in range(5):
        Visitor().sign_in("bo@example.org", OTHER_PASSWORD)
    assert known.sign_in("bo@example.org").json()["errors"][0]["code"] == "too_many_login_attempts"


def test_the_cookie_of_a_device_goes_to_the_sign_in_routes_alone(signed_in: Visitor) -> None:
    cookie = signed_in.cookies[settings.DEVICE_COOKIE_NAME]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/api/v1/auth/", True, "Strict")
    parts = [base64.urlsafe_b64decode(part + "==") for part in re.split("[.:]", cookie.value)]
    assert b"ana@example.org" not in b" ".join([cookie.value.encode(), *parts])


def test_guesses_at_others_from_many_places_do_not_open_a_closed_address(ana: Person) -> None:
    for _ in range(5):
        Visitor().sign_in(password=OTHER_PASSWORD)
    # As many failures leave these counts in the cache; their password hashes are skipped here.
    for number in range(400):
        cache.set(f"limit:{number}", [0.0], 300)
    assert Visitor().sign_in().json()["errors"][0]["code"] == "too_many_login_attempts"


@pytest.mark.parametrize("forged", [False, True])
def test_one_place_cannot_try_many_addresses_whatever_it_says_of_proxies(db: None, forged: bool) -> None:
    codes = []
    for number in range(11):
        visitor = Visitor(headers={"X-Forwarded-For": f"192.0.2.{number}"} if forged else {})
        codes.append(visitor.sign_in(f"person{number}@example.org").json()["errors"][0]["code"])
    assert codes == ["email_password_mismatch"] * 10 + ["too_many_login_attempts"]


@pytest.mark.parametrize(
    ("guessing", "other", "is_one_place"),
    [
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),  # a socket of both IP versions writes IPv4 addresses so
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8:0:1::1", "2001:db8:0:1::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
    ],
)
def test_a_place_is_an_address_or_a_network_of_ipv6(db: None, guessing: str, other: str, is_one_place: bool) -> None:
    for number in range(10):
        Visitor(REMOTE_ADDR=guessing).sign_in(f"person{number}@example.org")
    code = Visitor(REMOTE_ADDR=other).sign_in("somebody@example.org").json()["errors"][0]["code"]
    assert code == ("too_many_login_attempts" if is_one_place else "email_password_mismatch")


def test_no_count_is_kept_under_an_address(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """No cache key is the network or the mail address, nor a hash of one that somebody could find by trying all there
    are."""
    keys: list[str] = []
    key_of = ratelimit.get_cache_key

    def kept(*args: object, **kwargs: object) -> str:
        keys.append(key_of(*args, **kwargs))
        return keys[-1]

    monkeypatch.setattr(ratelimit, "get_cache_key", kept)
    Visitor(REMOTE_ADDR="192.0.2.7").sign_in(password=OTHER_PASSWORD)
    known = ["192.0.2.7", "ana@example.org", "ana@example.org from 192.0.2.7"]
    telling = {*known, *(hashlib.sha256(text.encode()).hexdigest() for text in known)}
    assert len(keys) >= 4  # limits count by place, by address and place, and by address
    assert [key for key in keys if any(text in key for text in telling)] == []


def test_limits_are_divided_where_each_process_counts_for_itself() -> None:
    """Settings are read once, so the test reads them in another process."""
    shown = "from datahub.settings import ACCOUNT_RATE_LIMITS as limits; print(limits['login'], limits['login_known'])"
    for redis, expected in (("", "10/m/ip 1/5m/key"), ("redis://a-cache/", "30/m/ip 5/5m/key")):
        environment = os.environ | {"DATAHUB_WEB_PROCESSES": "3", "REDIS_URL": redis, "DATAHUB_SIGN_INS_A_MINUTE": "30"}
        command = [sys.executable, "-c", shown]
        answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert answer.stdout.strip() == expected


def test_the_session_key_known_before_signing_in_is_worth_nothing_after(ana: Person, visitor: Visitor) -> None:
    visitor.ask("auth/password/request", email="somebody@example.org")  # this request gives the visitor a session
    planted = visitor.cookies[settings.SESSION_COOKIE_NAME].value
    visitor.sign_in()
    assert visitor.cookies[settings.SESSION_COOKIE_NAME].value != planted
    thief = Visitor()
    thief.cookies[settings.SESSION_COOKIE_NAME] = planted
    assert not thief.is_signed_in()


def test_signing_out_ends_the_session_on_the_server(signed_in: Visitor) -> None:
    kept = signed_in.cookies[settings.SESSION_COOKIE_NAME].value
    assert signed_in.delete(AUTH + "auth/session").status_code == 401
    thief = Visitor()
    thief.cookies[settings.SESSION_COOKIE_NAME] = kept
    assert not thief.is_signed_in()


def test_an_inactive_person_neither_signs_in_nor_stays_signed_in(ana: Person, signed_in: Visitor) -> None:
    Person.objects.update(is_active=False)
    assert not signed_in.is_signed_in()
    other = Visitor()
    assert other.sign_in().status_code in {401, 403}
    assert not other.is_signed_in()


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(signed_in: Visitor) -> None:
    cookie = signed_in.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_what_a_session_writes_needs_the_csrf_token(ana: Person) -> None:
    visitor = Visitor(enforce_csrf_checks=True)
    visitor.get(AUTH + "auth/session")
    assert visitor.sign_in().status_code == 403
    visitor.defaults["HTTP_X_CSRFTOKEN"] = visitor.cookies[settings.CSRF_COOKIE_NAME].value
    assert visitor.sign_in().status_code == 200

    del visitor.defaults["HTTP_X_CSRFTOKEN"]
    refused = visitor.patch("/api/v1/me/", {"name": "Eve"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")
    csrf = visitor.get("/api/v1/me/").json()["csrf"]
    allowed = visitor.patch(
        "/api/v1/me/", {"name": "Anna"}, content_type="application/json", headers={"X-CSRFToken": csrf}
    )
    assert allowed.json()["name"] == "Anna"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("[" * 100_000, 400),
        ('{"email": "ana@example.org", "password": "\\ud800"}', 400),
        ('{"email": "ana@example.org", "password": "a\\u0000b"}', 400),
        ('{"email": "ana@example.org", "email": "eve@example.org", "password": "x"}', 400),
        ('{"email": NaN, "password": "x"}', 400),
        ('{"email": ["ana@example.org"], "password": {"x": 1}}', 400),
        ("[]", 400),
        ("\u0000", 400),
        (" " * 300_000, 413),
    ],
)
def test_a_body_that_is_not_plain_is_refused_in_words(ana: Person, visitor: Visitor, body: str, status: int) -> None:
    answer = visitor.post(AUTH + "auth/login", body, content_type="application/json")
    assert answer.status_code == status
    assert answer.json()["errors"]


def test_bytes_that_are_no_text_are_refused_in_words(visitor: Visitor) -> None:
    answer = visitor.generic("POST", AUTH + "auth/login", b"\xff\xfe", content_type="application/json")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "malformed")


def test_under_https_cookies_are_bound_to_the_host() -> None:
    """Settings are read once, so the test reads them in another process."""
    program = (
        "from datahub import settings as s; print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"DATAHUB_HTTPS": "yes"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["__Host-session", "__Host-csrf", "True"]


@pytest.mark.parametrize("error", [RedisError("redis at 10.0.0.1"), OperationalError("database at 10.0.0.1")])
def test_who_signs_in_while_a_service_is_away_is_told_when_to_come_again(
    error: Exception, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setattr(cache, "get", refuse)
    browser = Client(raise_request_exception=False)
    address = "/api/v1/auth/browser/v1/auth/login"
    answer = browser.post(address, {"email": ana.email, "password": PASSWORD}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "unavailable", "5")
    assert "10.0.0.1" not in answer.content.decode()
