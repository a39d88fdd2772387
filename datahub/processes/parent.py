"""The parent, `manage.py serve`, keeps its child processes alive, and leaves none behind."""

import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

from datahub.processes.child import Child

LOOK_SECONDS = 0.1
WAIT_SECONDS = 20.0


class Parent:
    """The parent starts, watches and ends the processes of the service. `on_ready` is called once, when all children
    are ready for the first time; it may return one more process, which is not started again and ends with the
    others."""

    def __init__(self, children: Sequence[Child], *, on_ready: Callable[[], subprocess.Popen[bytes] | None]) -> None:
        self._children = children
        self._on_ready = on_ready
        self._guest: subprocess.Popen[bytes] | None = None
        self._stop = threading.Event()

    def stop_on(self, *signals: signal.Signals) -> None:
        for each in signals:
            signal.signal(each, lambda *_: self.stop())

    def stop(self) -> None:
        self._stop.set()

    def run(self) -> None:
        """Runs until a signal comes; raises GivesUp when a child cannot be started. Either way no child is left."""
        try:
            announced = False
            while not self._stop.wait(LOOK_SECONDS):
                for child in self._children:
                    child.look()
                if not announced and all(child.ready for child in self._children):
                    announced = True
                    self._guest = self._on_ready()
        finally:
            self._end_all()

    def _end_all(self) -> None:
        if self._guest is not None:
            self._guest.terminate()
        for child in self._children:
            child.ask_to_end()
        deadline = time.monotonic() + WAIT_SECONDS
        while not all(child.has_ended() for child in self._children) and time.monotonic() < deadline:
            time.sleep(LOOK_SECONDS)
        for child in self._children:
            child.kill()
        if self._guest is not None:
            self._guest.kill()
            self._guest.wait()
