"""This module is about the key that a passphrase gives by Argon2id: the only way here, for the root file and for
backups."""

import os
import threading

from argon2.low_level import Type, hash_secret_raw

_lock = threading.Lock()


def derive(passphrase: str, salt: bytes, *, length: int, iterations: int, lanes: int, memory_cost: int) -> bytes:
    """Returns the key of `length` bytes; `memory_cost` is in KiB.

    One derivation at a time in a process: each takes all the memory it was given, so that 32 threads would need 32
    times as much. The Argon2id of `cryptography` 50 gets stuck or raises MemoryError when two threads are in it with
    more than one lane; this one gives the same bytes.
    """
    with _lock:
        return hash_secret_raw(passphrase.encode(), salt, iterations, memory_cost, lanes, hash_len=length, type=Type.ID)


def _begin_anew() -> None:
    """Makes a new lock in a forked child: no thread there could release a lock that was taken during the fork."""
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_begin_anew)
