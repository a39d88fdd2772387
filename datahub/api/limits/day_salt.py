"""This module is about a secret of the day, shared by the processes of a service: what is counted in common is known by
a hash under it.

It lies in the data folder, in no database and no backup, and the file of a day is deleted once the next one begins:
from then on nobody can try which address a hash was made of.
"""

import hashlib
import hmac
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

FOLDER = "salts"
DAY_SECONDS = 24 * 3600
SALT_BYTES = 32


class DaySalt:
    """Reads the salt of the day, once a day and by one thread; the first process that needs it draws it."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._salt = ("", b"")  # the path of the file, which names the day, and its content

    def hash_of(self, text: str) -> str:
        """Returns a keyed hash of a text, the same for all processes today, and another one tomorrow."""
        return hmac.digest(self._today(), text.encode(), hashlib.sha256)[:16].hex()

    def _today(self) -> bytes:
        path = Path(settings.DATA) / FOLDER / str(int(self._now()) // DAY_SECONDS)
        with self._lock:
            if self._salt[0] != str(path):
                self._salt = (str(path), _read_or_drawn(path))
            return self._salt[1]


def _read_or_drawn(path: Path) -> bytes:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    for earlier in path.parent.iterdir():
        if earlier.name.isdecimal() and int(earlier.name) < int(path.name):
            earlier.unlink(missing_ok=True)
    if not path.is_file():
        _draw(path)
    return path.read_bytes()


def _draw(path: Path) -> None:
    """Draws the salt. The first complete file counts; each process writes its own under a temporary name before."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    aside.touch(mode=0o600, exist_ok=False)
    aside.write_bytes(os.urandom(SALT_BYTES))
    try:
        os.link(aside, path)
    except FileExistsError:
        return
    finally:
        aside.unlink()


day_salt = DaySalt()
