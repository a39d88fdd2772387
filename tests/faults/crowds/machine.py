"""A further machine of a drilled service: a web and a worker on the same stores, started as an init system does."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from datahub.processes.management.commands.serve import free_port, is_ready
from tests.faults.service import PATIENCE_SECONDS, ROOT, Service, until


class Machine:
    def __init__(self, service: Service, log: Path, **environment: str) -> None:
        self.port = free_port("127.0.0.1")
        self.log = log
        web = ["-m", "datahub.processes.web", "127.0.0.1", str(self.port)]
        worker = ["manage.py", "worker", "--skip-checks"]
        with log.open("ab") as file:
            self._processes = [
                subprocess.Popen(
                    [sys.executable, *words],
                    cwd=ROOT,
                    env=service.environment | environment,
                    stdout=file,
                    stderr=file,
                    process_group=0,
                )
                for words in (web, worker)
            ]

    def until_ready(self) -> None:
        until(lambda: not self.is_living() or is_ready("127.0.0.1", self.port), "the web answers")
        assert self.is_living(), self.log.read_text()[-4000:]

    def until_ended(self) -> None:
        """Waits until both processes have ended by themselves."""
        until(lambda: None not in [process.poll() for process in self._processes], "web and worker end")

    def is_living(self) -> bool:
        return [process.poll() for process in self._processes] == [None, None]

    def kill(self) -> None:
        """Kills both processes, and all that they started, as the loss of a machine does. They do not come back."""
        for process in self._processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE_SECONDS)
