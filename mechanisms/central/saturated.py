"""This module is about adding noise without overflow."""

import numpy as np

from mechanisms.central.samplers import MOST, Integers


def added(values: Integers, noise: Integers) -> Integers:
    """Returns values + noise, ended at 2^62 - 1 either side, for values within it and any noise of 64 bits.

    Noise that was itself cut off at 2 (2^62 - 1) or beyond gives what uncut noise would have given: nothing that is
    released tells where noise ends, so that a pure guarantee stays pure.
    """
    above, below = noise > MOST - values, noise < -MOST - values
    return np.where(above, MOST, np.where(below, -MOST, values + np.where(above | below, 0, noise)))
