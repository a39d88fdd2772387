"""Memory that a process holds, its files in memory included: these are no part of what the system counts for it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

SECONDS = 0.05  # between two looks
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@contextmanager
def watched() -> Iterator[list[float]]:
    """Looks at the memory of this process again and again; the list has the most megabytes that were seen."""
    most, done = [_megabytes()], Event()

    def watch() -> None:
        while not done.wait(SECONDS):
            most[0] = max(most[0], _megabytes())

    thread = Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield most
    finally:
        done.set()
        thread.join()


def _megabytes() -> float:
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES
    files = {}
    for name in os.listdir("/proc/self/fd"):
        path = f"/proc/self/fd/{name}"
        try:
            if os.readlink(path).startswith("/memfd:"):
                about = os.stat(path)
                files[about.st_ino] = about.st_size
        except FileNotFoundError:  # it was closed since it was listed
            continue
    return (resident + sum(files.values())) / 1e6
