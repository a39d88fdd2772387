"""This is a pytest plugin: a test of what has not changed since it passed is not run again and counts as passed.

A proof says by `pytest.mark.depends_on("tests/vectors", ...)` which files and folders decide how it ends, beside its
own module and all that this imports; one of the slow form that does not say depends on the product and all tests. One
that runs another module names it: `depends_on(module=path, says=text)`, with what it does to the module as a text. With
`--not-again`, which `scripts/test` gives, every other test depends on the services it is given and on the whole
checkout, or on the checkout without documents and other modules of tests: where nothing that it imports mentions such
files, and it opened none. What passed is kept as `unchanged.py` says.

A quick proof that opens a file of the checkout that it does not name fails: a change there would not make it run again.
What it starts as another process is not seen.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from tests.imports import imported_by
from tests.unchanged import checkout, content, holds, kept, lies_aside, product, services, tools, tools_of

MARKER, NOTE, NOT_AGAIN = "depends_on", "proven before", "--not-again"
PRODUCT = ("client", "datahub", "deploy", "frontend", "manage.py", "mechanisms", "scripts", "surveys", "tests")
NOT_OURS = {"node_modules", ".git", ".venv", ".venv-aim", ".hypothesis", ".pytest_cache"}
MENTIONS_DOCUMENTS = re.compile(rb"docs\b|\.md\b|changes/|glob\(|ls-files|test_\w*\.py|iterdir\(|os\.walk")
MARKS = pytest.StashKey[tuple[Path, ...]]()
NAMED = pytest.StashKey[frozenset[str]]()
READ_MORE = pytest.StashKey[bool]()


_opened: set[str] | None = None  # The files that the running test has opened.


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(NOT_AGAIN, action="store_true", help="run no test that passed on exactly this checkout")


def pytest_configure(config: pytest.Config) -> None:
    sys.addaudithook(_note_opened)
    config.addinivalue_line("markers", f"{MARKER}(*paths): files and folders that decide how a long proof ends")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Reports a proof that holds as passed, with a note of it; every other test is run."""
    if not any(holds(mark) for mark in marks_of(item)):
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
    """Fails a quick proof that opened a file of the checkout which it does not name, and notes of another test whether
    it opened a document or a module of tests."""
    global _opened
    if item.get_closest_marker("slow") or not marks_of(item):
        return (yield)
    _opened = set()
    try:
        result = yield
    finally:
        opened, _opened = _opened, None
    unnamed = _unnamed(item, opened)
    if not _named_by(item):
        item.stash[READ_MORE] = any(lies_aside(path) for path in unnamed)
        return result
    assert not unnamed, f"{item.nodeid} reads what it does not depend on: {', '.join(unnamed[:5])}"
    return result


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]  # pluggy sends the result
    if report.when == "teardown" and report.passed and getattr(item, "_call_passed", False):
        for mark in marks_of(item)[: 1 if item.stash.get(READ_MORE, False) else None]:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
    if report.when == "call":
        item._call_passed = report.passed  # type: ignore[attr-defined]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    passed = terminalreporter.stats.get("passed", [])
    known = sum((NOTE, "1") in report.user_properties for report in passed)
    if known:
        message = f"{known} tests were not run again: nothing they depend on has changed since they passed"
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
    named = [root / path for path in _named_by(item)]
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


def marks_of(item: pytest.Item) -> tuple[Path, ...]:
    """Returns the files each of which says that this test passed on these inputs. None for a test that is run every
    time."""
    if MARKS not in item.stash:
        item.stash[MARKS] = tuple(kept([item.nodeid, *inputs]) for inputs in _inputs_of(item))
    return item.stash[MARKS]


def _inputs_of(item: pytest.Item) -> Iterator[list[str]]:
    root, own = item.config.rootpath, str(item.path.relative_to(item.config.rootpath))
    if paths := _named_by(item):
        says = [marker.kwargs["says"] for marker in item.iter_markers(MARKER) if marker.kwargs]
        yield [*_tools_of(root, paths), *says, *(f"{path} {content(root, path)}" for path in sorted(paths))]
    elif item.get_closest_marker("slow"):
        yield [tools(root), *(f"{path} {content(root, path)}" for path in sorted({*PRODUCT, own}))]
    elif item.config.getoption(NOT_AGAIN):
        yield [tools(root), services(), checkout(root)]
        if modules := _modules_of_tests(root, own):
            yield [tools(root), services(), product(root), *modules]


@cache
def _tools_of(root: Path, paths: frozenset[str]) -> list[str]:
    return tools_of(root, paths)


@cache
def _modules_of_tests(root: Path, own: str) -> list[str]:
    """Returns the modules of tests that one imports, with their hashes. None where it may read documents."""
    imported = sorted(imported_by(root, own))
    if any(_mentions_documents(root, path) for path in imported):
        return []
    return [f"{path} {content(root, path)}" for path in imported if lies_aside(path)]


@cache
def _mentions_documents(root: Path, path: str) -> bool:
    of_tests = "tests" in path.split("/") or lies_aside(path)
    return of_tests and MENTIONS_DOCUMENTS.search((root / path).read_bytes()) is not None


def _named_by(item: pytest.Item) -> frozenset[str]:
    """Returns the paths that a proof names, with the modules that it imports. Nothing for a test that names none."""
    if NAMED not in item.stash:
        item.stash[NAMED] = _named_in(item)
    return item.stash[NAMED]


def _named_in(item: pytest.Item) -> frozenset[str]:
    markers = list(item.iter_markers(MARKER))
    if not markers:
        return frozenset()
    root = item.config.rootpath
    modules = [str(item.path.relative_to(root)), *(marker.kwargs["module"] for marker in markers if marker.kwargs)]
    paths = [path for marker in markers for path in marker.args]
    return frozenset(paths).union(*(imported_by(root, module) for module in modules))
