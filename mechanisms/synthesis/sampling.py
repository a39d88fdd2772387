"""Synthetic rows are drawn from a model. Drawing costs nothing, as the model is already released."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.model import Floats, Model

Integers = NDArray[np.int64]


def sampled(model: Model, rows: int, entropy: Entropy) -> list[Codes]:
    """Returns a column of `rows` codes for each attribute.

    Clique after clique: among the rows with one combination of what is already drawn, new values come up as often as
    their shares say, rounded up or down at random. Which of these rows gets which is shuffled, or else two attributes
    that both depend on a third would seem to depend on each other.
    """
    if rows < 1:
        raise ValueError(f"rows is {rows}; at least 1 can be made")
    return sampled_given(model, {}, rows, entropy)


def sampled_given(model: Model, given: Mapping[int, Codes], rows: int, entropy: Entropy) -> list[Codes]:
    """Draws synthetic rows when some of their columns are drawn already; there may be none.

    `given` are columns of `rows` codes by attribute, all of them in the first clique: what later ones hold of them,
    their separator holds. Errors: ValueError otherwise.
    """
    tree = model.tree
    if not set(given) <= set(tree.cliques[0]) or any(len(column) != rows for column in given.values()):
        raise ValueError(f"what is given is no columns of {rows} codes of the first clique")
    columns: list[Codes] = [
        given.get(attribute, np.zeros(rows, dtype=np.uint16)) for attribute in range(len(tree.sizes))
    ]
    known = set(given)
    for belief, clique in zip(model.beliefs, tree.cliques, strict=True):
        before = tuple(attribute for attribute in clique if attribute in known)
        new = tuple(attribute for attribute in clique if attribute not in known)
        if not new or not rows:
            continue
        known |= set(new)
        shape = [tree.sizes[attribute] for attribute in new]
        order = [clique.index(attribute) for attribute in (*before, *new)]
        table = belief.transpose(order).reshape(cells_of(tree.sizes, before), -1)
        drawn = np.unravel_index(_cells(table, _group(columns, tree.sizes, before), entropy), shape)
        for attribute, values in zip(new, drawn, strict=True):
            columns[attribute] = values.astype(np.uint16)
    return columns


def _group(columns: list[Codes], sizes: tuple[int, ...], before: Attributes) -> Integers:
    group = np.zeros(len(columns[0]), dtype=np.int64)
    for attribute in before:
        group *= sizes[attribute]
        group += columns[attribute]
    return group


def _cells(table: Floats, group: Integers, entropy: Entropy) -> Integers:
    """Returns a cell of its group's line of the table for each row: systematic sampling within each group, shuffled."""
    shuffled = np.argsort((group << 32) + entropy.words(len(group)))
    members = np.bincount(group, minlength=len(table))
    first = np.cumsum(members) - members
    of = group[shuffled]
    at = (np.arange(len(group)) - first[of] + (entropy.words(len(table)) / 2**32)[of]) / members[of]
    ends = np.cumsum(table, axis=1)
    ends = ends / np.where(ends[:, -1:] > 0, ends[:, -1:], 1.0)
    last = table.shape[1] - 1 - np.argmax(table[:, ::-1] > 0, axis=1)
    places = np.arange(len(table))
    # The search goes right of equal ends, so that a cell without width is never met; rounding may pass the last cell
    # that has any.
    met = np.searchsorted((ends + places[:, np.newaxis]).ravel(), of + at, side="right") - of * table.shape[1]
    cells = np.empty(len(group), dtype=np.int64)
    cells[shuffled] = np.minimum(met, last[of])
    return cells
