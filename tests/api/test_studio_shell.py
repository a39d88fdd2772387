"""These tests cover the studio's one page, at all of its addresses, with a nonce of its own each time."""

import re
from copy import deepcopy
from pathlib import Path

import pytest
from django.conf import settings as as_configured
from django.test import Client
from pytest_django.fixtures import Settings

SHELL = '<!doctype html><script type="module" nonce="{{ request.csp_nonce }}" src="/static/assets/a.js"></script>'


@pytest.fixture
def built(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "studio.html").write_text(SHELL)
    templates = deepcopy(as_configured.TEMPLATES)
    templates[0]["DIRS"] = [tmp_path]
    settings.TEMPLATES, settings.STUDIO_BUNDLE = templates, tmp_path


@pytest.mark.parametrize("path", ["/", "/sign-in", "/surveys/7/build", "/surveys/7/results?version=1", "/tokens"])
def test_every_address_of_the_studio_is_the_shell(built: None, path: str) -> None:
    page = Client().get(path)
    assert page.status_code == 200
    nonce = re.search(r'nonce="([^"]+)"', page.content.decode())
    assert nonce is not None
    assert f"script-src 'self' 'nonce-{nonce[1]}'" in page.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert page.cookies["csrftoken"].value
    assert "no-store" in page.headers["Cache-Control"]


def test_the_shell_says_where_others_reach_it(settings: Settings, built: None, tmp_path: Path) -> None:
    (tmp_path / "studio.html").write_text('<meta name="shared-at" content="{{ shared_at }}" />')
    settings.SHARED_AT = "http://192.0.2.2:8000"
    assert b'content="http://192.0.2.2:8000"' in Client().get("/").content


def test_a_nonce_is_used_once(built: None) -> None:
    assert Client().get("/").content != Client().get("/").content


@pytest.mark.parametrize("path", ["/api/v1/nothing/", "/nothing.js", "/static/nothing.js", "/favicon.ico", "/s/"])
def test_what_is_not_the_studio_is_not_answered_with_it(built: None, path: str) -> None:
    assert Client().get(path).status_code == 404


def test_says_that_the_studio_is_not_built(settings: Settings, tmp_path: Path) -> None:
    settings.STUDIO_BUNDLE = tmp_path
    page = Client().get("/")
    assert (page.status_code, page.headers["Content-Type"]) == (503, "text/plain; charset=utf-8")


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, br", "br"), ("gzip", "gzip"), ("identity", None)])
def test_programs_of_the_studio_are_sent_as_the_build_compressed_them(accepted: str, coding: str | None) -> None:
    programs = (as_configured.STUDIO_BUNDLE / "assets").glob("studio-*.js")
    program = max(programs, key=lambda path: path.stat().st_size)
    answer = Client().get(f"/static/assets/{program.name}", headers={"accept-encoding": accepted})
    sent = b"".join(answer.streaming_content)  # type: ignore[attr-defined]  # WhiteNoise streams files
    assert answer.headers.get("Content-Encoding") == coding
    assert "Accept-Encoding" in answer.headers["Vary"]
    ending = {"br": ".br", "gzip": ".gz", None: ""}[coding]
    assert sent == program.with_name(program.name + ending).read_bytes()
    assert coding is None or len(sent) < program.stat().st_size / 2
