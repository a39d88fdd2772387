"""This noise is repeatable by a seed, in place of OpenDP's, which takes no seed. It is for simulated people only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from mechanisms.central import samplers
from mechanisms.common.entropy import Entropy
from mechanisms.common.normals import standard_normals

_REACH = 12  # The table of chances ends this many standard deviations from 0.
# From this scale on, whole numbers lie so close that rounded normal noise is drawn instead.
_LARGE = 10_000


@contextmanager
def seeded(entropy: Entropy) -> Iterator[None]:
    """Yields a context in which the library draws the same distributions of this stream, in double precision."""

    def gaussian(scale: float) -> Callable[[list[int]], list[int]]:
        def noisy(values: list[int]) -> list[int]:
            if scale >= _LARGE:
                noise = np.rint(scale * standard_normals(len(values), 1, entropy)[:, 0]).astype(np.int64)
            else:
                ends = _ends(scale)
                noise = np.searchsorted(ends, _even(len(values), entropy)) - len(ends) // 2
            return [value + int(draw) for value, draw in zip(values, noise, strict=True)]

        return noisy

    def noisy_maximum(scale: float, measure: str) -> Callable[[list[int]], int]:
        if measure != samplers.OF_GUMBEL_NOISE:
            raise ValueError(f"{measure}: only the exponential mechanism is drawn here")
        return lambda scores: int(np.argmax(np.array(scores) / scale - np.log(-np.log(_even(len(scores), entropy)))))

    with patch.multiple(samplers, _gaussian=gaussian, _noisy_maximum=noisy_maximum):
        yield


@cache
def _ends(scale: float) -> NDArray[np.float64]:
    """Returns the chance of each noise from -reach to reach, or of less."""
    places = np.arange(-int(_REACH * scale) - 1, int(_REACH * scale) + 2)
    weights = np.exp(-(places**2) / (2 * scale**2))
    return np.asarray(np.cumsum(weights) / weights.sum())


def _even(count: int, entropy: Entropy) -> NDArray[np.float64]:
    high, low = entropy.words(2 * count).astype(np.float64).reshape(2, count)
    return np.asarray((np.floor(high) * 2**20 + np.floor(low / 2**12) + 0.5) / 2**52)
