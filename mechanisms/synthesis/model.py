"""This module is about a fitted distribution over all attributes, and its marginals."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_letters

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.beliefs import spread, summed
from mechanisms.synthesis.junction_tree import Attributes, JunctionTree

Floats = NDArray[np.float64]
Table = tuple[Floats, Attributes]


@dataclass(frozen=True, kw_only=True, eq=False)
class Model:
    """This is a model of rows as a tree of marginals. `beliefs` are the marginals of the tree's cliques; `rows` how
    many rows there are estimated to be.

    `potentials` are the log weights by which the measured marginals differ from what the model would be without them.
    """

    tree: JunctionTree
    beliefs: Sequence[Floats]
    rows: float
    potentials: dict[Attributes, Floats]

    def marginal(self, attributes: Attributes) -> Floats:
        """Returns shares, float64 of the sizes of the attributes, ascending, summing to 1: exact for the model, also
        where no clique holds them all. What lies between is summed out from the outermost cliques on."""
        home = self.tree.clique_with(attributes)
        if home is not None:
            return np.asarray(summed(self.beliefs[home], self.tree.cliques[home], attributes))
        below = self._first_met_below(set(attributes))
        root = 0
        while inner := [child for child in self._children(root) if below[child] == set(attributes)]:
            root = inner[0]
        table, of = self._message(root, frozenset(attributes), below, is_root=True)
        return np.asarray(summed(table, of, attributes))

    def _children(self, clique: int) -> list[int]:
        return [child for child, parent in enumerate(self.tree.parents) if parent == clique]

    def _first_met_below(self, wanted: set[int]) -> list[set[int]]:
        """Returns the wanted attributes that appear for the first time in each clique or in one below."""
        below: list[set[int]] = [set() for _ in self.tree.cliques]
        for attribute in wanted:
            place = next(place for place, clique in enumerate(self.tree.cliques) if attribute in clique)
            while place >= 0:
                below[place].add(attribute)
                place = self.tree.parents[place]
        return below

    def _message(self, place: int, wanted: frozenset[int], below: Sequence[set[int]], *, is_root: bool) -> Table:
        """Returns the clique's belief, given its separator unless it is the root, times the messages of its children.
        All but the separator and the wanted attributes are summed over."""
        clique = self.tree.cliques[place]
        separator = () if is_root else self.tree.separators[place]
        children = [child for child in self._children(place) if below[child]]
        kept = set(separator) | wanted
        needed = (kept | {a for child in children for a in self.tree.separators[child]}) & set(clique)
        of = tuple(sorted(needed))
        table = np.asarray(summed(self.beliefs[place], clique, of))
        if separator:
            shared = spread(np.asarray(summed(table, of, separator)), separator, of)
            table = np.divide(table, shared, out=np.zeros_like(table), where=shared > 0)
        messages = [self._message(child, wanted, below, is_root=False) for child in children]
        for at, (message, of_message) in enumerate(messages):
            later = {attribute for _, others in messages[at + 1 :] for attribute in others}
            onto = tuple(sorted((set(of) | set(of_message)) & (kept | later)))
            table, of = _multiplied(table, of, message, of_message, onto), onto
        return table, of


def _multiplied(table: Floats, of_one: Attributes, other: Floats, of_other: Attributes, onto: Attributes) -> Floats:
    """Returns the product of two tables, summed onto some of their attributes."""
    letters = dict(zip(sorted({*of_one, *of_other}), ascii_letters, strict=False))
    first, second, result = ("".join(letters[attribute] for attribute in of) for of in (of_one, of_other, onto))
    return np.asarray(np.einsum(f"{first},{second}->{result}", table, other))
