"""The marginals that are wanted of cliques, by way of tables in between: a large table is summed once for several."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.beliefs import spread, summed
from mechanisms.synthesis.junction_tree import Attributes, JunctionTree

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Nesting:
    """`tables`, first the cliques, then each after the one it lies `within`; `places` of those that are wanted."""

    tree: JunctionTree
    tables: tuple[Attributes, ...]
    within: tuple[int, ...]
    places: Mapping[Attributes, int]

    def marginals(self, beliefs: Sequence[Floats]) -> dict[Attributes, Floats]:
        """The wanted marginals of the beliefs of the cliques."""
        marginals = list(beliefs)
        for attributes, place in zip(self.tables[len(marginals) :], self.within[len(marginals) :], strict=True):
            marginals.append(np.asarray(summed(marginals[place], self.tables[place], attributes)))
        return {attributes: marginals[place] for attributes, place in self.places.items()}

    def gathered(self, prior: Sequence[Floats], weights: Mapping[Attributes, Floats]) -> list[Floats]:
        """The log weights of cliques: `prior`, and the weights of all that is wanted spread over them."""
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
    """Errors: ValueError for attributes that no clique holds together.

    Of what is wanted of a table, all that lacks one attribute, the largest first, is taken of the table without it.
    """
    tables, within = list(tree.cliques), [-1] * len(tree.cliques)
    inside: list[list[Attributes]] = [[] for _ in tables]
    for attributes in wanted:
        inside[tree.home_of(attributes)].append(attributes)
    places: dict[Attributes, int] = {}
    for at, of in enumerate(tables):  # grows while it is walked
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
