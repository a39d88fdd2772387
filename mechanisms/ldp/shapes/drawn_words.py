"""Words for many people at once, in the order in which one person after the other would read them."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words, accepted_words
from mechanisms.ldp.shapes.channel import Answers, Packed

ANY = 1  # This bound marks a word that is never drawn again.


def rows_of_words(people: int, bounds: Sequence[int], entropy: Entropy, *, word_bits: int = 32) -> Words:
    """Returns for each person a word for each bound, [people, len(bounds)], and none from where `uniform_below` draws
    again.

    A word that is rejected is struck out of the stream and the following ones move up, just as when it is read and
    thrown away.
    """
    limits = np.array([accepted_words(bound, word_bits=word_bits) for bound in bounds], dtype=np.int64)
    words = entropy.words(people * len(bounds))
    start = _first_rejected(words, limits, 0)
    while start < len(words):
        words = np.concatenate([words[:start], words[start + 1 :], entropy.words(1)])
        start = _first_rejected(words, limits, start)
    return words.reshape(people, len(bounds))


def in_blocks(answers: Answers, people: int, draw: Callable[[Answers], Packed]) -> Packed:
    """Returns the results of `draw` for blocks of people, one block after the other.

    Memory that is handed out anew for each step costs more than the steps: a block's stays in the processor's cache.
    """
    each = max(1, people)
    return np.concatenate([draw(answers[start : start + each]) for start in range(0, max(1, len(answers)), each)])


def _first_rejected(words: Words, limits: NDArray[np.int64], start: int) -> int:
    """Returns the index of the first rejected word from `start` on; the number of words if none is rejected."""
    if start >= len(words) or words[start:].max() < limits.min():
        return len(words)
    row = start // len(limits)
    rejected = np.flatnonzero((words.reshape(-1, len(limits))[row:] >= limits).reshape(-1))
    places = rejected[rejected >= start - row * len(limits)]
    return int(places[0]) + row * len(limits) if places.size else len(words)


def remainder(words: Words, bound: int) -> Words:
    """Returns words % bound, by the quotient: dividing by one number is many times quicker than taking its
    remainder."""
    dividends = np.ascontiguousarray(words)  # Dividing every second word of a row would take three times as long.
    whole = dividends // np.uint32(bound)
    whole *= np.uint32(bound)
    return np.asarray(dividends - whole, dtype=np.uint32)
