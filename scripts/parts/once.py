"""Run tests of the pages, but not what passed on exactly this checkout: of that, give the report of that run again.

    python -m scripts.parts.once REPORT COMMAND ...
    python -m scripts.parts.once REPORT --each GLOB ... -- COMMAND ...

The command runs in `frontend` and writes a JUnit report where the variable PLAYWRIGHT_JUNIT_OUTPUT_NAME says; REPORT in
an argument stands for the same place. With --each the command is given the names of those files below `tests/e2e` that
fit and have not passed: each hangs on itself and on the checkout without documents and tests.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.unchanged import checkout, content, holds, kept, product, services, tools

REPORT, EACH, END = "REPORT", "--each", "--"
JOURNEYS = Path("tests/e2e")


def main(root: Path, report: Path, words: list[str]) -> int:
    if words[0] != EACH:
        return whole(root, report, words)
    end = words.index(END)
    files = {str(file.relative_to(root / JOURNEYS)) for glob in words[1:end] for file in (root / JOURNEYS).glob(glob)}
    return each(root, report, sorted(files), words[end + 1 :])


def whole(root: Path, report: Path, command: list[str]) -> int:
    mark = kept([*command, tools(root), services(), checkout(root)])
    if holds(mark):
        shutil.copyfile(mark, report)
        print(f"not run again: {' '.join(command)} passed on this checkout (DATAHUB_ALL_PROOFS=1 runs it)")
        return 0
    code = run(root, report, command)
    if code == 0:
        mark.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(report, mark)
    return code


def each(root: Path, report: Path, files: list[str], command: list[str]) -> int:
    """Runs the files that have not passed, and keeps of each that passes its part of the report."""
    inputs = [*command, tools(root), services(), product(root)]
    marks = {file: kept([*inputs, file, content(root, str(JOURNEYS / file))]) for file in files}
    known = [file for file in files if holds(marks[file])]
    kept_suites = [ElementTree.parse(marks[file]).getroot() for file in known]  # noqa: S314  # we wrote them
    code, suites = 0, list[ElementTree.Element]()
    if known:
        print(f"not run again: {', '.join(known)} (DATAHUB_ALL_PROOFS=1 runs them)")
    if waiting := [file for file in files if file not in known]:
        code = run(root, report, [*command, *waiting])
        suites = list(ElementTree.parse(report).iter("testsuite")) if report.exists() else []  # noqa: S314  # the same
        for suite in suites:
            passed = not any(int(suite.get(count, "0")) for count in ("failures", "errors", "skipped"))
            if passed and (mark := marks.get(suite.get("name", ""))):
                mark.parent.mkdir(parents=True, exist_ok=True)
                ElementTree.ElementTree(suite).write(mark)
    everything = ElementTree.Element("testsuites")
    everything.extend([*kept_suites, *suites])
    ElementTree.ElementTree(everything).write(report)
    return code


def run(root: Path, report: Path, command: list[str]) -> int:
    words = [word.replace(REPORT, str(report)) for word in command]
    environment = {**os.environ, "PLAYWRIGHT_JUNIT_OUTPUT_NAME": str(report)}
    return subprocess.run(words, cwd=root / "frontend", env=environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(Path(__file__).resolve().parents[2], Path(sys.argv[1]), sys.argv[2:]))
