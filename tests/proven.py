"""This is a pytest plugin: a long proof of what has not changed since it passed is not run again, and counts as passed.

A test says by `pytest.mark.depends_on("mechanisms", ...)` which files and folders decide how it ends; one of the slow
form that does not say depends on the whole product and all its tests. When it has passed, a file named by the hash of
these, of its own module and of the tools is left in the user's cache, outside the checkout. It holds for a week.
DATAHUB_ALL_PROOFS=1 runs all.

A quick proof that opens a file of the checkout that it does not name fails: a change there would not make it run again.
What it starts as another process is not seen.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

MARKER, NOTE = "depends_on", "proven before"
WHOLE = (
    "benchmarks", "client", "datahub", "deploy", "docs", "frontend", "manage.py", "mechanisms", "reproductions",
    "scripts", "surveys", "tests",
)  # fmt: skip
WEEK_SECONDS = 7 * 24 * 3600
LOCKS = ("requirements-dev.txt", "frontend/package-lock.json", "pyproject.toml", "conftest.py")
SKIPPED_FOLDERS = {"node_modules", "__pycache__", "dist", ".hypothesis"}
NOT_OURS = {"node_modules", ".git", ".venv", ".venv-aim", ".hypothesis", ".pytest_cache"}


_opened: set[str] | None = None  # The files that the running proof has opened.


def pytest_configure(config: pytest.Config) -> None:
    sys.addaudithook(_note_opened)
    config.addinivalue_line("markers", f"{MARKER}(*paths): files and folders that decide how a long proof ends")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Reports a proof that holds as passed, with a note of it; every other test is run."""
    mark = _mark_of(item)
    if mark is None or not _holds(mark):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    item.session._setupstate.teardown_exact(nextitem)  # The test before may have left fixtures for this one.
    for when in ("setup", "call", "teardown"):
        report = pytest.TestReport(
            item.nodeid, item.location, dict.fromkeys(item.keywords, 1), "passed", None, when,
            user_properties=[*item.user_properties, (NOTE, "1")],
        )  # fmt: skip
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fails a quick proof that opened a file of the checkout which it does not name."""
    global _opened
    if _mark_of(item) is None or item.get_closest_marker("slow"):
        return (yield)
    _opened = set()
    try:
        result = yield
    finally:
        opened, _opened = _opened, None
    unnamed = _unnamed(item, opened)
    assert not unnamed, f"{item.nodeid} reads what it does not depend on: {', '.join(unnamed[:5])}"
    return result


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]  # pluggy sends the result
    mark = _mark_of(item)
    if mark is not None and report.when == "teardown" and report.passed and getattr(item, "_call_passed", False):
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    if report.when == "call":
        item._call_passed = report.passed  # type: ignore[attr-defined]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    passed = terminalreporter.stats.get("passed", [])
    known = sum((NOTE, "1") in report.user_properties for report in passed)
    if known:
        message = f"{known} proofs were not run again: nothing they depend on has changed since they passed"
        terminalreporter.write_line(f"{message} (DATAHUB_ALL_PROOFS=1 runs them)")


def _note_opened(event: str, arguments: tuple[object, ...]) -> None:
    if _opened is not None and event == "open" and isinstance(arguments[0], str) and not _for_constants():
        _opened.add(arguments[0])


def _for_constants() -> bool:
    """Returns whether Hypothesis opens the file. It looks for constants to try in every module that any test before
    this one has imported; how a proof ends does not hang on them."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_globals.get("__name__") == "hypothesis.internal.constants_ast":
            return True
        frame = frame.f_back
    return False


def _unnamed(item: pytest.Item, opened: set[str]) -> list[str]:
    root = item.config.rootpath
    named = [item.path, *(root / path for path in _paths_of(item))]
    sources = {_source_of(Path(os.path.abspath(path))) for path in opened}
    return sorted(
        str(source.relative_to(root))
        for source in sources
        if source.is_relative_to(root)
        and source.is_file()  # A relative name may have been opened in another folder.
        and NOT_OURS.isdisjoint(source.relative_to(root).parts)
        and not any(source.is_relative_to(path) for path in named)
    )


def _source_of(path: Path) -> Path:
    compiled = path.parent.name == "__pycache__"
    return path.parent.parent / f"{path.name.partition('.')[0]}.py" if compiled else path


def _holds(mark: Path) -> bool:
    if os.environ.get("DATAHUB_ALL_PROOFS"):
        return False
    try:
        return time.time() - mark.stat().st_mtime < WEEK_SECONDS
    except FileNotFoundError:
        return False


def _mark_of(item: pytest.Item) -> Path | None:
    """Returns the file that records that this test passed on these inputs; None for a test without declared inputs."""
    paths = _paths_of(item)
    if not paths:
        return None
    root = item.config.rootpath
    told = [item.nodeid, _tools(root), _content(root, str(item.path.relative_to(root)))]
    told += [f"{path} {_content(root, path)}" for path in sorted(paths)]
    key = hashlib.sha256("\n".join(told).encode()).hexdigest()
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "datahub" / "proven" / key[:2] / key


def _paths_of(item: pytest.Item) -> tuple[str, ...]:
    named = tuple(path for marker in item.iter_markers(MARKER) for path in marker.args)
    return WHOLE if not named and item.get_closest_marker("slow") else named


@cache
def _content(root: Path, path: str) -> str:
    """Returns a hash of a file, or of all files of a folder with their names."""
    whole, hashed = root / path, hashlib.sha256()
    files = [whole] if whole.is_file() else sorted(file for file in whole.rglob("*") if _counts(file, whole))
    if not files:
        raise FileNotFoundError(f"{path} decides how a proof ends, and is not there")
    for file in files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        hashed.update(f"{file.relative_to(root)} {digest}\n".encode())
    return hashed.hexdigest()


def _counts(file: Path, folder: Path) -> bool:
    return file.is_file() and SKIPPED_FOLDERS.isdisjoint(file.relative_to(folder).parts)


@cache
def _tools(root: Path) -> str:
    locks = [_content(root, lock) for lock in LOCKS if (root / lock).is_file()]
    return "\n".join([sys.version, *locks, *(_version(name) for name in ("node", "chromium"))])


def _version(program: str) -> str:
    path = shutil.which(program)
    return "" if path is None else subprocess.run([path, "--version"], capture_output=True, text=True).stdout
