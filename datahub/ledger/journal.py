"""The journal records what was spent, outside the SQL database and before the database commits it.

One line of JSON for each use that counts as spent, each unbounded entry and each limit that an owner sets, in
`ledger/journal` of the data folder. No backup holds it and no restore replaces it, so a database that was put back
knows less than the journal, and notices.
Whoever appends holds the lock on the ledger's head: one line is written at a time.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from datahub.ledger.rules import Mark
from mechanisms.common.canonical import canonical

BLOCK = 64 * 1024  # the last line of the journal is read in this many bytes; a line is far shorter


def last() -> tuple[Mark, dict[str, Any]] | None:
    """Returns the last whole line of the journal. A torn one was cut off by a crash before anybody relied on it."""
    try:
        with _path().open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - BLOCK))
            whole = file.read().rpartition(b"\n")[0]
    except FileNotFoundError:
        return None
    line = whole.rpartition(b"\n")[2]
    if not line:
        return None
    entry = json.loads(line)
    return Mark(entry["epoch"], entry["number"]), entry


def after(number: int) -> Iterator[dict[str, Any]]:
    with _path().open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                entry = json.loads(line)
                if entry["number"] > number:
                    yield entry


def append(mark: Mark, entry: dict[str, Any]) -> None:
    """Appends an entry to the journal, which is on disk when this returns. If the disk reports an error, a line that
    was written completely is removed again, so that nothing counts."""
    path, line = _path(), canonical({"epoch": mark.epoch, "number": mark.number, **entry}) + b"\n"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+b") as file:
        end = _end_of_whole_lines(file)
        file.seek(end)
        file.truncate()
        try:
            _write(descriptor, line)
            os.fsync(descriptor)
        except OSError:
            os.ftruncate(descriptor, end)
            raise


def _write(descriptor: int, line: bytes) -> None:
    """Writes all of a line, in as many calls as the disk wants."""
    while line:
        line = line[os.write(descriptor, line) :]


def begin(mark: Mark) -> None:
    """Begins a new journal. A journal that is there is kept aside under the name of its epoch."""
    folder = _path().parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    latest = last()
    if latest is not None:
        _path().rename(folder / f"journal-{latest[0].epoch}")
    elif _path().exists():
        _path().unlink()
    append(mark, {"kind": "epoch"})
    _sync(folder)


@contextmanager
def turn() -> Iterator[None]:
    """Holds a lock between processes that is passed on in turn; SQLite's own lock makes waiters sleep, and starves
    those that sleep longest."""
    path = _path().with_name("turn.lock")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("ab") as side_file:
        fcntl.flock(side_file, fcntl.LOCK_EX)  # the lock ends when the file is closed, also if the process is killed
        yield


def _end_of_whole_lines(file: Any) -> int:
    size = int(file.seek(0, os.SEEK_END))
    start = max(0, size - BLOCK)
    file.seek(start)
    return start + int(file.read().rfind(b"\n")) + 1


def _path() -> Path:
    return Path(settings.LEDGER_FOLDER) / "journal"


def _sync(folder: Path) -> None:
    for path in (folder, folder.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
