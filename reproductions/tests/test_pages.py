"""The pages of docs/reproductions show what the code gives, and everything that is remade is in the documentation."""

import re
from pathlib import Path

import pytest

from reproductions.index import FOLDER, INDEX, REPRODUCTIONS, Reproduction, files, index_page, out_of_date
from reproductions.page import Table

QUICK = [reproduction for reproduction in REPRODUCTIONS if reproduction.quick]
LONG = [reproduction for reproduction in REPRODUCTIONS if not reproduction.quick]
CODE = (  # These folders decide what every page shows.
    "reproductions", "mechanisms", "docs/reproductions", "tests/adult",
    "frontend/src/studio/attacks", "frontend/src/studio/canary-audit",
)  # fmt: skip
EVERY = pytest.mark.parametrize("reproduction", REPRODUCTIONS, ids=lambda reproduction: reproduction.name)


@pytest.mark.parametrize("reproduction", QUICK, ids=lambda reproduction: reproduction.name)
def test_the_page_is_what_the_code_gives(reproduction: Reproduction) -> None:
    assert list(out_of_date(files(reproduction))) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "reproduction",
    [
        pytest.param(reproduction, id=reproduction.name, marks=pytest.mark.depends_on(*CODE, *reproduction.code))
        for reproduction in LONG
    ],
)
def test_the_long_page_is_what_the_code_gives(reproduction: Reproduction) -> None:
    assert list(out_of_date(files(reproduction))) == []


def test_the_list_of_pages_is_what_the_code_gives() -> None:
    assert (FOLDER / INDEX).read_text(encoding="utf-8") == index_page()


@EVERY
def test_its_page_is_in_the_table_of_contents(reproduction: Reproduction) -> None:
    contents = (FOLDER.parent / "index.md").read_text(encoding="utf-8")
    assert "\nreproductions/*\n" in contents
    assert (FOLDER / f"{reproduction.name}.md").exists()


def test_no_page_or_picture_is_left_over() -> None:
    pages = {INDEX, *(f"{reproduction.name}.md" for reproduction in REPRODUCTIONS)}
    pictures = {name for page in pages for name in pictures_of(FOLDER / page)}
    assert {path.name for path in FOLDER.iterdir()} == pages | pictures


@EVERY
def test_each_section_has_a_picture_with_words_a_table_and_reasons(reproduction: Reproduction) -> None:
    text = (FOLDER / f"{reproduction.name}.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        assert re.search(r"!\[[^\]]{40,}\]\(\S+\.svg\)", section)
        after_the_table = section.rsplit("|\n\n", 1)
        assert len(after_the_table) == 2
        assert len(after_the_table[1]) > 100


def test_a_changed_figure_is_out_of_date(tmp_path: Path) -> None:
    (tmp_path / "adult.md").write_text("9", encoding="utf-8")
    contents = {"adult.md": "8", "adult.svg": "<svg/>"}
    assert list(out_of_date(contents, tmp_path)) == ["adult.md", "adult.svg"]


def test_refuses_a_row_that_does_not_fit_its_headings() -> None:
    with pytest.raises(ValueError, match="2 cells under 3 headings"):
        Table(headings=("", "reported", "ours"), rows=[("men", "16.7")])


def pictures_of(page: Path) -> list[str]:
    return re.findall(r"\]\((\S+\.svg)\)", page.read_text(encoding="utf-8"))
