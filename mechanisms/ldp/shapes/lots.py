"""A word draws one of several weighted lots."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray


def lot_of(word: int, weights: Sequence[int]) -> int:
    """Returns the index of the lot that a word draws: the first whose weight, with those before it, is above the word.

    Weights are whole numbers that add to 2^32, so that every value of one word draws one. Errors: ValueError for a word
    beyond them.
    """
    for index, end in enumerate(accumulate(weights)):
        if word < end:
            return index
    raise ValueError(f"the word {word} lies beyond the weights, which add to {sum(weights)}")


def lots_of(words: NDArray[np.uint32], weights: Sequence[int]) -> NDArray[np.int64]:
    """Returns the lots of many words at once, [words], each as `lot_of` draws it from weights that add to 2^32."""
    return np.searchsorted(np.cumsum(weights, dtype=np.int64), words.astype(np.int64), side="right").astype(np.int64)
