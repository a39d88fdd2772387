"""Consistent shares are the nearest point whose shares are not negative and sum to one (Norm-Sub)."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def onto_simplex(shares: ArrayLike) -> NDArray[np.float64]:
    """Returns the Euclidean projection onto the simplex: one number is taken off every share, and what falls below 0 is
    0.

    Source: Wang et al., NDSS 2020, arXiv:1905.08320 (Norm-Sub); solved exactly by sorting, not by iteration.
    """
    values = np.asarray(shares, dtype=np.float64)
    if values.ndim != 1 or values.size == 0 or not np.isfinite(values).all():
        raise ValueError("shares must be a list of at least one finite number")
    descending = np.sort(values)[::-1]
    excess = (np.cumsum(descending) - 1) / np.arange(1, values.size + 1)
    taken_off = excess[np.flatnonzero(descending > excess)[-1]]
    return np.asarray(np.maximum(values - taken_off, 0.0))
