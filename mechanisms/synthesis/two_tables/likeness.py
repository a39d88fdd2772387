"""This module computes the exact shares of any columns of parents, children and siblings, as drawn from the models of
two tables."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.beliefs import spread, summed
from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.two_tables.domain import JoinedDomain
from mechanisms.synthesis.two_tables.fitting import has_children, rooted_at_context

Floats = NDArray[np.float64]

# The most cells of a table: combinations of the context, values of a column and numbers of children.
MOST_BESIDE_CONTEXT = 1 << 20


@dataclass(frozen=True, kw_only=True, eq=False)
class JoinedLikeness:
    """This is the likeness of `parents` and `children`, released models of `counted_parents` and `counted_children`.

    Shapes   The attributes of a parent are its columns and the number of its children; those of a child are its
             parent's columns and its own. Shares are float64 of the sizes of the attributes, and sum to 1 over the
             parents, or over the children, that are drawn.
    Error    none but that of sums: they are what `joined.joined_rows` expects to draw. If the models leave no child at
             all, shares of children are 0.
    """

    declared: JoinedDomain
    parents: Model
    children: Model

    def of_parents(self, attributes: Attributes) -> Floats:
        """Returns the shares of one or two columns of parents; a column beyond the context and the number of children
        only where `fits` allows it."""
        *columns, last = attributes
        if last != self._number:
            return self.parents.marginal(attributes)
        if set(columns) <= set(self.declared.places):
            table = self._own.reshape(*self._context, -1)
            return np.asarray(summed(table, (*self.declared.places, last), attributes))
        return np.asarray(self._drawn(columns[0]).sum(axis=0))

    def of_children(self, attributes: Attributes) -> Floats:
        """Returns the shares of one column or two, the first a parent's or not; beyond the context, where `fits` says
        so."""
        beyond = set(range(self._number)) - set(self.declared.places)
        if not beyond & set(attributes):
            return self._as_drawn.marginal(tuple(map(self._among_children, attributes)))
        column, *own = attributes
        weights = self._weights(column)
        return np.asarray(weights.T @ self._given_context(own[0]) if own else weights.sum(axis=0))

    def of_siblings(self, attribute: int) -> Floats:
        """Returns the shares of a child's own column, for the first two children of each parent that has two or more.

        float64[pairs], pairs of values in no order, as `unordered` numbers them.
        """
        several = self._own[:, 2:].sum(axis=1)
        own = self._given_context(attribute)
        both = (own.T * _shares(several)) @ own
        both = np.tril(both) + np.tril(both.T, -1)
        return np.asarray(both[np.tril_indices(len(both))])

    @property
    def _number(self) -> int:
        """Returns the position of the number of children among a parent's columns; a child's own columns begin there
        too."""
        return len(self.declared.parents.attributes)

    @property
    def _context(self) -> tuple[int, ...]:
        return tuple(self.declared.parents.sizes[place] for place in self.declared.places)

    def _among_children(self, attribute: int) -> int:
        """Returns the place of an attribute in the model of children, which has the context first."""
        places = self.declared.places
        return attribute - self._number + len(places) if attribute >= self._number else places.index(attribute)

    @cached_property
    def _rooted(self) -> Model:
        return rooted_at_context(self.children, len(self.declared.places))

    @cached_property
    def _own(self) -> Floats:
        """Returns the shares of parents: combinations of the context x number of children."""
        return self._drawn()[:, 0]

    @cached_property
    def _weights(self) -> Callable[[int], Floats]:
        """Returns the shares of children: combinations of the context x values of a parent's column beyond it. Kept of
        the column asked for last: pairs come column by column, and all of them are much."""
        return lru_cache(maxsize=1)(lambda column: _shares(self._drawn(column) @ self._each))

    @property
    def _each(self) -> Floats:
        return np.arange(self.declared.most + 1.0)

    def _drawn(self, *column: int) -> Floats:
        """Returns the shares of parents: context x values of a column beyond it, or 1 of none, x number. Where the
        model of children has none of a context, the number is 0."""
        wanted = (*self.declared.places, *column, self._number)
        of = tuple(sorted(wanted))
        table = self.parents.marginal(of).transpose([of.index(attribute) for attribute in wanted])
        table = table.reshape(cells_of(self._context, range(len(self._context))), -1, self.declared.most + 1).copy()
        none = ~has_children(self._rooted, len(self._context)).ravel()
        table[none, :, 0] += table[none, :, 1:].sum(axis=2)
        table[none, :, 1:] = 0
        return np.asarray(table)

    @cached_property
    def _as_drawn(self) -> Model:
        """Returns the model of children, with as many of each context as the parents have."""
        model, tree = self._rooted, self._rooted.tree
        context = _shares(self._own @ self._each).reshape(self._context)
        beliefs = [_with(model.beliefs[0], tree.cliques[0], tuple(range(context.ndim)), context)]
        for belief, clique, parent, separator in zip(
            model.beliefs[1:], tree.cliques[1:], tree.parents[1:], tree.separators[1:], strict=True
        ):
            shared = np.asarray(summed(beliefs[parent], tree.cliques[parent], separator))
            beliefs.append(_with(belief, clique, separator, shared))
        return Model(tree=tree, beliefs=beliefs, rows=model.rows, potentials={})

    def _given_context(self, attribute: int) -> Floats:
        """Returns the shares of a child's own column for each combination of the context; each line sums to 1, or to 0
        where there is no child."""
        many = len(self._context)
        table = self._rooted.marginal((*range(many), self._among_children(attribute)))
        table = table.reshape(-1, table.shape[-1])
        lines = table.sum(axis=1, keepdims=True)
        return np.asarray(np.divide(table, lines, out=np.zeros_like(table), where=lines > 0))


def fits(declared: JoinedDomain, attribute: int) -> bool:
    """Returns whether shares of a column are worked out beside the context: of a parent's always within it, and
    otherwise, and of a child's own, where that takes at most MOST_BESIDE_CONTEXT cells. Reads no row."""
    of_parents, places = declared.parents.sizes, declared.places
    if attribute in places:
        return True
    own = attribute >= len(of_parents)
    beside = (
        declared.children.sizes[attribute - len(of_parents)] if own else of_parents[attribute] * (declared.most + 1)
    )
    return cells_of(of_parents, places) * beside <= MOST_BESIDE_CONTEXT


def unordered(codes: NDArray[np.uint16], other: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Returns one code for two codes whose order does not matter; for v values there are v (v + 1) / 2."""
    high, low = (each(codes, other).astype(np.int64) for each in (np.maximum, np.minimum))
    return np.asarray(high * (high + 1) // 2 + low)


def _shares(weights: Floats) -> Floats:
    whole = float(weights.sum())
    return np.asarray(weights / whole) if whole > 0 else weights


def _with(belief: Floats, clique: Attributes, of: Attributes, wanted: Floats) -> Floats:
    """Returns a belief whose shares of these attributes are replaced by the wanted ones; all else stays in
    proportion.
    """
    known = spread(np.asarray(summed(belief, clique, of)), of, clique)
    # The quotient of a cell and the sum it is part of is at most 1, however small both are.
    shares = np.divide(belief, known, out=np.zeros_like(belief), where=known > 0)
    return np.asarray(shares * spread(wanted, of, clique))
