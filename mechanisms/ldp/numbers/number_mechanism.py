"""Mechanisms that estimate the mean of a bounded number share this module."""

import math
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.drawn_words import ANY, rows_of_words
from mechanisms.ldp.shapes.numbered import bytes_below, check_number, count_numbers, pack_number, pack_numbers
from mechanisms.ldp.shapes.numbers.points import PointChannel, Points

Floats = NDArray[np.float64]

MOST_OUTPUTS = 1 << 16
_BLOCK_PEOPLE = 1 << 14


@dataclass(frozen=True, kw_only=True)
class NumberMechanism(LocalMechanism):
    """This is a question for a number between bounds, and the epsilon of one report on it.

    A number becomes a point of the grid by a rounding that is right on average, and the point a report by a channel of
    integers. Both are exact, so the mean of the readings is unbiased for numbers between the points too.
    """

    grid: Grid

    @abstractmethod
    def _integers(self, epsilon: Fraction) -> PointChannel:
        """Returns the channel whose thresholds are rounded to the side that spends less."""

    def _check_answers(self) -> None:
        if not isinstance(self.grid, Grid):
            raise ValueError(f"grid is {self.grid!r}; a number needs bounds and steps")

    @cached_property
    def channel(self) -> PointChannel:
        channel = self._integers(Fraction(self.epsilon))
        if channel.outputs > MOST_OUTPUTS:
            raise ValueError(
                f"steps is {self.grid.steps}; at epsilon {self.epsilon_text} that makes {channel.outputs} different "
                f"reports, and two bytes hold {MOST_OUTPUTS}; take fewer steps"
            )
        return channel

    @property
    def count_length(self) -> int:
        """Returns how many counts `count` returns."""
        return self.channel.outputs

    @property
    def worst_ratio(self) -> Fraction:
        return self.channel.worst_ratio

    @property
    def _question(self) -> str:
        return f"{self.grid.steps} steps"

    @property
    def words(self) -> int:
        """Returns how many words a report reads, redraws not counted: the same for every number."""
        return len(self._bounds)

    @property
    def report_bytes(self) -> int:
        return bytes_below(self.channel.outputs)

    def client_spec(self) -> dict[str, str | int]:
        return {**self.channel.spec, **self.grid.spec}

    def perturb(self, number: int, entropy: Entropy) -> int:
        """Returns the report, a number below `channel.outputs`."""
        self.grid.check(number)
        return int(self._reports(np.array([number], dtype=np.int64), entropy)[0])

    def perturb_many(self, numbers: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports [people, report_bytes], equal to `perturb` for one person after the other."""
        values = self.grid.numbers(np.asarray(numbers))
        reports = np.empty(len(values), dtype=np.int64)
        for start in range(0, len(values), _BLOCK_PEOPLE):
            block = slice(start, start + _BLOCK_PEOPLE)
            reports[block] = self._reports(values[block], entropy)
        return pack_numbers(reports, self.channel.outputs)

    def report_probabilities(self, number: int) -> Mapping[int, Fraction]:
        chances: dict[int, Fraction] = {}
        for point, chance in self.grid.chances(number).items():
            for report, probability in self.channel.report_probabilities(point).items():
                chances[report] = chances.get(report, Fraction(0)) + chance * probability
        return chances

    def pack(self, report: int) -> bytes:
        return pack_number(report, self.channel.outputs)

    def check_report(self, record: bytes) -> None:
        """Raises ValueError unless the device could have sent these bytes."""
        check_number(record, self.channel.outputs)

    def count(self, packed: Packed) -> Counts:
        """Returns how often each report was sent: [outputs]. Counts of two batches add."""
        if packed.ndim != 2 or packed.shape[1] != self.report_bytes or packed.dtype != np.uint8:
            raise ValueError(f"packed reports must be bytes in rows of {self.report_bytes}")
        return count_numbers(packed, self.channel.outputs)

    @cached_property
    def readings(self) -> Floats:
        """Returns what each report says about the number, in units. Most lie outside the bounds: their mean does
        not."""
        step = self.grid.step
        return np.array([float(self.grid.low + step * reading) for reading in self.channel.readings])

    def mean(self, counts: ArrayLike) -> float:
        """Returns the mean, unbiased; it may lie outside the bounds."""
        counted = self._checked(counts, least=1)
        return float(counted @ self.readings) / int(counted.sum())

    def standard_error(self, counts: ArrayLike) -> float:
        """Returns the standard error of the mean, measured on the readings: it covers noise, rounding and the sampling
        of people.

        Never below the noise that this question has anyway: reports that happen to be all alike do not show it.
        """
        counted = self._checked(counts, least=2)
        return math.sqrt(max(self._sample_variance(counted), self.least_noise(counted)) / int(counted.sum()))

    def least_noise(self, counts: ArrayLike) -> float:
        """Returns the least variance that noise and rounding add to one reading, in squared units, for a number at a
        bound or at the mean."""
        near = min(max(round(self.mean(counts)), self.grid.low), self.grid.high)
        return min(self.variance(number, 1) for number in (self.grid.low, near, self.grid.high))

    def variance(self, number: int, reports: int) -> float:
        """Returns the variance of the mean of several reports on the same number: what noise and rounding add to any
        sample."""
        self._check_reports(reports, least=1)
        place = self.grid.place(number)
        square = sum(
            (chance * (self.channel.spread(point) + point**2) for point, chance in self.grid.chances(number).items()),
            Fraction(0),
        )
        return float((square - place**2) * self.grid.step**2) / reports

    def interval(self, counts: ArrayLike, confidence: float) -> Floats:
        """Returns normal limits for the mean, from the measured standard error: [2]."""
        half = normal_quantile(confidence) * self.standard_error(counts)
        return self.mean(counts) + np.array([-half, half])

    def exact_interval(self, counts: ArrayLike, confidence: float) -> Floats:
        """Returns Maurer and Pontil's limits (arXiv:0907.3740, theorem 4, both sides), which never cover less: [2]."""
        normal_quantile(confidence)  # normal_quantile() raises ValueError for an impossible confidence.
        counted = self._checked(counts, least=2)
        reports = int(counted.sum())
        log = math.log(4 / (1 - confidence))
        reach = float(self.readings.max() - self.readings.min())
        half = math.sqrt(2 * self._sample_variance(counted) * log / reports) + 7 * reach * log / (3 * (reports - 1))
        return self.mean(counts) + np.array([-half, half])

    @property
    def _bounds(self) -> tuple[int, ...]:
        return self.channel.bounds if self.grid.bound == ANY else (self.grid.bound, *self.channel.bounds)

    def _reports(self, numbers: Points, entropy: Entropy) -> Points:
        words = rows_of_words(len(numbers), self._bounds, entropy)
        if self.grid.bound == ANY:
            return self.channel.reports(numbers - self.grid.low, words)
        return self.channel.reports(self.grid.rounded(numbers, words[:, 0]), words[:, 1:])

    def _sample_variance(self, counts: Counts) -> float:
        reports = int(counts.sum())
        away = self.readings - float(counts @ self.readings) / reports
        return float(counts @ away**2) / (reports - 1)

    def _checked(self, counts: ArrayLike, least: int) -> Counts:
        checked = np.asarray(counts)
        outputs = self.channel.outputs
        if checked.shape != (outputs,) or checked.dtype.kind not in "iu":
            raise ValueError(f"counts must be {outputs} integers, one for each report that can be sent")
        whole = checked.astype(np.int64)  # Unsigned counts would wrap when they are subtracted, so they become signed.
        if whole.min() < 0:
            raise ValueError(f"a count is {int(whole.min())}; none lies below 0")
        self._check_reports(int(whole.sum()), least=least)
        return whole

    def _check_reports(self, reports: int, least: int) -> None:
        if not isinstance(reports, int | np.integer):
            raise ValueError(f"there are {reports!r} reports; they are counted in whole numbers")
        if reports < least:
            raise ValueError(
                f"there are {reports} reports; {'an estimate' if least == 1 else 'an error'} needs at least {least}"
            )
