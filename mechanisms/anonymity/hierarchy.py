"""A hierarchy says what one column may say instead of its values: a tree from each value up to `*`, kept as integers.

Level 0 are the values themselves, the last level is one node that covers them all. A *node* is one entry of one level;
it stands for the values below it, its leaves, and for nothing else.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.canonical import digest

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

ALL = "*"
SUPPRESSED = -1  # the code of a value whose row has to be left out
VERSION = 1  # of what is hashed


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """A hierarchy generalises the values of one column. `names[level][node]` is what is released; `nodes[level, leaf]`
    says which node of a level covers a leaf.

    Leaves and nodes are numbered in the order in which they were given. Make one with `from_paths`, which checks.
    """

    column: str
    names: tuple[tuple[str, ...], ...]
    nodes: Integers

    @property
    def leaves(self) -> tuple[str, ...]:
        return self.names[0]

    @property
    def levels(self) -> int:
        """Returns the number of levels, that of the values and that of `*` included."""
        return len(self.names)

    @cached_property
    def covered(self) -> tuple[Integers, ...]:
        """Returns the number of leaves that each node covers, by level."""
        return tuple(
            np.bincount(nodes, minlength=len(names)) for nodes, names in zip(self.nodes, self.names, strict=True)
        )

    @cached_property
    def loss(self) -> Floats:
        """Returns what a value loses that is released at a level, [levels, leaves], 0 (nothing) to 1 (`*`).

        The generalised normalised certainty penalty: (leaves covered - 1) / (leaves - 1). A column of one value has
        nothing to lose, so it is 0 throughout.
        """
        most = max(len(self.leaves) - 1, 1)
        return np.stack([(covered[nodes] - 1) / most for covered, nodes in zip(self.covered, self.nodes, strict=True)])

    def apart(self, leaves: Integers, other: Integers) -> Integers:
        """Returns the lowest level at which each two leaves have the same node."""
        levels = np.zeros(np.broadcast_shapes(leaves.shape, other.shape), np.int64)
        for nodes in self.nodes[:-1]:
            levels += nodes[leaves] != nodes[other]
        return levels

    def encode(self, values: Sequence[str]) -> Integers:
        """Returns the codes of the leaves that are these values. Errors: ValueError for a value that is no leaf, by
        name; see `with_unlisted`."""
        codes = self._codes
        try:
            return np.fromiter((codes[value] for value in values), np.int64, count=len(values))
        except KeyError:
            missing = sorted({value for value in values if value not in codes}, key=str)
            raise ValueError(
                f"the column {self.column} holds {_some(missing)}, which its hierarchy does not list; "
                "list them, or say that they get a branch of their own or are suppressed"
            ) from None

    def encode_or_suppress(self, values: Sequence[str]) -> Integers:
        """Returns the codes of values as `encode` does, with SUPPRESSED for a value that is no leaf: rows that hold it
        must be left out and counted."""
        return np.fromiter((self._codes.get(value, SUPPRESSED) for value in values), np.int64, count=len(values))

    def with_unlisted(self, values: Sequence[str]) -> "Hierarchy":
        """The same tree with a branch of its own for each value it does not list: the value itself, then `*`."""
        unlisted = sorted(set(values) - set(self.leaves))
        if not unlisted:
            return self
        paths = [[names[node] for names, node in zip(self.names, leaf, strict=True)] for leaf in self.nodes.T]
        return from_paths(self.column, paths + [[value] * (self.levels - 1) + [ALL] for value in unlisted])

    def preview(self, codes: Integers) -> list[list[tuple[str, int, int]]]:
        """Returns each node's name, how many values it covers, and how many of the rows, by level."""
        rows = np.bincount(codes[codes != SUPPRESSED], minlength=len(self.leaves))
        levels = []
        for names, nodes, covered in zip(self.names, self.nodes, self.covered, strict=True):
            of_node = np.zeros(len(names), np.int64)
            np.add.at(of_node, nodes, rows)
            levels.append(list(zip(names, covered.tolist(), of_node.tolist(), strict=True)))
        return levels

    def digest(self) -> str:
        """Returns the SHA-256 of what the hierarchy says, whatever the order of its values; a release names it."""
        paths = sorted([names[node] for names, node in zip(self.names, leaf, strict=True)] for leaf in self.nodes.T)
        return digest({"version": VERSION, "column": self.column, "paths": paths})

    @cached_property
    def _codes(self) -> Mapping[str, int]:
        return {leaf: code for code, leaf in enumerate(self.leaves)}


