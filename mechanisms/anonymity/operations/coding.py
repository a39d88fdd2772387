"""Top and bottom coding: numbers beyond a bound become the bound, so that nobody is known by an extreme one."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def coded(values: Floats, *, bottom: float | None = None, top: float | None = None) -> Floats:
    """Returns values bounded: those below `bottom` become `bottom`, those above `top` become `top`. Say both bounds
    beside the release."""
    if bottom is None and top is None:
        raise ValueError("neither a bottom nor a top was given; nothing would be coded")
    if bottom is not None and top is not None and bottom > top:
        raise ValueError(f"the bottom is {bottom} and the top {top}; the bottom lies below the top")
    return np.clip(values, bottom, top)


def bounds(values: Floats, rows: int) -> tuple[float, float]:
    """Returns the widest bottom and top at or beyond which at least so many rows lie on each side.

    They are values of rows, so they say of `rows` people together how far out these lie.
    Errors: ValueError for fewer than twice as many rows.
    """
    if rows < 1 or len(values) < 2 * rows:
        raise ValueError(f"{rows} rows were asked on each side of {len(values)}; at least 1, and at most half of them")
    ordered = np.partition(values, [rows - 1, len(values) - rows])
    return float(ordered[rows - 1]), float(ordered[len(values) - rows])
