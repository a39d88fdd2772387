"""This module is about normal numbers from a stream of words, for simulations that a seed reproduces. No privacy rests
on them."""

import math

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy

_WORDS = float(1 << 32)


def standard_normals(rows: int, columns: int, entropy: Entropy) -> NDArray[np.float64]:
    """Draws independent standard normals [rows, columns]; none lies further out than 6.76.

    Two words make two of them. Source: Box, Muller 1958, "A note on the generation of random normal deviates".
    """
    pairs = -(-rows * columns // 2)
    words = entropy.words(2 * pairs).astype(np.float64)
    radius = np.sqrt(-2 * np.log((words[:pairs] + 0.5) / _WORDS))
    angle = 2 * math.pi * (words[pairs:] + 0.5) / _WORDS
    both = np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])
    return both[: rows * columns].reshape(rows, columns)
