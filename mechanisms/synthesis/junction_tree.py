"""A junction tree says which attributes are modelled together: cliques joined to a tree, so that beliefs can be passed
along it exactly."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

Attributes = tuple[int, ...]  # Ascending positions of attributes in the domain.


@dataclass(frozen=True, kw_only=True)
class JunctionTree:
    """A junction tree holds cliques of attributes, each after its parent. The parent holds every attribute that the
    clique shares with cliques before it.

    That is the running intersection property: the cliques with an attribute are connected, so that marginals which
    agree on each separator are the marginals of one distribution. Cliques that share nothing have an empty separator.
    """

    sizes: tuple[int, ...]
    cliques: tuple[Attributes, ...]
    parents: tuple[int, ...]  # The first clique has the parent -1.

    @cached_property
    def separators(self) -> tuple[Attributes, ...]:
        """Returns what each clique shares with its parent; of the first, nothing."""
        return tuple(
            tuple(sorted(set(clique) & set(self.cliques[parent]))) if parent >= 0 else ()
            for clique, parent in zip(self.cliques, self.parents, strict=True)
        )

    @property
    def cells(self) -> int:
        """Returns the number of cells of all cliques together, which sets the time of a pass of messages."""
        return sum(cells_of(self.sizes, clique) for clique in self.cliques)

    def clique_with(self, attributes: Attributes) -> int | None:
        """Returns the smallest clique that holds them all."""
        wanted = set(attributes)
        holding = [place for place, clique in enumerate(self.cliques) if wanted <= set(clique)]
        return min(holding, key=lambda place: cells_of(self.sizes, self.cliques[place]), default=None)

    def home_of(self, attributes: Attributes) -> int:
        """Returns the clique that holds the attributes together. Errors: ValueError where no clique holds them all."""
        home = self.clique_with(attributes)
        if home is None:
            raise ValueError(f"no clique holds {attributes} together")
        return home


def cells_of(sizes: Sequence[int], attributes: Collection[int]) -> int:
    """Returns how many combinations the attributes have; 1 of none."""
    return math.prod(sizes[attribute] for attribute in attributes)


def junction_tree(sizes: Sequence[int], together: Collection[Attributes]) -> JunctionTree:
    """Returns a tree with a clique around each of the sets `together`, and every attribute in some clique.

    Attributes are eliminated one by one, each time the one whose neighbourhood has the fewest cells after those that
    add no edge; what is eliminated and its neighbours are a clique (Koller and Friedman 2009, ch. 9.4 and 10.4).
    """
    cliques = _maximal(_eliminated(sizes, together))
    order, parents = _spanning(sizes, cliques)
    return JunctionTree(sizes=tuple(sizes), cliques=tuple(cliques[place] for place in order), parents=parents)


def rooted_at(tree: JunctionTree, first: int) -> tuple[JunctionTree, list[int]]:
    """Returns the same tree with another clique as the first, and the place that each clique had: which of two cliques
    that share attributes is the parent is free to choose."""
    beside: dict[int, list[int]] = {place: [] for place in range(len(tree.cliques))}
    for place, parent in enumerate(tree.parents):
        if parent >= 0:
            beside[place].append(parent)
            beside[parent].append(place)
    order, parents = [first], [-1]
    for at, place in enumerate(order):  # The list grows during the loop.
        for other in beside[place]:
            if other not in order:
                order.append(other)
                parents.append(at)
    cliques = tuple(tree.cliques[place] for place in order)
    return JunctionTree(sizes=tree.sizes, cliques=cliques, parents=tuple(parents)), order


def cells_needed(sizes: Sequence[int], together: Collection[Attributes]) -> int:
    """Returns the number of cells of all cliques of the junction tree, without building the tree."""
    return sum(cells_of(sizes, clique) for clique in _maximal(_eliminated(sizes, together)))


def _eliminated(sizes: Sequence[int], together: Collection[Attributes]) -> list[Attributes]:
    beside: dict[int, set[int]] = {attribute: set() for attribute in range(len(sizes))}
    for attributes in together:
        for neighbour, other in combinations(attributes, 2):
            beside[neighbour].add(other)
            beside[other].add(neighbour)

    def weight(attribute: int) -> tuple[bool, int, int]:
        added = any(other not in beside[neighbour] for neighbour, other in combinations(sorted(beside[attribute]), 2))
        return added, cells_of(sizes, {attribute, *beside[attribute]}), attribute

    cliques: list[Attributes] = []
    while beside:
        attribute = min(beside, key=weight)
        neighbours = beside.pop(attribute)
        cliques.append(tuple(sorted({attribute, *neighbours})))
        for neighbour in neighbours:
            beside[neighbour] |= neighbours - {neighbour}
            beside[neighbour].discard(attribute)
    return cliques


def _maximal(cliques: Sequence[Attributes]) -> list[Attributes]:
    kept: list[Attributes] = []
    for clique in sorted(cliques, key=len, reverse=True):
        if not any(set(clique) <= set(other) for other in kept):
            kept.append(clique)
    return kept


def _spanning(sizes: Sequence[int], cliques: Sequence[Attributes]) -> tuple[list[int], tuple[int, ...]]:
    """Joins cliques by Prim's algorithm: the next clique shares most with one in the tree. Comparing by number of
    attributes makes it a junction tree (Jensen and Jensen 1994); cells decide between equals."""
    order, parents = [0], [-1]
    left = set(range(1, len(cliques)))
    while left:

        def shared(pair: tuple[int, int]) -> tuple[int, int, int, int]:
            common = set(cliques[pair[0]]) & set(cliques[order[pair[1]]])
            return len(common), -cells_of(sizes, common), -pair[0], -pair[1]

        new, parent = max(((new, place) for new in left for place in range(len(order))), key=shared)
        order.append(new)
        parents.append(parent)
        left.remove(new)
    return order, tuple(parents)
