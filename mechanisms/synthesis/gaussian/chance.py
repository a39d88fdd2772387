"""Synthetic rows are drawn with uniform numbers from a stream of words. Noise is never drawn here."""

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.gaussian.declared import Floats


def even(rows: int, columns: int, entropy: Entropy) -> Floats:
    """Draws float64[rows, columns] between 0 and 1, neither of them; a word each."""
    return np.asarray((entropy.words(rows * columns).reshape(rows, columns) + 0.5) / 2**32)
