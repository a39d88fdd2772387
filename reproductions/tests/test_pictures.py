"""Pictures are well-formed, take their colours from the look, and put figures where they belong."""

import itertools
import re
from pathlib import Path
from xml.etree import ElementTree  # The parsed files are the project's own.

import pytest

from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.drawing.dots import Row, dots
from reproductions.drawing.picture import DARK, LIGHT, Scale, tick_text
from reproductions.index import FOLDER

LOOK = Path(__file__).resolve().parents[2] / "frontend" / "src" / "look.css"
SVG = "{http://www.w3.org/2000/svg}"


def test_the_colours_are_those_of_the_product() -> None:
    blocks = re.findall(r"\{([^{}]*--paper: [^{}]*)\}", LOOK.read_text(encoding="utf-8"))
    light, dark = (dict(re.findall(r"--(\w+): (#\w{6})", block)) for block in blocks[:2])
    assert {name: light[name] for name in LIGHT} == LIGHT
    assert {name: dark[name] for name in DARK} == DARK


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.stem)
def test_a_picture_says_in_words_what_it_shows_and_loads_nothing(path: Path) -> None:
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314  # the file is the project's own
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert "prefers-color-scheme: dark" in (root.findtext(f"{SVG}style") or "")
    assert not re.search(r"href|url\(|@import|<script", path.read_text(encoding="utf-8"))


def test_words_of_a_picture_are_escaped() -> None:
    drawn = dots("a", 'less < more & "so"', [Row(label="a < b", ours=1, intervals=[(0, 2)] * 3)], unit="people")
    root = ElementTree.fromstring(drawn.svg)  # noqa: S314  # the project drew it
    assert root.get("aria-label") == 'less < more & "so"'
    assert "a < b" in [words.text for words in root.iter(f"{SVG}text")]


def test_a_dot_lies_where_its_figure_is() -> None:
    drawn = curves(
        "a",
        "one line",
        [Panel(title="a", series=[Series(name="b", line=[(0, 0), (10, 100)], dots=[(5, 50)])])],
        x=Axis(title="x"),
        y=Axis(title="y"),
        columns=1,
    )
    root = ElementTree.fromstring(drawn.svg)  # noqa: S314  # the project drew it
    line, dot = root.find(f"{SVG}polyline"), root.find(f"{SVG}circle")
    assert line is not None
    assert dot is not None
    (x1, y1), (x2, y2) = ([float(part) for part in step.split(",")] for step in line.get("points", "").split())
    assert float(dot.get("cx", "")) == pytest.approx((x1 + x2) / 2, abs=0.1)
    assert float(dot.get("cy", "")) == pytest.approx((y1 + y2) / 2, abs=0.1)


def test_names_at_the_ends_of_lines_never_overlap() -> None:
    series = [Series(name=f"line {place}", line=[(0, 0), (1, place / 100)]) for place in range(5)]
    panel = [Panel(title="a", series=series), Panel(title="b", series=[Series(name="c", line=[(0, 0), (1, 9)])])]
    drawn = curves("a", "five lines that end together", panel, x=Axis(title="x"), y=Axis(title="y"))
    texts = ElementTree.fromstring(drawn.svg).iter(f"{SVG}text")  # noqa: S314  # the project drew it
    ends = sorted(float(words.get("y", "")) for words in texts if (words.text or "").startswith("line "))
    assert len(ends) == 5
    assert min(after - before for before, after in itertools.pairwise(ends)) >= 14.9


def test_a_logarithmic_scale_puts_equal_ratios_at_equal_distances() -> None:
    scale = Scale(figures=(1, 100), places=(0, 200), logarithmic=True)
    assert [scale.at(figure) for figure in (1, 10, 100)] == pytest.approx([0, 100, 200])
    assert scale.ticks() == [1, 2, 5, 10, 20, 50, 100]


def test_ticks_are_round() -> None:
    assert Scale(figures=(0, 4.2), places=(0, 1)).ticks() == [0, 1, 2, 3, 4]
    assert [tick_text(figure) for figure in (0.02, 1500.0, -5.0)] == ["0.02", "1 500", "−5"]
