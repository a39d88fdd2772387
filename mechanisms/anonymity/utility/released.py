"""This module is about a released column in numbers: what each written value stands for."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class ReleasedColumn:
    """This is a released column beside the original one. `original` and `released` are codes of each row, of the same
    row at the same place.

    `covers` [released values, original values] says which originals a written value stands for. ValueError where one of
    them does not cover its own original, or a code has no line or column there.
    """

    original: Integers
    released: Integers
    covers: Flags

    def __post_init__(self) -> None:
        if self.covers.ndim != 2 or self.covers.dtype != np.bool_ or not self.covers.any(axis=1).all():
            raise ValueError("covers must be flags [released values, original values], none of them of nothing")
        if self.original.shape != self.released.shape or self.original.ndim != 1 or not self.original.size:
            raise ValueError("original and released must be codes of the same rows, of at least one")
        for name, codes, many in (("released", self.released, 0), ("original", self.original, 1)):
            if codes.dtype.kind not in "iu" or codes.min() < 0 or codes.max() >= self.covers.shape[many]:
                raise ValueError(f"{name} must be whole numbers from 0 to {self.covers.shape[many] - 1}")
        if not self.covers[self.released, self.original].all():
            raise ValueError("a released value does not cover its original")

    @property
    def rows(self) -> int:
        return len(self.original)

    def spread(self) -> Floats:
        """Returns each released value as shares of the originals it stands for, all alike: what a reader has to
        assume."""
        return np.asarray(self.covers / self.covers.sum(axis=1, keepdims=True), dtype=np.float64)

    def counts(self) -> Integers:
        """Returns the rows of each original value."""
        return np.asarray(np.bincount(self.original, minlength=self.covers.shape[1]), dtype=np.int64)
