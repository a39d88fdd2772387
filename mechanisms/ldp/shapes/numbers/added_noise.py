"""This module is about shape `added-noise`: a report is the point with a whole number added, cut off at both ends.

The noise z from -reach to reach has weight w(z), and the report of point g of 0 ... k is g + z + reach. The first k and
the last k reports are beyond the reach of some points; so that no report is impossible for anybody, each of them has a
weight of its own, its *stray* weight, whatever the point is. All weights together add up to W^2.

To perturb point g, w0 and w1 are read, and n = w0 W + w1 is looked up in the running sum of the weights: of the noise
from -reach on, then of the stray reports in order. Noise z makes the report g + z + reach; a stray report is itself.

The strays do not follow the point, so the mean of the report is linear in it, and nothing has to be assumed of what was
cut off.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Words
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.drawn_words import ANY
from mechanisms.ldp.shapes.numbers.points import Points

_GUIDE_BITS = 16


@dataclass(frozen=True, kw_only=True)
class AddedNoiseChannel:
    """This is a channel that adds whole noise to a point. `weights` are those of the noise, symmetric and falling from
    the middle on; `strays` there are 2 `steps`."""

    shape: ClassVar[str] = "added-noise"

    steps: int
    weights: tuple[int, ...]
    strays: tuple[int, ...]
    word_bits: int = WORD_BITS

    def __post_init__(self) -> None:
        falling = self.weights[self.reach :]
        if self.weights[::-1] != self.weights or any(far > near for near, far in pairwise(falling)):
            raise ValueError("the weights of the noise are not symmetric, falling from the middle on")
        if self.reach < self.steps or len(self.strays) != 2 * self.steps or min(self.strays + self.weights) < 1:
            raise ValueError(
                f"noise that reaches {self.reach} with {len(self.strays)} strays leaves a report impossible"
            )
        if sum(self.weights) + sum(self.strays) != self._total:
            raise ValueError(f"the weights do not add up to 2^{2 * self.word_bits}")

    @property
    def spec(self) -> dict[str, str | int]:
        return {"shape": self.shape, "reach": self.reach}

    @property
    def bounds(self) -> tuple[int, ...]:
        return (ANY, ANY)

    @property
    def reach(self) -> int:
        return len(self.weights) // 2

    @property
    def outputs(self) -> int:
        return len(self.weights) + self.steps

    @property
    def _total(self) -> int:
        return 1 << 2 * self.word_bits

    @cached_property
    def _stray_reports(self) -> NDArray[np.int64]:
        first = np.arange(self.steps)
        return np.concatenate([first, first + len(self.weights)])

    @cached_property
    def _stray_weight(self) -> dict[int, int]:
        return dict(zip(self._stray_reports.tolist(), self.strays, strict=True))

    @cached_property
    def worst_ratio(self) -> Fraction:
        """Returns the largest ratio of a report's weights: that under the nearest point over that under an end of the
        grid."""
        most, least = 1, 1
        for report in range(self.outputs):
            stray = self._stray_weight.get(report, 0)
            nearest = min(max(self.reach, report - self.steps), report)
            high = stray + self._weight(nearest)
            low = stray + min(self._weight(report), self._weight(report - self.steps))
            if high * least > most * low:
                most, least = high, low
        return Fraction(most, least)

    @cached_property
    def readings(self) -> tuple[Fraction, ...]:
        return tuple((report - self._of_nought) / self._slope for report in range(self.outputs))

    @cached_property
    def _slope(self) -> Fraction:
        return Fraction(sum(self.weights), self._total)

    @cached_property
    def _of_nought(self) -> Fraction:
        """Returns the mean of the report of point 0."""
        noise = self.reach * sum(self.weights)  # The noise is symmetric, so its mean is at the reach.
        return Fraction(noise + sum(report * weight for report, weight in self._stray_weight.items()), self._total)

    @cached_property
    def _squares(self) -> tuple[int, int]:
        """Returns the weighted squares of the noise, and of the stray reports."""
        noise = sum((place - self.reach) ** 2 * weight for place, weight in enumerate(self.weights))
        return noise, sum(report**2 * weight for report, weight in self._stray_weight.items())

    def spread(self, point: int) -> Fraction:
        noise, stray = self._squares
        square = Fraction(noise + stray, self._total) + self._slope * (point + self.reach) ** 2
        return (square - (self._of_nought + self._slope * point) ** 2) / self._slope**2

    def reports(self, points: Points, words: Words) -> Points:
        places = self._places(words)
        reports = points + places
        beyond = np.flatnonzero(places >= len(self.weights))
        reports[beyond] = self._stray_reports[places[beyond] - len(self.weights)]
        return reports

    def report_probabilities(self, point: int) -> Mapping[int, Fraction]:
        return {
            report: Fraction(self._stray_weight.get(report, 0) + self._weight(report - point), self._total)
            for report in range(self.outputs)
        }

    def _weight(self, place: int) -> int:
        return self.weights[place] if 0 <= place < len(self.weights) else 0

    @cached_property
    def _ends(self) -> NDArray[np.uint64]:
        """Returns the running sums of the weights, all but the last, which is more than 64 bits hold."""
        return np.array(list(accumulate(self.weights + self.strays))[:-1], dtype=np.uint64)

    @cached_property
    def _guide(self) -> NDArray[np.int32]:
        """Returns the position that each first part of the first word decides, or -1 if it decides none."""
        shift = 2 * self.word_bits - min(_GUIDE_BITS, self.word_bits)
        firsts = np.arange(1 << (2 * self.word_bits - shift), dtype=np.uint64) << np.uint64(shift)
        lasts = firsts + np.uint64((1 << shift) - 1)
        low, high = (np.searchsorted(self._ends, numbers, side="right") for numbers in (firsts, lasts))
        return np.where(low == high, low, -1).astype(np.int32)

    def _places(self, words: Words) -> NDArray[np.int64]:
        shift = self.word_bits - min(_GUIDE_BITS, self.word_bits)
        places = self._guide.take(words[:, 0] >> np.uint32(shift)).astype(np.int64)
        undecided = np.flatnonzero(places < 0)
        numbers = words[undecided, 0].astype(np.uint64) << np.uint64(self.word_bits) | words[undecided, 1]
        places[undecided] = np.searchsorted(self._ends, numbers, side="right")
        return places
