"""A long proof is run again when anything it depends on has changed, and not before."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.parts import once
from tests.unchanged import content, tools_of

ROOT = Path(__file__).resolve().parents[2]
PROOF = """
import pathlib, pytest
runs = pathlib.Path("../runs")
@pytest.fixture(scope="module")
def bed():
    yield runs
    runs.write_text(runs.read_text() + "end ")
@pytest.mark.depends_on("subject")
@pytest.mark.parametrize("number", [1, 2])
def test_proof(bed, number):
    bed.write_text((bed.read_text() if bed.exists() else "") + f"{number} ")
    assert "fault" not in pathlib.Path("subject/one.py").read_text()
def test_what_depends_on_who_knows_what():
    pass
"""
IMPORTS = """
import pathlib, pytest
from subject.two import TWO
@pytest.mark.depends_on()
def test_proof():
    runs = pathlib.Path("../runs")
    runs.write_text(runs.read_text() + "again " if runs.exists() else "ran ")
"""
RUNS_ANOTHER = """
import pathlib, pytest
@pytest.mark.depends_on(module="subject/two.py", says="plants FAULT")
def test_proof():
    pathlib.Path("../runs").write_text("ran ")
"""
READS_MORE = """
import pathlib, pytest
@pytest.mark.depends_on("subject")
def test_proof():
    pathlib.Path("subject/one.py").read_text()
    pathlib.Path("another.py").read_text()
"""
TRIES_CONSTANTS = """
import pytest, sys
from hypothesis import given, strategies
sys.path.append(".")
import another
@pytest.mark.depends_on("subject")
@given(strategies.integers())
def test_proof(number):
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    (project / "subject").mkdir(parents=True)
    (project / "subject" / "one.py").write_text("1")
    (project / "test_it.py").write_text(PROOF)
    return project


