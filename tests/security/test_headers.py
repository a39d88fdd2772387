"""Every answer tells a browser whose it is, what may run in it, and that nobody else may look."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from surveys.publishing.pages import _POLICY

pytestmark = pytest.mark.django_db
PATHS = (
    "/",
    "/surveys/",
    "/api/v1/health/live/",
    "/api/v1/me/",
    "/api/v1/nowhere/",
    "/s/nowhere/",
    "/static/nowhere.js",
)


@pytest.fixture(autouse=True)
def built_studio(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "studio.html").write_text("<!doctype html>")
    settings.STUDIO_BUNDLE = tmp_path
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [tmp_path]}]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_closed_to_other_sites(path: str) -> None:
    headers = Client().get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", PATHS)
def test_no_other_site_may_read_an_answer(path: str) -> None:
    answer = Client().get(path, headers={"Origin": "https://other.example"})
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_the_page_people_answer_on_runs_its_own_script_and_nothing_else() -> None:
    assert "default-src 'none'" in _POLICY
    assert "script-src 'self';" in _POLICY
    assert "require-trusted-types-for 'script'" in _POLICY
    assert "unsafe" not in _POLICY


def test_the_studio_runs_its_own_scripts_and_nothing_else() -> None:
    policy = Client().get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'self'( 'nonce-[\w+/=-]+')?(;|$)", policy)  # The directives may come in any order.
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_no_policy_lets_in_another_host() -> None:
    for policy in (_POLICY, Client().get("/").headers["Content-Security-Policy"]):
        assert not re.search(r"https?:|\*|\.\w+", policy)


@pytest.mark.parametrize(("subdomains", "preload"), [(False, False), (True, True)])
def test_browsers_are_told_to_keep_to_https(settings: Settings, subdomains: bool, preload: bool) -> None:
    settings.SECURE_HSTS_SECONDS = 365 * 24 * 3600
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS, settings.SECURE_HSTS_PRELOAD = subdomains, preload
    answer = HttpResponse()
    SecurityMiddleware(lambda _: answer)(RequestFactory().get("/", secure=True))
    told = "max-age=31536000" + "; includeSubDomains" * subdomains + "; preload" * preload
    assert answer.headers["Strict-Transport-Security"] == told


def test_says_where_to_report_a_weakness(settings: Settings) -> None:
    assert Client().get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    answer = Client().get("/.well-known/security.txt")
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert lines["Contact"] == "mailto:security@example.org"
    expires = datetime.fromisoformat(lines["Expires"])
    assert timedelta(days=90) < expires - timezone.now() < timedelta(days=366)
