"""Randomness is a stream of uniform 32-bit words, passed in and never global."""

import hashlib
import os
from collections.abc import Iterable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]

_BLOCK_WORDS = 1 << 14


class Entropy(Protocol):
    """A source of randomness is one stream: `word` takes the next word, `words` the next `count` of the same stream."""

    def word(self) -> int: ...

    def words(self, count: int) -> Words: ...


class SystemEntropy:
    """This is the operating system's generator.

    It keeps no pool of its own: unread words in a pool would be handed out twice after a fork.
    Who needs many words asks for many at once.
    """

    def word(self) -> int:
        return int.from_bytes(os.urandom(4), "little")

    def words(self, count: int) -> Words:
        return np.frombuffer(os.urandom(4 * count), dtype="<u4").astype(np.uint32, copy=False)


class TapeExhausted(Exception):
    """The code read more words than the tape holds."""


class Tape:
    """A tape is a source of words written down beforehand, for tests and golden vectors."""

    def __init__(self, words: Iterable[int]) -> None:
        self._words = list(words)
        self.read = 0

    def word(self) -> int:
        return int(self.words(1)[0])

    def words(self, count: int) -> Words:
        end = self.read + count
        if end > len(self._words):
            raise TapeExhausted(f"{end} words were asked of a tape of {len(self._words)}")
        taken = np.array(self._words[self.read : end], dtype=np.uint32)
        self.read = end
        return taken


class SeededEntropy:
    """This is a stream that a printed seed reproduces, for simulated people only: who knows the seed can undo the
    noise."""

    def __init__(self, seed: int) -> None:
        self._seed = str(seed).encode()
        self._block = 0
        self._unread: Words = np.empty(0, dtype=np.uint32)

    def word(self) -> int:
        return int(self.words(1)[0])

    def words(self, count: int) -> Words:
        parts = [self._unread]
        available = len(self._unread)
        while available < count:
            parts.append(self._next_block())
            available += _BLOCK_WORDS
        stream = np.concatenate(parts) if len(parts) > 1 else self._unread
        self._unread = stream[count:]
        return stream[:count]

    def _next_block(self) -> Words:
        name = b"%d:" % self._block + self._seed
        self._block += 1
        stream = hashlib.shake_256(name).digest(4 * _BLOCK_WORDS)
        return np.frombuffer(stream, dtype="<u4").astype(np.uint32, copy=False)


def uniform_below(bound: int, entropy: Entropy, *, word_bits: int = 32) -> int:
    """Returns an exactly uniform integer in [0, bound). A bound of one reads no word."""
    if bound == 1:
        return 0
    accepted_below = accepted_words(bound, word_bits=word_bits)
    word = entropy.word()
    # The remainder of any word would favour small numbers, so a word above the limit is drawn again.
    while word >= accepted_below:
        word = entropy.word()
    return word % bound


def accepted_words(bound: int, *, word_bits: int = 32) -> int:
    """Returns the largest multiple of `bound` that fits a word: words from there on are drawn again."""
    space = 1 << word_bits
    return space - space % bound
