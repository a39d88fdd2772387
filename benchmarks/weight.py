"""The bench weighs what a browser fetches before it shows the answer page, and the studio: bytes as they are sent.

Both are sent in Brotli, as the build wrote it beside each file; the page of the studio itself is compressed by the
proxy.
"""

import gzip
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.line import Line, RunFailed

PAGES = Path(__file__).resolve().parents[1] / "frontend" / "dist"
GOALS_KB = {"respond": 40.0, "studio": 300.0}
LANGUAGES = {"studio": ("en", "zh-CN")}  # A reader fetches one of these languages before the first page.
KILO = 1000

_LINKED = re.compile(r'(?:src|href)="[^":]*/(assets/[^"/]+\.(?:js|css))"')
# The pattern leaves out import("..."), which is fetched later or never.
_IMPORTED = re.compile(r'(?:from|import)\s*"\./([^"]+\.js)"')
# Other ranges of letters are fetched only when a page shows them.
_FONT = re.compile(r'url\("?[^")]*/([^/")]+latin-\d[^/")]*\.woff2)')


def respond() -> Iterator[Line]:
    yield from _lines("respond")


def studio() -> Iterator[Line]:
    yield from _lines("studio")


def _lines(app: str) -> Iterator[Line]:
    folder = PAGES / app
    page = folder / f"{app}.html"
    if not page.is_file():
        raise RunFailed(f"{page} is missing; build the pages: scripts/run does")
    line = partial(Line, bench=app, unit="kB sent", better="lower")
    programs = first_load(folder, page)
    for kind in ("html", "js", "css"):
        yield line(case=kind, ours=_weight(path for path in programs if path.suffix == f".{kind}"))
    fonts = [path for css in programs if css.suffix == ".css" for path in _fonts(css)]
    if fonts:
        yield line(case="fonts of Latin letters", ours=_weight(fonts))
    words = _longest_words(folder, app)
    if words:
        yield line(case="words of the longest language", ours=_weight(words))
    yield line(case="first load", ours=_weight([*programs, *fonts, *words]), goal=GOALS_KB[app])


def _longest_words(folder: Path, app: str) -> list[Path]:
    """Returns the largest file of words, in a list. Errors: RunFailed where a language has no file of its own, as it
    would count for every reader, or for none."""
    word_files = []
    for language in LANGUAGES.get(app, ()):
        files = list((folder / "assets").glob(f"{language}-*.js"))
        if len(files) != 1:
            raise RunFailed(f"{len(files)} files have the words of {language}; there is one of each language")
        word_files += files
    return sorted(word_files, key=lambda path: _weight([path]))[-1:]


def first_load(folder: Path, page: Path) -> list[Path]:
    """Returns the page, what it links, and what that imports before it runs."""
    paths = [page]
    waiting = [folder / name for name in _LINKED.findall(page.read_text(encoding="utf-8"))]
    while waiting:
        path = waiting.pop()
        if path in paths:
            continue
        paths.append(path)
        if path.suffix == ".js":
            waiting += [path.with_name(name) for name in _IMPORTED.findall(path.read_text(encoding="utf-8"))]
    return paths


def _fonts(css: Path) -> list[Path]:
    return [css.with_name(name) for name in sorted(set(_FONT.findall(css.read_text(encoding="utf-8"))))]


def _weight(paths: Iterator[Path] | list[Path]) -> float:
    return sum(_sent(path) for path in paths) / KILO


def _sent(path: Path) -> int:
    brotli = path.with_name(f"{path.name}.br")
    return brotli.stat().st_size if brotli.is_file() else len(gzip.compress(path.read_bytes(), 9))
