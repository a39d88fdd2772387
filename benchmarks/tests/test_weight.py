"""The weight of a page is all that a browser fetches before it shows something, and nothing that it fetches later."""

import gzip
from pathlib import Path

import pytest

from benchmarks import weight
from benchmarks.line import RunFailed

PAGE = """<!doctype html><link rel="icon" href="/static/assets/mark-1.svg"><a href="https://example.org/other.js">x</a>
<script type="module" src="/static/assets/studio-1.js"></script>
<link rel="stylesheet" href="/static/assets/studio-1.css">
"""


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "studio" / "assets"
    folder.mkdir(parents=True)
    (tmp_path / "studio" / "studio.html").write_text(PAGE)
    (folder / "studio-1.js").write_text('import{a}from"./shared-1.js";import("./later-1.js").then(a)')
    (folder / "shared-1.js").write_text('import"./studio-1.js";export const a=1')
    (folder / "later-1.js").write_text("x" * 9999)
    (folder / "en-1.js").write_text("short")
    (folder / "zh-CN-1.js").write_text("longer than the other one")
    (folder / "studio-1.css").write_text(
        "@font-face{src:url(/static/assets/plex-latin-400-normal-1.woff2)}"
        "@font-face{src:url(/static/assets/plex-latin-ext-400-normal-1.woff2)}"
    )
    (folder / "plex-latin-400-normal-1.woff2").write_bytes(b"font")
    monkeypatch.setattr(weight, "PAGES", tmp_path)
    return folder


def test_counts_what_is_linked_and_what_that_imports_at_once(assets: Path) -> None:
    names = {path.name for path in weight.first_load(assets.parent, assets.parent / "studio.html")}
    assert names == {"studio.html", "studio-1.js", "shared-1.js", "studio-1.css"}


def test_the_first_load_is_the_sum_of_its_parts_after_gzip(assets: Path) -> None:
    lines = {line.case: line for line in weight.studio()}
    assert set(lines) == {"html", "js", "css", "fonts of Latin letters", "words of the longest language", "first load"}
    parts = sum(line.ours for case, line in lines.items() if case != "first load")
    assert lines["first load"].ours == pytest.approx(parts)
    assert lines["html"].ours == len(gzip.compress(PAGE.encode(), 9)) / 1000
    assert (lines["first load"].goal, lines["first load"].meets_goal) == (300.0, True)
    assert lines["words of the longest language"].ours == len(gzip.compress(b"longer than the other one", 9)) / 1000


def test_a_file_that_the_build_has_compressed_weighs_as_much_as_that(assets: Path) -> None:
    (assets / "studio-1.css.br").write_bytes(b"seven b")
    assert {line.case: line for line in weight.studio()}["css"].ours == 7 / 1000


def test_a_language_that_has_no_file_of_its_own_fails_the_run(assets: Path) -> None:
    (assets / "zh-CN-1.js").unlink()
    with pytest.raises(RunFailed, match="0 files have the words of zh-CN"):
        list(weight.studio())


@pytest.mark.usefixtures("assets")
def test_pages_that_were_not_built_fail_the_run() -> None:
    with pytest.raises(RunFailed, match="is missing; build the pages"):
        list(weight.respond())
