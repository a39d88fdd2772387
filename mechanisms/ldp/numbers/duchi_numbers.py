"""Several numbers between bounds are reported as one corner of the box that their bounds span."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Words
from mechanisms.common.intervals import wilson
from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.numbers.numbers_mechanism import Floats, NumbersMechanism
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.drawn_words import ANY, remainder
from mechanisms.ldp.shapes.numbers.points import Points


@dataclass(frozen=True, kw_only=True)
class DuchiNumbers(NumbersMechanism):
    """Round each number at random to an end, which gives a corner, and report one that agrees with it in most numbers.

    Guarantee    epsilon-LDP per report, for all numbers together (neighbours: any two lists within the bounds).
    Sensitivity  the whole box.
    Shapes       answer d ints, each in its [low, high]; report ceil(d/8) bytes, a bit for each number, the first in the
                 highest bit, 1 for the upper end; means of d numbers, in units. d is from 2 to 16.
    Error        unbiased; variances(numbers, reports) are exact: B^2 - t^2 for a number at t on [-1, 1], where B grows
                 with the root of d. interval is Wilson's.
    Source       Duchi, Jordan, Wainwright 2018, arXiv:1604.02390, sec. 4.2.3.
    Departures   for even d the publication counts corners that agree in just half of the numbers among both halves,
                 which spends ln(e^epsilon + 1). Here they are among the unlikely ones: exactly epsilon, and a smaller
                 error (d = 4, epsilon 1: B is 4.77, published 7.94). The chance of a corner that agrees in more than
                 half of the numbers is rounded down to a multiple of 2**-32; which one it is, is exactly uniform.
    """

    slug: ClassVar[str] = "duchi-several"
    name: ClassVar[str] = "Duchi's mechanism for several numbers"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = "corner"
    most_numbers: ClassVar[int] = 16

    def _check_answers(self) -> None:
        super()._check_answers()
        if self.steps != 1:
            raise ValueError(f"steps is {self.steps}; every number goes to an end of its range, which is 1 step")

    @cached_property
    def _turns(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns which patterns of bits are turned round: those of fewer than half of the bits, and all others; each
        ascending."""
        patterns = np.arange(1 << len(self.grids), dtype=np.int64)
        turned = sum((patterns >> place) & 1 for place in range(len(self.grids)))
        few = 2 * turned < len(self.grids)
        return patterns[few], patterns[~few]

    @cached_property
    def near_below(self) -> int:
        """Returns the threshold of a word below which a corner of the first kind is reported."""
        near, far = (len(patterns) for patterns in self._turns)
        return floor_at_exp(lambda e: WORDS * near * e / (near * e + far), Fraction(self.epsilon))

    @property
    def threshold(self) -> int:
        return self.near_below

    @property
    def worst_ratio(self) -> Fraction:
        near, far = (len(patterns) for patterns in self._turns)
        return Fraction(self.near_below * far, (WORDS - self.near_below) * near)

    @property
    def bounds(self) -> tuple[int, ...]:
        near, far = self._turns
        return (ANY, len(near), len(far))

    @property
    def report_bytes(self) -> int:
        return -(-len(self.grids) // 8)

    @cached_property
    def agreement(self) -> Fraction:
        """Returns the chance that the reported bit of a number is that of the number's end."""
        chances = (Fraction(self.near_below, WORDS), 1 - Fraction(self.near_below, WORDS))
        # The share of patterns, near and far, that keep the end of a given number; it is equal for all numbers.
        kept = [Fraction(int((patterns & 1 == 0).sum()), len(patterns)) for patterns in self._turns]
        return sum((chance * share for chance, share in zip(chances, kept, strict=True)), Fraction(0))

    @property
    def reach(self) -> Fraction:
        """Returns B of the publication: how far a reading lies from the middle, where an end lies at 1."""
        return 1 / (2 * self.agreement - 1)

    @cached_property
    def readings(self) -> Floats:
        half = self.reach / 2
        return np.array(
            [[float(grid.low + grid.width * (Fraction(1, 2) + side * half)) for side in (-1, 1)] for grid in self.grids]
        )

    def spread(self, point: int) -> Fraction:
        return self.reach**2 / 4 - (point - Fraction(1, 2)) ** 2

    @property
    def _spent_on(self) -> int:
        return len(self.grids)

    def client_spec(self) -> dict[str, str | int | list[int]]:
        return {
            "shape": self.shape,
            "near_below": self.near_below,
            "low": [grid.low for grid in self.grids],
            "high": [grid.high for grid in self.grids],
        }

    def check_report(self, record: bytes) -> None:
        if len(record) != self.report_bytes:
            raise ValueError(f"the report has {len(record)} bytes; this question needs {self.report_bytes}")
        self._bits(np.frombuffer(record, dtype=np.uint8)[None, :])

    def count(self, packed: Packed) -> Counts:
        self._check_packed(packed)
        upper = self._bits(packed).sum(axis=0, dtype=np.int64)
        return np.stack([len(packed) - upper, upper], axis=1)

    def interval(self, counts: ArrayLike, confidence: float) -> Floats:
        counted = self._checked(counts, least=1)
        rows = [wilson(row[1:], int(row.sum()), confidence)[0] for row in counted]
        lower, upper = self.readings.T[:, :, None]
        return np.asarray(lower + np.array(rows) * (upper - lower))

    def _bits(self, packed: Packed) -> Packed:
        bits = np.unpackbits(packed, axis=1)
        if bits[:, len(self.grids) :].any():
            raise ValueError(f"a report has a bit beyond the {len(self.grids)} of this question")
        return bits[:, : len(self.grids)]

    def _drawn(self, points: Points, words: Words) -> Packed:
        near, far = self._turns
        turned = far[remainder(words[:, 2], len(far))]
        np.copyto(turned, near[remainder(words[:, 1], len(near))], where=words[:, 0] < self.near_below)
        return self._packed(self._corners(points) ^ turned)

    def _corners(self, points: Points) -> Points:
        weights = 1 << np.arange(len(self.grids) - 1, -1, -1)
        return np.asarray(points @ weights, dtype=np.int64)

    def _packed(self, corners: Points) -> Packed:
        """The first number is the highest bit of the corner and of the report."""
        shifted = corners << (8 * self.report_bytes - len(self.grids))
        return shifted.astype(">u2").view(np.uint8).reshape(-1, 2)[:, 2 - self.report_bytes :]

    def _probabilities(self, points: tuple[int, ...]) -> Mapping[bytes, Fraction]:
        corner = self._corners(np.array([points]))[0]
        chances = (Fraction(self.near_below, WORDS), 1 - Fraction(self.near_below, WORDS))
        return {
            row.tobytes(): chance / len(patterns)
            for chance, patterns in zip(chances, self._turns, strict=True)
            for row in self._packed(corner ^ patterns)
        }
