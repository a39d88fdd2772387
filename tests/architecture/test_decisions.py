"""Decisions are cited by their number: each has one of its own, the next after the one before, and says it above."""

import re
from pathlib import Path

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs" / "decisions").glob("[0-9]*.md"))


def test_no_number_is_used_twice_or_left_out() -> None:
    assert [int(page.name[:4]) for page in PAGES] == list(range(1, len(PAGES) + 1))


def test_a_page_begins_with_its_number() -> None:
    heads = {page.name: page.read_text("utf-8").splitlines()[0] for page in PAGES}
    assert [name for name, head in heads.items() if not re.match(rf"# {int(name[:4])}\. ", head)] == []
