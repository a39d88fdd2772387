"""A report needs shares of a Gaussian model over bins; they are counted in rows that are drawn for this alone."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from datahub.analyses.drawing import KeyedEntropy
from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.junction_tree import Attributes, cells_of
from mechanisms.synthesis.likeness import Likeness

MOST_AT_ONCE = 1 << 16  # sixty columns of this many rows are numbers of 30 MB
# Rows are drawn this many times over: with a chance of 68 % a share is off by half a thousandth at most.
DRAWN = 16


def likeness_of(
    draw: Callable[[int, Entropy], list[Codes]], sizes: tuple[int, ...], rows: float, seed: bytes
) -> Likeness:
    """Returns the shares of columns as drawn rows have them. Normal distributions that are cut off at bounds and
    rounded to decimals have no exact shares of two columns. The seed is sealed with what was released, and was drawn
    without a look at the data: so this is post-processing, and whoever asks gets the same shares."""

    @cache
    def codes() -> list[Codes]:
        entropy = KeyedEntropy(seed, {"rows of shares": MOST_AT_ONCE * DRAWN})
        parts = [draw(MOST_AT_ONCE, entropy) for _ in range(DRAWN)]
        return [np.concatenate(of_column) for of_column in zip(*parts, strict=True)]

    def shares(attributes: Attributes) -> NDArray[np.float64]:
        of = tuple(sizes[attribute] for attribute in attributes)
        cells = np.ravel_multi_index(tuple(codes()[attribute].astype(np.int64) for attribute in attributes), of)
        counts = np.bincount(cells, minlength=cells_of(sizes, attributes)).reshape(of)
        return np.asarray(counts / counts.sum())

    return Likeness(sizes=sizes, rows=rows, shares=shares, drawn=draw)
