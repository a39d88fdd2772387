"""Peers live in a virtual environment of their own, outside the product and outside the checkout."""

import fcntl
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from benchmarks.line import RunFailed

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
ANSWERING = Path(__file__).with_name("answering.py")


class Peer:
    """A peer is a program for another library, with a function `measure` that answers requests."""

    def __init__(self, asks: IO[str], answers: IO[str]) -> None:
        self._asks = asks
        self._answers = answers

    def ask(self, **request: Any) -> Any:
        try:
            self._asks.write(json.dumps(request) + "\n")
            self._asks.flush()
            answer = self._answers.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise RunFailed("the peers' program ended; the lines above say why")
        return json.loads(answer)


@contextmanager
def running(program: Path, requirements: Path = REQUIREMENTS) -> Iterator[Peer]:
    command = [str(environment(requirements)), "-I", str(ANSWERING), str(program)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Peer(process.stdin, process.stdout)
        finally:
            process.terminate()


def environment(requirements: Path) -> Path:
    """Returns the peers' Python; made once for each requirements.txt and Python version."""
    folder = _folder(requirements)
    python, marker = folder / "bin" / "python", folder / "made"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # The lock makes two simultaneous benches build the environment once.
        if not marker.exists():
            _make(folder, python, requirements)
            marker.touch()
    return python


def _make(folder: Path, python: Path, requirements: Path) -> None:
    print(f"Installing the peers into {folder}, up to 700 MB ...", file=sys.stderr)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    try:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True, stdout=sys.stderr)
        subprocess.run([str(python), *install, "-r", str(requirements)], check=True, stdout=sys.stderr)
    except subprocess.CalledProcessError as error:
        version = ".".join(map(str, sys.version_info[:2]))
        raise RunFailed(
            f"the peers could not be installed for Python {version} (their NumPy is 1.26: Python 3.11 or 3.12); "
            f"{error.cmd[1:3]} ended with {error.returncode}"
        ) from None


def _folder(requirements: Path) -> Path:
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    wanted = requirements.read_bytes() + sys.version.encode()
    return caches / "datahub-bench" / hashlib.sha256(wanted).hexdigest()[:16]
