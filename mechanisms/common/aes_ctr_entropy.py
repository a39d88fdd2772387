"""Words for servers that draw many: AES-256 in counter mode, keyed from the operating system. It needs the package
`cryptography`, which `mechanisms[aes]` brings; nothing else in `mechanisms` imports this module."""

import os
import threading
from typing import NoReturn

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import CTR

from mechanisms.common.entropy import Words

KEY_BYTES, COUNTER_BYTES = 32, 16
# 2**22 blocks under one key: telling them from uniform ones succeeds with a chance of at most 2**-85.
BYTES_OF_A_KEY = 1 << 26
_ZEROS = bytes(1 << 18)  # Encrypting zeros gives the key stream. Pieces of this size stay in the processor's cache.

_forks = 0


def _count_fork() -> None:
    global _forks
    _forks += 1


os.register_at_fork(after_in_child=_count_fork)


class AesCtrEntropy:
    """This is a stream of words that nobody can foretell or repeat: the key stream of AES-256 under a key of the
    operating system, with a counter that starts at zero.

    Each thread has a key of its own, so no two threads are given the same words and none waits for another. A key is
    replaced after BYTES_OF_A_KEY bytes, and in a forked child before its first word. No unread words are kept: there is
    no pool to hand out twice. A stream can be neither copied nor pickled, as the copy would repeat it.

    A fork that Python is not told of (by a C library that goes on without `exec`) is not noticed.
    """

    def __init__(self) -> None:
        self._of_thread = _ThreadStream()

    def word(self) -> int:
        return int(self.words(1)[0])

    def words(self, count: int) -> Words:
        words = np.empty(count, dtype="<u4")
        if count:
            self._of_thread.fill(words.data.cast("B"))
        return words.astype(np.uint32, copy=False)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a stream of random words is neither copied nor pickled: the copy would repeat it")


class _ThreadStream(threading.local):
    """The key stream of the thread that asks. The key itself stays within the cipher."""

    def __init__(self) -> None:
        self._forks = _forks
        self._new_key()

    def fill(self, buffer: memoryview) -> None:
        if self._forks != _forks:
            self._forks = _forks
            self._new_key()
        first = 0
        while first < len(buffer):
            size = min(len(buffer) - first, len(_ZEROS), self._unused or self._new_key())
            self._cipher.update_into(_ZEROS[:size], buffer[first : first + size])
            self._unused -= size
            first += size

    def _new_key(self) -> int:
        """Draws a key, and returns how many bytes it is good for."""
        self._cipher: CipherContext = Cipher(AES256(os.urandom(KEY_BYTES)), CTR(bytes(COUNTER_BYTES))).encryptor()
        self._unused = BYTES_OF_A_KEY
        return self._unused
