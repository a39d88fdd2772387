"""Post-randomisation (PRAM) turns each value of a column into another with known probabilities, so that counts can be
estimated back.

Source: Gouweleeuw, Kooiman, Willenborg, de Wolf 1998, "Post randomisation for statistical disclosure control".
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.anonymity.classes import Integers
from mechanisms.common.entropy import Entropy

Floats = NDArray[np.float64]
_SPACE = 1 << 32
_RIGHT = 1e-9


@dataclass(frozen=True, eq=False)
class PostRandomisation:
    """A post-randomisation is kept as `thresholds[from, to]`: a value becomes the first `to` whose threshold is above a
    drawn 32-bit word.

    Made by `of` or `invariant`. All that it says of itself is computed from the thresholds, which are what is drawn.
    """

    thresholds: Integers

    @classmethod
    def of(cls, probabilities: Floats) -> Self:
        """Makes a post-randomisation of [from, to] shares, rows that sum to 1. Errors: ValueError for others, and where
        counts could not be found."""
        given = np.asarray(probabilities, dtype=np.float64)
        if given.ndim != 2 or given.shape[0] != given.shape[1] or not given.size:
            raise ValueError(f"probabilities of shape {given.shape} were given; a square of them is needed")
        if given.min() < 0 or abs(given.sum(axis=1) - 1).max() > _RIGHT:
            raise ValueError("the probabilities of what a value becomes are from 0 on and sum to 1")
        thresholds = np.rint(np.cumsum(given, axis=1) * _SPACE).astype(np.int64)
        thresholds[:, -1] = _SPACE
        randomisation = cls(np.minimum(thresholds, _SPACE))
        if np.linalg.matrix_rank(randomisation.probabilities) < len(given):
            raise ValueError("two mixtures of values become the same mixture, so counts could not be estimated")
        return randomisation

    @classmethod
    def invariant(cls, probabilities: Floats, counts: Integers) -> Self:
        """Makes a post-randomisation by which values become others by `probabilities` and back by Bayes' rule: then
        expected counts are `counts`.

        So a column with these counts may be read as it is. Thresholds are rounded, to 2**-32.
        """
        given = cls.of(probabilities).probabilities
        rows = np.asarray(counts, dtype=np.float64)
        if rows.shape != (len(given),) or rows.min() <= 0:
            raise ValueError(f"{len(given)} values have the counts {rows.tolist()}; one above 0 for each is needed")
        joint = rows[:, None] * given
        return cls.of(given @ (joint / joint.sum(axis=0)).T)

    @property
    def probabilities(self) -> Floats:
        """Returns the probabilities, [from, to], exactly as they are drawn."""
        return np.diff(self.thresholds, axis=1, prepend=0) / _SPACE

    def perturb(self, codes: Integers, entropy: Entropy) -> Integers:
        """Perturbs each row by itself."""
        if codes.min(initial=0) < 0 or codes.max(initial=0) >= len(self.thresholds):
            raise ValueError(f"codes from {codes.min()} to {codes.max()} were given; there are {len(self.thresholds)}")
        drawn = entropy.words(len(codes)).astype(np.int64)
        new_codes = np.empty(len(codes), np.int64)
        for code, thresholds in enumerate(self.thresholds):
            rows = np.flatnonzero(codes == code)
            new_codes[rows] = np.searchsorted(thresholds, drawn[rows], side="right")
        return new_codes

    def estimate(self, counts: ArrayLike) -> Floats:
        """Returns unbiased estimates of the counts before, from those after; some may be below 0."""
        return np.asarray(np.linalg.solve(self.probabilities.T, np.asarray(counts, dtype=np.float64)))

    def covariance(self, before: Integers) -> Floats:
        """Returns the covariance of the estimated counts, [value, value], where these were the counts before."""
        after = sum(
            count * (np.diag(row) - np.outer(row, row)) for count, row in zip(before, self.probabilities, strict=True)
        )
        inverse = np.linalg.inv(self.probabilities.T)
        return np.asarray(inverse @ after @ inverse.T)
