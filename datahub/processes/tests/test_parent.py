"""A parent keeps its children alive, gives up on those that cannot live, and leaves none behind."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from datahub.processes.child import PAUSE_SECONDS, STARTS, Child, GivesUp
from datahub.processes.family import PARENT
from datahub.processes.folder import FolderInUse, hold
from datahub.processes.parent import Parent

SAYS_READY = 'import os, time; os.write(int(os.environ["DATAHUB_READY"]), b"!"); time.sleep(60)'
DIES = "raise SystemExit(7)"
HANGS = "import time; time.sleep(60)"
DEADLINE_SECONDS = 30


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def child_that(script: str, clock: Clock | None = None) -> Child:
    return Child("child", [sys.executable, "-S", "-c", script], clock=clock or Clock())


def until_ended(child: Child) -> None:
    process = child._process
    assert process is not None
    process.wait(timeout=DEADLINE_SECONDS)


def until_ready(child: Child) -> None:
    """Waits until the child says on its pipe that it is ready, and not for a fixed time."""
    child.look()
    assert child._said is not None
    os.set_blocking(child._said, True)
    child.look()
    assert child.ready


def test_a_child_is_ready_when_it_says_so() -> None:
    child = child_that(SAYS_READY)
    until_ready(child)
    child.kill()


def test_a_child_that_was_ready_is_started_again_at_once() -> None:
    child = child_that(SAYS_READY)
    until_ready(child)
    first = child.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    until_ended(child)
    child.look()
    until_ready(child)
    assert child.pid != first
    child.kill()


def test_after_five_starts_that_were_never_ready_it_gives_up_and_says_why() -> None:
    clock = Clock()
    child = child_that(DIES, clock)
    for _ in range(STARTS - 1):
        child.look()
        until_ended(child)
        child.look()
        assert child.pid is None
        child.look()
        assert child.pid is None  # the child is started again only after a pause
        clock.now += PAUSE_SECONDS
    child.look()
    until_ended(child)
    with pytest.raises(GivesUp, match=r"child ended with exit code 7, and was never ready in 5 starts"):
        child.look()


def test_a_child_that_hangs_counts_as_one_that_died() -> None:
    clock = Clock()
    child = child_that(HANGS, clock)
    child.look()
    hanging = child.pid
    clock.now = 59.9
    child.look()
    assert child.pid == hanging
    clock.now = 60.0
    child.look()
    assert child.pid is None


def test_a_child_takes_what_it_started_with_it(tmp_path: Path) -> None:
    """The grandchild holds a lock, which the kernel releases when the grandchild ends."""
    holds = (
        f"import fcntl; file = open({str(tmp_path / 'lock')!r}, 'w'); fcntl.flock(file, 2); print(flush=True); {HANGS}"
    )
    starts = "import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', {!r}], stdout=-1).stdout.readline()"
    child = child_that(f"{starts.format(holds)}; {SAYS_READY}")
    until_ready(child)
    with pytest.raises(FolderInUse):
        hold(tmp_path / "lock").__enter__()
    child.kill()
    with hold(tmp_path / "lock", patience_seconds=DEADLINE_SECONDS):
        pass


def test_a_parent_that_is_told_to_stop_ends_its_children() -> None:
    child, announced = child_that(SAYS_READY), threading.Event()

    def on_ready() -> None:
        announced.set()

    parent = Parent([child], on_ready=on_ready)
    running = threading.Thread(target=parent.run)
    running.start()
    assert announced.wait(DEADLINE_SECONDS)
    process = child._process
    assert process is not None
    parent.stop()
    running.join(DEADLINE_SECONDS)
    assert process.returncode == -signal.SIGTERM


def test_one_service_a_data_folder(tmp_path: Path) -> None:
    with hold(tmp_path / "lock"), pytest.raises(FolderInUse, match=f"process {os.getpid()} already serves"):
        hold(tmp_path / "lock").__enter__()
    with hold(tmp_path / "lock"):
        pass


def test_a_lock_that_is_about_to_be_dropped_is_waited_for(tmp_path: Path) -> None:
    first = hold(tmp_path / "lock")
    first.__enter__()
    order: list[str] = []

    def drop() -> None:
        order.append("dropped")
        first.__exit__(None, None, None)

    threading.Timer(0.01, drop).start()
    with hold(tmp_path / "lock", patience_seconds=DEADLINE_SECONDS):
        order.append("taken")
    assert order == ["dropped", "taken"]


def test_a_process_ends_with_its_parent() -> None:
    """Three generations of processes run: the middle one is killed, and the youngest must close the pipe that only it
    still holds."""
    youngest = f"from datahub.processes.family import end_with_parent; end_with_parent(); print(flush=True); {HANGS}"
    middle = (
        "import os, subprocess, sys;"
        f"os.environ[{PARENT!r}] = str(os.getpid());"
        f"subprocess.Popen([sys.executable, '-c', {youngest!r}]).wait()"
    )
    with subprocess.Popen([sys.executable, "-S", "-c", middle], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"\n"
        process.kill()
        process.communicate(timeout=DEADLINE_SECONDS)  # the call returns once no process holds the pipe any more
