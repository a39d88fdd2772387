"""Combinations of few columns that single somebody out, and how many of them a row has.

Source: Elliot, Manning, Ford 2002, "A computational algorithm for handling the special uniques problem" (SUDA);
Manning, Haglin, Keane 2008 (SUDA2). Here by levels over sets of columns, which gives the same sets.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class SpecialUniques:
    """The result has `scores` of each row; `combinations`: how many rows a set of columns singles out and no part of it
    does."""

    scores: Integers
    combinations: dict[tuple[int, ...], int]


def special_uniques(codes: ArrayLike, *, largest: int, most_cells: int = 50_000_000) -> SpecialUniques:
    """Returns the minimal sample uniques of up to `largest` columns, of rows of whole numbers `codes` [rows, columns].

    A row is unique on a set of columns if no other row has the same values there; it is minimal if it is unique on no
    smaller part of them. A minimal unique of size s among c columns scores the product of c - i for i from s to
    `largest`, so a small one says more; a row scores the sum of its own. `largest` is below c, else all scores are 0.
    ValueError where rows times sets of columns exceed `most_cells`, before anything is worked out.
    """
    dense_codes = _columns(codes)
    rows, columns = dense_codes.shape
    if not 1 <= largest < columns:
        raise ValueError(f"largest is {largest}; of {columns} columns it is from 1 to {columns - 1}")
    sets = sum(comb(columns, size) for size in range(1, largest + 1))
    if rows * sets > most_cells:
        raise ValueError(f"{rows} rows on {sets} sets of columns are more than most_cells, {most_cells}")
    scores = np.zeros(rows, dtype=np.int64)
    unique_counts: dict[tuple[int, ...], int] = {}
    ids: dict[tuple[int, ...], Integers] = {(): np.zeros(rows, dtype=np.int64)}
    alone: dict[tuple[int, ...], Flags] = {(): np.full(rows, rows == 1)}
    for size in range(1, largest + 1):
        smaller, smaller_alone, ids, alone = ids, alone, {}, {}
        points = prod(columns - taken for taken in range(size, largest + 1))
        for chosen in combinations(range(columns), size):
            last = dense_codes[:, chosen[-1]]
            _, ids[chosen], counts = np.unique(
                smaller[chosen[:-1]] * (last.max(initial=0) + 1) + last, return_inverse=True, return_counts=True
            )
            alone[chosen] = counts[ids[chosen]] == 1
            minimal = alone[chosen].copy()
            for left_out in range(size):
                minimal &= ~smaller_alone[chosen[:left_out] + chosen[left_out + 1 :]]
            scores[minimal] += points
            if minimal.any():
                unique_counts[chosen] = int(minimal.sum())
    return SpecialUniques(scores=scores, combinations=unique_counts)


def _columns(codes: ArrayLike) -> Integers:
    matrix = np.asarray(codes)
    if matrix.ndim != 2 or matrix.dtype.kind not in "iu" or (matrix.size and matrix.min() < 0):
        raise ValueError("codes must be rows of whole numbers from 0")
    dense = [np.unique(column, return_inverse=True)[1] for column in matrix.T]  # so that a product never overflows
    return np.asarray(dense, dtype=np.int64).reshape(matrix.shape[1], matrix.shape[0]).T
