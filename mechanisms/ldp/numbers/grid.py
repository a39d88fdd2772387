"""A bounded number becomes one of a few points, by a rounding that is right on average.

With width W = high - low and k steps, the number v lies at (v - low) k / W steps: so many whole steps and a rest of
r / b of one, where b is W divided by what it has in common with k. To round it, one word is read, and again until it
lies below the largest multiple of b that fits a word; its remainder is uniform on [0, b), and the number goes up a step
when that lies below r. If b is 1 every number is a point, and no word is read.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Words
from mechanisms.ldp.shapes.drawn_words import remainder

WIDEST = 1 << 24
FURTHEST = 1 << 52

Integers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A grid is `steps` equal steps from `low` to `high`, which are counted in the unit in which numbers are given.

    A price that is asked for in cents goes from 0 to 50 000, not from 0 to 500. Numbers outside the bounds are refused,
    never moved to them: who knows that a number was moved knows more than the bounds say.
    """

    low: int
    high: int
    steps: int

    def __post_init__(self) -> None:
        for name, number in (("low", self.low), ("high", self.high), ("steps", self.steps)):
            if not isinstance(number, int) or isinstance(number, bool) or abs(number) > FURTHEST:
                raise ValueError(f"{name} is {number!r}; it is a whole number, in the unit in which numbers are given")
        if not 0 < self.width <= WIDEST:
            raise ValueError(f"high - low is {self.width}; it is at least 1 and at most {WIDEST} units")
        if not 1 <= self.steps <= self.width:
            raise ValueError(f"steps is {self.steps}; a grid of {self.width} units has from 1 to that many steps")

    @property
    def width(self) -> int:
        return self.high - self.low

    @property
    def step(self) -> Fraction:
        """Returns the units from one point to the next."""
        return Fraction(self.width, self.steps)

    @property
    def bound(self) -> int:
        """Returns the bound of the word that decides whether a number goes up; 1 if every number is a point."""
        return self.width // math.gcd(self.width, self.steps)

    @property
    def spec(self) -> dict[str, str | int]:
        return {"low": self.low, "high": self.high, "steps": self.steps}

    def check(self, number: int) -> None:
        if not isinstance(number, int) or isinstance(number, bool):
            raise ValueError("the answer is not a whole number of units")
        if not self.low <= number <= self.high:
            raise ValueError(f"the number lies outside [{self.low}, {self.high}]")

    def place(self, number: int) -> Fraction:
        """Returns the position of a number, in steps from the lower bound."""
        self.check(number)
        return Fraction(number - self.low) / self.step

    def chances(self, number: int) -> dict[int, Fraction]:
        """Returns the chances of the points that the number may become; their mean is where it lies."""
        place = self.place(number)
        below = math.floor(place)
        return {below: 1 - (place - below), below + 1: place - below} if place != below else {below: Fraction(1)}

    def rounded(self, numbers: Integers, words: Words) -> Integers:
        """Returns the points to which numbers are rounded by these words, none of which is drawn again for `bound`."""
        whole, rest = np.divmod((numbers - self.low) * self.steps, self.width)
        rest //= self.width // self.bound
        return np.asarray(whole + (remainder(words, self.bound) < rest), dtype=np.int64)

    def numbers(self, given: NDArray[np.generic]) -> Integers:
        """Returns the numbers that many people answered, if all of them are valid."""
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise ValueError("answers must be a list of whole numbers of units")
        if given.size and (given.min() < self.low or given.max() > self.high):
            raise ValueError(f"a number lies outside [{self.low}, {self.high}]")
        return given.astype(np.int64)