def run(project: Path, *options: str, **environment: str) -> str:
    """Returns the tests that were run, and how the run ended."""
    runs = project.parent / "runs"
    runs.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(project), "-p", "tests.proven"]
    given = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(project / "cache")}
    given["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command += ["-p", "no:cacheprovider", *options, "test_it.py"]
    done = subprocess.run(command, cwd=project, env={**given, **environment}, capture_output=True, text=True)
    ended = done.stdout.strip().splitlines()[-1].partition(" in ")[0]
    ran = runs.read_text() if runs.exists() else ""
    return f"{ran}| {ended}"


def test_a_proof_of_what_has_not_changed_is_not_run_again_and_counts_as_passed(project: Path) -> None:
    assert run(project) == "1 2 end | 3 passed"
    assert run(project) == "| 3 passed"
    assert run(project, DATAHUB_ALL_PROOFS="1") == "1 2 end | 3 passed"


def test_it_is_run_again_after_a_change_of_its_inputs_of_itself_and_of_what_sets_it_up(project: Path) -> None:
    for change in ("subject/one.py", "subject/another.py", "test_it.py", "conftest.py"):
        run(project)
        assert run(project) == "| 3 passed"
        file = project / change
        file.write_text((file.read_text() if file.exists() else "") + "\n# more\n")
        assert run(project) == "1 2 end | 3 passed", change


def test_what_failed_is_run_again(project: Path) -> None:
    (project / "subject" / "one.py").write_text("fault")
    assert run(project) == run(project) == "1 2 end | 2 failed, 1 passed"


def test_after_a_week_it_is_run_again(project: Path) -> None:
    run(project)
    long_ago = time.time() - 8 * 24 * 3600
    for mark in (project / "cache").rglob("*"):
        os.utime(mark, (long_ago, long_ago))
    assert run(project) == "1 2 end | 3 passed"


def test_inputs_that_are_not_there_are_a_fault_of_the_mark(project: Path) -> None:
    (project / "subject" / "one.py").unlink()
    assert "1 passed" not in run(project)


def test_a_proof_that_reads_what_it_does_not_depend_on_fails(project: Path) -> None:
    (project / "another.py").write_text("2")
    (project / "test_it.py").write_text(READS_MORE)
    assert run(project) == "| 1 failed"
    (project / "test_it.py").write_text(READS_MORE.replace('"subject")', '"subject", "another.py")'))
    assert run(project) == "| 1 passed"


def test_constants_that_hypothesis_reads_in_modules_of_other_tests_are_not_read_by_the_proof(project: Path) -> None:
    (project / "another.py").write_text("MOST = 12345")
    (project / "test_it.py").write_text(TRIES_CONSTANTS)
    assert run(project) == "| 1 passed"


@pytest.mark.parametrize("proof", [IMPORTS, RUNS_ANOTHER], ids=["what it imports", "what it runs"])
def test_a_proof_depends_on_modules_and_on_what_they_import(project: Path, proof: str) -> None:
    (project / "subject" / "__init__.py").touch()
    (project / "subject" / "two.py").write_text("def later():\n    from subject import three\nTWO = 2")
    (project / "subject" / "three.py").write_text("3")
    (project / "test_it.py").write_text(proof)
    for change in ("one.py", "two.py", "three.py", "__init__.py"):
        run(project)
        assert run(project) == "| 1 passed"
        file = project / "subject" / change
        file.write_text(file.read_text() + "\n# more\n")
        assert run(project) == ("| 1 passed" if change == "one.py" else "ran | 1 passed"), change


def test_a_proof_is_run_again_where_it_does_something_else_to_what_it_runs(project: Path) -> None:
    (project / "subject" / "two.py").write_text("2")
    (project / "test_it.py").write_text(RUNS_ANOTHER)
    run(project)
    (project / "test_it.py").write_text(RUNS_ANOTHER.replace("FAULT", "ANOTHER"))
    assert run(project) == "ran | 1 passed"


def test_a_proof_hangs_on_the_packages_that_its_modules_import_and_on_how_pytest_is_set_up(project: Path) -> None:
    (project / "subject" / "__init__.py").touch()
    (project / "subject" / "two.py").write_text("import scipy.stats\nTWO = 2")
    paths = ["subject", "test_it.py"]
    names = {line.partition(" ")[0] for line in tools_of(project, paths) if re.fullmatch(r"[\w-]+ [\d.]+\S*", line)}
    assert {"scipy", "numpy", "pytest", "hypothesis"} <= names
    assert names.isdisjoint({"Django", "pyarrow"})
    tables = {name: f"[tool.pytest.ini_options]\n{name} = ['another']" for name in ("markers", "filterwarnings")}
    before = tools_of(project, paths)
    for name, is_same in (("markers", True), ("filterwarnings", False)):
        (project / "pyproject.toml").write_text(tables[name])
        assert (tools_of(project, paths) == before) is is_same


EVERY_TIME = """
import pathlib
def test_of_no_kind():
    pathlib.Path("../runs").write_text("ran ")
"""


@pytest.fixture
def committed(project: Path) -> Path:
    (project / "test_it.py").write_text(EVERY_TIME)
    (project / ".gitignore").write_text("cache/\n__pycache__/\n")
    git(project, "init", "-q")
    git(project, "add", ".")
    return project


def git(project: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(project), *words], check=True)


def test_every_other_test_is_run_each_time_unless_somebody_asks_for_what_has_changed(committed: Path) -> None:
    assert run(committed) == run(committed) == "ran | 1 passed"
    assert run(committed, "--not-again") == "ran | 1 passed"
    assert run(committed, "--not-again") == "| 1 passed"
    assert run(committed, "--not-again", DATAHUB_ALL_PROOFS="1") == run(committed) == "ran | 1 passed"


def test_a_change_of_any_file_or_of_the_services_runs_it_again(committed: Path) -> None:
    for change in ("subject/one.py", "subject/not-yet-committed.py", ".gitignore"):
        run(committed, "--not-again")
        assert run(committed, "--not-again") == "| 1 passed"
        file = committed / change
        file.write_text((file.read_text() if file.exists() else "") + "\n")
        assert run(committed, "--not-again") == "ran | 1 passed", change
    assert run(committed, "--not-again", DATABASE_URL="postgresql://one") == "ran | 1 passed"
    assert run(committed, "--not-again", DATABASE_URL="postgresql://two") == "| 1 passed"
    assert run(committed, "--not-again", MONGO_URL="mongodb://one") == "ran | 1 passed"
    (committed / "subject" / "not-yet-committed.py").unlink()
    (committed / "cache" / "ignored.txt").write_text("git ignores it")
    assert run(committed, "--not-again", MONGO_URL="mongodb://one") == "ran | 1 passed"
    assert run(committed, "--not-again", MONGO_URL="mongodb://one") == "| 1 passed"


