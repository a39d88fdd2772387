"""The answer page as built: small enough for any phone, and made of nothing but its own sources."""

import gzip
import re
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


def weight(pattern: str) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in SHIPPED.glob(pattern))


def test_weighs_at_most_40_kB_on_the_wire_with_everything() -> None:
    weights = {pattern: weight(pattern) for pattern in ("assets/*.js", "assets/*.css", "*.html")}
    print(f"{sum(weights.values())} bytes after gzip: {weights}")
    assert all(weights.values())
    assert sum(weights.values()) <= 40 * KILOBYTE


def test_is_one_script_and_one_style() -> None:
    assert sorted(path.suffix for path in (SHIPPED / "assets").iterdir()) == [".css", ".js", ".svg"]


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
