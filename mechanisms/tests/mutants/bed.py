"""The bed plants a fault and runs tests: a copy of the package for each fault, and one process that runs all tests."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE
from types import TracebackType
from typing import Self

from mechanisms.tests.mutants.planted import Fault, faults_in

ROOT = Path(__file__).resolve().parents[3]
WITNESSES = Path(__file__).with_name("noticed_by.json")
# These are exit codes of pytest. Any other means that the copy could not be collected, and shows nothing.
PASSED, FAILED, NOT_FOUND = 0, 1, 4
# The details of a failure and unclosed resources are not needed; finding them takes a third of a short run.
QUIET = ["--tb=no", "--no-summary", "-p", "no:unraisableexception", "-p", "no:threadexception"]


def chosen_by(fault: Fault) -> list[str]:
    """Returns which tests of a fault run, as arguments of pytest."""
    chosen = f"({fault.only} and not generalized)" if fault.only == "randomized-response" else fault.only
    return ["-k", chosen, f"mechanisms/tests/{fault.tests}"]


def witnesses() -> dict[str, str]:
    """Returns the quickest test that noticed each fault when `python -m mechanisms.tests.mutants.noticed` last looked.

    It is only tried first: a fault that it does not notice, or no longer, is tried on all its tests.
    """
    listed = {str(fault): fault for fault in faults_in("faults.toml")}
    known: dict[str, str] = json.loads(WITNESSES.read_text(encoding="utf-8"))
    return {name: test for name, test in known.items() if name in listed and _is_of(listed[name], test)}


def _is_of(fault: Fault, test: str) -> bool:
    return test.startswith(f"mechanisms/tests/{fault.tests}::")


class Nursery:
    """This process has loaded pytest and NumPy for all runs of a worker, as loading takes longer than most runs."""

    def __init__(self) -> None:
        # Loading the plugins of the whole platform takes ten times as long as these tests need to fail.
        environment = {"PATH": os.environ["PATH"], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-I", "-B", str(Path(__file__).with_name("nursery.py"))]
        self._process = subprocess.Popen(command, env=environment, stdin=PIPE, stdout=PIPE, text=True)

    def run(self, folder: Path, tests: Sequence[str], *, all_of_them: bool = False) -> tuple[int, str]:
        """Pytest's exit code and the quickest test that failed; unless `all_of_them`, none runs after the first."""
        options = ["-q", "-c", os.devnull, "--rootdir", str(folder), "-p", "no:cacheprovider", *QUIET]
        arguments = [*options, *([] if all_of_them else ["-x"]), *tests]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"folder": str(folder), "arguments": arguments}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return answer["code"], answer["noticed_by"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()


def copy_package(folder: Path, *others: str) -> None:
    """Copies packages with their compiled files; a planted file is newer, so Python compiles it again."""
    ignore = shutil.ignore_patterns("mutants")
    for package in ("mechanisms", *others):
        shutil.copytree(ROOT / package, folder / package, ignore=ignore, copy_function=_link)
    shutil.copytree(ROOT / "tests" / "vectors", folder / "tests" / "vectors", copy_function=_link)


def _link(source: str, target: str) -> None:
    """Links files in a tenth of the time of a copy, where both are on one disk. Nobody writes to the links; `plant`
    makes new files."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
