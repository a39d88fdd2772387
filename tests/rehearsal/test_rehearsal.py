"""The rehearsal passes as the code stands, and fails when the estimate is not de-biased or q is off by a fifth."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = "8000"
SEED = "20261120"
ORACLE = "mechanisms/ldp/one_answer/frequency_oracle.py"
DEBIASED = "(supported - float(self.q)) / float(self.p - self.q)"
MUTANTS = {
    "without de-biasing": (DEBIASED, "supported"),
    "with q a fifth too large": (DEBIASED, "(supported - 1.2 * float(self.q)) / (float(self.p) - 1.2 * float(self.q))"),
}

pytestmark = pytest.mark.slow


def rehearse(folder: Path, data: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    return subprocess.run(
        [sys.executable, "manage.py", "rehearse", "--people", PEOPLE, "--visitors", "0", "--seed", SEED],
        cwd=folder,
        env=environment | {"DATAHUB_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )


def copy_of_the_product(folder: Path) -> Path:
    for package in ("datahub", "surveys", "mechanisms", "frontend/dist"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", folder)
    return folder


def test_the_rehearsal_passes(tmp_path: Path) -> None:
    played = rehearse(ROOT, tmp_path / "data")
    assert played.returncode == 0, played.stdout + played.stderr
    assert "Passed" in played.stdout


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_rehearsal_fails(mutant: str, tmp_path: Path) -> None:
    folder = copy_of_the_product(tmp_path / "mutant")
    right, wrong = MUTANTS[mutant]
    source = (folder / ORACLE).read_text(encoding="utf-8")
    assert source.count(right) == 1
    (folder / ORACLE).write_text(source.replace(right, wrong), encoding="utf-8")
    played = rehearse(folder, tmp_path / "data")
    assert played.returncode == 1
    assert "The rehearsal failed" in played.stderr
