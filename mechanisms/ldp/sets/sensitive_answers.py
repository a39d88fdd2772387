"""Mechanisms that protect some answers and may send the others in clear share this module."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Channel

Floats = NDArray[np.float64]


class ClearChannel(Channel, Protocol):
    """This is a channel that sends a non-sensitive answer which is held with probability `clear`, and never another
    one."""

    @property
    def clear(self) -> Fraction: ...


@dataclass(frozen=True, kw_only=True)
class SensitiveAnswers(FrequencyOracle):
    """This is a question whose first `sensitive` answers are sensitive; a report may name one of the others if it was
    given.

    `p` and `q` are those of the sensitive answers; of the others they are `clear` and 0.
    """

    pairs_alike: ClassVar[bool] = False

    sensitive: int

    def _check_answers(self) -> None:
        super()._check_answers()
        count = self.sensitive
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= self.answers:
            raise ValueError(f"sensitive is {count!r}; of {self.answers} answers 1 to {self.answers} are sensitive")

    @property
    def clear(self) -> Fraction:
        """Returns the chance that a report names a non-sensitive answer which was given."""
        # The mechanisms of this family make ClearChannels.
        channel: ClearChannel = self.channel  # type: ignore[assignment]
        return channel.clear

    def variance(self, share: ArrayLike, reports: int) -> Floats:
        """Returns the variance of each answer, [answers], for a share of each answer or one share for all."""
        low, stretch = self._lines()
        supported = low + np.asarray(share, dtype=np.float64) * stretch
        return np.asarray(supported * (1 - supported) / (reports * stretch**2))

    def _as_shares(self, supported: Floats) -> Floats:
        low, stretch = self._lines()
        return np.asarray(((supported.T - low) / stretch).T)

    def _lines(self) -> tuple[Floats, Floats]:
        """Returns how often each answer is supported when nobody holds it, and by how much more when everybody does."""
        others = self.answers - self.sensitive
        low = [float(self.q)] * self.sensitive + [0.0] * others
        stretch = [float(self.p - self.q)] * self.sensitive + [float(self.clear)] * others
        return np.array(low), np.array(stretch)
