"""The rehearsal starts its own DataHub on a free port, in the folder of this process, and ends it afterwards."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_SECONDS = 90
READY = re.compile(r"DataHub is ready at (http://\S+?)/\s")


class PlatformFailed(RuntimeError):
    """The platform did not become ready, or ended before its time."""


@contextmanager
def running(manage: Path, log: Path) -> Iterator[str]:
    """Yields the address of a `manage.py serve` that inherits this process's environment, data folder included."""
    with log.open("wb") as sink:
        # The command is this project's own.
        process = subprocess.Popen([sys.executable, str(manage), "serve", "--port", "0"], stdout=sink, stderr=sink)  # noqa: S603
    try:
        yield _address(process, log)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if match := READY.search(log.read_text(encoding="utf-8", errors="replace")):
            return match[1]
        time.sleep(0.1)
    raise PlatformFailed(f"serve did not become ready:\n{log.read_text(encoding='utf-8', errors='replace')[-2000:]}")
