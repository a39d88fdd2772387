"""Synthetic rows are drawn from the released normal distributions. Drawing costs nothing, as the moments were
released.
"""

from dataclasses import dataclass

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.common.normals import standard_normals
from mechanisms.synthesis.gaussian.chance import even
from mechanisms.synthesis.gaussian.declared import Floats, Integers
from mechanisms.synthesis.gaussian.normals import Fitted, Normal, root


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows:
    """Synthetic rows of numbers. `columns` float64[rows] by name, within the bounds; `labels` is the class of each
    row."""

    columns: dict[str, Floats]
    labels: list[str]


def rows_of(model: Fitted, rows: int, entropy: Entropy) -> Rows:
    """Draws rows whose classes come by chance in proportion to their shares; in a class each group is drawn by itself.
    A number beyond a bound is moved to the bound, as in the data."""
    if rows < 1:
        raise ValueError(f"rows is {rows}; at least 1 can be made")
    declared = model.declared
    classes = _classes(model.shares, rows, entropy)
    scaled = np.zeros((rows, len(declared.numbers)))
    for place, class_model in enumerate(model.classes):
        inside = np.flatnonzero(classes == place)
        if class_model.normals is None:
            scaled[inside] = 2 * even(len(inside), len(declared.numbers), entropy) - 1
            continue
        for places, likeness in zip(declared.places, class_model.normals, strict=True):
            scaled[np.ix_(inside, np.array(places))] = _drawn(likeness, len(inside), entropy)
    return Rows(
        columns={number.name: number.unscaled(scaled[:, at]) for at, number in enumerate(declared.numbers)},
        labels=[declared.classes[place] for place in classes.tolist()],
    )


def _classes(shares: Floats, rows: int, entropy: Entropy) -> Integers:
    """Draws the class of each row, int64[rows]; a class without a share never comes up."""
    ends = np.cumsum(shares)
    return np.asarray(np.searchsorted(ends, even(rows, 1, entropy)[:, 0] * ends[-1], side="right"), dtype=np.int64)


def _drawn(likeness: Normal, rows: int, entropy: Entropy) -> Floats:
    spread = root(likeness.covariance)
    return np.asarray(likeness.mean + standard_normals(rows, len(spread), entropy) @ spread)
