"""This module is about a number between bounds that may be skipped, and whether it was skipped is as protected as the
number."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy, Words
from mechanisms.common.intervals import normal_quantile, wilson
from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.estimates.comparison import ratio_interval
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.drawn_words import ANY, rows_of_words

LOWER, UPPER, SKIPPED = range(3)
_BLOCK_PEOPLE = 1 << 14

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class NumberOrSkipped(LocalMechanism):
    """Round the number at random to an end of its range; report that end, or skipped, by randomised response on three.

    Guarantee    epsilon-LDP per report (neighbours: any two answers, numbers within the bounds or skipped).
    Sensitivity  the whole range, and whether there is a number.
    Shapes       answer int in [low, high], in units, or None for skipped; report one byte: 0 lower end, 1 upper end, 2
                 skipped; share who answered float; mean of those who answered in units.
    Error        the share who answered is unbiased, with Wilson's interval; the mean is a ratio of two unbiased
                 estimates, consistent, with Fieller's interval, and nothing is said where the share may be 0.
    Source       Gu, Li, Cheng, Xiong, Cao, "PCKV: locally differentially private correlated key-value data collection
                 with optimized utility", USENIX Security 2020, arXiv:1911.12834, for key and value perturbed together.
    Departures   there each person holds some keys of many and reports one of them; here the key is one, answered, and
                 who skips has no value. Of the three answers left none is favoured: that meets the bound epsilon in
                 all ratios. The chance to keep the answer is rounded down to a multiple of 2**-32.
    """

    slug: ClassVar[str] = "number-or-skipped"
    name: ClassVar[str] = "Number or skipped"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = "end-or-skipped"

    grid: Grid

    def _check_answers(self) -> None:
        if not isinstance(self.grid, Grid):
            raise ValueError(f"grid is {self.grid!r}; a number needs bounds and steps")
        if self.grid.steps != 1:
            raise ValueError(f"steps is {self.grid.steps}; the number goes to an end of its range, which is 1 step")

    @property
    def _question(self) -> str:
        return "a number or none"

    @cached_property
    def channel(self) -> ChoiceChannel:
        keep_below = floor_at_exp(lambda e: WORDS * e / (e + 2), Fraction(self.epsilon))
        return ChoiceChannel(answers=3, keep_below=keep_below)

    @property
    def worst_ratio(self) -> Fraction:
        return self.channel.worst_ratio

    @property
    def words(self) -> int:
        """Returns how many words a report reads, redraws not counted: the same for every number and for none."""
        return len(self._bounds)

    @property
    def report_bytes(self) -> int:
        return self.channel.report_bytes

    def client_spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "keep_below": self.channel.keep_below, **self.grid.spec}

    def perturb(self, number: int | None, entropy: Entropy) -> int:
        if number is not None:
            self.grid.check(number)
        values = np.array([self.grid.low if number is None else number], dtype=np.int64)
        return int(self._reports(values, np.array([number is None]), entropy)[0, 0])

    def perturb_many(self, numbers: ArrayLike, skipped: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports [people, 1], as `perturb` for one after the other; numbers of who skipped are not
        read."""
        given, none = np.asarray(numbers), np.asarray(skipped)
        if none.dtype != np.bool_ or none.shape != given.shape:
            raise ValueError("skipped must be a truth value for each person")
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise ValueError("answers must be a list of whole numbers of units")
        values = np.full(len(given), self.grid.low, dtype=np.int64)
        values[~none] = self.grid.numbers(given[~none])
        reports = np.empty((len(values), self.report_bytes), dtype=np.uint8)
        for start in range(0, len(values), _BLOCK_PEOPLE):
            block = slice(start, start + _BLOCK_PEOPLE)
            reports[block] = self._reports(values[block], none[block], entropy)
        return reports

    def report_probabilities(self, number: int | None) -> Mapping[int, Fraction]:
        # The grid has one step, so a point (0 or 1) is an end.
        ends = {SKIPPED: Fraction(1)} if number is None else self.grid.chances(number)
        return {
            report: sum(
                (chance * (self.channel.p if end == report else self.channel.q) for end, chance in ends.items()),
                Fraction(0),
            )
            for report in (LOWER, UPPER, SKIPPED)
        }

    def pack(self, report: int) -> bytes:
        return self.channel.pack(report)

    def check_report(self, record: bytes) -> None:
        """Raises ValueError unless the device could have sent these bytes."""
        self.channel.check_report(record)

    def count(self, packed: Packed) -> Counts:
        """Returns how often each was sent: lower end, upper end, skipped. Counts of two batches add."""
        if packed.ndim != 2 or packed.shape[1] != self.report_bytes or packed.dtype != np.uint8:
            raise ValueError(f"packed reports must be bytes in rows of {self.report_bytes}")
        return self.channel.count(packed)

    def answered(self, counts: ArrayLike) -> float:
        """Returns the share who gave a number: unbiased, so it may lie outside [0, 1]."""
        return 1 - float(self._shares(self._checked(counts))[SKIPPED])

    def answered_interval(self, counts: ArrayLike, confidence: float) -> Floats:
        """Returns Wilson's limits for the share who gave a number: [2]."""
        counted = self._checked(counts)
        limits = wilson(counted[SKIPPED:], int(counted.sum()), confidence)[0]
        return np.asarray(1 - (limits[::-1] - float(self.channel.q)) / float(self.channel.p - self.channel.q))

    def mean(self, counts: ArrayLike) -> float | None:
        """Returns the mean of the people who gave a number, in units; None where their estimated share is not above
        0.
        """
        answered = self.answered(counts)
        return self.grid.low + self.grid.width * self.upper(counts) / answered if answered > 0 else None

    def interval(self, counts: ArrayLike, confidence: float) -> Floats | None:
        """Returns Fieller's limits [2] for the mean of the people who gave a number; None where their share may be
        0.
        """
        of_upper, of_answered, together = self.spreads(counts, confidence)
        limits = ratio_interval(
            self.upper(counts), self.answered(counts), (of_upper, of_answered), together, confidence
        )
        return None if limits is None else self.grid.low + self.grid.width * np.array(limits)

    def upper(self, counts: ArrayLike) -> float:
        """Returns the share whose number goes to the upper end, unbiased: the mean's part of the range, times who
        answered."""
        return float(self._shares(self._checked(counts))[UPPER])

    def spreads(self, counts: ArrayLike, confidence: float) -> tuple[float, float, float]:
        """Returns the variances of the share at the upper end and of the share who gave a number, and their covariance.

        They are those of the counts with z^2 / 3 more reports of each kind (Agresti and Coull 1998): reports that
        happen to be all alike have a spread too.
        """
        counted = self._checked(counts)
        z2 = normal_quantile(confidence) ** 2
        sent = (counted + z2 / 3) / (counted.sum() + z2)
        scale = int(counted.sum()) * float(self.channel.p - self.channel.q) ** 2
        of_upper, of_answered = (float(sent[end] * (1 - sent[end])) / scale for end in (UPPER, SKIPPED))
        # The share who answered is 1 less the share who skipped, hence the sign of the covariance.
        return of_upper, of_answered, float(sent[UPPER] * sent[SKIPPED]) / scale

    @property
    def most_variance(self) -> float:
        """Returns the largest variance that one report gives to the share of an end or of skipped."""
        sent = min(float(self.channel.p), 0.5)  # Any report is sent with a chance between q and p.
        return sent * (1 - sent) / float(self.channel.p - self.channel.q) ** 2

    @property
    def count_length(self) -> int:
        """Returns how many counts `count` returns."""
        return self.channel.answers

    @property
    def _bounds(self) -> tuple[int, ...]:
        return self.channel.bounds if self.grid.bound == ANY else (self.grid.bound, *self.channel.bounds)

    def _reports(self, numbers: NDArray[np.int64], skipped: NDArray[np.bool_], entropy: Entropy) -> Packed:
        words = rows_of_words(len(numbers), self._bounds, entropy)
        ends = self._ends(numbers, words)
        return self.channel.packed(np.where(skipped, SKIPPED, ends), words[:, -len(self.channel.bounds) :])

    def _ends(self, numbers: NDArray[np.int64], words: Words) -> NDArray[np.int64]:
        return numbers - self.grid.low if self.grid.bound == ANY else self.grid.rounded(numbers, words[:, 0])

    def _shares(self, counts: Counts) -> Floats:
        q, p = float(self.channel.q), float(self.channel.p)
        return np.asarray((counts / counts.sum() - q) / (p - q))

    def _checked(self, counts: ArrayLike) -> Counts:
        checked = np.asarray(counts)
        if checked.shape != (3,) or checked.dtype.kind not in "iu":
            raise ValueError("counts must be 3 integers: lower end, upper end, skipped")
        whole = checked.astype(np.int64)  # Unsigned counts would wrap when they are subtracted, so they become signed.
        if whole.min() < 0 or not whole.any():
            raise ValueError(
                f"the counts lie between {whole.min()} and {whole.max()}; none is below 0, and one above it"
            )
        return whole
