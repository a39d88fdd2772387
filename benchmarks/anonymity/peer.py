"""Runs in the peers' environment, never in ours: the public calls of anonypy and anjana on the rows of Adult.

Answers {"seconds", "cut"}: CPU seconds of this process for one call, and whether it was stopped at the limit. Frames
are made before the clock starts.
"""

import signal
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd
from anjana.anonymity import k_anonymity  # type: ignore[import-not-found]  # only the peers' environment has it
from anonypy import Preserver  # type: ignore[import-not-found]  # only the peers' environment has it


class Cut(Exception):
    """The call took longer than the limit."""


def measure(
    library: str,
    columns: Mapping[str, Sequence[Any]],
    paths: Mapping[str, Sequence[Sequence[str]]],
    k: int,
    limit: float,
) -> dict[str, Any]:
    call = {"anonypy": by_anonypy, "anjana": by_anjana}[library](pd.DataFrame(columns), paths, k)
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, limit)
    started = time.process_time()
    try:
        call()
        cut = False
    except Cut:
        cut = True
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return {"seconds": time.process_time() - started, "cut": cut}


def by_anonypy(frame: pd.DataFrame, paths: Mapping[str, Sequence[Sequence[str]]], k: int) -> Callable[[], Any]:
    numbers = {"age"}
    for name in frame.columns:
        frame[name] = frame[name].astype(int) if name in numbers else frame[name].astype("category")
    return lambda: Preserver(frame, list(paths), "income").anonymize_k_anonymity(k=k)


def by_anjana(frame: pd.DataFrame, paths: Mapping[str, Sequence[Sequence[str]]], k: int) -> Callable[[], Any]:
    trees = {
        name: {
            level: frame[name].map({path[0]: path[level] for path in of_column}).to_numpy()
            for level in range(len(of_column[0]))
        }
        for name, of_column in paths.items()
    }
    return lambda: k_anonymity(frame, [], list(paths), k, 5, trees)


def _stop(*_: object) -> None:
    raise Cut
