"""This module is about every small pair of tables, whatever keys its rows have: also keys that several have, or
none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.two_tables.counting import NO_KEY

Row = tuple[int, int]  # A row has a key and a value: a parent's region, a child's age.
PARENTS: Sequence[Row] = [*product((0, 1), range(2)), (NO_KEY, 0), (NO_KEY, 1)]
CHILDREN: Sequence[Row] = [*product((0, 1), range(2)), (NO_KEY, 0)]


@dataclass(frozen=True, order=True)
class Two:
    """`children` stand in the order that is drawn; of `parents` the order is of no matter."""

    parents: tuple[Row, ...]
    children: tuple[Row, ...]

    def without_parent(self, place: int) -> "Two":
        return Two(_without(self.parents, place), self.children)

    def without_child(self, place: int) -> "Two":
        return Two(self.parents, _without(self.children, place))

    def other_way_round(self) -> "Two":
        """Returns the same tables with their two keys exchanged."""
        return Two(
            tuple(sorted((1 - key if key in {0, 1} else key, value) for key, value in self.parents)),
            tuple((1 - key if key in {0, 1} else key, value) for key, value in self.children),
        )

    def without_key(self, key: int) -> "Two":
        return Two(*(tuple(row for row in rows if row[0] != key) for rows in (self.parents, self.children)))


def _without(rows: tuple[Row, ...], place: int) -> tuple[Row, ...]:
    return rows[:place] + rows[place + 1 :]


def every_two(most: int) -> Iterator[Two]:
    """Yields two tables with up to three parents, and up to two children more than count."""
    for many, and_more in product(range(4), range(most + 3)):
        for parents in combinations_with_replacement(PARENTS, many):
            for children in product(CHILDREN, repeat=and_more):
                yield Two(parents, children)


def columns(rows: Sequence[Row], *, at: int) -> tuple[list[Codes], np.ndarray]:
    """Returns two columns, one of which, `at` this position, holds the values, and the keys."""
    value_columns = [np.zeros(len(rows), dtype=np.uint16) for _ in range(2)]
    value_columns[at] = np.array([value for _, value in rows], dtype=np.uint16)
    return value_columns, np.array([key for key, _ in rows], dtype=np.int64)


def arguments_of(two: Two, entropy: Entropy) -> dict[str, Any]:
    parents, keys = columns(two.parents, at=1)
    children, parent_keys = columns(two.children, at=0)
    return {"parents": parents, "keys": keys, "children": children, "parent_keys": parent_keys, "entropy": entropy}
