"""Each fault, planted alone in a copy of the TypeScript twins, makes their tests fail."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from mechanisms.tests.mutants.planted import Fault, faults_in, plant

pytestmark = [
    pytest.mark.slow,
    pytest.mark.depends_on("frontend/src/privacy", "mechanisms/tests/mutants/twin_faults.toml"),
]

ROOT = Path(__file__).resolve().parents[3]
MODULES = ROOT / "frontend" / "node_modules"
FAULTS = faults_in("twin_faults.toml")


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_no_fault_in_the_twins_survives(fault: Fault, tmp_path: Path) -> None:
    plant(fault, copied(tmp_path))
    passed, failed = run(tmp_path, fault.tests)
    assert failed > 0, f"{passed} tests passed and none failed"


@pytest.mark.parametrize("tests", sorted({fault.tests for fault in FAULTS}))
def test_the_twins_as_they_are_pass_the_same_tests(tests: str, tmp_path: Path) -> None:
    copied(tmp_path)
    passed, failed = run(tmp_path, tests)
    assert passed > 0
    assert failed == 0


def copied(folder: Path) -> Path:
    shutil.copytree(ROOT / "tests" / "vectors", folder / "tests" / "vectors")
    (folder / "frontend" / "node_modules").parent.mkdir()
    (folder / "frontend" / "node_modules").symlink_to(MODULES)
    return Path(shutil.copytree(ROOT / "frontend" / "src" / "privacy", folder / "frontend" / "src" / "privacy"))


def run(folder: Path, tests: str) -> tuple[int, int]:
    """Returns how many tests pass and fail. A copy that does not start gives no report, which is an error here."""
    frontend = folder / "frontend"
    report = folder / "report.json"
    options = ["run", "--root", str(frontend), "--reporter=json", f"--outputFile={report}", f"src/privacy/{tests}"]
    subprocess.run([MODULES / ".bin" / "vitest", *options], cwd=frontend, capture_output=True, timeout=600)
    told = json.loads(report.read_text(encoding="utf-8"))
    return int(told["numPassedTests"]), int(told["numFailedTests"])
