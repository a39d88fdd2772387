"""A projection makes few numbers of many, along axes that are fixed before the survey.

A device applies the axes to its own person's numbers and perturbs what comes out, so reducing costs no epsilon. But the
axes are made of rows, and they say something of those rows: `rows` must be public, or estimated from perturbed reports
(`of_moments`). Axes learnt without noise from the very people who then answer are no local privacy at all for those
people; they are measured in docs/reproductions, and nothing here makes them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Projection:
    """This is a projection onto few axes. `middle` [numbers] is taken off, the rest laid along each of `axes` [kept,
    numbers], which are of length 1."""

    middle: Floats
    axes: Floats

    def __post_init__(self) -> None:
        if self.middle.ndim != 1 or self.axes.ndim != 2 or self.axes.shape[1] != len(self.middle):
            raise ValueError(f"axes of shape {self.axes.shape} do not fit a middle of {len(self.middle)} numbers")

    def of(self, numbers: ArrayLike) -> Floats:
        """Returns the numbers on the axes, [people, kept], in the units of the numbers."""
        given = np.asarray(numbers, dtype=np.float64)
        if given.ndim != 2 or given.shape[1] != len(self.middle):
            raise ValueError(f"numbers must be rows of {len(self.middle)}")
        return np.asarray((given - self.middle) @ self.axes.T)


def principal_components(rows: ArrayLike, kept: int) -> Projection:
    """Returns the axes along which public rows [people, numbers] vary most (PCA), the widest first."""
    given = _rows(rows)
    return of_moments(given.mean(axis=0), np.cov(given, rowvar=False, bias=True), kept)


def of_moments(middle: ArrayLike, covariance: ArrayLike, kept: int) -> Projection:
    """Returns the projection on the widest axes, from a mean and a covariance, which may be estimates: directions of
    negative variance come last."""
    centre, spread = np.asarray(middle, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
    _check(kept, len(centre))
    _, vectors = np.linalg.eigh((spread + spread.T) / 2)
    return Projection(centre, _turned(vectors.T[::-1][:kept]))


def discriminant_components(rows: ArrayLike, labels: ArrayLike, kept: int, *, ridge: float) -> Projection:
    """Returns the axes along which classes of public rows lie furthest apart against their spread inside (DCA).

    They are the first eigenvectors of (S_W + ridge I)^-1 (S_B + S_W), for which S_B alone leaves all but classes - 1
    open; a ridge above 0 then puts those with more spread first.
    Source: Kung 2017, "A compressive privacy approach to generalized information bottleneck".
    """
    given, classes = _rows(rows), np.asarray(labels)
    _check(kept, given.shape[1])
    if not ridge > 0:
        raise ValueError(f"ridge is {ridge}; it is above 0")
    if classes.shape != (len(given),):
        raise ValueError(f"there are {classes.shape} labels for {len(given)} rows")
    middle = given.mean(axis=0)
    within = np.zeros((given.shape[1], given.shape[1]))
    for label in np.unique(classes):
        inside = given[classes == label]
        within += np.cov(inside, rowvar=False, bias=True) * (len(inside) / len(given))
    total = np.cov(given, rowvar=False, bias=True)
    root = np.linalg.cholesky(within + ridge * np.eye(len(within)))
    inverse = np.linalg.inv(root)
    _, vectors = np.linalg.eigh(inverse @ total @ inverse.T)
    axes = (inverse.T @ vectors).T[::-1][:kept]
    return Projection(middle, _turned(axes / np.linalg.norm(axes, axis=1, keepdims=True)))


def _turned(axes: Floats) -> Floats:
    """Returns the axes with signs such that their largest part is above 0. Both signs describe one axis; this choice
    makes results the same everywhere."""
    largest = np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)
    return np.asarray(axes * np.sign(largest))


def _rows(rows: ArrayLike) -> Floats:
    given = np.asarray(rows, dtype=np.float64)
    if given.ndim != 2 or given.shape[0] < 2 or given.shape[1] < 2 or not np.isfinite(given).all():
        raise ValueError("rows must be a table of finite numbers, at least 2 rows of 2")
    return given


def _check(kept: int, numbers: int) -> None:
    if not 1 <= kept <= numbers:
        raise ValueError(f"{kept} axes cannot be kept of {numbers} numbers")
