"""A data folder whose locks do not hold between processes and machines is refused."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from datahub.processes.data_folder import locks
from datahub.processes.data_folder.errors import FolderRefused
from datahub.processes.data_folder.identity import folders
from datahub.processes.data_folder.locks import check_locks
from datahub.processes.data_folder.presence import QUIET_SECONDS, Presence, check_others, this_machine

OURS, THEIRS = "this machine", "another machine"


def test_locks_of_a_usual_file_system_pass_and_leave_nothing(folder: Path) -> None:
    check_locks(folders().values())
    assert [path for path in folder.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP])
def test_a_file_system_that_refuses_locks_is_refused(
    folder: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(FolderRefused, match=f"No lock can be taken in {folder}: {os.strerror(number)}.*NFS 4"):
        check_locks(folders().values())
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_a_file_system_that_grants_a_lock_twice_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "take", nothing)  # As if this process had been granted it, too.
    with pytest.raises(FolderRefused, match=f"Two processes were granted one lock in {folder}"):
        check_locks(folders().values())


def test_the_lock_of_a_process_on_another_machine_is_seen_without_waiting(folder: Path) -> None:
    other, own = Presence(folder, THEIRS), Presence(folder, OURS)
    check_others(own, OURS, wait=refuse_to_wait)
    assert other.path.exists()
    end(other, own)


def test_a_lock_of_a_living_process_that_is_granted_here_too_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process lives, and no lock of its machine is seen here: nothing but its sign of life tells."""
    other, own = Presence(folder, THEIRS), Presence(folder, OURS)
    monkeypatch.setattr(fcntl, "flock", nothing)

    def beat_meanwhile(seconds: float) -> None:
        assert seconds == QUIET_SECONDS
        os.utime(other.path, ns=(1, 1))

    with pytest.raises(FolderRefused, match=r"another machine holds a lock .* and this machine was granted it too"):
        check_others(own, OURS, wait=beat_meanwhile)
    assert other.path.exists()
    end(other, own)


def test_the_file_of_a_process_that_was_killed_is_deleted(folder: Path) -> None:
    """A file of this machine is deleted at once, one of another machine once it gave no sign of life for a while."""
    own = Presence(folder, OURS)
    here, elsewhere = (killed(folder, machine) for machine in (OURS, THEIRS))
    waits: list[float] = []
    check_others(own, OURS, wait=waits.append)
    assert waits == [QUIET_SECONDS]
    assert not here.exists()
    assert not elsewhere.exists()
    assert own.path.exists()
    end(own)


def test_a_sign_of_life_moves_the_time_of_the_file(folder: Path) -> None:
    own = Presence(folder, this_machine())
    os.utime(own.path, ns=(1, 1))
    own.beat()
    assert own.path.stat().st_mtime_ns > 1
    end(own)


def killed(folder: Path, machine: str) -> Path:
    presence = Presence(folder, machine)
    os.close(presence._descriptor)
    return presence.path


def end(*presences: Presence) -> None:
    for presence in presences:
        presence.end()
        assert not presence.path.exists()


def nothing(*given: object) -> None: ...


def refuse_to_wait(seconds: float) -> None:
    raise AssertionError(f"waits for {seconds} s")
