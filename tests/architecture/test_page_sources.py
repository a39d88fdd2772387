"""The answer page is built from what the audits of it name as its sources, and from nothing else of ours."""

import re
from pathlib import Path

from tests.privacy.shipped_page import ROOT, SOURCES

IMPORTED = re.compile(r"""(?:from|import|import\(|@import|src=|href=)\s*["'](\.{1,2}/[^"'$]+|/src/[^"'$]+)["']""")
TESTS = ("tests", "fixtures")


def sources() -> list[Path]:
    named = [ROOT / name for name in SOURCES]
    files = [file for path in named for file in ([path] if path.is_file() else path.rglob("*"))]
    return [file for file in files if file.suffix in {".ts", ".css", ".html"} and not _of_a_test(file)]


def _of_a_test(file: Path) -> bool:
    return ".test." in file.name or not set(TESTS).isdisjoint(file.relative_to(ROOT).parts)


def imported(file: Path) -> list[Path]:
    names = IMPORTED.findall(file.read_text(encoding="utf-8"))
    return [(ROOT / f"frontend{name}" if name.startswith("/") else file.parent / name).resolve() for name in names]


def test_no_source_of_the_answer_page_imports_one_that_the_audits_do_not_name() -> None:
    named = [ROOT / name for name in SOURCES]
    strange = [
        f"{file.relative_to(ROOT)} imports {path.relative_to(ROOT)}"
        for file in sources()
        for path in imported(file)
        if not any(candidate.is_relative_to(name) for name in named for candidate in (path, Path(f"{path}.ts")))
    ]
    assert strange == []


def test_imports_of_scripts_styles_and_pages_are_read() -> None:
    kinds = {file.suffix for file in sources() if imported(file)}
    assert kinds == {".ts", ".css", ".html"}
