"""Runs pytest in child after child of one process, which has loaded what takes long to load and nothing of ours.

Each line of its input asks for one run, {"folder": ..., "arguments": [...]}; the answer is a line with pytest's exit
code, or minus the signal that ended it. Faults are planted in a folder before the child that imports it is born, so
that no run sees another's.
"""

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

LOADED = (hypothesis.strategies, np, scipy.optimize, scipy.stats)
LONGEST_SECONDS = 600
NOTHING_RAN = 99  # none of pytest's: a run that did not happen is no fault found


def run(folder: str, arguments: Sequence[str]) -> int:
    child = os.fork()
    if child == 0:
        code = NOTHING_RAN
        try:
            code = _live(folder, arguments)
        finally:
            os._exit(code)  # past what a process does at its end, which is the parent's
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _live(folder: str, arguments: Sequence[str]) -> int:
    signal.alarm(LONGEST_SECONDS)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = folder  # for the processes that tests start
    sys.path.insert(0, folder)
    return int(pytest.main(list(arguments)))


def main() -> None:
    for line in sys.stdin:
        wish = json.loads(line)
        sys.stdout.write(f"{run(wish['folder'], wish['arguments'])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
