"""A published release is what anybody sees of it: classes, each a box of nodes, and how many rows say so."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.counting import distinct
from mechanisms.anonymity.hierarchy import Hierarchy
from mechanisms.anonymity.risk.linkage import matching_classes

Flags = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True, eq=False)
class Published:
    """A published release has `levels[class, column]` and `leaves[class, column]`, a leaf that the node covers;
    `class_of[row]`."""

    hierarchies: Sequence[Hierarchy]
    levels: Integers
    leaves: Integers
    class_of: Integers

    @property
    def sizes(self) -> Integers:
        return np.bincount(self.class_of, minlength=len(self.levels)).astype(np.int64, copy=False)

    def counts(self, values: Integers) -> Integers:
        """Returns the rows of each class and value, [class, value]; `values` holds a code from 0 on for each row."""
        many = int(values.max()) + 1
        cell_counts = np.bincount(self.class_of * many + values, minlength=len(self.levels) * many)
        return cell_counts.reshape(len(self.levels), many).astype(np.int64, copy=False)

    def matches(self, known: Integers) -> Flags:
        """Returns the classes in which each person may be, [people, classes], of whom the leaves `known` [people,
        columns] are known."""
        covers = [
            tree.nodes[self.levels[:, at]] == tree.nodes[self.levels[:, at], self.leaves[:, at]][:, None]
            for at, tree in enumerate(self.hierarchies)
        ]
        classes = np.broadcast_to(np.arange(len(self.levels))[:, None], self.levels.shape)
        return matching_classes(known, classes, covers)

    def projected(self, columns: Sequence[int]) -> "Published":
        """Returns the release without the other columns: classes that now say the same are one."""
        nodes = _nodes([self.hierarchies[at] for at in columns], self.levels[:, columns], self.leaves[:, columns])
        _, of_class = distinct(nodes)
        first = np.unique(of_class, return_index=True)[1]
        return Published(
            hierarchies=[self.hierarchies[at] for at in columns],
            levels=self.levels[first][:, columns],
            leaves=self.leaves[first][:, columns],
            class_of=of_class[self.class_of],
        )


def published(hierarchies: Sequence[Hierarchy], quasi: Integers, levels: Integers) -> Published:
    """Returns the published release of rows with the leaves `quasi` [row, column], as released at `levels` [row,
    column]; at 0 it is the table."""
    _, class_of = distinct(_nodes(hierarchies, levels, quasi))
    first = np.unique(class_of, return_index=True)[1]
    return Published(hierarchies=hierarchies, levels=levels[first], leaves=quasi[first], class_of=class_of)


def _nodes(hierarchies: Sequence[Hierarchy], levels: Integers, leaves: Integers) -> Integers:
    """Returns one number for each box of a column, whatever leaf it was written with."""
    columns = [
        levels[:, at] * len(tree.leaves) + tree.nodes[levels[:, at], leaves[:, at]]
        for at, tree in enumerate(hierarchies)
    ]
    return np.stack(columns, axis=1)
