"""Numbers and their squares in each class, told as one number at the class's place in a list of noughts."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.accounting.event import Event
from mechanisms.common.entropy import Entropy, Words
from mechanisms.ldp.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.grid import Grid
from mechanisms.ldp.models.class_moments import Bounded, ClassMoments
from mechanisms.ldp.piecewise_numbers import PiecewiseNumbers
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.drawn_words import remainder, rows_of_words

NUMBERS, SQUARES, CLASS = range(3)  # what a person speaks of


@dataclass(frozen=True)
class PlaceCounts:
    """Of numbers and of squares [places, outputs], and of classes [classes]. Those of two batches add."""

    numbers: Counts
    squares: Counts
    classes: Counts

    def __add__(self, other: "PlaceCounts") -> "PlaceCounts":
        return PlaceCounts(self.numbers + other.numbers, self.squares + other.squares, self.classes + other.classes)


@dataclass(frozen=True, kw_only=True)
class ClassPlaces:
    """A third of the people, drawn at random, speak of their numbers, a third of their squares, a third of the class.

    Numbers stand at the class's place in a list of numbers * classes noughts, which `PiecewiseNumbers` perturbs with
    epsilon; the class alone is perturbed by generalised randomised response. Guarantee: epsilon-LDP for the class and
    all numbers together (neighbours: any two persons), as a person speaks of one of the three.

    Source: Yilmaz, Al-Rubaie, Chang 2019, arXiv:1905.01039, sec. 4.2, with the Piecewise mechanism of Wang et al. 2019.
    Departure: there two halves speak of numbers and squares, and it is not said at whose cost the class is told. Of two
    people's lists only two places differ, and of a report drawn over all places most say nothing; `ClassEnds` does not
    pay for that and is the better way.
    """

    classes: int
    numbers: tuple[Bounded, ...]
    epsilon: Decimal | str
    steps: int = 16

    def __post_init__(self) -> None:
        if self.steps % 2:
            raise ValueError(f"steps is {self.steps}; nought lies on a point only if it is even")
        _ = self.of_numbers, self.of_squares, self.of_class  # refuse what cannot be

    @cached_property
    def of_numbers(self) -> PiecewiseNumbers:
        return self._of([one.width for one in self.numbers])

    @cached_property
    def of_squares(self) -> PiecewiseNumbers:
        return self._of([one.width**2 for one in self.numbers])

    @cached_property
    def of_class(self) -> GeneralizedRandomizedResponse:
        return GeneralizedRandomizedResponse(answers=self.classes, epsilon=self.epsilon)

    def _of(self, reaches: list[int]) -> PiecewiseNumbers:
        grids = tuple(Grid(low=-reach, high=reach, steps=self.steps) for reach in reaches for _ in range(self.classes))
        return PiecewiseNumbers(grids=grids, epsilon=self.epsilon)

    def event(self) -> Event:
        """What one person's report costs."""
        spent = max(one.epsilon_spent() for one in (self.of_numbers, self.of_squares, self.of_class))
        return Event(
            mechanism=self.of_numbers.slug,
            version=self.of_numbers.version,
            epsilon=Decimal(self.epsilon),
            spent=spent,
            neighbours="any two classes and lists of numbers of one person",
        )

    def perturb_many(self, labels: ArrayLike, numbers: ArrayLike, entropy: Entropy) -> tuple[Packed, Packed, Packed]:
        """The packed reports on numbers, on squares and on the class, each of the people who speak of that."""
        given, held = np.asarray(labels), np.asarray(numbers)
        if held.ndim != 2 or held.shape != (len(given), len(self.numbers)) or held.dtype.kind not in "iu":
            raise ValueError(f"answers are rows of {len(self.numbers)} whole numbers, a row for each person")
        if given.size and (given.min() < 0 or given.max() >= self.classes):
            raise ValueError(f"a label is not one of the {self.classes} classes")
        for place, one in enumerate(self.numbers):
            Grid(low=one.low, high=one.high, steps=1).numbers(held[:, place])
        spoken = self._spoken(rows_of_words(len(given), [3], entropy))
        meant = 2 * held.astype(np.int64) - np.array([one.low + one.high for one in self.numbers])
        placed = self._placed(given, meant)
        return (
            self.of_numbers.perturb_many(placed[spoken == NUMBERS], entropy),
            self.of_squares.perturb_many(self._placed(given, meant**2)[spoken == SQUARES], entropy),
            self.of_class.perturb_many(given[spoken == CLASS], entropy),
        )

    def count(self, batches: tuple[Packed, Packed, Packed]) -> PlaceCounts:
        numbers, squares, classes = batches
        return PlaceCounts(self.of_numbers.count(numbers), self.of_squares.count(squares), self.of_class.count(classes))

    def moments(self, counts: PlaceCounts) -> ClassMoments:
        shape, people = (len(self.numbers), self.classes), int(counts.classes.sum())
        shares = self.of_class.estimate(counts.classes, people)
        return ClassMoments(
            shares=shares,
            first=self.of_numbers.means(counts.numbers).reshape(shape),
            second=self.of_squares.means(counts.squares).reshape(shape),
            share_error=float(np.sqrt(self.of_class.variance(np.clip(shares, 0, 1), people).mean())),
            first_errors=self.of_numbers.standard_errors(counts.numbers).reshape(shape),
            second_errors=self.of_squares.standard_errors(counts.squares).reshape(shape),
        )

    def _spoken(self, words: Words) -> NDArray[np.int64]:
        return remainder(words[:, 0], 3).astype(np.int64)

    def _placed(self, labels: NDArray[np.int64], meant: NDArray[np.int64]) -> NDArray[np.int64]:
        """[people, numbers * classes]: each number at its class's place."""
        placed = np.zeros((*meant.shape, self.classes), dtype=np.int64)
        np.put_along_axis(placed, labels.astype(np.int64)[:, None, None], meant[:, :, None], axis=2)
        return placed.reshape(len(labels), -1)
