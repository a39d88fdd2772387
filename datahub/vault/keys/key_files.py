"""Key files are complete under their name or do not exist, and only their owner can read them."""

import os
from pathlib import Path


def write_durably(path: Path, content: bytes, *, over: bool = False) -> bool:
    """Writes a file durably; returns whether this call put the file there. Without `over` the first of several writers
    wins."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if over:
            aside.replace(path)
        else:
            os.link(aside, path)
    except FileExistsError:
        return False
    finally:
        aside.unlink(missing_ok=True)
    sync(path.parent)
    return True


def sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
