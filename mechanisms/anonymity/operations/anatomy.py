"""Anatomy publishes quasi-identifiers and sensitive values in two tables that only share the number of a bucket.

No identity protection: quasi-identifying values are released exactly, so everybody can see who is in the table. What a
bucket bounds is the share of a sensitive value among its rows, 1/l at most for a bucket of l different ones.
Source: Xiao, Tao 2006, "Anatomy: simple and effective privacy preservation".
"""

import heapq

import numpy as np

from mechanisms.anonymity.classes import Integers
from mechanisms.common.entropy import Entropy


def buckets(sensitive: Integers, l: int, entropy: Entropy) -> Integers:  # noqa: E741 - its name in the field
    """Returns the bucket of each row, of at least l rows whose sensitive values (codes from 0) are all different.

    Each bucket takes a row of each of the l values that have most rows left; which rows is drawn. Rows that are left
    over join a bucket without their value.
    Errors: ValueError where one value has more than 1/l of the rows: no buckets can be made then.
    """
    counts = np.bincount(sensitive)
    if l < 2 or counts.max() * l > len(sensitive):
        raise ValueError(
            f"l is {l} and the most frequent value has {counts.max()} of {len(sensitive)} rows; l is at least 2, and "
            "no value may have more than 1/l of the rows"
        )
    order = np.lexsort((entropy.words(len(sensitive)), sensitive))
    rows = np.split(order, np.cumsum(counts)[:-1])
    waiting = [of_value.tolist() for of_value in rows]
    bucket_of_row = np.full(len(sensitive), -1)
    heap = [(-int(count), value) for value, count in enumerate(counts) if count]
    heapq.heapify(heap)
    many = 0
    while len(heap) >= l:
        taken = [heapq.heappop(heap) for _ in range(l)]
        for left, value in taken:
            bucket_of_row[waiting[value].pop()] = many
            if left + 1:
                heapq.heappush(heap, (left + 1, value))
        many += 1
    bucket_values = [set[int]() for _ in range(many)]
    for row in np.flatnonzero(bucket_of_row >= 0).tolist():
        bucket_values[bucket_of_row[row]].add(int(sensitive[row]))
    for _, value in sorted(heap):
        for row in waiting[value]:
            bucket_of_row[row] = next(bucket for bucket in range(many) if value not in bucket_values[bucket])
            bucket_values[bucket_of_row[row]].add(value)
    return _renumbered(bucket_of_row, many, entropy)


def sensitive_table(of_row: Integers, sensitive: Integers) -> Integers:
    """Returns the table of sensitive values, [lines, 3]: bucket, sensitive value and rows, in their order. The other
    table is each row with its bucket."""
    pairs, counts = np.unique(np.stack([of_row, sensitive], axis=1), axis=0, return_counts=True)
    return np.column_stack([pairs, counts])


def _renumbered(bucket_of_row: Integers, many: int, entropy: Entropy) -> Integers:
    """Returns the buckets numbered in a drawn order: those made first hold the frequent values."""
    numbers = np.empty(many, np.int64)
    numbers[np.argsort(entropy.words(many), kind="stable")] = np.arange(many)
    return numbers[bucket_of_row]
