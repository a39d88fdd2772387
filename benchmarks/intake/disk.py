"""This module measures how often the disk can sync in a second: the ceiling for a server that syncs once for each
report."""

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
