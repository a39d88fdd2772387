"""Runs pytest in one child process after another; the parent has loaded the slow libraries, and nothing of this
project.

Each line of its input asks for one run, {"folder": ..., "arguments": [...]}; the answer is a line too, {"code": ...,
"noticed_by": ...}: pytest's exit code, or minus the signal that ended it, and the quickest test that failed. Faults are
planted in a folder before the child that imports it is born, so that no run sees another's.
"""

import gc
import json
import os
import signal
import sys
from collections.abc import Sequence

import hypothesis.strategies
import numpy as np
import pytest
import scipy.optimize
import scipy.stats
from hypothesis import HealthCheck, Phase, settings

LOADED = (hypothesis.strategies, np, scipy.optimize, scipy.stats)
LONGEST_SECONDS = 600
NOTHING_RAN = 99  # pytest has no such exit code: a run that did not happen must not count as a fault found.


class Witnesses:
    """This is a plugin that remembers which tests failed, and how long each took."""

    def __init__(self) -> None:
        self.failed: list[tuple[float, str]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Loads the Hypothesis profile after that of the conftest, and before any test is imported."""
        settings.register_profile(
            "faults",
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],  # Nobody needs the smallest example.
            suppress_health_check=list(HealthCheck),  # A failed health check would not mean that a fault was noticed.
        )
        settings.load_profile("faults")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append((report.duration, report.nodeid))


def run(folder: str, arguments: Sequence[str]) -> dict[str, int | str]:
    ours, childs = os.pipe()
    child = os.fork()
    if child == 0:
        code = NOTHING_RAN
        try:
            witnesses = Witnesses()
            code = _live(folder, arguments, witnesses)
            os.write(childs, min(witnesses.failed, default=(0, ""))[1].encode())
        finally:
            os._exit(code)  # The child ends without the exit handlers, which belong to the parent.
    os.close(childs)
    with os.fdopen(ours, encoding="utf-8") as told:
        noticed_by = told.read()
    return {"code": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), "noticed_by": noticed_by}


def _live(folder: str, arguments: Sequence[str], witnesses: Witnesses) -> int:
    signal.alarm(LONGEST_SECONDS)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = folder  # Processes that the tests start read this variable.
    sys.path.insert(0, folder)
    return int(pytest.main(list(arguments), plugins=[witnesses]))


def main() -> None:
    gc.set_threshold(200_000, 50, 50)
    gc.freeze()  # The loaded modules stay forever, so no child process has to scan them.
    for line in sys.stdin:
        wish = json.loads(line)
        sys.stdout.write(json.dumps(run(wish["folder"], wish["arguments"])) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
