"""This module is about a keyed code that keeps the order of numbers, for `ope`. No Django.

It walks down a binary tree over the 64-bit places of floating-point numbers. At each node the codes left are split
at a point that the key decides, and each side keeps at least as many codes as it has places; so the code is strictly
increasing whatever the key. The splits are even in the middle half, where Boldyreva's are hypergeometric: it is not
the ideal order-preserving function, and no code that keeps order hides more than a value's rank and rough distance.
"""

import hmac
import struct
from collections.abc import Callable
from functools import lru_cache

PLACES, CODE_BITS = 64, 96
CODE_BYTES = CODE_BITS // 8
NOWHERE = bytes(CODE_BYTES)  # absent values and NaN have no order; their code is below every other
KEPT_NODES = 200_000
_TOP = 1 << (PLACES - 1)

Split = Callable[[int, int], int]


class OrderPreserving:
    def __init__(self, key: bytes) -> None:
        @lru_cache(maxsize=KEPT_NODES)
        def split(depth: int, path: int) -> int:
            """Returns 32 bits that the key draws for the node reached by `path`."""
            drawn = hmac.digest(key, depth.to_bytes(1, "big") + path.to_bytes(8, "big"), "sha256")
            return int.from_bytes(drawn[:4], "big")

        self._split: Split = split

    def __repr__(self) -> str:
        return "OrderPreserving()"

    def code(self, value: float) -> bytes:
        """Returns the code of a number; NaN, which is also the absent one, gets NOWHERE."""
        if value != value:
            return NOWHERE
        return self.code_of_place(position_of(value)).to_bytes(CODE_BYTES, "big")

    def code_of_place(self, place: int, places: int = PLACES, code_bits: int = CODE_BITS) -> int:
        low, size = 1, (1 << code_bits) - 1
        for depth in range(places):
            half = 1 << (places - depth - 1)
            spare = size - 2 * half
            left = half + spare // 4 + ((spare // 2) * self._split(depth, place >> (places - depth)) >> 32)
            if place & half:
                low, size = low + left, size - left
            else:
                size = left
        return low


def position_of(value: float) -> int:
    """Returns the position of a number among all floating-point numbers, from 0."""
    bits: int = struct.unpack(">Q", struct.pack(">d", value + 0.0))[0]
    return (bits ^ (2 * _TOP - 1)) if bits & _TOP else bits | _TOP
