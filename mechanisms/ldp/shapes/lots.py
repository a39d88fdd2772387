"""A word draws one of several weighted lots."""

from collections.abc import Sequence
from itertools import accumulate


def lot_of(word: int, weights: Sequence[int]) -> int:
    """Returns the index of the lot that a word draws: the first whose weight, with those before it, is above the word.

    Weights are whole numbers that add to 2^32, so that every value of one word draws one. Errors: ValueError for a word
    beyond them.
    """
    for index, end in enumerate(accumulate(weights)):
        if word < end:
            return index
    raise ValueError(f"the word {word} lies beyond the weights, which add to {sum(weights)}")
