"""Runs in the peer's environment, never in ours: pycanon's public calls on a released file.

Answers {"figures", "seconds"}, the CPU seconds of this process from the file to the figures; `requests` is pairs of a
figure and its column.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
from pycanon import anonymity  # type: ignore[import-not-found]  # only the peer's environment has it

FIGURES: dict[str, Callable[..., Any]] = {
    "k": anonymity.k_anonymity,
    "l": anonymity.l_diversity,
    "entropy": anonymity.entropy_l_diversity,
    "t": anonymity.t_closeness,  # The distance is ordered for numbers, and equal for words.
    "beta": anonymity.basic_beta_likeness,
}


def measure(path: str, quasi: Sequence[str], requests: Sequence[tuple[str, str | None]]) -> dict[str, Any]:
    started = time.process_time()
    table = pd.read_csv(path, keep_default_na=False)
    figures = [FIGURES[name](table, quasi, *([[column]] if column else [])) for name, column in requests]
    return {"figures": [float(figure) for figure in figures], "seconds": time.process_time() - started}
