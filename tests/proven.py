"""This is a pytest plugin: a test of what has not changed since it passed is not run again and counts as passed.

A proof says by `pytest.mark.depends_on("tests/vectors", ...)` which files and folders decide how it ends, beside its
own module and all that this imports; one of the slow form that does not say depends on the product and all tests. One
that runs another module names it: `depends_on(module=path, says=text)`, with what it does to the module as a text. With
`--not-again`, which `scripts/test` gives, every other test depends on the whole checkout and on the services it is
given. What passed is kept as `unchanged.py` says.

A quick proof that opens a file of the checkout that it does not name fails: a change there would not make it run again.
What it starts as another process is not seen.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from tests.imports import imported_by
from tests.unchanged import checkout, content, holds, kept, services, tools

MARKER, NOTE, NOT_AGAIN = "depends_on", "proven before", "--not-again"
PRODUCT = ("client", "datahub", "deploy", "frontend", "manage.py", "mechanisms", "scripts", "surveys", "tests")
NOT_OURS = {"node_modules", ".git", ".venv", ".venv-aim", ".hypothesis", ".pytest_cache"}


_opened: set[str] | None = None  # The files that the running proof has opened.


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(NOT_AGAIN, action="store_true", help="run no test that passed on exactly this checkout")


def pytest_configure(config: pytest.Config) -> None:
    sys.addaudithook(_note_opened)
    config.addinivalue_line("markers", f"{MARKER}(*paths): files and folders that decide how a long proof ends")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Reports a proof that holds as passed, with a note of it; every other test is run."""
    mark = _mark_of(item)
    if mark is None or not holds(mark):
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
    if not _named_by(item) or item.get_closest_marker("slow"):
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


def _mark_of(item: pytest.Item) -> Path | None:
    """Returns the file that says that this test passed on these inputs. None for a test that is run every time."""
    root = item.config.rootpath
    told = [item.nodeid, tools(root)]
    if (paths := _named_by(item)) or item.get_closest_marker("slow"):
        decide = paths or {*PRODUCT, str(item.path.relative_to(root))}
        says = [marker.kwargs["says"] for marker in item.iter_markers(MARKER) if marker.kwargs]
        return kept([*told, *says, *(f"{path} {content(root, path)}" for path in sorted(decide))])
    if item.config.getoption(NOT_AGAIN):
        return kept([*told, services(), checkout(root)])
    return None


def _named_by(item: pytest.Item) -> frozenset[str]:
    """Returns the paths that a proof names, with the modules that it imports. Nothing for a test that names none."""
    markers = list(item.iter_markers(MARKER))
    if not markers:
        return frozenset()
    root = item.config.rootpath
    modules = [str(item.path.relative_to(root)), *(marker.kwargs["module"] for marker in markers if marker.kwargs)]
    paths = [path for marker in markers for path in marker.args]
    return frozenset(paths).union(*(imported_by(root, module) for module in modules))
