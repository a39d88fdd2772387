"""Mechanisms that estimate how often each answer was given share this module."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.intervals import clopper_pearson, wilson
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.shapes.channel import Answer, Channel, Counts, Packed, Report

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class FrequencyOracle(LocalMechanism):
    """This is a question with `answers` answers and the epsilon of one report on it.

    A mechanism is a rule that turns epsilon into the integers of a channel. Everything else follows from those
    integers: what the device does, the estimate, its error and the epsilon that is really spent.
    """

    # Any two answers share one known `pair_support`; a mechanism for which this is false refuses to give it.
    pairs_alike: ClassVar[bool] = True
    # Where this is true, two answers that one person holds are supported as if only one were held.
    one_held_is_enough: ClassVar[bool] = False

    answers: int

    @abstractmethod
    def _integers(self, epsilon: Fraction) -> Channel:
        """Returns the channel whose thresholds are rounded to the side that spends less."""

    def _check_answers(self) -> None:
        if not isinstance(self.answers, int) or isinstance(self.answers, bool) or self.answers < 2:
            raise ValueError(f"answers is {self.answers!r}; a question needs at least 2 answers")

    def _check_answer(self, answer: Answer) -> None:
        if not isinstance(answer, int) or isinstance(answer, bool) or not 0 <= answer < self.answers:
            raise ValueError(f"the answer is not one of the {self.answers} of this question")

    @cached_property
    def channel(self) -> Channel:
        channel = self._integers(Fraction(self.epsilon))
        if self.answers > channel.most_answers:
            raise ValueError(
                f"answers is {self.answers}; the shape {channel.shape} takes at most {channel.most_answers}"
            )
        return channel

    @property
    def count_length(self) -> int:
        """Returns how many counts `count` returns."""
        return self.answers

    @property
    def worst_ratio(self) -> Fraction:
        return self.channel.worst_ratio

    @property
    def is_of_one_answer(self) -> bool:
        """Returns whether each person gives one answer and all answers are protected alike, so that the shares add up
        to 1."""
        return self.neighbours == FrequencyOracle.neighbours

    @property
    def _question(self) -> str:
        return f"{self.answers} answers"

    @property
    def p(self) -> Fraction:
        return self.channel.p

    @property
    def q(self) -> Fraction:
        return self.channel.q

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        """Returns two chances: that a report supports the true answer and one given other answer, and that it supports
        two given other answers."""
        return self.channel.pair_support

    @property
    def words(self) -> int:
        """Returns how many words a report reads, redraws not counted: the same for every answer."""
        return self.channel.words

    @property
    def report_bytes(self) -> int:
        return self.channel.report_bytes

    def client_spec(self) -> dict[str, str | int]:
        return self.channel.spec

    def perturb(self, answer: Answer, entropy: Entropy) -> Report:
        self._check_answer(answer)
        return self.channel.perturb(answer, entropy)

    def perturb_many(self, answers: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports [people, report_bytes], equal to `perturb` for one person after the other."""
        truth = np.asarray(answers)
        if truth.ndim != 1 or (truth.size and truth.dtype.kind not in "iu"):
            raise ValueError("answers must be a list of integers")
        if truth.size and (truth.min() < 0 or truth.max() >= self.answers):
            raise ValueError(f"an answer is not one of the {self.answers} of this question")
        return self.channel.perturb_many(truth.astype(np.int64), entropy)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        return self.channel.report_probabilities(answer)

    def pack(self, report: Report) -> bytes:
        return self.channel.pack(report)

    def check_report(self, record: bytes) -> None:
        """Raises ValueError unless the device could have sent these bytes."""
        self.channel.check_report(record)

    def count(self, packed: Packed) -> Counts:
        """Returns how many of the packed reports support each answer. Counts of two batches add."""
        if packed.ndim != 2 or packed.shape[1] != self.report_bytes or packed.dtype != np.uint8:
            raise ValueError(f"packed reports must be bytes in rows of {self.report_bytes}")
        return self.channel.count(packed)

    def estimate(self, counts: ArrayLike, reports: int) -> Floats:
        """Returns unbiased shares; they may lie outside [0, 1] and need not sum to one."""
        return self._as_shares(self._checked(counts, reports) / reports)

    def variance(self, share: ArrayLike, reports: int) -> Floats:
        """Returns the variance of an answer's estimate at this share, when respondents are drawn at random from many
        people.

        For the respondents themselves it is smaller by share * (1 - share) / reports, so intervals made of it hold
        for both.
        """
        supported = float(self.q) + np.asarray(share, dtype=np.float64) * float(self.p - self.q)
        return np.asarray(supported * (1 - supported) / (reports * float(self.p - self.q) ** 2))

    def interval(self, counts: ArrayLike, reports: int, confidence: float) -> Floats:
        """Returns Wilson's limits for the share of each answer: [answers, 2]."""
        return self._as_shares(wilson(self._checked(counts, reports), reports, confidence))

    def exact_interval(self, counts: ArrayLike, reports: int, confidence: float) -> Floats:
        """Returns Clopper and Pearson's limits, wider, never covering less than `confidence`: [answers, 2]."""
        return self._as_shares(clopper_pearson(self._checked(counts, reports), reports, confidence))

    def _as_shares(self, supported: Floats) -> Floats:
        return np.asarray((supported - float(self.q)) / float(self.p - self.q))

    def _checked(self, counts: ArrayLike, reports: int) -> Counts:
        checked = np.asarray(counts)
        if reports < 1:
            raise ValueError(f"there are {reports} reports; an estimate needs at least 1")
        if checked.shape != (self.answers,) or checked.dtype.kind not in "iu":
            raise ValueError(f"counts must be {self.answers} integers, one for each answer")
        counted = checked.astype(np.int64)
        self.channel.check_counts(counted, reports)
        return counted
