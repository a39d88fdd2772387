"""This module is about a stream of words that the operating system keys once: ChaCha20 makes a word in a tenth of the
time os.urandom takes.

Not a part of the product: devices draw in the browser, and the demonstration's people from a printed seed.
It stands here because the `Entropy` a caller hands in decides most of what a simulated report costs.
"""

import os

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from mechanisms.common.entropy import Words


class ChaCha20Entropy:
    """Words of ChaCha20 for one process and one thread: after a fork both would read the same words."""

    def __init__(self) -> None:
        key, nonce = os.urandom(32), os.urandom(16)
        self._stream = Cipher(algorithms.ChaCha20(key, nonce), mode=None).encryptor()

    def word(self) -> int:
        return int(self.words(1)[0])

    def words(self, count: int) -> Words:
        return np.frombuffer(self._stream.update(bytes(4 * count)), dtype="<u4").astype(np.uint32, copy=False)
