"""CONTRIBUTING.md names files, folders and lists that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`([\w.-]+/[\w./-]*)`", PAGE)))
LISTS = re.findall(r"`([A-Z_]{4,})`(?: and [^`.;]*)? (?:in|of) `([\w/.-]+\.(?:py|ts))`", PAGE)
RELATIVE = ("words/", "numbers/", "ldp/", "synthesis/", "central/", "anonymity/", "accounting/", "tests/")


@pytest.mark.parametrize("path", [path for path in PATHS if not path.startswith(RELATIVE) or path.startswith("tests/")])
def test_a_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_lists_are_found() -> None:
    assert len(LISTS) >= 7


@pytest.mark.parametrize(("name", "path"), LISTS)
def test_a_list_is_in_its_file(name: str, path: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / path).read_text(encoding="utf-8"))
