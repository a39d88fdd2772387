"""This module holds the base class of mechanisms that choose one of several candidates."""

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from mechanisms.central.central_mechanism import MOST_SENSITIVITY, within_reach
from mechanisms.central.pure_mechanism import PureMechanism
from mechanisms.central.samplers import Integers, scale_not_below


@dataclass(frozen=True, kw_only=True)
class Selection(PureMechanism):
    """A selection mechanism takes the scores of candidates and returns the index of one with a high score.

    Between neighbours the score of a candidate differs by at most `sensitivity`. `monotonic` says that all scores move
    the same way then, as counts do when a row is added: the noise is halved.
    """

    shape: ClassVar[str] = "index"
    most: ClassVar[int] = MOST_SENSITIVITY // 2

    sensitivity: int
    monotonic: bool

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.monotonic, bool):
            raise ValueError(f"monotonic is {self.monotonic!r}; it is True or False")
        _ = self.scale

    @property
    def _range(self) -> int:
        """Returns the most by which the difference of two scores differs between neighbours."""
        return self.sensitivity if self.monotonic else 2 * self.sensitivity

    @cached_property
    def scale(self) -> float:
        return scale_not_below(self._range / Fraction(self.epsilon))

    @abstractmethod
    def release(self, scores: Integers) -> int:
        """Returns the index of the chosen candidate, of int64[k]."""

    @abstractmethod
    def probabilities(self, scores: list[int]) -> list[Fraction]:
        """Returns the probability of each candidate to be chosen, to within 2^-100 of its own."""

    def spent(self) -> Fraction:
        """Returns the epsilon of the scale that is drawn with; never more than was asked."""
        return self._range / Fraction(self.scale)

    def checked(self, scores: Integers) -> Integers:
        scores = within_reach(scores)
        if len(scores) < 2:
            raise ValueError("there is 1 score; a choice is among at least 2 candidates")
        return scores
