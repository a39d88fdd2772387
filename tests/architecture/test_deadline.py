"""No long proof begins after a deadline, and those that did not begin come first in the next run."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.parts import tally

ROOT = Path(__file__).resolve().parents[2]
TEST = """
import pathlib, pytest
@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_proof(number):
    with pathlib.Path("../began").open("a") as began:
        began.write(f"{__name__[-1]}{number} ")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    for module in "abc":
        (project / f"test_{module}.py").write_text(TEST)
    return project


def run(project: Path, *modules: str, until: float) -> tuple[str, Path]:
    """Returns the tests that began, in order, and the folder of the run's report."""
    (project.parent / "began").write_text("")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-c",
        os.devnull,
        "--rootdir",
        str(project),
        "-p",
        "tests.deadline",
    ]
    command += ["-p", "no:cacheprovider", "--deadline", str(until), "--junitxml", "../reports/slow.xml"]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(project / "cache")}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    subprocess.run([*command, *(f"test_{module}.py" for module in modules)], cwd=project, env=environment, check=True)
    return (project.parent / "began").read_text().strip(), project.parent / "reports"


def test_after_the_deadline_nothing_begins_and_the_tally_says_how_many_are_left(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    began, reports = run(project, *"abc", until=0)
    assert began == ""
    assert tally.main("slow", reports) == 1  # no test ran
    run(project, *"abc", until=time.time() + 3600)
    assert tally.main("slow", reports) == 0
    lines = capsys.readouterr().out
    assert "not begun before the deadline: 2 of test_b; they come first in the next run" in lines
    assert "0 passed, 0 failed, 6 skipped" in lines
    assert "6 passed, 0 failed, 0 skipped" in lines


def test_a_test_that_is_skipped_for_another_reason_still_fails_the_long_form(tmp_path: Path) -> None:
    cases = '<testcase name="a"/><testcase name="b"><skipped message="no browser"/></testcase>'
    (tmp_path / "slow.xml").write_text(f"<testsuite>{cases}</testsuite>")
    assert tally.main("slow", tmp_path) == 1


def test_a_module_that_did_not_begin_comes_before_those_that_passed_and_the_oldest_pass_first(project: Path) -> None:
    later = time.time() + 3600
    run(project, "b", until=later)
    assert run(project, *"abc", until=later)[0] == "a1 a2 c1 c2 b1 b2"
    run(project, "c", until=later)
    assert run(project, *"abc", until=later)[0] == "a1 a2 b1 b2 c1 c2"
