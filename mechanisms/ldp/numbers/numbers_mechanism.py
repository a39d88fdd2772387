"""This module holds the base of all mechanisms that estimate the means of several bounded numbers from one report."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy, Words
from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.drawn_words import ANY, rows_of_words
from mechanisms.ldp.shapes.numbers.points import Points

Floats = NDArray[np.float64]

_BLOCK_PEOPLE = 1 << 13


@dataclass(frozen=True, kw_only=True)
class NumbersMechanism(LocalMechanism):
    """This is a question for several numbers, each between bounds of its own, and the epsilon of one report on all of
    them.

    All grids have as many steps. Every number is rounded, also one that the report will not speak of: how many words
    are read says nothing.
    """

    neighbours: ClassVar[str] = "any two lists of numbers of one person"
    most_numbers: ClassVar[int]

    grids: tuple[Grid, ...]

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one report reads after those of the rounding, in order."""

    @property
    @abstractmethod
    def threshold(self) -> int:
        """Returns the bound below which the one word that carries the guarantee keeps a report near the true numbers;
        all other words are used uniformly."""

    @property
    @abstractmethod
    def report_bytes(self) -> int: ...

    @abstractmethod
    def client_spec(self) -> dict[str, str | int | list[int]]: ...

    @property
    @abstractmethod
    def readings(self) -> Floats:
        """Returns the readings: what a report that gives output y for number i is worth for its mean, in units,
        [numbers, outputs]."""

    @abstractmethod
    def _drawn(self, points: Points, words: Words) -> Packed:
        """Returns the packed reports of these points [people, numbers] on these words [people, bounds]."""

    @abstractmethod
    def _probabilities(self, points: tuple[int, ...]) -> Mapping[bytes, Fraction]:
        """Returns the probabilities of the packed reports of one person's points."""

    @abstractmethod
    def check_report(self, record: bytes) -> None:
        """Raises ValueError unless the device could have sent these bytes."""

    @abstractmethod
    def count(self, packed: Packed) -> Counts:
        """Returns how often each output was reported for each number: [numbers, outputs]. The counts of two batches
        add."""

    @property
    @abstractmethod
    def _spent_on(self) -> int:
        """Returns how many numbers a report speaks of."""

    @abstractmethod
    def spread(self, point: int) -> Fraction:
        """Returns the variance of the reading of one report, in squared steps, for a person whose number is at this
        point."""

    def _check_answers(self) -> None:
        if not isinstance(self.grids, tuple) or not all(isinstance(grid, Grid) for grid in self.grids):
            raise ValueError(f"grids is {self.grids!r}; each number needs bounds and steps")
        if not 2 <= len(self.grids) <= self.most_numbers:
            raise ValueError(f"there are {len(self.grids)} numbers; {self.slug} takes from 2 to {self.most_numbers}")
        if len({grid.steps for grid in self.grids}) > 1:
            raise ValueError(f"the grids have {sorted({grid.steps for grid in self.grids})} steps; all have as many")

    @property
    def _question(self) -> str:
        return f"{len(self.grids)} numbers"

    @property
    def steps(self) -> int:
        return self.grids[0].steps

    @property
    def words(self) -> int:
        """Returns how many words a report reads, redraws not counted: the same for all numbers."""
        return len(self._roundings) + len(self.bounds)

    def perturb(self, numbers: Sequence[int], entropy: Entropy) -> bytes:
        """Returns the packed report of one person's numbers."""
        self._check_length(len(numbers))
        for grid, number in zip(self.grids, numbers, strict=True):
            grid.check(number)
        return self._reports(np.array([numbers], dtype=np.int64), entropy).tobytes()

    def perturb_many(self, numbers: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports [people, report_bytes] of numbers [people, numbers], one person after the other."""
        given = np.asarray(numbers)
        if given.ndim != 2:
            raise ValueError("answers must be a table of whole numbers, a row for each person")
        self._check_length(given.shape[1])
        values = np.stack([grid.numbers(given[:, place]) for place, grid in enumerate(self.grids)], axis=1)
        blocks = [values[start : start + _BLOCK_PEOPLE] for start in range(0, max(1, len(values)), _BLOCK_PEOPLE)]
        return np.concatenate([self._reports(block, entropy) for block in blocks])

    def report_probabilities(self, numbers: Sequence[int]) -> Mapping[bytes, Fraction]:
        """Returns the probability of every packed report: for proofs on small cases, as there are many reports."""
        each = [grid.chances(number) for grid, number in zip(self.grids, numbers, strict=True)]
        probabilities: dict[bytes, Fraction] = {}
        for points in product(*each):
            chance = prod((chances[point] for chances, point in zip(each, points, strict=True)), start=Fraction(1))
            for report, probability in self._probabilities(points).items():
                probabilities[report] = probabilities.get(report, Fraction(0)) + chance * probability
        return probabilities

    def means(self, counts: ArrayLike) -> Floats:
        """Returns the unbiased mean of each number, in units, over the reports that cover it: [numbers]."""
        counted = self._checked(counts, least=1)
        return np.asarray((counted * self.readings).sum(axis=1) / counted.sum(axis=1))

    def standard_errors(self, counts: ArrayLike) -> Floats:
        """Returns the standard errors of the means, measured on the readings and at least the known noise:
        [numbers].
        """
        counted = self._checked(counts, least=2)
        reports = counted.sum(axis=1)
        means = self.means(counts)
        sampled = (counted * (self.readings - means[:, None]) ** 2).sum(axis=1) / (reports - 1)
        noise = [self._least_variance(grid, mean) for grid, mean in zip(self.grids, means.tolist(), strict=True)]
        return np.asarray(np.sqrt(np.maximum(sampled, noise) / reports))

    def interval(self, counts: ArrayLike, confidence: float) -> Floats:
        """Returns limits for the mean of each number: [numbers, 2]."""
        half = normal_quantile(confidence) * self.standard_errors(counts)
        return np.stack([self.means(counts) - half, self.means(counts) + half], axis=-1)

    def variances(self, numbers: Sequence[int], reports: int) -> Floats:
        """Returns the variance of each mean for several reports on the same numbers: what noise and rounding add.

        Where a report speaks of some numbers only, the mean is of as many reports as speak of it on average.
        """
        if not isinstance(reports, int | np.integer) or reports < 1:
            raise ValueError(f"there are {reports!r} reports; an estimate needs at least 1, in whole numbers")
        self._check_length(len(numbers))
        heard = Fraction(int(reports) * self._spent_on, len(self.grids))
        return np.array(
            [float(self._variance(grid, number) / heard) for grid, number in zip(self.grids, numbers, strict=True)]
        )

    def _least_variance(self, grid: Grid, mean: float) -> float:
        near = min(max(round(mean), grid.low), grid.high)
        return float(min(self._variance(grid, number) for number in (grid.low, near, grid.high)))

    def _variance(self, grid: Grid, number: int) -> Fraction:
        square = sum(
            (chance * (self.spread(point) + point**2) for point, chance in grid.chances(number).items()), Fraction(0)
        )
        return (square - grid.place(number) ** 2) * grid.step**2

    @property
    def _roundings(self) -> tuple[int, ...]:
        return tuple(grid.bound for grid in self.grids if grid.bound != ANY)

    def _reports(self, numbers: Points, entropy: Entropy) -> Packed:
        words = rows_of_words(len(numbers), (*self._roundings, *self.bounds), entropy)
        points = np.empty_like(numbers)
        used = 0
        for place, grid in enumerate(self.grids):
            if grid.bound == ANY:
                points[:, place] = (numbers[:, place] - grid.low) * grid.steps // grid.width
            else:
                points[:, place] = grid.rounded(numbers[:, place], words[:, used])
                used += 1
        return self._drawn(points, words[:, used:])

    def _check_length(self, given: int) -> None:
        if given != len(self.grids):
            raise ValueError(f"there are {given} numbers; this question has {len(self.grids)}")

    def _check_packed(self, packed: Packed) -> None:
        if packed.ndim != 2 or packed.shape[1] != self.report_bytes or packed.dtype != np.uint8:
            raise ValueError(f"packed reports must be bytes in rows of {self.report_bytes}")

    def _checked(self, counts: ArrayLike, least: int) -> Counts:
        checked = np.asarray(counts)
        if checked.shape != self.readings.shape or checked.dtype.kind not in "iu":
            raise ValueError(f"counts must be integers in {self.readings.shape[0]} rows of {self.readings.shape[1]}")
        whole = checked.astype(np.int64)  # Unsigned counts would wrap when they are subtracted, so they become signed.
        if whole.min() < 0:
            raise ValueError(f"a count is {int(whole.min())}; none lies below 0")
        heard = whole.sum(axis=1)
        if heard.min() < least:
            raise ValueError(f"{int(heard.min())} reports speak of a number; it needs at least {least}")
        reports, rest = divmod(int(heard.sum()), self._spent_on)
        if rest or heard.max() > reports:
            raise ValueError(
                f"counts of {heard.tolist()} are not those of reports that speak of {self._spent_on} numbers each"
            )
        return whole
