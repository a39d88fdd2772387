"""Rows get an order, and reports get ids, from the operating system's random numbers."""

import os
from collections.abc import Sequence
from typing import TypeVar

ID_BYTES = 16

Row = TypeVar("Row")


def in_random_order(rows: Sequence[Row]) -> list[Row]:
    """Returns the rows in the order of numbers drawn for them. Two of 128 bits are equal once in 10^26 calls with a
    million rows, so every order is as probable as every other."""
    numbers = random_ids(len(rows))
    return [rows[place] for place in sorted(range(len(rows)), key=numbers.__getitem__)]


def random_ids(many: int) -> list[str]:
    """Returns ids of 128 random bits in hex. They are drawn at once: each draw would let another thread go first."""
    drawn = os.urandom(ID_BYTES * many).hex()
    return [drawn[start : start + 2 * ID_BYTES] for start in range(0, len(drawn), 2 * ID_BYTES)]
