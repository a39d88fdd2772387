"""Marginals of cliques, worked out through tables in between, so that a large table is summed once for several."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.beliefs import spread, summed
from mechanisms.synthesis.junction_tree import Attributes, JunctionTree

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Nesting:
    """This is a plan of summing: which table is summed from which, down to the wanted marginals.

    `tables` lists first the cliques, then the smaller tables, each after the one it is summed from; `within` has the
    position of that one (-1 for a clique), and `places` the position of each wanted marginal.
    """

    tree: JunctionTree
    tables: tuple[Attributes, ...]
    within: tuple[int, ...]
    places: Mapping[Attributes, int]

    def marginals(self, beliefs: Sequence[Floats]) -> dict[Attributes, Floats]:
        """Returns the wanted marginals, summed from one table of beliefs for each clique."""
        marginals = list(beliefs)
        for attributes, place in zip(self.tables[len(marginals) :], self.within[len(marginals) :], strict=True):
            marginals.append(np.asarray(summed(marginals[place], self.tables[place], attributes)))
        return {attributes: marginals[place] for attributes, place in self.places.items()}

    def gathered(self, prior: Sequence[Floats], weights: Mapping[Attributes, Floats]) -> list[Floats]:
        """Returns the log weights of each clique: its `prior` plus the weights of the wanted marginals, each spread
        over its clique. The steps are those of `marginals`, backwards."""
        sums: list[Floats | None] = [*prior, *[None] * (len(self.tables) - len(prior))]
        for attributes, place in self.places.items():
            sums[place] = _plus(sums[place], weights[attributes])
        for at in range(len(sums) - 1, len(prior) - 1, -1):
            table, place = sums[at], self.within[at]
            if table is not None:
                sums[place] = _plus(sums[place], spread(table, self.tables[at], self.tables[place]), self._shape(place))
        return [table for table in sums[: len(prior)] if table is not None]

    def _shape(self, place: int) -> tuple[int, ...]:
        return tuple(self.tree.sizes[attribute] for attribute in self.tables[place])


def _plus(known: Floats | None, more: Floats, shape: tuple[int, ...] | None = None) -> Floats:
    if known is not None:
        return known + more
    return more if shape is None else np.broadcast_to(more, shape)


def nested(tree: JunctionTree, wanted: Collection[Attributes]) -> Nesting:
    """Returns the plan by which all wanted marginals are summed from the cliques of the tree.

    A table is split greedily: its attribute with the most values is summed away first, and every marginal that does not
    hold it is taken from the smaller table that remains; then the next attribute, for the marginals that are left.
    Errors: ValueError for attributes that no clique holds together.
    """
    tables, within = list(tree.cliques), [-1] * len(tree.cliques)
    inside: list[list[Attributes]] = [[] for _ in tables]
    for attributes in wanted:
        inside[tree.home_of(attributes)].append(attributes)
    places: dict[Attributes, int] = {}
    for at, of in enumerate(tables):  # The list grows during the loop.
        places.update(dict.fromkeys([attributes for attributes in inside[at] if attributes == of], at))
        left = [attributes for attributes in inside[at] if attributes != of]
        for attribute in sorted(of, key=lambda candidate: -tree.sizes[candidate]):
            lacking = [attributes for attributes in left if attribute not in attributes]
            left = [attributes for attributes in left if attribute in attributes]
            if lacking:
                without = tuple(candidate for candidate in of if candidate != attribute)
                tables.append(lacking[0] if len(lacking) == 1 else without)
                within.append(at)
                inside.append(lacking)
    return Nesting(tree=tree, tables=tuple(tables), within=tuple(within), places=places)
