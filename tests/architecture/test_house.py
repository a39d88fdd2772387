"""These tests plant small files and check what `scripts.parts.house` counts in them."""

import json
from pathlib import Path

import pytest

from scripts.parts import house

NAMES, DOCSTRINGS = "names that are said, found, held, made, asked, one", "docstrings that begin with a preposition"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("found = 1", 1),
        ("for one in rows: pass", 1),
        ("def f(asked, rows): pass", 1),
        ("[made for made in rows]", 1),
        ("with open(path) as held: pass", 1),
        ("class A:\n    said: str", 1),
        ("print(found.one)", 0),
        ("rows = found", 0),
    ],
)
def test_names_are_counted_where_they_are_bound(text: str, names: int) -> None:
    assert house.of_text(text, ".py")[NAMES] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("const found = 1;", 1),
        ("const { data: found, error } = query;", 1),
        ("const [one, other] = both;", 1),
        ("rows.map((one) => one.id)", 1),
        ("rows.map(one => one.id)", 1),
        ("function f(said: string, rows: Row[]) {}", 1),
        ("f(found.one);", 0),
    ],
)
def test_names_of_typescript_are_counted_where_they_are_bound(text: str, names: int) -> None:
    assert house.of_text(text, ".ts")[NAMES] == names


def test_docstrings_that_begin_with_a_preposition_are_counted_in_both_languages() -> None:
    python = '"""Of a room."""\ndef f():\n    """The rooms of a house."""\nclass A:\n    """In a room."""'
    assert house.of_text(python, ".py")[DOCSTRINGS] == 2
    assert house.of_text("/** For a room. */\nconst a = 1;\n/** Forms of rooms. */", ".ts")[DOCSTRINGS] == 1


def test_a_folder_of_more_than_25_files_is_counted(tmp_path: Path) -> None:
    (tmp_path / "surveys").mkdir()
    names = [f"surveys/file{number}.py" for number in range(26)]
    for name in names:
        (tmp_path / name).write_text("")
    assert house.counted(tmp_path, names)[0]["folders of more than 25 files"] == 1
    assert house.counted(tmp_path, names[1:])[0]["folders of more than 25 files"] == 0


def test_a_number_above_its_ceiling_fails_the_check(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rooms.py").write_text("found = 1\n")
    ceilings = tmp_path / "house.json"
    monkeypatch.setattr(house, "ROOT", tmp_path)
    monkeypatch.setattr(house, "CEILINGS", ceilings)
    monkeypatch.setattr(house, "tracked", lambda _root: ["rooms.py"])
    for ceiling, fails in ((2, 0), (1, 0), (0, 1)):
        ceilings.write_text(json.dumps({NAMES: ceiling}))
        assert house.main(["--check"]) == fails
    house.main(["--write"])
    assert json.loads(ceilings.read_text())[NAMES] == 0
