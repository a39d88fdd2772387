"""Rounding replaces a number by a multiple: the nearest, or one of the two around at random, so that sums stay
unbiased."""

import numpy as np

from mechanisms.anonymity.classes import Integers
from mechanisms.common.entropy import Entropy, accepted_words


def rounded(values: Integers, base: int) -> Integers:
    """Returns the nearest multiple of `base`; from the middle upwards."""
    _refuse(values, base)
    return np.asarray((values + base // 2) // base * base)


def rounded_at_random(values: Integers, base: int, entropy: Entropy) -> Integers:
    """Returns the multiple below or above, above with probability remainder / base: its expectation is the value.

    A multiple stays as it is, and no value moves by `base` or more. Source: Fellegi 1975, "Controlled random rounding".
    """
    _refuse(values, base)
    below, remainder = np.divmod(values, base)
    return np.asarray((below + (_below(base, len(values), entropy) < remainder)) * base)


def _below(bound: int, count: int, entropy: Entropy) -> Integers:
    """Draws exactly uniform integers in [0, bound)."""
    words = entropy.words(count).astype(np.int64)
    limit = accepted_words(bound)
    while len(again := np.flatnonzero(words >= limit)):
        words[again] = entropy.words(len(again)).astype(np.int64)
    return np.asarray(words % bound)


def _refuse(values: Integers, base: int) -> None:
    if values.dtype.kind not in "iu":
        raise ValueError(f"values of type {values.dtype} were given; whole numbers are rounded")
    if not 1 <= base < 2**31:
        raise ValueError(f"the base is {base}; it is a whole number from 1 to 2**31 - 1")
