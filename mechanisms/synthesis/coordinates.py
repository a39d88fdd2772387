"""One vector holds the tables of many sets of attributes; each table can be freed of what it shares with smaller
sets.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.residuals import subsets

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Fibres:
    """Fibres are the lines along one axis of all tables with a given number of attributes.

    The numbers `own` are of these tables; `fibre` says of each the line it is on, `attribute` and `value` what it is
    of. Each line lies over one number of the table without that attribute, `below`.
    """

    own: slice
    fibre: Integers
    attribute: Integers
    value: Integers
    below: Integers


class Layout:
    """Sets of attributes and all their subsets, small ones first. The first number belongs to the empty set."""

    def __init__(self, sizes: Sequence[int], sets: Collection[Attributes]) -> None:
        every = {part for attributes in sets for part in subsets(attributes)} | {()}
        self.sizes = tuple(sizes)
        self.sets: tuple[Attributes, ...] = tuple(sorted(every, key=lambda attributes: (len(attributes), attributes)))
        ends = np.cumsum([0, *(cells_of(sizes, attributes) for attributes in self.sets)]).tolist()
        self.length: int = ends[-1]
        self.places = {attributes: slice(*place) for attributes, place in zip(self.sets, pairwise(ends), strict=True)}

    def split(self, numbers: Floats) -> dict[Attributes, Floats]:
        """Returns the table of each set but the empty one, as views of the vector."""
        return {
            attributes: numbers[self.places[attributes]].reshape(self.shape(attributes))
            for attributes in self.sets
            if attributes
        }

    def joined(self, tables: Mapping[Attributes, Floats]) -> Floats:
        """Returns the tables of sets as one vector, with 0 for missing tables."""
        numbers = np.zeros(self.length)
        for attributes, table in tables.items():
            numbers[self.places[attributes]] = table.ravel()
        return numbers

    def shape(self, attributes: Attributes) -> tuple[int, ...]:
        return tuple(self.sizes[attribute] for attribute in attributes)

    @cached_property
    def fibres(self) -> list[Fibres]:
        """Returns the fibres, those of tables with more attributes first; among tables of equal size, all first axes,
        then all second axes."""
        most = len(self.sets[-1])
        return [self._fibres(count, axis) for count in range(most, 0, -1) for axis in range(count)]

    def _fibres(self, count: int, axis: int) -> Fibres:
        tables = [attributes for attributes in self.sets if len(attributes) == count]
        fibre, value, below = [], [], []
        lines = 0
        for attributes in tables:
            without = self.places[(*attributes[:axis], *attributes[axis + 1 :])]
            shape = self.shape(attributes)
            over = np.arange(without.stop - without.start).reshape([*shape[:axis], 1, *shape[axis + 1 :]])
            fibre.append(lines + np.broadcast_to(over, shape).ravel())
            value.append(np.indices(shape)[axis].ravel())
            below.append(np.arange(without.start, without.stop))
            lines += over.size
        return Fibres(
            own=slice(self.places[tables[0]].start, self.places[tables[-1]].stop),
            fibre=np.concatenate(fibre),
            attribute=np.repeat([attributes[axis] for attributes in tables], [len(values) for values in value]),
            value=np.concatenate(value),
            below=np.concatenate(below),
        )


class Means:
    """The means of tables along their attributes, each value weighted by its share, can be taken off and put back."""

    def __init__(self, layout: Layout, shares: Sequence[Floats]) -> None:
        """Prepares the means; the shares of the values of each attribute sum to 1."""
        self._length = layout.length
        starts = np.cumsum([0, *(len(values) for values in shares)])
        flat = np.concatenate(shares)
        self._steps = [(fibre, flat[starts[fibre.attribute] + fibre.value]) for fibre in layout.fibres]

    def free(self, numbers: Floats) -> Floats:
        """Returns each table without its means: its mean along each axis is then 0."""
        result = numbers.copy()
        for lines, shares in self._steps:
            result[lines.own] -= _sums(lines, shares * result[lines.own])[lines.fibre]
        return result

    def free_transposed(self, slopes: Floats) -> Floats:
        """Returns the slope with respect to the input of `free`, from the slope with respect to its output."""
        result = slopes.copy()
        for lines, shares in reversed(self._steps):
            result[lines.own] -= shares * _sums(lines, result[lines.own])[lines.fibre]
        return result

    def apart(self, numbers: Floats) -> Floats:
        """Returns the part of each set's table, after adding up all tables, that its subsets do not explain: means are
        passed down."""
        result = numbers.copy()
        for lines, shares in self._steps:
            means = _sums(lines, shares * result[lines.own])
            result[lines.own] -= means[lines.fibre]
            result += np.bincount(lines.below, weights=means, minlength=self._length)
        return result

    def apart_transposed(self, slopes: Floats) -> Floats:
        """Returns the slope with respect to the input of `apart`, from the slope with respect to its output."""
        result = slopes.copy()
        for lines, shares in reversed(self._steps):
            means = result[lines.below] - _sums(lines, result[lines.own])
            result[lines.own] += shares * means[lines.fibre]
        return result


def _sums(lines: Fibres, numbers: Floats) -> Floats:
    return np.asarray(np.bincount(lines.fibre, weights=numbers, minlength=len(lines.below)), dtype=np.float64)


def even(sizes: Sequence[int]) -> list[Floats]:
    """Returns shares in which each value of an attribute has as much as any other."""
    return [np.full(size, 1 / size) for size in sizes]
