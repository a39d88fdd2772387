"""The disk can say "it is written" so often: the ceiling of whoever syncs once a report."""

import os
import tempfile
import time
from pathlib import Path

SECONDS = 1.0
BLOCK = bytes(4096)


def syncs_per_second(folder: Path) -> float:
    with tempfile.TemporaryFile(dir=folder) as file:
        syncs, started = 0, time.perf_counter()
        while time.perf_counter() - started < SECONDS:
            os.pwrite(file.fileno(), BLOCK, 0)
            os.fsync(file.fileno())
            syncs += 1
        return syncs / (time.perf_counter() - started)
