"""Numbers and their squares in each class are reported as a list of zeros with one number at the position of the
class.
"""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.accounting.event import Event
from mechanisms.common.entropy import Entropy, Words
from mechanisms.ldp.models.class_moments import WIDEST_SIGNED, Bounded, ClassMoments, fine_grid
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.piecewise_numbers import PiecewiseNumbers
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.drawn_words import remainder, rows_of_words

Floats = NDArray[np.float64]
Grids = tuple[tuple[Grid, int], ...]  # The grid of each number, and the parts into which it cuts a unit.

NUMBERS, SQUARES, CLASS = range(3)  # A person reports on one of these three.


@dataclass(frozen=True)
class PlaceCounts:
    """These are the counts of numbers and of squares [places, outputs], and of classes [classes]; the counts of two
    batches add."""

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

    A number has at most 2896 units, as its square is told from minus to plus. One of few, say a yes or no, is told in
    parts of its unit, so that all have `steps` steps.
    """

    classes: int
    numbers: tuple[Bounded, ...]
    epsilon: Decimal | str
    steps: int = 16

    def __post_init__(self) -> None:
        widest = max((number.width for number in self.numbers), default=0)
        if widest > WIDEST_SIGNED:
            raise ValueError(
                f"high - low is {widest}; a number at its class's place has at most {WIDEST_SIGNED} units, take larger "
                f"units"
            )
        _ = self.of_numbers, self.of_squares, self.of_class  # Each mechanism refuses impossible parameters.
        if self.steps % 2:
            raise ValueError(f"steps is {self.steps}; nought lies on a point only if it is even")

    @cached_property
    def of_numbers(self) -> PiecewiseNumbers:
        """Returns the mechanism for the numbers in parts of a unit, as `of_squares` is for the squares."""
        return self._of(self._number_grids)

    @cached_property
    def of_squares(self) -> PiecewiseNumbers:
        return self._of(self._square_grids)

    @cached_property
    def of_class(self) -> GeneralizedRandomizedResponse:
        return GeneralizedRandomizedResponse(answers=self.classes, epsilon=self.epsilon)

    @cached_property
    def _number_grids(self) -> Grids:
        return tuple(fine_grid(-number.width, number.width, self.steps) for number in self.numbers)

    @cached_property
    def _square_grids(self) -> Grids:
        return tuple(fine_grid(-(number.width**2), number.width**2, self.steps) for number in self.numbers)

    def _of(self, grids: Grids) -> PiecewiseNumbers:
        places = tuple(grid for grid, _ in grids for _ in range(self.classes))
        return PiecewiseNumbers(grids=places, epsilon=self.epsilon)

    def event(self) -> Event:
        """Returns the cost of one person's report."""
        spent = max(mechanism.epsilon_spent() for mechanism in (self.of_numbers, self.of_squares, self.of_class))
        return Event(
            mechanism=self.of_numbers.slug,
            version=self.of_numbers.version,
            epsilon=Decimal(self.epsilon),
            spent=spent,
            neighbours="any two classes and lists of numbers of one person",
        )

    def perturb_many(self, labels: ArrayLike, numbers: ArrayLike, entropy: Entropy) -> tuple[Packed, Packed, Packed]:
        """Returns the packed reports on numbers, on squares and on the class, each of the people who speak of that."""
        given, values = np.asarray(labels), np.asarray(numbers)
        if values.ndim != 2 or values.shape != (len(given), len(self.numbers)) or values.dtype.kind not in "iu":
            raise ValueError(f"answers are rows of {len(self.numbers)} whole numbers, a row for each person")
        if given.size and (given.min() < 0 or given.max() >= self.classes):
            raise ValueError(f"a label is not one of the {self.classes} classes")
        for place, number in enumerate(self.numbers):
            Grid(low=number.low, high=number.high, steps=1).numbers(values[:, place])
        spoken = self._spoken(rows_of_words(len(given), [3], entropy))
        meant = 2 * values.astype(np.int64) - np.array([number.low + number.high for number in self.numbers])
        numbers_told = self._placed(given, meant * _parts(self._number_grids))
        squares_told = self._placed(given, meant**2 * _parts(self._square_grids))
        return (
            self.of_numbers.perturb_many(numbers_told[spoken == NUMBERS], entropy),
            self.of_squares.perturb_many(squares_told[spoken == SQUARES], entropy),
            self.of_class.perturb_many(given[spoken == CLASS], entropy),
        )

    def count(self, batches: tuple[Packed, Packed, Packed]) -> PlaceCounts:
        numbers, squares, classes = batches
        return PlaceCounts(self.of_numbers.count(numbers), self.of_squares.count(squares), self.of_class.count(classes))

    def moments(self, counts: PlaceCounts) -> ClassMoments:
        """Returns the moments of each class from the counts. Errors: ValueError where nobody reports on one of the
        three kinds."""
        people = int(counts.classes.sum())
        shares = self.of_class.estimate(counts.classes, people)
        first, first_errors = self._everywhere(self.of_numbers, self._number_grids, counts.numbers)
        second, second_errors = self._everywhere(self.of_squares, self._square_grids, counts.squares)
        return ClassMoments(
            shares=shares,
            first=first,
            second=second,
            share_error=float(np.sqrt(self.of_class.variance(np.clip(shares, 0, 1), people).mean())),
            first_errors=first_errors,
            second_errors=second_errors,
        )

    def _everywhere(self, mechanism: PiecewiseNumbers, grids: Grids, counts: Counts) -> tuple[Floats, Floats]:
        """Returns the mean at each position over all reports, and its error; a report that does not cover a position
        counts as 0.

        As published, with weight places / spoken_of: so a place that few or none drew has a mean too, and as nearly all
        truly are nought that costs little.
        """
        shape = (len(self.numbers), self.classes)
        reports, weight = int(counts.sum()) // mechanism.spoken_of, len(mechanism.grids) / mechanism.spoken_of
        if reports < 1:
            raise ValueError("no report speaks of the numbers, or none of their squares; each needs at least 1")
        means = weight * (counts * mechanism.readings).sum(axis=1) / reports
        squares = weight**2 * (counts * mechanism.readings**2).sum(axis=1) / reports
        noise = mechanism.variances([0] * len(mechanism.grids), reports)
        errors = np.sqrt(np.maximum((squares - means**2) / reports, noise))
        parts = _parts(grids)[:, None]
        return means.reshape(shape) / parts, errors.reshape(shape) / parts

    def _spoken(self, words: Words) -> NDArray[np.int64]:
        return remainder(words[:, 0], 3).astype(np.int64)

    def _placed(self, labels: NDArray[np.int64], meant: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns each number at its class's place, [people, numbers * classes]."""
        placed = np.zeros((*meant.shape, self.classes), dtype=np.int64)
        np.put_along_axis(placed, labels.astype(np.int64)[:, None, None], meant[:, :, None], axis=2)
        return placed.reshape(len(labels), -1)


def _parts(grids: Grids) -> NDArray[np.int64]:
    return np.array([parts for _, parts in grids], dtype=np.int64)
