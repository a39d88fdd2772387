"""Micro-aggregation forms groups of at least k rows near each other, of which only the mean is released.

Source: Domingo-Ferrer, Mateo-Sanz 2002 (MDAV), doi 10.1109/69.979982; Domingo-Ferrer, Torra 2005.
"""

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.classes import Integers

Floats = NDArray[np.float64]

LARGEST = 100_000  # rows; more are cut into blocks first, because MDAV takes time in the square of the rows
BLOCK = 5_000


def groups(values: Floats, k: int) -> Integers:
    """Returns the number of each row's group, of k to 2k - 1 rows that are near each other in standardised columns.

    Errors: ValueError for k below 1 or above the number of rows, and for numbers that are not finite.
    """
    points = np.asarray(values, dtype=np.float64)
    if points.ndim != 2 or not np.isfinite(points).all():
        raise ValueError(f"numbers of shape {points.shape} were given; finite ones [rows, columns] are needed")
    if not 1 <= k <= len(points):
        raise ValueError(f"k is {k} for {len(points)} rows; it lies between 1 and the number of rows")
    spread = points.std(axis=0)
    points = (points - points.mean(axis=0)) / np.where(spread > 0, spread, 1)
    group_of_row = np.empty(len(points), np.int64)
    many = 0
    for block in blocks(points, max(BLOCK, 2 * k)) if len(points) > LARGEST else [np.arange(len(points))]:
        of_block = _mdav(points[block], k)
        group_of_row[block] = of_block + many
        many += int(of_block.max()) + 1
    return group_of_row


def means(values: Floats, of_row: Integers) -> Floats:
    """Returns each row as the mean of its group."""
    sizes = np.bincount(of_row)
    sums = [np.bincount(of_row, column) / sizes for column in np.asarray(values, dtype=np.float64).T]
    return np.stack(sums, axis=1)[of_row]


def blocks(points: Floats, most: int) -> list[Integers]:
    """Returns rows in blocks of at most `most` and more than half as many: cut at the median of the widest column,
    again."""
    waiting, row_blocks = [np.arange(len(points))], []
    while waiting:
        rows = waiting.pop()
        if len(rows) <= most:
            row_blocks.append(rows)
            continue
        inside = points[rows]
        order = rows[np.argsort(inside[:, np.ptp(inside, axis=0).argmax()], kind="stable")]
        waiting += [order[: len(order) // 2], order[len(order) // 2 :]]
    return row_blocks


def _mdav(points: Floats, k: int) -> Integers:
    """Returns the row furthest from the middle and its k - 1 nearest, then the same of the row furthest from that
    one."""
    group_of_point = np.full(len(points), -1)
    rest = np.arange(len(points))
    many = 0
    while len(rest) >= 2 * k:
        start = points[rest[_distances(points[rest], points[rest].mean(axis=0)).argmax()]]
        for _ in range(2 if len(rest) >= 3 * k else 1):
            from_start = _distances(points[rest], start)
            near = _nearest(from_start, k)
            following = points[rest[from_start.argmax()]]
            group_of_point[rest[near]] = many
            many += 1
            rest = np.delete(rest, near)
            start = following
    group_of_point[rest] = many
    return group_of_point


def _distances(points: Floats, point: Floats) -> Floats:
    apart = points - point
    return np.asarray(np.einsum("ij,ij->i", apart, apart))


def _nearest(distances: Floats, k: int) -> Integers:
    """Returns the places of the k least; of equal ones the first, where a partition would take others on each
    processor."""
    most = np.partition(distances, k - 1)[k - 1]
    nearer = np.flatnonzero(distances < most)
    return np.concatenate([nearer, np.flatnonzero(distances == most)[: k - len(nearer)]])
