"""This module is about the sets of many simulated people."""

import numpy as np

PEOPLE = 200_000
SHARES = np.array([0.8, 0.4, 0.1, 0.02, 0.0])  # The shares are skewed, and nobody gives one answer.


def sets_of(people: int, pad_to: int, *, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Sets of five answers; of those that are too large the last are left out, so that sizes and shares vary."""
    truth = np.random.default_rng(seed).random((people, len(SHARES))) < SHARES
    return np.asarray(truth & (np.cumsum(truth, axis=1) <= pad_to))
