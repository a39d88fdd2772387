"""These tests cover the checker as it is built and served: one file, which runs its own script, loads nothing and may
be told nothing."""

import base64
import hashlib
import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "frontend" / "dist" / "checker" / "datahub-check.html"
SCRIPT, STYLE = re.compile(r"<script>(.*?)</script>", re.DOTALL), re.compile(r"<style>(.*?)</style>", re.DOTALL)
PATHS = ("/check/", "/check/datahub-check.html")


def source(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


@pytest.mark.parametrize("path", PATHS)
def test_the_policy_lets_in_the_files_own_script_and_style_and_nothing_else(path: str) -> None:
    answer = Client().get(path)
    page = answer.content.decode()
    policy = answer.headers["Content-Security-Policy"]
    assert policy == (
        f"default-src 'none'; script-src {source(SCRIPT.findall(page)[0])}; "
        f"style-src {source(STYLE.findall(page)[0])}; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; frame-ancestors 'none'"
    )
    # A copy on disk sets the same policy in the file itself.
    assert policy.removesuffix("; frame-ancestors 'none'") in page


@pytest.mark.parametrize("path", PATHS)
def test_everybody_gets_the_file_as_it_was_built(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer.content == BUILT.read_bytes()
    assert not answer.cookies
    assert answer.has_header("Content-Disposition") == path.endswith(".html")


def test_the_file_names_no_other() -> None:
    page = BUILT.read_text(encoding="utf-8")
    assert len(SCRIPT.findall(page)) == page.count("<script") == 1
    assert len(STYLE.findall(page)) == page.count("<style") == 1
    assert not re.search(r"<(link|img|iframe|object|base)\b|\bsrc=|url\(|@import", page)
    # This address is only a name; nothing fetches it.
    assert set(re.findall(r"\w+://[\w./-]+", page)) == {"http://www.w3.org/2000/svg"}


def test_the_script_knows_no_way_to_a_network() -> None:
    (script,) = SCRIPT.findall(BUILT.read_text(encoding="utf-8"))
    ways = r"\bfetch\(|XMLHttpRequest|sendBeacon|WebSocket|EventSource|RTCPeer|serviceWorker|localStorage|import\("
    assert re.findall(ways, script) == []


def test_says_so_where_it_was_not_built(settings: Settings, tmp_path: Path) -> None:
    settings.CHECKER_PAGE = tmp_path / "datahub-check.html"
    assert Client().get("/check/").status_code == 503
