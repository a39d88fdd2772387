"""Run tests of the pages unless they passed on exactly this checkout: then give the report of that run again.

    python -m scripts.parts.once REPORT COMMAND ...

The command runs in `frontend` and writes a JUnit report where the variable PLAYWRIGHT_JUNIT_OUTPUT_NAME says; REPORT in
an argument stands for the same place.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.unchanged import checkout, holds, kept, services, tools

REPORT = "REPORT"


def main(root: Path, report: Path, command: list[str]) -> int:
    mark = kept([*command, tools(root), services(), checkout(root)])
    if holds(mark):
        shutil.copyfile(mark, report)
        print(f"not run again: {' '.join(command)} passed on this checkout (DATAHUB_ALL_PROOFS=1 runs it)")
        return 0
    given = [word.replace(REPORT, str(report)) for word in command]
    environment = {**os.environ, "PLAYWRIGHT_JUNIT_OUTPUT_NAME": str(report)}
    done = subprocess.run(given, cwd=root / "frontend", env=environment, check=False)
    if done.returncode == 0:
        mark.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(report, mark)
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main(Path(__file__).resolve().parents[2], Path(sys.argv[1]), sys.argv[2:]))
