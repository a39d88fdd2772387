"""A how-to does one thing in at most 600 words; fields and options stand under docs/reference."""

from pathlib import Path

HOW_TOS = Path(__file__).resolve().parents[2] / "docs" / "how-to"
MOST_WORDS = 600


def test_each_how_to_has_at_most_600_words() -> None:
    words = {page.name: len(page.read_text(encoding="utf-8").split()) for page in HOW_TOS.glob("*.md")}
    assert words
    assert {name: count for name, count in words.items() if count > MOST_WORDS} == {}
