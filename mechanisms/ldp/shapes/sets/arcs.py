"""Arcs of one length on a circle of places, and how a number picks a place inside or outside of them.

A circle has P places; an arc is the `arc` places from its start on, and arcs may overlap. A number V below `numbers`
(2^64 on devices) picks a place so: with l places covered, the numbers below l inside are shared out evenly among these,
`inside` each; the rest evenly among the P - l others, of which the first get one more where it does not come out even.
Places are numbered from the arc with the lowest start on, those covered by an arc and the next ones apart.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint64]


@dataclass(frozen=True, kw_only=True)
class Arcs:
    """Arcs are drawn so that `inside` numbers pick each place that up to `most` arcs of `arc` places cover."""

    places: int
    arc: int
    most: int
    inside: int
    numbers: int

    def __post_init__(self) -> None:
        if not self.arc >= 1 or self.most * self.arc >= self.places:
            raise ValueError(f"arc is {self.arc}; {self.most} arcs of 1 or more cover less than {self.places} places")
        if not 0 < self.inside * self.most * self.arc <= self.numbers - (self.places - self.most * self.arc):
            raise ValueError(f"inside is {self.inside}; with it nothing is left of {self.numbers} for other places")

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the ratio of the chances of one position under two sets of arcs; it grows with the part of the circle
        that they cover."""
        fewest = self._outside(self.most * self.arc)
        most = -(-(self.numbers - self.arc * self.inside) // (self.places - self.arc))
        return Fraction(max(self.inside, most), fewest)

    def weights(self, starts: list[int]) -> list[int]:
        """Returns how many numbers pick each place."""
        covered = {(start + step) % self.places for start in starts for step in range(self.arc)}
        tally = [self.inside if place in covered else 0 for place in range(self.places)]
        others = self.places - len(covered)
        each, left = divmod(self.numbers - len(covered) * self.inside, others)
        free = [place for place in self._from_lowest(starts) if place not in covered]
        for rank, place in enumerate(free):
            tally[place] = each + (rank < left)
        return tally

    def pick(self, starts: list[int], number: int) -> int:
        """Returns the place that the number picks."""
        ordered = sorted(starts)
        gaps = [after - before for before, after in pairwise([*ordered, ordered[0] + self.places])]
        lengths = [min(gap, self.arc) for gap in gaps]
        covered = sum(lengths)
        if number < covered * self.inside:
            rank, sizes, firsts = number // self.inside, lengths, ordered
        else:
            rank = self._rank_outside(number - covered * self.inside, covered)
            sizes = [gap - length for gap, length in zip(gaps, lengths, strict=True)]
            firsts = [start + length for start, length in zip(ordered, lengths, strict=True)]
        ends = list(accumulate(sizes))
        which = next(index for index, end in enumerate(ends) if rank < end)
        return (firsts[which] + rank - (ends[which] - sizes[which])) % self.places

    def pick_many(self, starts: Numbers, numbers: Numbers) -> Numbers:
        """Returns the place that `pick` takes for each row of starts [people, arcs] and number [people]."""
        ordered = np.sort(starts, axis=1)
        gaps = np.diff(ordered, axis=1, append=ordered[:, :1] + np.uint64(self.places))
        lengths = np.minimum(gaps, np.uint64(self.arc))
        covered = lengths.sum(axis=1)
        taken = covered * np.uint64(self.inside)
        within = numbers < taken
        rank = np.where(within, numbers // np.uint64(self.inside), self._ranks_outside(numbers - taken, covered, taken))
        sizes = np.where(within[:, None], lengths, gaps - lengths)
        firsts = ordered + np.where(within[:, None], np.uint64(0), lengths)
        ends = np.cumsum(sizes, axis=1)
        which = (rank[:, None] >= ends).sum(axis=1)
        person = np.arange(len(numbers))
        picks = firsts[person, which] + rank - (ends[person, which] - sizes[person, which])
        return np.asarray(picks % np.uint64(self.places), dtype=np.uint64)

    def _outside(self, covered: int) -> int:
        """Returns how many numbers at least pick each place that is not covered."""
        return (self.numbers - covered * self.inside) // (self.places - covered)

    def _rank_outside(self, number: int, covered: int) -> int:
        others, each = self.places - covered, self._outside(covered)
        rank = number // each
        return rank if rank < others else number - each * others

    def _ranks_outside(self, numbers: Numbers, covered: Numbers, taken: Numbers) -> Numbers:
        others = np.uint64(self.places) - covered
        # Where 2^64 numbers are drawn from, the mask makes 0 of it, and the subtraction wraps to the right rest.
        each = (np.uint64(self.numbers & (2**64 - 1)) - taken) // others
        rank = numbers // each
        return np.where(rank < others, rank, numbers - each * others)

    def _from_lowest(self, starts: list[int]) -> list[int]:
        return [(min(starts) + step) % self.places for step in range(self.places)]
