"""Each planted fault, alone in a copy of the package, makes the tests named with it fail."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mechanisms.tests.mutants.planted import Fault, faults_in, plant

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
FAULTS = faults_in("faults.toml")
# pytest's exit codes: with any other the copy could not even be collected, and nothing is shown.
PASSED, FAILED = 0, 1


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_no_fault_survives(fault: Fault, tmp_path: Path) -> None:
    copy_package(tmp_path)
    plant(fault, tmp_path / "mechanisms")
    assert run(tmp_path, fault.tests, fault.only) == FAILED


@pytest.mark.parametrize(("tests", "only"), sorted({(fault.tests, fault.only) for fault in FAULTS}))
def test_the_package_as_it_is_passes_the_same_tests(tests: str, only: str, tmp_path: Path) -> None:
    copy_package(tmp_path)
    assert run(tmp_path, tests, only) == PASSED


def copy_package(folder: Path) -> None:
    shutil.copytree(ROOT / "mechanisms", folder / "mechanisms", ignore=shutil.ignore_patterns("__pycache__", "mutants"))
    shutil.copytree(ROOT / "tests" / "vectors", folder / "tests" / "vectors")


def run(folder: Path, tests: str, only: str) -> int:
    chosen = f"{only} and not generalized" if only == "randomized-response" else only
    options = ["-x", "-q", "-c", os.devnull, "--rootdir", str(folder), "-p", "no:cacheprovider"]
    command = [sys.executable, "-B", "-m", "pytest", *options, "-k", chosen, f"mechanisms/tests/{tests}"]
    # Plugins of the whole platform take ten times as long to load as these tests to fail.
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=600).returncode
