"""Web and worker processes of several machines see each other's locks in the data folder, or refuse to start.

Each process has a file in `processes/`, holds its lock, and sets its time every second. Whoever starts tries the locks
of the others. One that is granted belongs to a process that has ended, unless the time of the file still moves: then
the two machines do not share their locks.
"""

import fcntl
import logging
import os
import platform
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from datahub.processes.data_folder.errors import FolderRefused
from datahub.processes.data_folder.locks import ADVICE, take

log = logging.getLogger(__name__)
FOLDER = "processes"
BEAT_SECONDS = 1.0
QUIET_SECONDS = 2.5 * BEAT_SECONDS  # a file whose time has not moved for so long belongs to no living process
BOOT = Path("/proc/sys/kernel/random/boot_id")


class Presence:
    """The file of this process, whose lock it holds until `end` is called or the process ends."""

    def __init__(self, data: Path, machine: str) -> None:
        folder = data / FOLDER
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = folder / str(uuid4())
        aside = folder / f".{self.path.name}"  # under its name the file is never without its lock
        self._descriptor = os.open(aside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        self._over = threading.Event()
        os.write(self._descriptor, machine.encode())
        take(self._descriptor, folder)
        aside.rename(self.path)

    def beat(self) -> None:
        os.utime(self._descriptor)

    def keep_beating(self) -> None:
        """Starts a thread that sets the time of the file until `end` is called."""
        threading.Thread(target=self._beat_until_over, name="presence", daemon=True).start()

    def end(self) -> None:
        self._over.set()
        self.path.unlink(missing_ok=True)
        os.close(self._descriptor)

    def _beat_until_over(self) -> None:
        is_failing = False
        while not self._over.wait(BEAT_SECONDS):
            try:
                self.beat()
            except OSError as error:
                if not is_failing and not self._over.is_set():
                    log.warning("the data folder does not take the sign of life of this process: %s", error.strerror)
                is_failing = True
            else:
                is_failing = False


def check_others(own: Presence, machine: str, wait: Callable[[float], None] = time.sleep) -> None:
    """Refuses a folder in which a living process of another machine holds a lock that this process is granted too."""
    times = granted_times(own, machine)
    if not times:
        return
    wait(QUIET_SECONDS)
    for path, before in times.items():
        now = time_of(path)
        if now is not None and now != before:
            raise FolderRefused(
                f"A process of another machine holds a lock in {path.parent}, and this machine was granted it too."
                f" {ADVICE}"
            )
        path.unlink(missing_ok=True)


def granted_times(own: Presence, machine: str) -> dict[Path, int]:
    """Returns the times of the other machines' files whose locks this process was granted. A granted lock of this
    machine belongs to a process that was killed, because here locks were tried: its file is deleted."""
    times = {}
    for path in own.path.parent.iterdir():
        if path == own.path or path.name.startswith("."):
            continue
        with suppress(FileNotFoundError), path.open("r+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            if file.read().decode() == machine:
                path.unlink(missing_ok=True)
            else:
                times[path] = os.fstat(file.fileno()).st_mtime_ns
    return times


def time_of(path: Path) -> int | None:
    """Returns the time of a file, which is opened for it: a network file system asks the server then."""
    try:
        with path.open("rb") as file:
            return os.fstat(file.fileno()).st_mtime_ns
    except FileNotFoundError:
        return None


def this_machine() -> str:
    """Returns the id of this start of this machine, the same for all its containers; elsewhere than on Linux its
    name."""
    return BOOT.read_text().strip() if BOOT.is_file() else platform.node()
