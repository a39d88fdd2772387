"""These figures say what somebody learns of a sensitive value from a class, without finding the row.

p is the share of a value in a class, q its share in the whole table.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Inference:
    """The result holds shares of rows and differences of chances, each from 0 to 1.

    homogeneous_rows     share of rows in classes of one value: whoever is known to be there has no secret left
    homogeneous_classes  how many such classes there are
    greatest_gain        max of p - q: how much likelier one value gets at most
    guess_before         max q: how often the commonest value of the table is right
    guess_after          sum of f * max p / n: how often the commonest value of the class is right
    """

    homogeneous_rows: float
    homogeneous_classes: int
    greatest_gain: float
    guess_before: float
    guess_after: float


def inference(classes: ArrayLike, values: ArrayLike, times: ArrayLike | None = None) -> Inference:
    """Returns what is inferred from the class and the sensitive value of each row, both whole numbers from 0. `times`
    is how many rows each stands for, 1 if it is left out."""
    class_of_row, secret = np.asarray(classes), np.asarray(values)
    weights = np.ones(len(secret), np.int64) if times is None else np.asarray(times)
    for name, given in (("classes", class_of_row), ("values", secret)):
        if given.ndim != 1 or not given.size or given.dtype.kind not in "iu" or given.min() < 0:
            raise ValueError(f"{name} must be one whole number from 0 for each row, of at least one row")
    if class_of_row.shape != secret.shape or weights.shape != secret.shape:
        raise ValueError(f"{len(class_of_row)} classes and {len(secret)} values; one of each is needed for each row")
    rows, many = int(weights.sum()), int(secret.max()) + 1
    # Cells are those that occur alone.
    cells, of_cell = np.unique(class_of_row.astype(np.int64) * many + secret, return_inverse=True)
    counts = np.bincount(of_cell, weights)
    of_class, of_value = cells // many, cells % many
    sizes, prior = np.bincount(class_of_row, weights), np.bincount(secret, weights) / rows
    different, most = np.bincount(of_class, minlength=len(sizes)), np.zeros(len(sizes))
    np.maximum.at(most, of_class, counts)
    return Inference(
        homogeneous_rows=float(sizes[different == 1].sum() / rows),
        homogeneous_classes=int((different == 1).sum()),
        greatest_gain=float((counts / sizes[of_class] - prior[of_value]).max()),
        guess_before=float(prior.max()),
        guess_after=float(most.sum() / rows),
    )
