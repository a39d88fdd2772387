"""This module is about exact marginals of a distribution that is a product over the cliques of a junction tree."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.junction_tree import Attributes, JunctionTree

Floats = NDArray[np.float64]

# The log weight of an impossible cell is below anything a measurement can add; its exponential is 0.
IMPOSSIBLE = -1e30


def spread(table: Floats, of: Attributes, over: Attributes) -> Floats:
    """Returns a view of a table of some attributes that broadcasts over a table of more."""
    sizes = iter(table.shape)
    return table.reshape([next(sizes) if attribute in of else 1 for attribute in over])


def summed(table: Floats, of: Attributes, onto: Attributes) -> Floats:
    """Returns the marginal of a table onto some of its attributes."""
    axes = tuple(place for place, attribute in enumerate(of) if attribute not in onto)
    return table.sum(axis=axes) if axes else table


def propagate(tree: JunctionTree, potentials: Sequence[Floats]) -> tuple[list[Floats], float]:
    """Returns the marginal of every clique, float64 of its sizes, each summing to 1; and the log of what all weights
    sum to.

    `potentials` are log weights, one table a clique, finite. One pass towards the first clique and one back (Lauritzen
    and Spiegelhalter 1988). The largest weight of each row of a separator is taken out before weights are raised, so
    that no row is lost however small it is.
    """
    weights = list(potentials)
    beliefs: list[Floats] = [np.empty(0)] * len(weights)
    for place in range(len(weights) - 1, 0, -1):
        clique, separator, parent = tree.cliques[place], tree.separators[place], tree.parents[place]
        axes = tuple(at for at, attribute in enumerate(clique) if attribute not in separator)
        largest = weights[place].max(axis=axes, keepdims=True)
        beliefs[place] = np.exp(weights[place] - largest)
        sums = beliefs[place].sum(axis=axes, keepdims=True)
        beliefs[place] /= sums
        message = (largest + np.log(sums)).reshape([tree.sizes[attribute] for attribute in separator])
        weights[parent] = weights[parent] + spread(message, separator, tree.cliques[parent])
    largest = weights[0].max()
    beliefs[0] = np.exp(weights[0] - largest)
    total = beliefs[0].sum()
    beliefs[0] /= total
    for place in range(1, len(weights)):
        parent, separator = tree.parents[place], tree.separators[place]
        shared = summed(beliefs[parent], tree.cliques[parent], separator)
        beliefs[place] *= spread(np.asarray(shared), separator, tree.cliques[place])
    return beliefs, float(largest + np.log(total))
