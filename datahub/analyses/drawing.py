"""Only the keys of the data set reproduce these draws: the same rows and plan give the same release, in any order."""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from mechanisms.common.canonical import canonical
from mechanisms.common.entropy import Words


class KeyedEntropy:
    """The stream of random words is SHAKE-256 of a secret, of what is drawn for, and of a counter. Nobody without the
    secret can tell a draw."""

    def __init__(self, secret: bytes, wanted: Mapping[str, Any]) -> None:
        self._key = hashlib.sha3_256(len(secret).to_bytes(4, "big") + secret + canonical(dict(wanted))).digest()
        self._calls = 0

    def word(self) -> int:
        return int(self.words(1)[0])

    def words(self, count: int) -> Words:
        self._calls += 1
        stream = hashlib.shake_256(self._key + self._calls.to_bytes(8, "big")).digest(4 * count)
        return np.frombuffer(stream, dtype="<u4").astype(np.uint32, copy=False)
