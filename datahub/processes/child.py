"""A child is one process that the parent starts, watches and starts again."""

import logging
import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

from datahub.processes.family import PARENT, READY

log = logging.getLogger(__name__)

STARTS = 5
PATIENCE_SECONDS = 60.0
# A child waits this long after a failed start; a child that was ready before is restarted at once.
PAUSE_SECONDS = 1.0


class GivesUp(Exception):
    """A child died or hung several times in succession before it was ever ready."""


class Child:
    """A child is a process that its parent watches. `answers` asks whether it serves; without it, the child itself
    says so on a pipe (family.say_ready)."""

    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        answers: Callable[[], bool] | None = None,
        clock: Callable[[], float] = time.monotonic,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self.name = name
        self.ready = False
        self._command = command
        self._answers = answers
        self._clock = clock
        self._patience = patience_seconds
        self._failed_starts = 0
        self._has_died = False
        self._process: subprocess.Popen[bytes] | None = None
        self._said: int | None = None
        self._changed_at = float("-inf")

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def look(self) -> None:
        """Takes the next step of a child: start, learn that it is ready, or see that it has died. It never waits for
        the child."""
        if self._process is None:
            if not self._failed_starts or self._clock() - self._changed_at >= PAUSE_SECONDS:
                self._start()
        elif (code := self._process.poll()) is not None:
            self._bury(f"ended {_in_words(code)}")
        elif not self.ready:
            if self._says_ready():
                self._greet()
            elif self._clock() - self._changed_at >= self._patience:
                self._bury(f"was not ready after {self._patience:.0f} seconds")

    def ask_to_end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def kill(self) -> None:
        """Ends the child and all it started. They share a process group, so none is forgotten."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        if self._said is not None:
            os.close(self._said)
            self._said = None

    def _start(self) -> None:
        # The child has a process group of its own: Ctrl-C reaches the parent alone, which ends its children in order.
        self._said, pipe = os.pipe()
        os.set_blocking(self._said, False)
        environment = child_environment() | {READY: str(pipe)}
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command line is made here
                self._command, env=environment, pass_fds=[pipe], process_group=0
            )
        finally:
            os.close(pipe)
        self.ready = False
        self._changed_at = self._clock()

    def _says_ready(self) -> bool:
        if self._answers is not None:
            return self._answers()
        try:
            return self._said is not None and bool(os.read(self._said, 1))
        except BlockingIOError:
            return False

    def _greet(self) -> None:
        self.ready, self._failed_starts = True, 0
        if self._has_died:
            log.info("%s runs again", self.name)

    def _bury(self, reason: str) -> None:
        log.warning("%s %s", self.name, reason)
        self._failed_starts = 0 if self.ready else self._failed_starts + 1
        self.kill()
        self.ready, self._has_died = False, True
        self._changed_at = self._clock()
        if self._failed_starts >= STARTS:
            raise GivesUp(f"{self.name} {reason}, and was never ready in {STARTS} starts in succession")


def child_environment() -> dict[str, str]:
    """Returns this process's environment with the variable that makes a child process end with this one
    (family.end_with_parent)."""
    return os.environ | {PARENT: str(os.getpid())}


def _in_words(code: int) -> str:
    return f"by signal {-code}" if code < 0 else f"with exit code {code}"
