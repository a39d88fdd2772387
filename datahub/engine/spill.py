"""DuckDB spills into this folder, which only its owner can read and which is deleted at the end. A folder left by a
killed process is deleted by the next one."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PREFIX = "engine-"


@contextmanager
def folder_within(parent: Path) -> Iterator[Path]:
    """The folder is locked while its process lives: whose lock is free has no process any more."""
    with _locked(parent):  # nobody takes away a folder that is made and not yet locked
        for left in parent.glob(f"{PREFIX}*"):
            _take_away_if_left(left)
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        lock = os.open(folder, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
        os.close(lock)


def _take_away_if_left(folder: Path) -> None:
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
    except BlockingIOError:
        return  # somebody works in it
    finally:
        os.close(lock)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
