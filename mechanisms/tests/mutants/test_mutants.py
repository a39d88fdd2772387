"""Each planted fault, alone in a copy of the package, makes the tests named with it fail."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from mechanisms.tests.mutants.planted import Fault, faults_in, plant

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
FAULTS = faults_in("faults.toml")
FILES = sorted({fault.tests for fault in FAULTS})
# pytest's exit codes: with any other the copy could not even be collected, and nothing is shown.
PASSED, FAILED = 0, 1


def chosen_by(fault: Fault) -> str:
    """Which of its tests, as pytest's option -k has it; empty: all."""
    return f"({fault.only} and not generalized)" if fault.only == "randomized-response" else fault.only


def used() -> list[tuple[str, str]]:
    """Each file of tests once, with all that faults choose of it."""
    chosen = {tests: sorted({chosen_by(fault) for fault in FAULTS if fault.tests == tests}) for tests in FILES}
    return [(tests, "" if "" in chosen[tests] else " or ".join(chosen[tests])) for tests in FILES]


class Nursery:
    """One process that has loaded pytest and NumPy, for all runs of this worker: most take less than the loading."""

    def __init__(self) -> None:
        # Plugins of the whole platform take ten times as long to load as these tests to fail.
        environment = {"PATH": os.environ["PATH"], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-I", "-B", str(Path(__file__).with_name("nursery.py"))]
        self._process = subprocess.Popen(command, env=environment, stdin=PIPE, stdout=PIPE, text=True)

    def run(self, folder: Path, tests: str, chosen: str) -> int:
        options = ["-x", "-q", "-c", os.devnull, "--rootdir", str(folder), "-p", "no:cacheprovider"]
        wish = {"folder": str(folder), "arguments": [*options, "-k", chosen, f"mechanisms/tests/{tests}"]}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(wish) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.mark.proof("faults")
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_no_fault_survives(fault: Fault, nursery: Nursery, tmp_path: Path) -> None:
    copy_package(tmp_path)
    plant(fault, tmp_path / "mechanisms")
    assert nursery.run(tmp_path, fault.tests, chosen_by(fault)) == FAILED


@pytest.mark.parametrize(("tests", "chosen"), used())
def test_the_package_as_it_is_passes_the_same_tests(tests: str, chosen: str, nursery: Nursery, tmp_path: Path) -> None:
    copy_package(tmp_path)
    assert nursery.run(tmp_path, tests, chosen) == PASSED


def copy_package(folder: Path) -> None:
    ignore = shutil.ignore_patterns("__pycache__", "mutants")
    shutil.copytree(ROOT / "mechanisms", folder / "mechanisms", ignore=ignore, copy_function=link)
    shutil.copytree(ROOT / "tests" / "vectors", folder / "tests" / "vectors", copy_function=link)


def link(source: str, target: str) -> None:
    """A tenth of the time of a copy, where both are on one disk. Nobody writes to them; `plant` makes a file anew."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
