"""A measurement says what an act took: CPU seconds, seconds, and the most memory this process held."""

import json
import resource
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def measured(act: Callable[[], T]) -> tuple[dict[str, float], T]:
    started, before = time.perf_counter(), time.process_time()
    outcome = act()
    spent = {"cpu": time.process_time() - before, "seconds": time.perf_counter() - started}
    return {**spent, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000}, outcome


def say(acts: dict[str, dict[str, float]]) -> None:
    print(json.dumps(acts))
