"""This module is about a family of hash functions of which every two answers collide with a known probability.

h(x) = floor(u g / 2^32) with u = floor(((a x + b) mod 2^64) / 2^32) and a, b uniform below 2^64. The pair (u(x), u(y))
of two different x, y below 2^32 is exactly uniform, so the answers fall on the same of the g values with probability
sum_j (c_j / 2^32)^2, where c_j counts the u that fall on j: a rational number, 1/g but for the rounding of c_j.

Source: Dietzfelbinger 1996, "Universal hashing and k-wise independent random variables via integer arithmetic without
primes", for (a x + b) mod 2^w divided by 2^(w - l), strongly universal if w >= bits of x + l - 1.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Seeds = NDArray[np.uint64]  # An array [people, 2]: the numbers a and b of each person's hash function.

SEED_BYTES = 16
_HALF = 32
_BLOCK = 1 << 13  # The states and widths of this many people stay in the processor's cache.


def starts_of(values: int) -> NDArray[np.uint64]:
    """Returns the first u that falls on each value, and 2^32 at the end: [values + 1]."""
    numbers = np.arange(values + 1, dtype=np.uint64)
    return -((-(numbers << np.uint64(_HALF)).astype(np.int64)) // values).astype(np.uint64)


def collision(values: int) -> Fraction:
    """Returns the probability that two different answers have the same hash."""
    sizes = np.diff(starts_of(values).astype(np.int64))
    return Fraction(sum(int(size) ** 2 for size in sizes), 1 << 2 * _HALF)


def hashes(seeds: Seeds, answers: NDArray[np.int64], values: int) -> NDArray[np.int64]:
    """Returns the hash of each person's answer under their own function: [people]."""
    state = seeds[:, 0] * answers.astype(np.uint64) + seeds[:, 1]  # Overflow of 64 bits is the reduction modulo 2^64.
    return (((state >> np.uint64(_HALF)) * np.uint64(values)) >> np.uint64(_HALF)).astype(np.int64)


def count_preimages(seeds: Seeds, reported: NDArray[np.int64], answers: int, values: int) -> NDArray[np.int64]:
    """Returns how many people report a value that answer x has under their function: [answers].

    From one answer to the next the state of a function grows by a, and the answer is in the preimage of j when the
    state lies from start(j) 2^32 up to start(j + 1) 2^32: one addition and one comparison for each person and answer.
    """
    starts = starts_of(values)
    counts = np.zeros(answers, dtype=np.int64)
    for first in range(0, len(seeds), _BLOCK):
        block = slice(first, first + _BLOCK)
        low = starts[reported[block]]
        width = (starts[reported[block] + 1] - low) << np.uint64(_HALF)
        step = np.ascontiguousarray(seeds[block, 0])
        state = seeds[block, 1] - (low << np.uint64(_HALF))
        inside = np.empty(len(state), dtype=np.bool_)
        for answer in range(answers):
            np.less(state, width, out=inside)
            counts[answer] += np.count_nonzero(inside)
            np.add(state, step, out=state)
    return counts
