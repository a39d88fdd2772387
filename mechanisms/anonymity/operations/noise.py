"""This module is about normal noise with the covariances of the columns, so that means and correlations stay; no formal
guarantee.

It protects against exact matching alone: noise of a known size can be averaged away. For a guarantee use a mechanism
of differential privacy. Source: Kim 1986, "A method for limiting disclosure in microdata based on random noise".
"""

import math

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.normals import standard_normals

Floats = NDArray[np.float64]


def with_noise(columns: Floats, share: float, entropy: Entropy) -> Floats:
    """Returns the columns, [rows, columns], plus noise whose covariance is `share` squared times theirs.

    The expectation of every value is the value; variances grow by 1 + share squared, correlations stay.
    """
    values = _checked(columns, share)
    noise = standard_normals(len(values), values.shape[1], entropy) @ _root(values).T
    return np.asarray(values + share * noise, dtype=np.float64)


def with_noise_of_the_same_variance(columns: Floats, share: float, entropy: Entropy) -> Floats:
    """Returns the columns with noise as `with_noise` gives, drawn together around the means: variances stay too; values
    are biased to the mean."""
    values = _checked(columns, share)
    means = values.mean(axis=0)
    return np.asarray(means + (with_noise(values, share, entropy) - means) / math.sqrt(1 + share * share))


def _root(values: Floats) -> Floats:
    """Returns a matrix whose square is the covariance; a column that never varies has no noise."""
    sizes, axes = np.linalg.eigh(np.atleast_2d(np.cov(values, rowvar=False)))
    return np.asarray(axes * np.sqrt(np.maximum(sizes, 0)))


def _checked(columns: Floats, share: float) -> Floats:
    values = np.asarray(columns, dtype=np.float64)
    if values.ndim != 2 or len(values) < 2 or not values.shape[1] or not np.isfinite(values).all():
        raise ValueError(f"numbers of shape {values.shape} were given; finite ones of two rows or more are needed")
    if not 0 < share < math.inf:
        raise ValueError(f"the share is {share}; it is more than 0")
    return values
