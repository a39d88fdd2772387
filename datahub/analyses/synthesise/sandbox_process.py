"""A program works with the true rows in its own process and environment; its input goes through a pipe.

The input never goes through a file, an argument or the environment, because it contains rows. Of what the process says,
only its answer is read; what it writes to standard error could quote a row, and goes nowhere."""

import json
import logging
import os
import resource
import select
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from datahub.analyses.errors import EngineMissing
from datahub.ledger.errors import AnalysisFailed

log = logging.getLogger(__name__)

START_SECONDS = 120.0  # importing libraries from a cold disk takes long
LOOK_SECONDS = 1.0
GREETING_BYTES = 4096
# The program gets no variable of DataHub's environment, which has secrets.
ALONE = {"PATH": os.defpath, "LANG": "C.UTF-8", "JAX_PLATFORMS": "cpu"}


@contextmanager
def started(python: str, program: Path, *, megabytes: int, greeting: dict[str, str]) -> Iterator["Elsewhere"]:
    """Yields a program that is ready for rows; it is killed at the end. It may hold `megabytes` of memory, and greets
    with one line of JSON that contains `greeting`.

    EngineMissing if it does not come up so: nothing was read by then.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - the operator's setting names the program
            [python, "-I", str(program), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=ALONE,
            cwd="/",
        )
    except OSError as error:
        log.error("%s cannot be started: %s", program.stem, error.strerror)
        raise EngineMissing from None
    with process:
        try:
            resource.prlimit(process.pid, resource.RLIMIT_DATA, (megabytes * 10**6, megabytes * 10**6))
            resource.prlimit(process.pid, resource.RLIMIT_CORE, (0, 0))  # a core dump would be a file with rows
            _greeted(process, program, greeting)
            yield Elsewhere(process, program.stem)
        finally:
            process.kill()


class Elsewhere:
    def __init__(self, process: subprocess.Popen[bytes], name: str) -> None:
        self._process = process
        self._name = name
        self.pid = process.pid

    def told(self, what: bytes, *, seconds: float, look: Callable[[], None]) -> bytes:
        """Sends input to the program and returns its output when it ends. `look` is called every second, and stops it
        by raising.

        AnalysisFailed, whether it takes longer than that, ends in any other way than well or was killed: which of them,
        the log says, and not who asked, because it may depend on the rows.
        """
        deadline = time.monotonic() + seconds
        # A thread writes the input, because a second call of `communicate` after a look would never send what was left.
        stdin, self._process.stdin = self._process.stdin, None
        threading.Thread(target=_feed, args=[stdin, what], daemon=True).start()
        while True:
            try:
                answer, _ = self._process.communicate(timeout=LOOK_SECONDS)
                break
            except subprocess.TimeoutExpired:
                look()
            if time.monotonic() > deadline:
                raise self._broke(f"took longer than {seconds:.0f} seconds")
        if self._process.returncode:
            raise self._broke(f"ended with {self._process.returncode}")
        return answer

    def _broke(self, how: str) -> AnalysisFailed:
        log.error("%s %s", self._name, how)
        return AnalysisFailed()


def _feed(stdin: IO[bytes], what: bytes) -> None:
    """Writes the whole input, or as much as the program takes until it ends."""
    with suppress(BrokenPipeError), stdin:
        stdin.write(what)


def _greeted(process: subprocess.Popen[bytes], program: Path, wanted: dict[str, str]) -> None:
    assert process.stdout is not None  # noqa: S101 - Popen opened it as a pipe
    ready, _, _ = select.select([process.stdout], [], [], START_SECONDS)
    line = os.read(process.stdout.fileno(), GREETING_BYTES) if ready else b""
    try:
        greeting = json.loads(line)
        fits = wanted.items() <= greeting.items()
    except (ValueError, AttributeError):
        fits = False
    if not fits:
        log.error("%s did not come up as %s", program.stem, wanted)
        raise EngineMissing
