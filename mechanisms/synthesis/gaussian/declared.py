"""A declaration fixes the bounds of numbers, their groups and the classes before anybody looks at the rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mechanisms.central.central_mechanism import Exact, exact_number

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

LARGEST = 1e300
MOST_NUMBERS = 128
MOST_OF_A_GROUP = 64  # A group of d numbers has d (d + 3) / 2 moments in each class.
MOST_CLASSES = 64
MOST_MOMENTS = 1 << 16  # All classes together have at most this many moments; noise is drawn for each.


class Undeclared(ValueError):
    """A value was not declared. Says of which column, never which value or of how many rows: the text may be seen."""


@dataclass(frozen=True, kw_only=True)
class Number:
    """This is a column whose bounds are known without the data; a number beyond them counts as the bound."""

    name: str
    low: int | float
    high: int | float
    whole: bool = False

    def __post_init__(self) -> None:
        for bound in (self.low, self.high):
            if isinstance(bound, bool) or not isinstance(bound, int | float) or not abs(bound) <= LARGEST:
                raise ValueError(f"a bound of {self.name} is {bound!r}; both must be declared, as numbers up to 1e300")
        if not self.low < self.high:
            raise ValueError(f"{self.name} lies between {self.low} and {self.high}; the first must be the smaller")
        if self.whole and (self.low != int(self.low) or self.high != int(self.high)):
            raise ValueError(f"{self.name} is declared to be whole; its bounds {self.low} and {self.high} must be, too")

    def scaled(self, values: Sequence[float | None]) -> Floats:
        """Returns float64[n] from -1 at the lower bound to 1 at the upper. Errors: Undeclared for what is no finite
        number."""
        try:
            given = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
        except (TypeError, ValueError):
            given = np.array([np.nan])
        if given.ndim != 1 or not np.isfinite(given).all():
            raise Undeclared(f"{self.name} holds a missing value or what is no finite number, which none declared")
        inside = np.clip(given, self.low, self.high)
        return np.asarray(2 * ((inside - self.low) / (self.high - self.low)) - 1)

    def unscaled(self, scaled: Floats) -> Floats:
        """Returns the way back, never beyond the bounds."""
        values = self.low + (scaled + 1) / 2 * (self.high - self.low)
        return np.clip(np.rint(values) if self.whole else values, self.low, self.high)


@dataclass(frozen=True, kw_only=True)
class Group:
    """A group holds columns whose covariance is kept; columns of two groups are taken as independent within a class.

    `squared_length` says which rows are shortened: a row's length is counted from the middle of all bounds, in half
    widths, so that the corners of d columns have the squared length d. Noise grows with it, and so does what is kept
    of rows far out. `half_of_the_corners` is a choice that need not know the data.
    """

    columns: tuple[str, ...]
    squared_length: Exact

    def __post_init__(self) -> None:
        object.__setattr__(self, "squared_length", exact_number("squared_length", self.squared_length))
        if not 1 <= len(self.columns) <= MOST_OF_A_GROUP:
            raise ValueError(
                f"a group of {len(self.columns)} columns; it has 1 to {MOST_OF_A_GROUP}, as its second moments grow "
                "with the square; divide it"
            )
        if not Fraction(1, 100) <= Fraction(self.squared_length) <= len(self.columns):
            raise ValueError(
                f"squared_length is {self.squared_length}; it is at least 1/100 and at most {len(self.columns)}, "
                "that of the corners"
            )

    @property
    def crossed(self) -> int:
        """Returns the number of second moments of a group: squares, and products of two columns."""
        return len(self.columns) * (len(self.columns) + 1) // 2


def half_of_the_corners(*columns: str) -> Group:
    """Returns a group in which rows are shortened to half of the squared length of a corner: d / 2 for d columns."""
    return Group(columns=columns, squared_length=Fraction(len(columns), 2))


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """This is a table of rows scaled to their bounds. `scaled` [rows, numbers] lies within -1 and 1, `classes` [rows]
    are indices of the declared classes."""

    scaled: Floats
    classes: Integers


@dataclass(frozen=True, kw_only=True)
class Declared:
    """The classes divide the rows by a rule that no row changes: a public column, or bins of one with declared edges.

    Never clusters that were found in the data: one changed row would change many of them.
    """

    numbers: tuple[Number, ...]
    groups: tuple[Group, ...]
    classes: tuple[str, ...]

    def __post_init__(self) -> None:
        names = [number.name for number in self.numbers]
        grouped = [name for group in self.groups for name in group.columns]
        if not 1 <= len(names) <= MOST_NUMBERS:
            raise ValueError(f"{len(names)} numbers are declared; 1 to {MOST_NUMBERS} can be")
        if len(set(names)) < len(names):
            raise ValueError("two numbers have one name")
        if sorted(grouped) != sorted(names):
            raise ValueError("every number that is declared must be in one group, and no other")
        if not 1 <= len(self.classes) <= MOST_CLASSES or len(set(self.classes)) < len(self.classes):
            raise ValueError(f"{len(self.classes)} classes are declared; there are 1 to {MOST_CLASSES}, each once")
        if self.moments * len(self.classes) > MOST_MOMENTS:
            raise ValueError(
                f"{self.moments} moments in each of {len(self.classes)} classes; at most {MOST_MOMENTS} are released: "
                "divide the columns into smaller groups"
            )

    @property
    def moments(self) -> int:
        """Returns how many moments one class has: its count, and the sums and second moments of each group."""
        return 1 + sum(len(group.columns) + group.crossed for group in self.groups)

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """Returns the positions of each group's columns among the numbers."""
        place = {number.name: at for at, number in enumerate(self.numbers)}
        return tuple(tuple(place[name] for name in group.columns) for group in self.groups)

    def table(self, columns: Mapping[str, Sequence[float | None]], labels: Sequence[str]) -> Table:
        """Returns the rows scaled and coded by class. Errors: ValueError unless the columns are those declared, all as
        long as `labels`; Undeclared."""
        if set(columns) != {number.name for number in self.numbers}:
            raise ValueError("the columns are not the numbers that were declared")
        if any(len(values) != len(labels) for values in columns.values()):
            raise ValueError("the columns and the classes are not all of one length")
        place = {name: at for at, name in enumerate(self.classes)}
        if any(label not in place for label in labels):
            raise Undeclared("a row has a class that was not declared")
        scaled = [number.scaled(columns[number.name]) for number in self.numbers]
        return Table(
            scaled=np.stack(scaled, axis=1),
            classes=np.array([place[label] for label in labels], dtype=np.int64),
        )
