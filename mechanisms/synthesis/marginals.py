"""This module is about counting rows by several attributes at once."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.junction_tree import Attributes, cells_of

Integers = NDArray[np.int64]


class Counts(Protocol):
    """An object with counts holds the rows and can count them."""

    @property
    def sizes(self) -> tuple[int, ...]: ...

    def of(self, attributes: Attributes) -> Integers:
        """Returns how many rows have each combination of values: int64 of the sizes of the attributes."""
        ...


class CodedRows:
    """Coded rows are rows in memory, a column of codes an attribute."""

    def __init__(self, columns: Sequence[Codes], sizes: Sequence[int]) -> None:
        """Keeps the columns. Errors: ValueError unless there is a column for each size, all of one length and below its
        size."""
        if len(columns) != len(sizes) or len({len(column) for column in columns}) > 1:
            raise ValueError("there is not one column for each attribute, all of one length")
        if any(column.size and int(column.max()) >= size for column, size in zip(columns, sizes, strict=True)):
            raise ValueError("a code is beyond the size of its attribute")
        self.sizes = tuple(sizes)
        self._columns = columns

    def of(self, attributes: Attributes) -> Integers:
        kind = np.int32 if cells_of(self.sizes, attributes) < 1 << 31 else np.int64
        codes: NDArray[np.signedinteger] = self._columns[attributes[0]].astype(kind)
        for attribute in attributes[1:]:
            np.multiply(codes, self.sizes[attribute], out=codes)
            np.add(codes, self._columns[attribute], out=codes)
        counted = np.bincount(codes, minlength=cells_of(self.sizes, attributes))
        return counted.astype(np.int64, copy=False).reshape([self.sizes[attribute] for attribute in attributes])
