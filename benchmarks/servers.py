"""This module provides the measured web servers, as processes of their own on free ports of the loopback address."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.line import RunFailed
from datahub.processes.family import PARENT

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_SECONDS = 60
PRODUCT = ["datahub.processes.web", "127.0.0.1"]
NAIVE = ["benchmarks.intake.serve", "benchmarks.naive_drf:application"]
NOOP = ["benchmarks.intake.serve", "benchmarks.intake.noop:application"]


@dataclass(frozen=True)
class Server:
    port: int
    pid: int

    def cpu_seconds(self) -> float | None:
        """Returns the processor time of a process and its children; None where there is no /proc."""
        if not Path("/proc/self/stat").exists():
            return None
        return sum(_cpu_seconds(pid) for pid in _family(self.pid))


@contextmanager
def serving(module: list[str], environment: Mapping[str, str], log: Path) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    with log.open("ab") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", *module, str(port)],
            cwd=ROOT,
            env={**environment, PARENT: str(os.getpid())},
            stdout=sink,
            stderr=sink,
        )
    try:
        _wait_until_open(port, process, log)
        yield Server(port, process.pid)
    finally:
        _end(process)


@contextmanager
def working(environment: Mapping[str, str], log: Path) -> Iterator[None]:
    """Runs the worker process."""
    with log.open("ab") as sink:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "worker", "--skip-checks"],
            cwd=ROOT,
            env={**environment, PARENT: str(os.getpid())},
            stdout=sink,
            stderr=sink,
        )
    try:
        yield
    finally:
        _end(process)


def run(module: list[str], environment: Mapping[str, str]) -> str:
    """Returns what a short command says about the database of `environment`."""
    done = subprocess.run([sys.executable, *module], cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RunFailed(f"{' '.join(module[:3])} ended with {done.returncode}: {done.stderr[-1500:]}")
    return done.stdout


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_until_open(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                output = log.read_text(encoding="utf-8", errors="replace")
                raise RunFailed(f"a server did not start:\n{output[-1500:]}") from None
            time.sleep(0.1)


def _family(pid: int) -> list[int]:
    children = [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in _children(task)]
    return [pid, *(member for child in children for member in _family(child))]


def _children(task: Path) -> list[str]:
    return (task / "children").read_text().split()


def _cpu_seconds(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
