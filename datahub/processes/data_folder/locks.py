"""A lock that one process holds in the data folder must keep out every other process.

Counting reports, and spending budget, rely on it. Some network file systems refuse locks, and some grant the same lock
to everybody.
"""

import fcntl
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from datahub.processes.data_folder.errors import FolderRefused

PATIENCE_SECONDS = 30
# A process of its own tries to take the locks, because what a process already holds it may be granted again. It prints
# the files whose locks it was granted.
TRY = """
import fcntl, sys
for path in sys.argv[1:]:
    with open(path, "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        print(path)
"""
ADVICE = (
    "Put the data folder on a file system whose locks hold between processes and machines, as NFS 4 without nolock."
)


def check_locks(folders: Iterable[Path]) -> None:
    """Refuses folders in which a lock cannot be taken, or keeps no other process out."""
    with ExitStack() as locks:
        paths = [locks.enter_context(locked_file(folder)) for folder in dict.fromkeys(folders)]
        for path in granted_again(paths):
            raise FolderRefused(f"Two processes were granted one lock in {Path(path).parent}. {ADVICE}")


@contextmanager
def locked_file(folder: Path) -> Iterator[str]:
    """Yields the name of a file whose lock this process holds meanwhile."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".lock-test-") as file:
        take(file.fileno(), folder)
        yield file.name


def take(descriptor: int, folder: Path) -> None:
    """Takes the lock of a file that no other process knows."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:  # as ENOLCK or ENOTSUP
        raise FolderRefused(f"No lock can be taken in {folder}: {error.strerror}. {ADVICE}") from None


def granted_again(paths: list[str]) -> list[str]:
    """Returns the names of those files whose locks another process was granted too."""
    command = [sys.executable, "-I", "-S", "-c", TRY, *paths]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)  # noqa: S603 - the command line is made here
    if run.returncode:
        raise FolderRefused(f"A process cannot try locks in the data folder: {run.stderr.strip()[-200:]}. {ADVICE}")
    return run.stdout.splitlines()
