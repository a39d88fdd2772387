"""This module is about a DataHub of the drill's own: started by `manage.py serve`, killed process by process, counted
at the end."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from datahub.processes.management.commands.serve import free_port

ROOT = Path(__file__).resolve().parents[2]
LOOK_SECONDS = 0.05
PATIENCE_SECONDS = 300  # Only a process that hangs takes so long, however busy the machine is.


class TooLate(AssertionError):
    """An event that had to happen did not, in the time given."""


class Service:
    def __init__(self, folder: Path, **environment: str) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        self.environment = kept | {"DATAHUB_DATA": str(folder / "data")} | environment
        self.port = free_port("127.0.0.1")
        self.url = f"http://127.0.0.1:{self.port}"
        self.killed: Counter[str] = Counter()  # The number of kills of each child process.
        self._log = folder / f"log-{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        with self._log.open("ab") as log:
            self._parent = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=subprocess.STDOUT
            )

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def until_said(self, text: str, times: int = 1) -> None:
        """Wait until the log holds `text` so many times."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.log.count(text) < times:
            if self._parent.poll() is not None:
                raise TooLate(f"serve ended with exit code {self._parent.returncode}:\n{self.log[-4000:]}")
            if time.monotonic() > deadline:
                raise TooLate(f"{text!r} was not said {times} times:\n{self.log[-4000:]}")
            time.sleep(LOOK_SECONDS)

    def processes(self) -> dict[str, int]:
        """Returns the pids of the processes that serve has started, by name; a process that is being restarted is
        missing."""
        pids = {}
        for pid, line in children_of(self._parent.pid).items():
            if "datahub.processes.web" in line:
                pids["web"] = pid
                for inner in children_of(pid):
                    pids["web's worker"] = inner
            elif "manage.py worker" in line:
                pids["long worker" if "--long" in line else "worker"] = pid
        return pids

    def kill(self, name: str) -> bool:
        """Kills a process with kill -9; false if there was no such process at the moment."""
        pid = self.processes().get(name)
        if pid is None:
            return False
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            return True
        return False

    def signal(self, name: str, number: signal.Signals) -> None:
        os.kill(self.processes()[name], number)

    def memory(self, name: str) -> int:
        """Returns the bytes of this process that are in memory."""
        pages = int(Path(f"/proc/{self.processes()[name]}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")

    def worked_seconds(self, name: str) -> float:
        """Returns the CPU seconds of this process since its start; other busy processes do not change it."""
        stat = Path(f"/proc/{self.processes()[name]}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def kill_all(self) -> None:
        """Kills every process as a power cut does: none is told before it ends."""
        for pid in [self._parent.pid, *self.processes().values()]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._parent.wait()

    def kill_parent(self) -> None:
        self._parent.kill()
        self._parent.wait()

    def tell(self, *words: str, inside: str = "tests.faults.inside") -> Any:
        """Returns the answer of the program `inside`, a process that uses this service's database."""
        command = [sys.executable, "-m", inside, *words]
        answer = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS
        )
        if answer.returncode:
            raise AssertionError(answer.stderr)
        return json.loads(answer.stdout)

    def stop(self) -> int:
        self._parent.terminate()
        return self.exit_code()

    def exit_code(self) -> int:
        return self._parent.wait(timeout=PATIENCE_SECONDS)

    def end(self) -> None:
        """Leaves nothing behind, however the drill ended."""
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self.kill_parent()


def children_of(parent: int) -> dict[int, str]:
    """Living processes by pid, with their command lines."""
    commands = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                after_name = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(after_name[1]) == parent and after_name[0] != "Z":
                    commands[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
    return commands


def until(holds: Callable[[], bool], condition: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise TooLate(f"not in {PATIENCE_SECONDS} s: {condition}")
        time.sleep(0.02)


def until_gone(pids: set[int]) -> None:
    until(lambda: not any(map(is_alive, pids)), f"processes {sorted(pids)} ended with their parent")


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
