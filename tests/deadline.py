"""This is a pytest plugin: with `--deadline` no test begins after a moment, and those that waited longest come first.

CI gives its long proofs such a moment, so that it ends in time on a slow machine where no proof is kept. What did not
begin is reported as skipped for that reason, and comes first in the next run: the tests are in the order of when each
module last passed whole, and one that never did on this machine comes before all others.
"""

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unchanged import caches

DEADLINE = "--deadline"
REASON = "not begun before the deadline"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(DEADLINE, type=float, help="the moment, in seconds since 1970, after which no test begins")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption(DEADLINE) is not None:
        oldest: dict[Path, float] = {}
        for item in items:
            oldest[item.path] = min(oldest.get(item.path, float("inf")), last_pass(item.nodeid))
        items.sort(key=lambda item: oldest[item.path])  # stable: tests of a module stay in their order


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    deadline = item.config.getoption(DEADLINE)
    if deadline is not None and time.time() > deadline:
        pytest.skip(REASON)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    result = yield
    if not item.get_closest_marker("slow"):
        return result
    note = _note_of(item.nodeid)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.touch()
    return result


def last_pass(name: str) -> float:
    """Returns when a test last passed on this machine, whatever it ran on, in seconds since 1970; 0 for never."""
    try:
        return _note_of(name).stat().st_mtime
    except FileNotFoundError:
        return 0


def _note_of(name: str) -> Path:
    return caches() / "passed" / hashlib.sha256(name.encode()).hexdigest()
