"""A report covers a few of several numbers between bounds, drawn at random."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from math import prod
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Words
from mechanisms.ldp.numbers.number_mechanism import MOST_OUTPUTS
from mechanisms.ldp.numbers.numbers_mechanism import Floats, NumbersMechanism
from mechanisms.ldp.numbers.piecewise import piecewise_channel
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.drawn_words import remainder
from mechanisms.ldp.shapes.numbered import bytes_below, pack_numbers, read_numbers
from mechanisms.ldp.shapes.numbers.points import Points
from mechanisms.ldp.shapes.numbers.window import WindowChannel

_EPSILON_EACH = Fraction(5, 2)  # Each 2.5 of epsilon lets a report cover one more number, as published.


@dataclass(frozen=True, kw_only=True)
class PiecewiseNumbers(NumbersMechanism):
    """Draw s of the d numbers without looking at them, and report each as Piecewise does at epsilon / s.

    Guarantee    epsilon-LDP per report, for all numbers together (neighbours: any two lists within the bounds).
    Sensitivity  the whole box.
    Shapes       answer d ints, each in its [low, high]; report s parts in the order in which they were drawn: one byte
                 for the place of the number in the list, one or two for the place on its line; means of d numbers, in
                 units. d is from 2 to 256.
    Error        unbiased; variances(numbers, reports) are exact for means over as many reports as speak of a number on
                 average, reports * s / d: less by that than with the published weight d / s. interval is normal.
    Source       Wang, Xiao, Yang et al., "Collecting and analyzing multidimensional data with local differential
                 privacy", ICDE 2019, arXiv:1907.00782, alg. 4: s = max(1, min(d, floor(epsilon / 2.5))).
    Departures   the mean of a number is that of the reports that speak of it; published is the sum over d / s times all
                 reports, in which numbers that were not drawn count as nought and add t^2 (d / s - 1) to the variance.
                 The grid and its integers are those of Piecewise.
    """

    slug: ClassVar[str] = "piecewise-several"
    name: ClassVar[str] = "Piecewise mechanism for several numbers"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = "windows"
    most_numbers: ClassVar[int] = 256

    def _check_answers(self) -> None:
        super()._check_answers()
        if self.channel.outputs > MOST_OUTPUTS:
            raise ValueError(
                f"steps is {self.steps}; that makes {self.channel.outputs} places, and two bytes hold {MOST_OUTPUTS}; "
                f"take fewer steps"
            )

    @property
    def spoken_of(self) -> int:
        """Returns the s of the guarantee: how many of the d numbers a report speaks of."""
        return max(1, min(len(self.grids), Fraction(self.epsilon) // _EPSILON_EACH))

    @cached_property
    def channel(self) -> WindowChannel:
        return piecewise_channel(self.steps, Fraction(self.epsilon) / self.spoken_of)

    @property
    def threshold(self) -> int:
        return self.channel.inside_below

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the largest ratio of a report's probabilities under two lists of numbers: that of one number to the
        power s, because the draw does not depend on the numbers and each drawn one is perturbed by itself."""
        return self.channel.worst_ratio**self.spoken_of

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bounds of the random words of one report: first one word for each of the s draws of a number,
        then for each drawn number the words by which Piecewise perturbs it."""
        drawn = tuple(len(self.grids) - place for place in range(self.spoken_of))
        return (*drawn, *self.channel.bounds * self.spoken_of)

    @property
    def report_bytes(self) -> int:
        return self.spoken_of * self._part_bytes

    @property
    def _part_bytes(self) -> int:
        return 1 + bytes_below(self.channel.outputs)

    @cached_property
    def readings(self) -> Floats:
        each = self.channel.readings
        return np.array([[float(grid.low + grid.step * reading) for reading in each] for grid in self.grids])

    def spread(self, point: int) -> Fraction:
        return self.channel.spread(point)

    @property
    def _spent_on(self) -> int:
        return self.spoken_of

    def client_spec(self) -> dict[str, str | int | list[int]]:
        return {
            "shape": self.shape,
            "spoken_of": self.spoken_of,
            "window": self.channel.window,
            "inside_below": self.channel.inside_below,
            "steps": self.steps,
            "low": [grid.low for grid in self.grids],
            "high": [grid.high for grid in self.grids],
        }

    def check_report(self, record: bytes) -> None:
        if len(record) != self.report_bytes:
            raise ValueError(f"the report has {len(record)} bytes; this question needs {self.report_bytes}")
        self._parts(np.frombuffer(record, dtype=np.uint8)[None, :])

    def count(self, packed: Packed) -> Counts:
        self._check_packed(packed)
        which, places = self._parts(packed)
        joint = (which * self.channel.outputs + places).reshape(-1)
        histogram = np.bincount(joint, minlength=len(self.grids) * self.channel.outputs)
        return histogram.reshape(len(self.grids), self.channel.outputs).astype(np.int64, copy=False)

    def _parts(self, packed: Packed) -> tuple[Points, Points]:
        """Returns the numbers that each report covers, and the positions it reports for them: [people, s] both."""
        parts = packed.reshape(len(packed), self.spoken_of, self._part_bytes)
        which = parts[:, :, 0].astype(np.int64)
        outputs = np.stack([read_numbers(parts[:, part, 1:]) for part in range(self.spoken_of)], axis=1).astype(
            np.int64
        )
        if which.size and which.max() >= len(self.grids):
            raise ValueError(f"a report speaks of a number beyond the {len(self.grids)} of this question")
        if outputs.size and outputs.max() >= self.channel.outputs:
            raise ValueError(f"a report names a place beyond the {self.channel.outputs} of this question")
        ordered = np.sort(which, axis=1)
        if (ordered[:, 1:] == ordered[:, :-1]).any():
            raise ValueError("a report speaks of one number twice")
        return which, outputs

    def _drawn(self, points: Points, words: Words) -> Packed:
        which = self._which(words[:, : self.spoken_of])
        width = len(self.channel.bounds)
        parts = []
        for part in range(self.spoken_of):
            first = self.spoken_of + part * width
            values = np.take_along_axis(points, which[:, part : part + 1], axis=1)[:, 0]
            outputs = self.channel.reports(values, words[:, first : first + width])
            parts += [which[:, part : part + 1].astype(np.uint8), pack_numbers(outputs, self.channel.outputs)]
        return np.concatenate(parts, axis=1)

    def _which(self, words: Words) -> Points:
        """Returns the s numbers that each person's report speaks of, drawn without looking at them: [people, s]."""
        people = np.arange(len(words))
        order = np.tile(np.arange(len(self.grids)), (len(words), 1))
        for place in range(self.spoken_of):
            chosen = place + remainder(words[:, place], len(self.grids) - place).astype(np.int64)
            moved = order[people, chosen]
            order[people, chosen] = order[:, place]
            order[:, place] = moved
        return order[:, : self.spoken_of]

    def _probabilities(self, points: tuple[int, ...]) -> Mapping[bytes, Fraction]:
        draws = list(permutations(range(len(self.grids)), self.spoken_of))
        width = bytes_below(self.channel.outputs)
        probabilities: dict[bytes, Fraction] = {}
        for which in draws:
            each = [self.channel.report_probabilities(points[number]) for number in which]
            for outputs in product(range(self.channel.outputs), repeat=self.spoken_of):
                report = b"".join(
                    bytes([number]) + place.to_bytes(width, "big") for number, place in zip(which, outputs, strict=True)
                )
                probabilities[report] = prod(
                    (chances[place] for chances, place in zip(each, outputs, strict=True)),
                    start=Fraction(1, len(draws)),
                )
        return probabilities
