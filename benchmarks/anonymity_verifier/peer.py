"""Runs in the peer's environment, never in ours: pycanon's public calls on a released file.

Reads one JSON object a line: {"path", "quasi": [...], "asked": [[figure, column], ...]} answers {"figures", "seconds"},
the CPU seconds of this process from the file to the figures.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
from pycanon import anonymity  # type: ignore[import-not-found]  # lives in the peer's environment

FIGURES: dict[str, Callable[..., Any]] = {
    "k": anonymity.k_anonymity,
    "l": anonymity.l_diversity,
    "entropy": anonymity.entropy_l_diversity,
    "t": anonymity.t_closeness,  # ordered for numbers, equal for words
    "beta": anonymity.basic_beta_likeness,
}


def measure(path: str, quasi: Sequence[str], asked: Sequence[tuple[str, str | None]]) -> dict[str, Any]:
    started = time.process_time()
    table = pd.read_csv(path, keep_default_na=False)
    figures = [FIGURES[name](table, quasi, *([[column]] if column else [])) for name, column in asked]
    return {"figures": [float(figure) for figure in figures], "seconds": time.process_time() - started}


def main() -> None:
    answers_go_to, sys.stdout = sys.stdout, sys.stderr  # whatever the library prints is no answer
    for line in sys.stdin:
        answers_go_to.write(json.dumps(measure(**json.loads(line))) + "\n")
        answers_go_to.flush()


if __name__ == "__main__":
    main()
