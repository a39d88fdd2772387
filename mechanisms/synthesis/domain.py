"""A domain says which values there can be: declared before anybody looks at the data, and never learnt from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.junction_tree import Attributes

Codes = NDArray[np.uint16]
Value = str | int | float | None

OTHER = "(other)"
MOST_ATTRIBUTES = 128
MOST_VALUES = 1 << 16  # An attribute has at most this many values: a code has two bytes.


class OutsideDomain(ValueError):
    """A value was not declared. Says of which attribute, never which value or how many: the text may be seen."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """An attribute with options is a choice: each label is a code, in the declared order. Codes for other values and
    for missing ones follow, where declared."""

    name: str
    options: tuple[str, ...]
    other: bool = False
    missing: bool = False

    def __post_init__(self) -> None:
        if len(set(self.options)) < len(self.options):
            raise ValueError(f"an option of {self.name} is declared twice")
        if self.other and OTHER in self.options:
            raise ValueError(f"an option of {self.name} is {OTHER}, which stands for other values")
        _check_size(self.name, self.size)

    @property
    def size(self) -> int:
        return len(self.options) + self.other + self.missing

    @property
    def labels(self) -> tuple[str | None, ...]:
        """Returns a label for each code; None is missing."""
        return (*self.options, *((OTHER,) if self.other else ()), *((None,) if self.missing else ()))

    def codes(self, values: Sequence[Value]) -> Codes:
        """Returns the codes of values, uint16[n]. Errors: OutsideDomain for a value that is no option, unless `other`
        takes it, and for a missing one, unless `missing` was declared."""
        place = {option: code for code, option in enumerate(self.options)}
        other = len(self.options) if self.other else -1
        missing = self.size - 1 if self.missing else -1
        return _checked(self.name, [missing if v is None else place.get(str(v), other) for v in values])


@dataclass(frozen=True, kw_only=True)
class Bins:
    """An attribute with bins is a number: code i holds edges[i] <= number < edges[i + 1], the last bin its upper edge
    too."""

    name: str
    edges: tuple[Fraction | int | float, ...]
    outside: Literal["refused", "nearest"]
    missing: bool = False

    def __post_init__(self) -> None:
        if len(self.edges) < 2 or any(low >= high for low, high in zip(self.edges, self.edges[1:], strict=False)):
            raise ValueError(f"the edges of {self.name} must be at least 2 numbers, each above the one before")
        if not np.isfinite(np.array(self.edges, dtype=np.float64)).all():
            raise ValueError(f"an edge of {self.name} is not a finite number")
        _check_size(self.name, self.size)

    @property
    def size(self) -> int:
        return len(self.edges) - 1 + self.missing

    @property
    def labels(self) -> tuple[str | None, ...]:
        named = tuple(f"{low} to {high}" for low, high in zip(self.edges, self.edges[1:], strict=False))
        return (*named, None) if self.missing else named

    def codes(self, values: Sequence[Value]) -> Codes:
        """Returns the codes of numbers, uint16[n]; None and not-a-number are missing. Errors: OutsideDomain for a
        number beyond the edges, unless the nearest bin takes it, and for a missing one, unless `missing` was
        declared."""
        edges = np.array(self.edges, dtype=np.float64)
        numbers = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
        last = len(edges) - 2
        codes = np.searchsorted(edges, numbers, side="right").astype(np.int64) - 1
        codes[numbers == edges[-1]] = last
        if self.outside == "nearest":
            codes = np.clip(codes, 0, last)
        codes[codes > last] = -1
        codes[np.isnan(numbers)] = last + 1 if self.missing else -1
        return _checked(self.name, codes)


Attribute = Options | Bins


@dataclass(frozen=True, eq=False)
class Impossible:
    """These are combinations that are impossible, such as a school child with a pension: no synthetic row has one.

    `cells` is bool of the sizes of the attributes, True for what cannot be. It is declared, never looked up.
    """

    attributes: Attributes
    cells: NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True, eq=False)
class Domain:
    """A domain says which rows are possible: declared and public, never learnt from the rows. An attribute is known by
    its position.

    Errors: ValueError for no or too many attributes, two of one name, and for impossible combinations that are not
    of its attributes or leave nothing possible.
    """

    attributes: tuple[Attribute, ...]
    impossible: tuple[Impossible, ...] = ()

    def __post_init__(self) -> None:
        names = [attribute.name for attribute in self.attributes]
        if not 1 <= len(names) <= MOST_ATTRIBUTES:
            raise ValueError(f"a domain of {len(names)} attributes; it has 1 to {MOST_ATTRIBUTES}")
        if len(set(names)) < len(names):
            raise ValueError("two attributes of the domain have one name")
        for rule in self.impossible:
            if list(rule.attributes) != sorted(set(rule.attributes)) or not set(rule.attributes) <= set(
                range(len(names))
            ):
                raise ValueError(f"an impossible combination is of {rule.attributes}: places of attributes, ascending")
            if rule.cells.dtype != np.bool_ or rule.cells.shape != tuple(self.sizes[a] for a in rule.attributes):
                raise ValueError("the cells of an impossible combination are not bool of the sizes of its attributes")
            if rule.cells.all():
                raise ValueError("an impossible combination leaves nothing possible")

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(attribute.size for attribute in self.attributes)

    def places(self, names: Sequence[str]) -> Attributes:
        """Returns the positions of named attributes, ascending. Errors: ValueError for an attribute that is not
        declared."""
        known = {attribute.name: place for place, attribute in enumerate(self.attributes)}
        if undeclared := sorted(set(names) - known.keys()):
            raise ValueError(f"{', '.join(undeclared)}: not declared; declared are {', '.join(known)}")
        return tuple(sorted({known[name] for name in names}))

    def codes(self, columns: dict[str, Sequence[Value]]) -> list[Codes]:
        """Returns each column as codes, in the order of the attributes. Errors: ValueError unless the columns are those
        that were declared, all of one length; OutsideDomain."""
        self.places(list(columns))
        if absent := [attribute.name for attribute in self.attributes if attribute.name not in columns]:
            raise ValueError(f"{', '.join(absent)}: declared, but there is no such column")
        if len({len(values) for values in columns.values()}) > 1:
            raise ValueError("the columns are not all of one length")
        return [attribute.codes(columns[attribute.name]) for attribute in self.attributes]

    def decoded(self, codes: Sequence[Codes]) -> dict[str, list[str | None]]:
        """Returns the labels of rows, by column."""
        return {
            attribute.name: np.array(attribute.labels, dtype=object)[column].tolist()
            for attribute, column in zip(self.attributes, codes, strict=True)
        }


def _check_size(name: str, size: int) -> None:
    if not 1 <= size <= MOST_VALUES:
        raise ValueError(f"{name} has {size} values; an attribute has 1 to {MOST_VALUES}")


def _checked(name: str, codes: Sequence[int] | NDArray[np.int64]) -> Codes:
    array = np.asarray(codes, dtype=np.int64)
    if (array < 0).any():
        raise OutsideDomain(f"{name} holds a value that its declared domain does not have")
    return array.astype(np.uint16)
