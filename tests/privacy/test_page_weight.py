"""These tests cover the answer page as built: small enough for any phone, and made of nothing but its own sources."""

import base64
import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.privacy.shipped_page import FRONTEND, SHIPPED

SOURCES = sorted(
    path
    for folder in ("respond", "privacy")
    for path in (FRONTEND / "src" / folder).rglob("*.ts")
    if not path.name.endswith(".test.ts") and "tests" not in path.parts
)
IMPORT = re.compile(
    r"""^\s*(?:import\s*(?:[^"';]*?\bfrom\s*)?|export\s+[^"';(=]*?\bfrom\s*)["']([^"']+)["']""", re.MULTILINE
)
KILOBYTE = 1000


UNPACK = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(process.argv[1])))"


def weights(pattern: str) -> list[int]:
    return [path.stat().st_size for path in SHIPPED.glob(f"{pattern}.br")]


def test_weighs_at_most_40_kB_on_the_wire_in_whatever_language_it_is_read() -> None:
    loaded = {pattern: sum(weights(pattern)) for pattern in ("assets/*.js", "assets/*.css", "*.html")}
    loaded["the heaviest words"] = max(weights("assets/*.json"))
    print(f"{sum(loaded.values())} bytes in Brotli: {loaded}")
    assert all(loaded.values())
    assert sum(loaded.values()) <= 40 * KILOBYTE


def test_is_one_script_one_style_and_the_words_of_two_languages() -> None:
    files = [path.suffix for path in (SHIPPED / "assets").iterdir() if path.suffix != ".br"]
    assert sorted(files) == [".css", ".js", ".json", ".json", ".svg"]


def test_what_is_sent_compressed_is_the_file_itself() -> None:
    packed = [*SHIPPED.glob("*.br"), *(SHIPPED / "assets").glob("*.br")]
    assert len(packed) == 5
    for path in packed:
        unpacked = subprocess.run(["node", "-e", UNPACK, path], check=True, capture_output=True, timeout=60).stdout
        assert unpacked == path.with_suffix("").read_bytes(), path.name


def test_the_head_names_every_file_of_words_with_its_own_hash() -> None:
    page = (SHIPPED / "respond.html").read_text(encoding="utf-8")
    named = re.findall(r'<link rel="words" hreflang="([^"]+)" href="\./([^"]+)" integrity="sha384-([^"]+)" />', page)
    assert [language for language, _, _ in named] == ["ar", "zh-CN"]
    assert {name for _, name, _ in named} == {f"assets/{path.name}" for path in (SHIPPED / "assets").glob("*.json")}
    for language, name, digest in named:
        body = (SHIPPED / name).read_bytes()
        assert base64.b64decode(digest) == hashlib.sha384(body).digest()
        assert json.loads(body)[0] == language


def test_the_script_loads_no_other() -> None:
    (script,) = (SHIPPED / "assets").glob("*.js")
    assert not re.search(r"\bimport\s*[({\"'*]|\bimportScripts\b|\brequire\s*\(", script.read_text(encoding="utf-8"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FRONTEND)))
def test_is_built_from_its_own_sources_alone(source: Path) -> None:
    for name in IMPORT.findall(source.read_text(encoding="utf-8")):
        target = (source.parent / name).resolve()
        assert name.startswith("."), f"{name} is a package"
        assert {"respond", "privacy"} & set(target.relative_to(FRONTEND / "src").parts[:1])


def test_the_twins_import_nothing_but_themselves() -> None:
    for source in (path for path in SOURCES if path.parent.name == "privacy"):
        names = IMPORT.findall(source.read_text(encoding="utf-8"))
        assert all(re.fullmatch(r"\./\w+", name) for name in names), source.name