def from_paths(column: str, paths: Sequence[Sequence[str]]) -> Hierarchy:
    """Returns a path for each leaf: the value, what it becomes at level 1, 2, ..., and `*`.

    Errors: ValueError, with the value and the rule, for no path at all, a hole (an empty cell, or a path shorter than
    the others), a value listed twice, a node with two parents, one name for different sets of values, and paths that
    do not end in `*`.
    """
    if not paths:
        raise ValueError(f"the hierarchy of {column} is empty; it needs a line for each value")
    levels = len(paths[0])
    if levels < 2:
        raise ValueError(f"the hierarchy of {column} has {levels} level; it needs the values and, last, {ALL}")
    for path in paths:
        _refuse_holes(column, path, levels)
    names = tuple(tuple(dict.fromkeys(path[level] for path in paths)) for level in range(levels))
    if len(names[0]) < len(paths):
        twice = Counter(path[0] for path in paths).most_common(1)[0][0]
        raise ValueError(f"the hierarchy of {column} lists {twice!r} twice; each value has one line")
    _refuse_two_parents(column, paths, levels)
    codes = [{name: node for node, name in enumerate(row)} for row in names]
    nodes = np.array([[codes[level][path[level]] for path in paths] for level in range(levels)], dtype=np.int64)
    nodes.flags.writeable = False
    hierarchy = Hierarchy(column, names, nodes)
    _refuse_one_name_for_two_sets(hierarchy)
    return hierarchy


def _refuse_holes(column: str, path: Sequence[str], levels: int) -> None:
    if len(path) != levels:
        raise ValueError(
            f"the hierarchy of {column} has {len(path)} levels for {path[0] if path else ''!r} and {levels} for the "
            "first value; every value needs a name at every level"
        )
    for level, name in enumerate(path):
        if not isinstance(name, str) or not name.strip():
            raise ValueError(f"the hierarchy of {column} has a hole: no name for {path[0]!r} at level {level}")
    if path[-1] != ALL:
        raise ValueError(f"the hierarchy of {column} ends in {path[-1]!r} for {path[0]!r}; the last level is {ALL}")


def _refuse_two_parents(column: str, paths: Sequence[Sequence[str]], levels: int) -> None:
    for level in range(1, levels - 1):
        parents: dict[str, str] = {}
        for path in paths:
            other = parents.setdefault(path[level], path[level + 1])
            if other != path[level + 1]:
                raise ValueError(
                    f"the hierarchy of {column} puts {path[level]!r} of level {level} under both {other!r} and "
                    f"{path[level + 1]!r}; a node has one parent"
                )


def _refuse_one_name_for_two_sets(hierarchy: Hierarchy) -> None:
    """Refuses one name for two sets of values: whoever reads a released value must know what it covers without being
    told its level."""
    covers: dict[str, tuple[int, frozenset[int]]] = {}
    for level, names in enumerate(hierarchy.names):
        members: list[list[int]] = [[] for _ in names]
        for leaf, node in enumerate(hierarchy.nodes[level].tolist()):
            members[node].append(leaf)
        for name, leaves in zip(names, members, strict=True):
            below, known = covers.setdefault(name, (level, frozenset(leaves)))
            if known != frozenset(leaves):
                raise ValueError(
                    f"the hierarchy of {hierarchy.column} says {name!r} at level {below} for {len(known)} values and "
                    f"at level {level} for {len(leaves)}; one name stands for one set of values"
                )


def _some(values: Sequence[object]) -> str:
    shown = ", ".join(repr(value) for value in values[:3])
    return shown if len(values) <= 3 else f"{shown} and {len(values) - 3} more"