READS_NO_DOCUMENT = EVERY_TIME.replace("import pathlib", "import pathlib\nfrom subject import test_two")
MENTIONS_DOCUMENTS = READS_NO_DOCUMENT + "    # as docs say"
OPENS_A_DOCUMENT = READS_NO_DOCUMENT + "    pathlib.Path('d' + 'ocs/page.txt').read_text()"


@pytest.mark.parametrize(
    ("test", "runs_after"),
    [
        (READS_NO_DOCUMENT, {"subject/test_two.py"}),
        (MENTIONS_DOCUMENTS, {"docs/page.txt", "README.md", "subject/test_two.py", "subject/test_three.py"}),
        (OPENS_A_DOCUMENT, {"docs/page.txt", "README.md", "subject/test_two.py", "subject/test_three.py"}),
    ],
    ids=["reads none", "mentions one", "opens one"],
)
def test_a_change_of_documents_and_of_other_tests_runs_only_what_may_read_them(
    committed: Path, test: str, runs_after: set[str]
) -> None:
    (committed / "test_it.py").write_text(test)
    for name in ("docs/page.txt", "README.md", "subject/__init__.py", "subject/test_two.py", "subject/test_three.py"):
        (committed / name).parent.mkdir(exist_ok=True)
        (committed / name).write_text("# text\n")
    for change in ("docs/page.txt", "README.md", "subject/test_two.py", "subject/test_three.py"):
        run(committed, "--not-again")
        assert run(committed, "--not-again") == "| 1 passed"
        (committed / change).write_text("# more text\n")
        assert run(committed, "--not-again") == f"{'ran ' if change in runs_after else ''}| 1 passed", change


WRITES = "import sys; open(sys.argv[1], 'a').write('ran '); open(sys.argv[2], 'w').write('report'); sys.exit({})"


@pytest.mark.parametrize(("code", "runs"), [(0, "ran "), (1, "ran ran ")], ids=["that passed", "that failed"])
def test_tests_of_pages_that_passed_are_not_run_again_and_their_report_is_given_again(
    committed: Path, monkeypatch: pytest.MonkeyPatch, code: int, runs: str
) -> None:
    (committed / "frontend").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(committed / "cache"))
    ran, report = committed.parent / "runs", committed.parent / "report.xml"
    for _ in range(2):
        report.unlink(missing_ok=True)
        command = [sys.executable, "-c", WRITES.format(code), str(ran), once.REPORT]
        assert once.main(committed, report, command) == code
        assert report.read_text() == "report"
    assert ran.read_text() == runs


JOURNEYS = """
import os, pathlib, sys
ran, *files = sys.argv[1:]
pathlib.Path(ran).write_text(" ".join(files))
suite = '<testsuite name="{}" failures="{}"><testcase name="it"/></testsuite>'
suites = "".join(suite.format(file, int("fails" in file)) for file in files)
pathlib.Path(os.environ["PLAYWRIGHT_JUNIT_OUTPUT_NAME"]).write_text(f"<testsuites>{suites}</testsuites>")
sys.exit(any("fails" in file for file in files))
"""


def test_of_journeys_only_files_that_did_not_pass_are_run_again(
    committed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (committed / "frontend").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(committed / "cache"))
    folder, ran, report = committed / "tests/e2e/quick", committed.parent / "runs", committed.parent / "report.xml"
    folder.mkdir(parents=True)
    for name in ("one", "two", "fails"):
        (folder / f"{name}.spec.ts").write_text("")

    def journeys() -> tuple[int, list[str], int]:
        content.cache_clear()  # a run is a process of its own
        ran.write_text("")
        words = ["--each", "quick/*.spec.ts", "--", sys.executable, "-c", JOURNEYS, str(ran)]
        code = once.main(committed, report, words)
        return code, ran.read_text().split(), report.read_text().count("<testcase")

    assert journeys() == (1, ["quick/fails.spec.ts", "quick/one.spec.ts", "quick/two.spec.ts"], 3)
    assert journeys() == (1, ["quick/fails.spec.ts"], 3)
    (folder / "fails.spec.ts").unlink()
    (folder / "two.spec.ts").write_text("// more")
    assert journeys() == (0, ["quick/two.spec.ts"], 2)
    assert journeys() == (0, [], 2)
