"""Only one service uses a data folder: it holds a lock, which the kernel releases however the process ends."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOOK_SECONDS = 0.1


class FolderInUse(Exception):
    """Another process holds the lock of the data folder; `pid` is the one that wrote its number there."""

    def __init__(self, path: Path, pid: str) -> None:
        super().__init__(f"process {pid} already serves the data folder {path.parent}")
        self.pid = pid


@contextmanager
def hold(path: Path, *, patience_seconds: float = 0) -> Iterator[None]:
    """Holds the lock file `path`; waits for at most `patience_seconds` for one that is about to end."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _lock(descriptor, path, time.monotonic() + patience_seconds)
        os.truncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, path: Path, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise FolderInUse(path, os.pread(descriptor, 20, 0).decode() or "?") from None
            time.sleep(LOOK_SECONDS)
        else:
            return
