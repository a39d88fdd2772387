"""SECURITY.md and who-learns-what.md name a test in each line, or say that it is open; every test named exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROWS = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|$", (ROOT / "SECURITY.md").read_text("utf-8"), re.MULTILINE)

LEARNING = (ROOT / "docs" / "concepts" / "who-learns-what.md").read_text("utf-8")
LINES = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in LEARNING.splitlines()
    if line.startswith("| ") and not line.startswith("| attacker")
]


def test_there_are_forty_items() -> None:
    assert [int(number) for number, _, _ in ROWS] == list(range(1, 41))


@pytest.mark.parametrize(("number", "what", "held_by"), ROWS, ids=[number for number, _, _ in ROWS])
def test_what_holds_an_item_exists(number: str, what: str, held_by: str) -> None:
    assert_named(what, held_by)


def test_every_attacker_has_a_line() -> None:
    assert len(LINES) >= 15
    assert {len(line) for line in LINES} == {4}


@pytest.mark.parametrize(("attacker", "learns", "does_not", "held_by"), LINES, ids=[line[0] for line in LINES])
def test_what_says_who_learns_what_exists(attacker: str, learns: str, does_not: str, held_by: str) -> None:
    assert_named(attacker, held_by)


def assert_named(what: str, held_by: str) -> None:
    named = re.findall(r"`([^`:]+)::(\w+)`", held_by)
    assert named or "*open*" in held_by, what
    for path, name in named:
        assert f"def {name}(" in (ROOT / path).read_text("utf-8"), f"{what}: {path}::{name}"
