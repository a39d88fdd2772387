"""The share of people who gave a number that may be skipped is estimated like the share of an answer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AnsweredShare:
    """This is an estimator of the question whether a number was given: a report counts for it unless it says
    skipped.
    """

    mechanism: NumberOrSkipped

    @property
    def answers(self) -> int:
        return 1

    def estimate(self, counts: ArrayLike, reports: int) -> Floats:  # noqa: ARG002 - all estimators share this signature
        return np.array([self.mechanism.answered(counts)])

    def variance(self, share: ArrayLike, reports: int) -> Floats:
        """Returns the variance of the share who gave a number, at this share, for respondents drawn at random from many
        people."""
        p, q = float(self.mechanism.channel.p), float(self.mechanism.channel.q)
        says_skipped = q + (1 - np.asarray(share, dtype=np.float64)) * (p - q)
        return np.asarray(says_skipped * (1 - says_skipped) / (reports * (p - q) ** 2))

    # All estimators share this signature.
    def interval(self, counts: ArrayLike, reports: int, confidence: float) -> Floats:  # noqa: ARG002
        return self.mechanism.answered_interval(counts, confidence)[None, :]
