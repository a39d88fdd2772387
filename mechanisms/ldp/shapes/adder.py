"""Fifteen rows of bits become four: the sum at each place, written in binary.

A full adder turns three bits into a sum and a carry, by five operations on whole words: 64 places at once, whatever the
rows are made of. So places of very many rows are counted without looking at a single one.

Source: Klarqvist, Mula, Lemire, "Efficient computation of positional population counts using SIMD instructions", 2019,
arXiv:1911.02696, sec. 3, on the adder of Harley and Seal; here of NumPy's words.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.shapes.channel import Packed

Words = NDArray[np.uint64]

PLANES = 4
ROWS = 2**PLANES - 1
_WORDS_AT_ONCE = 1 << 13  # So many words of each row, and what is computed from them, stay in the processor's cache.


def added(packed: Packed) -> tuple[list[Packed], Packed]:
    """Returns planes, [rows, bytes] for each power of two from 1 on, and the rows that were not added: fewer than 120.

    A bit of plane j stands for 2^j rows that have it.
    """
    people, width = packed.shape
    # The number of reports is a multiple of 8, so whole words are added whatever the width of a report.
    each = people // ROWS // 8 * 8
    rows = np.ascontiguousarray(packed[: ROWS * each]).reshape(ROWS, each * width).view(np.uint64)
    planes = np.empty((PLANES, rows.shape[1]), np.uint64)
    for start in range(0, rows.shape[1], _WORDS_AT_ONCE):
        part = slice(start, start + _WORDS_AT_ONCE)
        for place, plane in enumerate(_sums(rows[:, part])):
            planes[place, part] = plane
    return [plane.view(np.uint8).reshape(each, width) for plane in planes], packed[ROWS * each :]


def _sums(rows: Sequence[Words] | Words) -> list[Words]:
    """Returns the sums of 15 rows, plane by plane. The carries of one plane are the rows of the next: 15, 7, 3, 1."""
    waiting, sums = list(rows), []
    while waiting:
        carries = []
        while len(waiting) > 1:
            first, other, third = waiting.pop(), waiting.pop(), waiting.pop()
            differ = first ^ other
            carries.append((first & other) | (differ & third))
            waiting.append(differ ^ third)
        sums += waiting
        waiting = carries
    return sums
