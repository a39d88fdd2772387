"""Numbers become one of a few bins before they are perturbed as answers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, kw_only=True)
class EqualBins:
    """Equal bins are `count` bins of equal width between declared bounds, lower ends included; the first and the last
    are open.

    So nobody is refused, and nobody's number is moved: the last bin says "this or more". The bounds are public and
    must not be the smallest and largest number of the people who answer, which would tell those two.
    """

    low: float
    high: float
    count: int

    def __post_init__(self) -> None:
        if not self.low < self.high or not np.isfinite([self.low, self.high]).all():
            raise ValueError(f"the bins go from {self.low} to {self.high}; the lower bound lies below the upper one")
        if self.count < 2:
            raise ValueError(f"count is {self.count}; there are at least 2 bins")

    def of(self, numbers: ArrayLike) -> NDArray[np.int64]:
        """Returns the bin of each number, from 0 on."""
        given = np.asarray(numbers, dtype=np.float64)
        if not np.isfinite(given).all():
            raise ValueError("a number is not finite; each has a bin")
        ends = np.linspace(self.low, self.high, self.count + 1)[1:-1]
        return np.asarray(np.searchsorted(ends, given, side="right"), dtype=np.int64)
